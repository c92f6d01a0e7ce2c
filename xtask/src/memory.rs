//! `cargo xtask memory`: measures how well `--memory` holds, and writes the table of `docs/limits.md`.

use std::env;
use std::fs;
use std::path::Path;

use crate::bench::measure::{End, measure};
use crate::cargo::{cargo, run as run_command};

/// Commands that need much memory or more than they may use, and their limits.
const JOBS: &[(&str, &[&str])] = &[
    ("table nim --heaps 4 --max 100 --format csv --out /dev/null", &["16M"]),
    ("table nim --heaps 2 --max 4000 --out /dev/null", &["64M"]),
    ("table wythoff --max 6000 --what grundy --summary", &["64M", "256M"]),
    (
        "table take~1..min(m,floor(total/3)+1)~from~any --heaps 4 --max 100 --summary --what grundy",
        &["64M", "256M"],
    ),
    ("solve take~1..min(m,floor(total/3)+1)~from~any 90,91,92,93 --by definition", &["16M", "64M"]),
    ("solve take~1..ceil(largest/2)~from~any 10^6,10^6,10^6", &["16M", "64M", "256M"]),
    ("sequence take~{1,3,4}~from~any --to 10^7 --summary", &["64M", "256M"]),
    ("verify xu-zhu-2018", &["256M"]),
    ("verify recursion.claim", &["64M", "256M"]),
    ("moves nim 10^999999 --first 100000", &["64M", "256M", "1G"]),
    ("solve nim 10^999999", &["64M"]),
    ("solve nim --batch /dev/zero", &["64M"]),
    ("check /dev/zero", &["64M"]),
    ("verify /dev/zero", &["64M"]),
];

/// A claim whose value takes much memory.
const RECURSION: (&str, &str) = (
    "recursion.claim",
    "claim mine for nim
  f(t) = t when t < 2
  f(t) = f(t-1) + f(t-2)
  P iff f(10^5) mod 2 = xor(x) mod 2
",
);

/// The seconds of CPU time after which a job is given up.
const LIMIT: u64 = 60;

const PAGE: &str = "docs/limits.md";
const START: &str = "<!-- The rest of this page is written by `cargo xtask memory`. -->\n";

pub(crate) fn run() -> Result<(), String> {
    run_command(&mut cargo("build --locked --release --package bouton-cli --package xtask"))?;
    let this = env::current_exe().map_err(|error| error.to_string())?;
    let release = this.parent().and_then(Path::parent).ok_or("no folder of programs")?;
    let program = |name: &str| release.join("release").join(name).display().to_string();
    let (bouton, xtask) = (program("bouton"), program("xtask"));
    let (name, claim) = RECURSION;
    let file = env::temp_dir().join(name);
    fs::write(&file, claim).map_err(|error| format!("{}: {error}", file.display()))?;
    let word = |word: &str| match word == name {
        true => file.display().to_string(),
        false => word.replace('~', " "),
    };
    let mut rows = Vec::new();
    for (line, limits) in JOBS {
        for limit in *limits {
            let mut words = vec![bouton.clone()];
            words.extend(line.split(' ').map(word));
            words.extend(["--memory".to_string(), limit.to_string()]);
            let process = measure(&xtask, LIMIT, &words)?;
            let row = row(line, limit, &process.end, process.peak)?;
            eprintln!("{row}");
            rows.push(row);
        }
    }
    fs::remove_file(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let page = fs::read_to_string(PAGE).map_err(|error| format!("{PAGE}: {error}"))?;
    let (before, _) = page.split_once(START).ok_or(format!("{PAGE} has no place for the table"))?;
    let page = format!("{before}{START}\n{HEAD}{}\n", rows.join("\n"));
    fs::write(PAGE, page).map_err(|error| format!("{PAGE}: {error}"))
}

const HEAD: &str = "\
| command | `--memory` | peak | promised | |
|---|---:|---:|---:|---|
";

/// One line of the table; an error if the limit did not hold.
fn row(line: &str, limit: &str, end: &End, peak: u64) -> Result<String, String> {
    let (digits, unit) = limit.split_at(limit.len() - 1);
    let mib = digits.parse::<u64>().map_err(|error| error.to_string())?;
    let mib = if unit == "G" { mib << 10 } else { mib };
    let (peak, most) = (peak >> 20, mib + mib / 5 + 50);
    let end = match end {
        End::Done => "answered".to_string(),
        End::GivenUp => format!("still at work after {LIMIT} s"),
        End::Refused(why) => format!("refused: {}", code(why)),
    };
    let words = line.split(' ').map(|word| match word.contains(['~', '(', '{']) {
        true => format!("'{}'", word.replace('~', " ")),
        false => word.to_string(),
    });
    let line = words.collect::<Vec<_>>().join(" ");
    if peak > most {
        return Err(format!("`bouton {line}` used {peak} MiB with `--memory {limit}`"));
    }
    Ok(format!("| `bouton {line}` | {limit} | {peak} MiB | {most} MiB | {end} |"))
}

/// The code of an error.
fn code(told: &str) -> &str {
    let code = told.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
    code.map_or(told, |(code, _)| code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_says_what_was_promised() {
        let refused = End::Refused("error[E0060]: too much".into());
        assert_eq!(
            row("solve take~1~from~any 5", "64M", &refused, 100 << 20).unwrap(),
            "| `bouton solve 'take 1 from any' 5` | 64M | 100 MiB | 126 MiB | refused: E0060 |"
        );
        assert!(row("solve nim 5", "1G", &End::Done, 1278 << 20).is_ok());
        assert!(row("solve nim 5", "1G", &End::Done, 1279 << 20).is_err());
    }
}
