//! The developers' commands: the arguments and the usage of `cargo xtask`.

mod bench;
mod cargo;
mod ci;
mod latency;
mod licences;
mod memory;
mod server;
mod soak;
mod tools;

use std::process::ExitCode;

const USAGE: &str = "\
The project's own chores.

Usage: cargo xtask ci [--full]      run every check, in order, up to the first failure
       cargo xtask browser          test the page in Chromium
       cargo xtask bench [--against PROGRAM] [NAME…]
                                    measure Bouton next to plain scans and, if ../shared/yardsticks
                                    exists, the yardsticks; write a report to bench/runs
       cargo xtask bench --server   measure how long plain requests to the server take beside hostile ones
       cargo xtask memory           measure how well --memory holds; write the table of docs/limits.md
       cargo xtask bench --breadth [--seed N]
                                    measure Bouton on random games of every construct, those of a
                                    fixed seed and of a new one, or of seed N
       cargo xtask soak [MINUTES]   compare random games, new ones each round (default: 10 minutes)
       cargo xtask help             print this

Options:
  --against PROGRAM   also measure another build of Bouton, in turn with this one
  --full              also run the tests in release mode, with BOUTON_FULL=1 and many more
                      property test cases";

/// How long random games are compared by default.
const MINUTES: u64 = 10;

/// What the command line asks for.
#[derive(Debug, PartialEq)]
enum Request {
    Usage,
    Ci {
        full: bool,
    },
    Browser,
    Bench {
        names: Vec<String>,
        against: Option<String>,
    },
    BenchServer,
    Memory,
    Breadth {
        seed: Option<u64>,
    },
    Soak {
        minutes: u64,
    },
    /// One process of the bench, measured.
    Measure {
        words: Vec<String>,
    },
    /// One plain scan of the bench.
    Scan {
        words: Vec<String>,
    },
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
        Ok(Request::Ci { full }) => done(ci::run(full)),
        Ok(Request::Browser) => done(server::browser()),
        Ok(Request::Bench { names, against }) => done(bench::run(&names, against.as_deref())),
        Ok(Request::BenchServer) => done(latency::run()),
        Ok(Request::Memory) => done(memory::run()),
        Ok(Request::Breadth { seed }) => done(bench::breadth::run(seed)),
        Ok(Request::Soak { minutes }) => done(soak::run(minutes)),
        Ok(Request::Measure { words }) => bench::measure::here(&words),
        Ok(Request::Scan { words }) => bench::scans::here(&words),
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
        "browser" if options.is_empty() => Ok(Request::Browser),
        "bench" => bench_request(options),
        "memory" if options.is_empty() => Ok(Request::Memory),
        "soak" => soak_request(options),
        "measure" => Ok(Request::Measure { words: options.to_vec() }),
        "scan" => Ok(Request::Scan { words: options.to_vec() }),
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

/// Reads the arguments that follow `cargo xtask bench`.
fn bench_request(names: &[String]) -> Result<Request, String> {
    if names == ["--server"] {
        return Ok(Request::BenchServer);
    }
    if let [first, options @ ..] = names
        && first == "--breadth"
    {
        return breadth_request(options);
    }
    let (against, names) = match names {
        [option, program, names @ ..] if option == "--against" => (Some(program.clone()), names),
        names => (None, names),
    };
    match names.iter().find(|name| name.starts_with('-')).map(String::as_str) {
        Some("--help" | "-h") => Ok(Request::Usage),
        Some("--against") => Err("`--against` comes first, with the path of a program".into()),
        Some(other) => Err(format!("`bench` does not take `{other}`")),
        None => Ok(Request::Bench { names: names.to_vec(), against }),
    }
}

/// Reads the arguments that follow `cargo xtask bench --breadth`.
fn breadth_request(options: &[String]) -> Result<Request, String> {
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    match options[..] {
        [] => Ok(Request::Breadth { seed: None }),
        ["--seed", seed] => match seed.parse() {
            Ok(seed) => Ok(Request::Breadth { seed: Some(seed) }),
            Err(_) => Err(format!("`{seed}` is not a seed")),
        },
        _ => Err("`bench --breadth` takes `--seed N` and nothing else".into()),
    }
}

/// Reads the arguments that follow `cargo xtask soak`.
fn soak_request(options: &[String]) -> Result<Request, String> {
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    match options[..] {
        [] => Ok(Request::Soak { minutes: MINUTES }),
        ["--help" | "-h"] => Ok(Request::Usage),
        [minutes] => match minutes.parse() {
            Ok(minutes) => Ok(Request::Soak { minutes }),
            Err(_) => Err(format!("`{minutes}` is not a number of minutes")),
        },
        _ => Err("`soak` takes a number of minutes and nothing else".into()),
    }
}

fn done(result: Result<(), String>) -> ExitCode {
    match result {
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
        for line in ["", "help", "--help", "-h", "ci --help", "bench -h", "soak --help"] {
            assert_eq!(requested(line), Ok(Request::Usage), "{line:?}");
        }
    }

    #[test]
    fn ci_is_full_only_when_asked() {
        assert_eq!(requested("ci"), Ok(Request::Ci { full: false }));
        assert_eq!(requested("ci --full"), Ok(Request::Ci { full: true }));
    }

    #[test]
    fn bench_takes_names_and_soak_minutes() {
        let names = |names: &[&str]| names.iter().map(ToString::to_string).collect();
        assert_eq!(requested("browser"), Ok(Request::Browser));
        assert_eq!(requested("bench --server"), Ok(Request::BenchServer));
        let bench = |listed: &[&str], against: Option<&str>| {
            Ok(Request::Bench { names: names(listed), against: against.map(str::to_string) })
        };
        assert_eq!(requested("bench"), bench(&[], None));
        assert_eq!(requested("bench a b"), bench(&["a", "b"], None));
        assert_eq!(requested("bench --against old a"), bench(&["a"], Some("old")));
        assert!(requested("bench --against").is_err());
        assert_eq!(requested("memory"), Ok(Request::Memory));
        assert_eq!(requested("bench --breadth"), Ok(Request::Breadth { seed: None }));
        assert_eq!(requested("bench --breadth --seed 7"), Ok(Request::Breadth { seed: Some(7) }));
        assert_eq!(requested("soak"), Ok(Request::Soak { minutes: MINUTES }));
        assert_eq!(requested("soak 3"), Ok(Request::Soak { minutes: 3 }));
        assert_eq!(requested("scan nim 3"), Ok(Request::Scan { words: names(&["nim", "3"]) }));
    }

    #[test]
    fn anything_else_is_refused() {
        for line in [
            "cj",
            "--full",
            "browser a",
            "memory a",
            "ci full",
            "ci --full --fast",
            "bench --fast",
            "bench --breadth nim",
            "bench --breadth --seed x",
            "soak long",
            "soak 1 2",
        ] {
            assert!(requested(line).is_err(), "{line:?}");
        }
    }
}
