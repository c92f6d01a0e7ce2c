//! What was measured, as a page.

use std::path::{Path, PathBuf};

use super::jobs::Bar;
use super::row::{Row, Run};

const COLUMNS: &[&str] = &[
    "job",
    "size",
    "positions",
    "CPU s",
    "positions/s",
    "ns/position",
    "B/position",
    "yardstick s",
    "× yardstick",
    "scan s",
    "× as fast as scan",
    "bar",
    "reached",
];

const LEGEND: &str = "\
Every program is a whole process on one core; seconds are CPU seconds of program and system, the least of three runs where one takes less
than two seconds. Yardsticks that repeat their job print the seconds of each round: those of the first, cold one are taken. Positions are
those that Bouton counts, a multiset of heaps once; bytes are the greatest resident memory above that of a tiny job. All programs found
the same numbers of P-positions and greatest Grundy numbers, wherever two of them tell, unless it is said otherwise below.";

/// The page of a run. `about` says where and what was measured.
pub(crate) fn page(date: &str, about: &[String], rows: &[Row]) -> String {
    let mut page = format!("# Bench, {date}\n\n");
    about.iter().for_each(|line| page.push_str(&format!("- {line}\n")));
    page.push_str(&format!("\n{LEGEND}\n\n{}\n", table(rows)));
    let told: Vec<&Row> = rows.iter().filter(|row| row.n == row.job.sizes[0]).collect();
    page.push_str("\n| job | what Bouton is asked |\n|---|---|\n");
    for row in told {
        let job = row.job;
        let asked = format!("bouton {} '{}' {}", job.command, job.subject, job.options);
        page.push_str(&format!("| {} | `{asked}` |\n", job.name));
    }
    page.push_str(&against(rows));
    let wrong: Vec<String> = rows.iter().flat_map(Row::contradictions).collect();
    if !wrong.is_empty() {
        page.push_str("\n## Contradictions\n\n");
        wrong.iter().for_each(|line| page.push_str(&format!("- {line}\n")));
    }
    page
}

/// The two builds next to each other, if two were measured.
fn against(rows: &[Row]) -> String {
    let mut lines = String::new();
    for row in rows {
        let (Some(other), Some(times), Some(bytes)) =
            (&row.other, row.of_other(), row.bytes_of_other())
        else {
            continue;
        };
        let (name, n, ours) = (row.job.name, row.n, seconds(&row.bouton));
        let (times, bytes) = (short(times), short(bytes));
        lines += &format!("| {name} | {n} | {ours} | {} | {times} | {bytes} |\n", seconds(other));
    }
    if lines.is_empty() {
        return lines;
    }
    let head = "| job | size | CPU s | the other build, CPU s | × | memory × |";
    format!("\n## Against another build\n\n{head}\n|---|---:|---:|---:|---:|---:|\n{lines}")
}

/// A table whose columns are aligned in the text too.
fn table(rows: &[Row]) -> String {
    let head = COLUMNS.iter().map(ToString::to_string).collect();
    let cells: Vec<Vec<String>> = rows
        .iter()
        .enumerate()
        .map(|(i, row)| {
            let before = i.checked_sub(1).map(|i| &rows[i]).filter(|b| b.job.name == row.job.name);
            cells(row, before)
        })
        .collect();
    let all: Vec<Vec<String>> = [vec![head], cells].concat();
    let width = |i: usize| all.iter().map(|row| row[i].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..COLUMNS.len()).map(width).collect();
    let is_text = |i: usize| i == 0 || i + 2 >= COLUMNS.len();
    let line = |row: &Vec<String>| {
        let padded = row.iter().enumerate().map(|(i, cell)| match is_text(i) {
            true => format!(" {cell:<width$} ", width = widths[i]),
            false => format!(" {cell:>width$} ", width = widths[i]),
        });
        format!("|{}|", padded.collect::<Vec<_>>().join("|"))
    };
    let rule = widths.iter().enumerate().map(|(i, width)| match is_text(i) {
        true => "-".repeat(width + 2),
        false => format!("{}:", "-".repeat(width + 1)),
    });
    let rule = format!("|{}|", rule.collect::<Vec<_>>().join("|"));
    let mut lines: Vec<String> = all.iter().map(line).collect();
    lines.insert(1, rule);
    lines.join("\n")
}

