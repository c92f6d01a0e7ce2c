//! The commands that chores run.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

/// The cargo that runs us, with these arguments, separated by spaces.
pub(crate) fn cargo(arguments: &str) -> Command {
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args(arguments.split_whitespace());
    command
}

/// The same without incremental compilation: a build from nothing has no use for its state.
pub(crate) fn fresh_cargo(arguments: &str) -> Command {
    let mut command = cargo(arguments);
    command.env("CARGO_INCREMENTAL", "0");
    command
}

/// Runs the command with our own input and output.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let status =
        command.status().map_err(|error| format!("{} cannot be run: {error}", shown(command)))?;
    if status.success() { Ok(()) } else { Err(format!("{} ended with {status}", shown(command))) }
}

/// Runs the command and returns its output.
pub(crate) fn read(command: &mut Command) -> Result<String, String> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("{} cannot be run: {error}", shown(command)))?;
    if output.status.success() {
        Ok(text(&output.stdout))
    } else {
        Err(format!("{} ended with {}", shown(command), output.status))
    }
}

/// The command as one would type it.
pub(crate) fn shown(command: &Command) -> String {
    let variables = command.get_envs().filter_map(|(name, value)| {
        let value = value?.to_string_lossy();
        Some(format!("{}=\"{value}\"", name.to_string_lossy()))
    });
    let arguments = command.get_args().map(|argument| argument.to_string_lossy().into_owned());
    let program = Path::new(command.get_program()).file_stem().unwrap_or_default();
    let program = program.to_string_lossy().into_owned();
    let words: Vec<String> = variables.chain([program]).chain(arguments).collect();
    format!("`{}`", words.join(" "))
}

/// What a command printed.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_one_would_type_it() {
        let mut command = cargo("doc --workspace");
        command.env("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(shown(&command), r#"`RUSTDOCFLAGS="-D warnings" cargo doc --workspace`"#);
    }
}
