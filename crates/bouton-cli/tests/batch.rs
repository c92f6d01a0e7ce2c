//! `bouton solve --batch`: lines that are answered together with the same lines, one by one.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn batch(game: &str, more: &[&str], lines: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bouton"));
    command.args(["solve", game, "--batch", "-"]).args(more).env("NO_COLOR", "1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let lines = lines.to_vec();
    // It ends at a bad line, and need not read the others.
    let writer = std::thread::spawn(move || drop(input.write_all(&lines)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }

    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.roll(from.len() as u64) as usize]
    }
}

/// A line of numbers, and the same in a spelling that is read one by one.
fn line(dice: &mut Dice, heaps: u64, most: u64) -> (String, String) {
    let heaps = if dice.roll(3) == 0 { 1 + dice.roll(heaps) } else { heaps };
    let numbers: Vec<u64> = (0..heaps)
        .map(|_| match dice.roll(40) {
            0 => 0,
            1 => dice.roll(1 << 40),
            _ => dice.roll(most),
        })
        .collect();
    let texts: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    let spaced = dice.pick(&[",", ",", ",", ", ", " , "]);
    (texts.join(spaced), format!("0+{}", texts.join(",")))
}

const BAD: &[&str] =
    &["", " ", ",", "1,,2", "1 2", "x", "-3", "1,2;pass=9", "3;turn=2", "7.5", "1,2,"];

/// Games with the number of heaps, how large they are below, and whether Grundy numbers are asked for.
const GAMES: &[(&str, u64, u64, bool)] = &[
    ("take 1..3 from largest", 4, 50, false),
    ("bounded(4)", 3, 1000, true),
    ("nim", 5, 70, true),
    ("nim; ending misere", 3, 6, false),
    ("halving", 3, 3000, true),
    ("moore(2)", 4, 40, false),
    ("lasker", 2, 500, true),
    ("nim; heaps 3", 4, 9, true),
    // Without a theorem.
    ("take 1..min(m, floor(total/3)+1) from any", 2, 12, true),
];

#[test]
fn lines_together_and_one_by_one() {
    let mut dice = Dice(88_172_645_463_325_252);
    for &(game, heaps, most, grundy) in GAMES {
        for round in 0..4 {
            let (mut together, mut alone) = (Vec::new(), Vec::new());
            // Large heaps are for theorems.
            let large = !game.contains("total");
            for _ in 0..100 {
                let (a, b) = line(&mut dice, heaps, most);
                if large || a.len() < 8 {
                    let end = dice.pick(&["\n", "\n", "\r\n"]);
                    together.extend_from_slice(format!("{a}{end}").as_bytes());
                    alone.extend_from_slice(format!("{b}{end}").as_bytes());
                }
            }
            if round == 3 {
                let bad = dice.pick(BAD);
                for lines in [&mut together, &mut alone] {
                    lines.extend_from_slice(format!("{bad}\n1\n").as_bytes());
                }
            }
            let asked: &[&[&str]] = if grundy { &[&[], &["--grundy"]] } else { &[&[]] };
            for &more in asked {
                let (a, b) = (batch(game, more, &together), batch(game, more, &alone));
                let lines = String::from_utf8_lossy(&together);
                assert_eq!(a.status.code(), b.status.code(), "{game} {more:?}: {lines}");
                let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                assert_eq!(text(&a.stdout), text(&b.stdout), "{game} {more:?}: {lines}");
                if round == 3 {
                    let told = text(&a.stderr);
                    assert!(!told.is_empty(), "{game} {more:?}: {lines}");
                }
            }
        }
    }
}

#[test]
fn what_came_before_a_bad_line_is_printed() {
    let lines = "1,1,1,5\n".repeat(40) + "1,1,2,5\n1,x\n1\n";
    let output = batch("take 1..3 from largest", &[], lines.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stdout, ("P\n".repeat(40) + "N\n").as_bytes());
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("-:42:3"), "{told}");
    let output = batch("nim", &[], b"1,1\n\xff\n1\n");
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(2), &b"P\n"[..]));
}

/// A last line without an end, and lines that go over the end of what is read at once.
#[test]
fn all_lines_are_answered() {
    let lines = "12,5,9,31\n".repeat(30_000) + "3,3";
    let output = batch("nim", &[], lines.as_bytes());
    assert_eq!(output.stdout, ("N\n".repeat(30_000) + "P\n").as_bytes());
    assert_eq!(batch("nim", &[], b"").stdout, b"");
}

/// One bad line of a game of tuples: a number too few is not filled up.
#[test]
fn coordinates_are_not_filled_up() {
    let lines = "3,5\n".repeat(50) + "3\n";
    let output = batch("euclid", &[], lines.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stdout.len(), 100);
}
