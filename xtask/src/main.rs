//! What developers run: the arguments and the usage of `cargo xtask`.

mod ci;
mod licences;
#[cfg_attr(not(test), expect(dead_code))] // Whoever measures calls it.
mod plain;

use std::process::ExitCode;

const USAGE: &str = "\
The project's own chores.

Usage: cargo xtask ci [--full]   run every check, in order, up to the first failure
       cargo xtask help          print this

Options:
  --full   also run the tests in release mode, with BOUTON_FULL=1 and many more
           property test cases";

/// What the command line asks for.
#[derive(Debug, PartialEq)]
enum Request {
    Usage,
    Ci { full: bool },
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    match request(&arguments) {
        Ok(Request::Usage) => {
            println!("{USAGE}");
            ExitCode::SUCCESS
        }
        Ok(Request::Ci { full }) => run_ci(full),
        Err(complaint) => {
            eprintln!("{USAGE}\n\nerror: {complaint}");
            ExitCode::from(2)
        }
    }
}

/// Reads the arguments that follow `cargo xtask`.
fn request(arguments: &[String]) -> Result<Request, String> {
    let Some((chore, options)) = arguments.split_first() else {
        return Ok(Request::Usage);
    };
    match chore.as_str() {
        "help" | "--help" | "-h" => Ok(Request::Usage),
        "ci" => ci_request(options),
        other => Err(format!("there is no chore `{other}`")),
    }
}

/// Reads the arguments that follow `cargo xtask ci`.
fn ci_request(options: &[String]) -> Result<Request, String> {
    let mut full = false;
    for option in options {
        match option.as_str() {
            "--full" => full = true,
            "--help" | "-h" => return Ok(Request::Usage),
            other => return Err(format!("`ci` does not take `{other}`")),
        }
    }
    Ok(Request::Ci { full })
}

fn run_ci(full: bool) -> ExitCode {
    match ci::run(full) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn requested(line: &str) -> Result<Request, String> {
        let arguments: Vec<String> = line.split_whitespace().map(String::from).collect();
        request(&arguments)
    }

    #[test]
    fn usage_is_printed_when_asked_for_or_when_nothing_is() {
        for line in ["", "help", "--help", "-h", "ci --help"] {
            assert_eq!(requested(line), Ok(Request::Usage), "{line:?}");
        }
    }

    #[test]
    fn ci_is_full_only_when_asked() {
        assert_eq!(requested("ci"), Ok(Request::Ci { full: false }));
        assert_eq!(requested("ci --full"), Ok(Request::Ci { full: true }));
    }

    #[test]
    fn anything_else_is_refused() {
        for line in ["cj", "--full", "ci full", "ci --full --fast"] {
            assert!(requested(line).is_err(), "{line:?}");
        }
    }
}
