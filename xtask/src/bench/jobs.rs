//! The jobs of `cargo xtask bench`, and how fast Bouton should be at them.

/// One job. In the words of commands `{n}` is the size, `{last}` the size minus one, and `{file}` a
/// file with that many positions.
pub(crate) struct Job {
    pub(crate) name: &'static str,
    /// What Bouton is asked: the command, the game or the claim, and the options.
    pub(crate) command: &'static str,
    pub(crate) subject: &'static str,
    pub(crate) options: &'static str,
    /// Increasing sizes. The bars apply to the last size; those about the scan apply to the last
    /// size that is scanned.
    pub(crate) sizes: &'static [u64],
    /// The plain scan, and the largest size for which it runs.
    pub(crate) scan: (&'static str, u64),
    pub(crate) yardstick: Option<Yardstick>,
    pub(crate) bars: &'static [Bar],
    /// Numbers known from other sources: size, name, number.
    pub(crate) known: &'static [(u64, &'static str, u64)],
}

/// A hard-coded program that shows how fast the job can be done.
pub(crate) struct Yardstick {
    pub(crate) command: &'static str,
    pub(crate) clock: Clock,
    /// The name for its number of P-positions.
    pub(crate) p: &'static str,
    /// If it does a job of another size: the number of positions of that job. Then costs per
    /// position are compared.
    pub(crate) positions: Option<u64>,
}

/// How the time of a yardstick is measured.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Clock {
    /// Its whole process.
    Process,
    /// The CPU seconds that it prints for its first, cold round. It repeats the job or checks it
    /// afterwards.
    Printed,
}

/// What Bouton is to reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Bar {
    /// At most this many times the CPU time of the yardstick.
    Yardstick(f64),
    /// At least this many times as fast as the scan.
    Scan(f64),
    /// At most this many bytes for each position, above what Bouton uses for a tiny job.
    Bytes(f64),
    /// A position of the last size costs at most this many times one of the size before.
    Flat(f64),
}

const THREE_KINDS: &str = "position (a, b, c); \
    move (a - t, b - u, c - v) for t, u, v where 1 <= t + 2*u + 3*v <= floor((a + 2*b + 3*c)/2)";

const fn cold(command: &'static str) -> Option<Yardstick> {
    Some(Yardstick { command, clock: Clock::Printed, p: "p", positions: None })
}

const fn whole(command: &'static str) -> Option<Yardstick> {
    Some(Yardstick { command, clock: Clock::Process, p: "p", positions: None })
}