fn cells(row: &Row, before: Option<&Row>) -> Vec<String> {
    let number = |number: Option<f64>| number.map_or(String::new(), short);
    let time = |run: &Option<Run>| run.as_ref().map_or(String::new(), seconds);
    let rate = row.cost().map(|cost| 1e9 / cost);
    let bars = row.bars();
    let reached = bars.iter().map(|&bar| match row.reaches(bar, before) {
        Some(true) => "yes",
        Some(false) => "no",
        None => "not known",
    });
    let reached: Vec<&str> = reached.collect();
    let bars: Vec<String> = bars.iter().map(|bar| said(*bar)).collect();
    vec![
        row.job.name.to_string(),
        row.n.to_string(),
        row.positions().map_or(String::new(), |positions| positions.to_string()),
        seconds(&row.bouton),
        rate.map_or(String::new(), |rate| format!("{rate:.2e}")),
        number(row.cost()),
        number(row.bytes()),
        time(&row.yardstick),
        number(row.of_yardstick()),
        time(&row.scan),
        number(row.of_scan()),
        bars.join("; "),
        reached.join("; "),
    ]
}

fn seconds(run: &Run) -> String {
    match run {
        Run::Done { seconds, .. } => short(*seconds),
        Run::Refused(why) => format!("refused: {}", why.replace('|', "/")),
        Run::GivenUp(limit) => format!("slow: given up after {limit} s"),
        Run::NotTried => "not tried: slow".into(),
    }
}

fn said(bar: Bar) -> String {
    match bar {
        Bar::Yardstick(most) => format!("≤ {most} × yardstick"),
        Bar::Scan(least) => format!("≥ {least} × as fast as scan"),
        Bar::Bytes(most) => format!("≤ {most} B"),
        Bar::Flat(most) => format!("cost ≤ {most} × that before"),
    }
}

/// Three digits that count.
pub(crate) fn short(number: f64) -> String {
    let digits = match number.abs() {
        0.0 => 0,
        size => (2.0 - size.log10().floor()).clamp(0.0, 6.0) as usize,
    };
    format!("{number:.digits$}")
}

/// The first file name of a day that is not taken.
pub(crate) fn free_name(folder: &Path, date: &str, taken: impl Fn(&Path) -> bool) -> PathBuf {
    let first = folder.join(format!("{date}.md"));
    let others = (2..).map(|i: u32| folder.join(format!("{date}-{i}.md")));
    [first.clone()].into_iter().chain(others).find(|name| !taken(name)).unwrap_or(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::row::tests::{done, row};

    #[test]
    fn numbers_have_three_digits() {
        let shown: Vec<String> =
            [0.0, 0.000_66, 0.036_71, 1.0, 2.345_6, 34.56, 1234.5].map(short).into();
        assert_eq!(shown, ["0", "0.000660", "0.0367", "1.00", "2.35", "34.6", "1234"]);
    }

    #[test]
    fn a_second_run_of_a_day_has_a_name_of_its_own() {
        let name = |taken: &[&str]| {
            free_name(Path::new("runs"), "2026-05-01", |name| {
                taken.iter().any(|taken| name.ends_with(taken))
            })
        };
        assert_eq!(name(&[]), Path::new("runs/2026-05-01.md"));
        assert_eq!(name(&["2026-05-01.md"]), Path::new("runs/2026-05-01-2.md"));
        let two = ["2026-05-01.md", "2026-05-01-2.md"];
        assert_eq!(name(&two), Path::new("runs/2026-05-01-3.md"));
    }

    #[test]
    fn a_page_has_a_line_for_each_size_with_the_bars_at_the_last() {
        let rows = [row(200, done(0.25, 1_000_000, 100)), row(500, Run::GivenUp(60))];
        let page = page("2026-05-01", &["a machine".into()], &rows);
        let lines: Vec<&str> = page.lines().filter(|line| line.starts_with("| greedy-3")).collect();
        let cells = |line: &str| -> Vec<String> {
            line.split('|').map(|cell| cell.trim().to_string()).collect()
        };
        assert_eq!(
            cells(lines[0])[1..10],
            ["greedy-3", "200", "1000000", "0.250", "4.00e6", "250", "1.00", "0.500", "0.500"]
        );
        let last = cells(lines[1]);
        assert_eq!(last[4], "slow: given up after 60 s");
        assert_eq!(last[12..14], ["≤ 2 × yardstick; ≤ 0.2 B", "no; no"]);
        assert!(lines[2].contains("`bouton table 'take 1..3 from largest' --heaps 4"));
        assert!(page.contains("- a machine\n"));
    }

    #[test]
    fn contradictions_are_told() {
        let wrong = [row(200, done(0.25, 1_000_000, 99))];
        assert!(page("2026-05-01", &[], &wrong).contains("p is 99 or 100"));
    }
}
