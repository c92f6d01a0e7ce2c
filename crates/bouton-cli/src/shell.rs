//! Completions for shells, and the manual page.

use std::io::{self, Write};

use clap::{Command, CommandFactory};

use crate::args::Bouton;
use crate::failure::{Finish, Run};
use crate::out;

pub fn completions(shell: clap_complete::Shell) -> Run {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Bouton::command(), "bouton", &mut text);
    print(&text)
}

/// The page of the command, followed by those of its subcommands and theirs.
pub fn man() -> Run {
    let mut text = Vec::new();
    let command = Bouton::command();
    clap_mangen::Man::new(command.clone()).render(&mut text)?;
    subcommands(&command, "bouton", &mut text)?;
    print(&text)
}

fn subcommands(command: &Command, name: &str, text: &mut Vec<u8>) -> io::Result<()> {
    for sub in command.get_subcommands() {
        let name = format!("{name} {}", sub.get_name());
        let man = clap_mangen::Man::new(sub.clone().display_name(&name).bin_name(&name));
        man.render_name_section(text)?;
        man.render_synopsis_section(text)?;
        man.render_options_section(text)?;
        if sub.get_after_help().is_some() {
            man.render_extra_section(text)?;
        }
        subcommands(sub, &name, text)?;
    }
    Ok(())
}

fn print(text: &[u8]) -> Run {
    let mut out = out::stdout();
    out.write_all(text)?;
    out.flush()?;
    Ok(Finish::Done)
}