/// A job with these words, and defaults for everything else.
const fn job(
    name: &'static str,
    [command, subject, options]: [&'static str; 3],
    sizes: &'static [u64],
    scan: (&'static str, u64),
    yardstick: Option<Yardstick>,
    bars: &'static [Bar],
) -> Job {
    Job { name, command, subject, options, sizes, scan, yardstick, bars, known: &[] }
}

pub(crate) const JOBS: &[Job] = &[
    Job {
        known: &[(500, "p", 666_813_126)],
        ..job(
            "greedy-3",
            ["table", "take 1..3 from largest", "--heaps 4 --max {n} --summary --json"],
            &[200, 500],
            ("greedy {n} 3", 200),
            cold("greedy v1 {n} 3"),
            &[Bar::Yardstick(2.0), Bar::Bytes(0.2)],
        )
    },
    job(
        "greedy-50",
        ["table", "take 1..50 from largest", "--heaps 4 --max {n} --summary --json"],
        &[200, 500],
        ("greedy {n} 50", 200),
        cold("greedy v1 {n} 50"),
        &[Bar::Yardstick(1.0)],
    ),
    job(
        "state-bound",
        [
            "table",
            "take 1..min(m, floor(total/3)+1) from any",
            "--heaps 3 --max {n} --summary --json",
        ],
        &[200, 500],
        ("state-bound {n}", 200),
        Some(Yardstick {
            command: "state_bound {n}",
            clock: Clock::Printed,
            p: "ordered_p",
            positions: None,
        }),
        &[Bar::Yardstick(2.0), Bar::Bytes(0.2)],
    ),
    job(
        "pass",
        [
            "table",
            "take 1..ceil(m/2) from any; pass 1",
            "--heaps 3 --max {n} --what grundy --summary --json",
        ],
        &[255, 1000],
        ("pass {n}", 255),
        cold("pass_grundy {n}"),
        &[Bar::Yardstick(2.0), Bar::Bytes(3.0)],
    ),
    // The yardstick has a regular bound but does not use that. Its answer differs, its work is the
    // same.
    job(
        "pass-irregular",
        [
            "table",
            "take 1..ceil(m/(1 + m mod 3)) from any; pass 1",
            "--heaps 3 --max {n} --what grundy --summary --json",
        ],
        &[127, 255],
        ("pass-irregular {n}", 255),
        cold("pass_grundy_any_window {n}"),
        &[Bar::Yardstick(2.0)],
    ),
    job(
        "two-kinds",
        ["table", "two-kinds", "--max {n},{n} --summary --json"],
        &[100, 600, 20_000],
        ("two-kinds {n}", 600),
        cold("two_kinds level {n}"),
        &[Bar::Yardstick(4.0), Bar::Bytes(0.2)],
    ),
    job(
        "three-kinds",
        ["table", THREE_KINDS, "--max {n},{n},{n} --summary --json"],
        &[15, 60, 300],
        ("three-kinds {n}", 60),
        Some(Yardstick {
            command: "two_kinds prefix 5000",
            clock: Clock::Process,
            p: "two_kinds_p",
            positions: Some(5001 * 5001),
        }),
        &[Bar::Yardstick(4.0)],
    ),
    job(
        "turn",
        [
            "table",
            "turn-dependent(turn -> turn+1)",
            "--max {n} --range turn=1..{n} --summary --json",
        ],
        &[200, 2000, 20_000],
        ("turn {n} {n}", 2000),
        whole("turn bits {n} {n} 0"),
        &[Bar::Yardstick(3.0)],
    ),
    job(
        "one-heap",
        ["sequence", "take 1..ceil(m/2) from any", "--to {last} --summary --json"],
        &[100_000, 1_000_000, 10_000_000],
        ("one-heap {n}", 100_000),
        whole("one_heap maxs {n}"),
        &[Bar::Yardstick(2.0)],
    ),
    job(
        "officers",
        ["sequence", "octal 0.6", "--to {last} --summary --json"],
        &[100_000, 1_000_000],
        ("officers {n}", 100_000),
        whole("officers {n}"),
        &[Bar::Yardstick(2.0), Bar::Flat(1.5)],
    ),
    job(
        "wythoff",
        ["table", "wythoff", "--max {n} --what grundy --summary --json"],
        &[200, 2000],
        ("wythoff {n}", 2000),
        None,
        &[Bar::Scan(100.0)],
    ),
    job(
        "moore",
        ["table", "moore(2)", "--heaps 4 --max {n} --summary --json"],
        &[20, 60],
        ("moore {n}", 60),
        None,
        &[Bar::Scan(100.0)],
    ),
    // Nim, worded so that heaps are not recognised as independent: no xor.
    job(
        "nim",
        [
            "table",
            "take 1..min(m, total) from any",
            "--heaps 3 --max {n} --what grundy --summary --json",
        ],
        &[200, 300],
        ("nim {n}", 300),
        None,
        &[Bar::Scan(100.0)],
    ),
    job(
        "theorem-6",
        ["verify", "xu-zhu-2018:theorem-6", "--with k=3 --heaps 4 --max {n} --threads 1 --json"],
        &[50, 100],
        ("theorem-6 {n} 3", 100),
        None,
        &[Bar::Scan(0.2)],
    ),
    job(
        "batch",
        ["solve", "bounded-greedy(3)", "--batch {file}"],
        &[200_000, 2_000_000],
        ("batch {file}", 2_000_000),
        whole("query fast {file}"),
        &[Bar::Yardstick(3.0)],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_job_has_a_name_two_sizes_and_a_bar() {
        let names: HashSet<&str> = JOBS.iter().map(|job| job.name).collect();
        assert_eq!(names.len(), JOBS.len());
        for job in JOBS {
            assert!(job.sizes.len() >= 2 && job.sizes.is_sorted(), "{}", job.name);
            assert!(job.sizes[0] <= job.scan.1, "{} is never scanned", job.name);
            assert!(!job.bars.is_empty(), "{}", job.name);
            let measured = |bar: &Bar| matches!(bar, Bar::Yardstick(_));
            assert_eq!(job.bars.iter().any(measured), job.yardstick.is_some(), "{}", job.name);
        }
    }
}
