//! The arguments of the command line.

use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use bouton::Level;
use bouton_server::Origin;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::play::Player;

/// Take-away games from their rules: who wins, by which move, and why.
#[derive(Parser)]
#[command(name = "bouton", version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Bouton {
    #[command(subcommand)]
    pub command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  bouton solve 'bounded-greedy(3)' 1,1,2,5
  bouton solve 'take 1..ceil(m/2) from any; pass 1' 3,7 --grundy
  bouton table wythoff --max 9 --what grundy
  bouton games

A GAME is a text, like 'take 1..3 from largest' or 'nim; pass 1', or the path of a file whose name
ends in .game; - is standard input. A POSITION looks like 7,3 or 7,3;pass=1; the empty position is 0.

Exit codes: 0 done, 1 a claim was refuted, 2 bad input or refused, 3 unknown, 130 interrupted.";

#[derive(Subcommand)]
pub enum Command {
    /// Who wins a position, by which moves, and why
    #[command(after_help = SOLVE_EXAMPLES)]
    Solve(SolveArgs),
    /// The legal moves of a position
    #[command(after_help = MOVES_EXAMPLES)]
    Moves(MovesArgs),
    /// Plays a game against you
    #[command(after_help = PLAY_EXAMPLES)]
    Play(PlayArgs),
    /// Serves a page for playing and exploring games
    #[command(after_help = SERVE_EXAMPLES)]
    Serve(ServeArgs),
    /// Answers the questions of a server that has started this process
    #[command(hide = true)]
    Work,
    /// The outcomes or Grundy numbers of all positions in a box
    #[command(after_help = TABLE_EXAMPLES)]
    Table(TableArgs),
    /// The Grundy numbers of a single heap
    #[command(after_help = SEQUENCE_EXAMPLES)]
    Sequence(SequenceArgs),
    /// Compares theorems and conjectures with the definition
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(VerifyArgs),
    /// The papers of the library, as text, LaTeX, sentences or SMT-LIB
    #[command(after_help = PAPERS_EXAMPLES)]
    Papers(PapersArgs),
    /// Lists or searches the games of the library
    #[command(after_help = GAMES_EXAMPLES)]
    Games(GamesArgs),
    /// Shows what is wrong with the text of a game or a file of claims
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckArgs),
    /// Explains the code of an error or a warning, and says what to do
    #[command(after_help = EXPLAIN_EXAMPLES)]
    Explain(ExplainArgs),
    /// Prints completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Prints the manual page
    Man,
}

impl Command {
    /// What the command may use, unless it looks after that itself or needs little.
    pub fn job(&self) -> Option<&JobArgs> {
        match self {
            Command::Solve(args) => Some(&args.job),
            Command::Moves(args) => Some(&args.job),
            Command::Play(args) => Some(&args.job),
            Command::Table(args) => Some(&args.job),
            Command::Sequence(args) => Some(&args.job),
            Command::Verify(args) => Some(&args.job),
            Command::Check(args) => Some(&args.job),
            Command::Papers(PapersArgs { command: Some(PapersCommand::Show(args)), .. }) => {
                Some(&args.job)
            }
            Command::Papers(_)
            | Command::Serve(_)
            | Command::Work
            | Command::Games(_)
            | Command::Explain(_)
            | Command::Completions { .. }
            | Command::Man => None,
        }
    }
}

const SOLVE_EXAMPLES: &str = "\
Examples:
  bouton solve nim 3,4,5
  bouton solve 'bounded-greedy(k=3)' 1,1,1,5 --json
  bouton solve 'turn-dependent(turn -> 2*turn)' '9;turn=2' --length
  bouton solve 'halving; ending misere' 10^3,7
  bouton solve my.game 5,3 --with k=4
  bouton solve my.game 10^30,5 --claims my.claim
  printf '3,4\\n5,5\\n' | bouton solve nim --batch - --grundy";

const MOVES_EXAMPLES: &str = "\
Examples:
  bouton moves 'bounded-greedy(3)' 1,1,2,5
  bouton moves nim 10^30 --first 3";

const PLAY_EXAMPLES: &str = "\
Examples:
  bouton play nim
  bouton play 'bounded-greedy(3)' 1,1,2,5 --level good
  bouton play 'take {1, 3, 4} from any; ending misere' --first computer
  printf '3 5\\nhint\\n' | bouton play nim 3,4,5 --seed 7";

const TABLE_EXAMPLES: &str = "\
Examples:
  bouton table wythoff --max 9 --what grundy
  bouton table 'bounded-greedy(3)' --heaps 3 --max 20 --format csv --out table.csv
  bouton table 'turn-dependent(k -> k+1)' --max 20 --range turn=1..5
  bouton table halving --heaps 2..3 --max 30 --summary --json";

const SEQUENCE_EXAMPLES: &str = "\
Examples:
  bouton sequence halving --to 20
  bouton sequence 'take {1, 3, 4} from any' --to 50 --json
  bouton sequence kayles --period";

const VERIFY_EXAMPLES: &str = "\
Examples:
  bouton verify
  bouton verify xu-zhu-2018:theorem-6 --with k=2..12 --heaps 3..5 --max 12
  bouton verify mine.claim --json";

const PAPERS_EXAMPLES: &str = "\
Examples:
  bouton papers
  bouton papers show xu-zhu-2018
  bouton papers show xu-zhu-2018:theorem-6 --format latex
  bouton papers show xu-zhu-2018:theorem-6 --format smt --with k=3 --heaps 4";

const GAMES_EXAMPLES: &str = "\
Examples:
  bouton games
  bouton games search pass
  bouton games search largest albert --json
  bouton games show bounded-greedy > my.game";

const CHECK_EXAMPLES: &str = "\
Examples:
  bouton check my.game
  bouton check 'take 1..m/2 from any'";

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  bouton explain E0041
  bouton explain 41
  bouton explain";

/// The game, and what its job may use.
#[derive(Args)]
pub struct GameArgs {
    /// The text of a game, or the path of a file
    #[arg(value_name = "GAME")]
    pub game: String,
    /// A value for a parameter of the game's heading: k=3, S={1,3}, 'f = m -> ceil(m/2)'
    #[arg(long = "with", value_name = "PARAMETER=VALUE")]
    pub with: Vec<String>,
}

/// What a job may use.
#[derive(Args)]
pub struct JobArgs {
    /// How much memory to use, like 500M or 8G; if it is given, a job may use all of it before it is
    /// refused [default: half of what is free]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub memory: Option<u64>,
}

#[derive(Args)]
pub struct SolveArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The position, like 7,3 or 12;turn=3
    #[arg(value_name = "POSITION", conflicts_with = "batch")]
    pub position: Option<String>,
    /// Reads one position per line from a file, or from standard input for -, and prints P or N (or
    /// the Grundy number) for each
    #[arg(long, value_name = "FILE")]
    pub batch: Option<PathBuf>,
    /// Also prints the Grundy number
    #[arg(long)]
    pub grundy: bool,
    /// Also prints how many moves the game lasts if the winner hurries and the loser delays
    #[arg(long, conflicts_with = "batch")]
    pub length: bool,
    /// Shows at most N winning moves
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub moves: usize,
    /// How the answer must be found
    #[arg(long, value_name = "WAY")]
    pub by: Option<By>,
    /// Shows how it would be computed, and why, without computing it
    #[arg(long, conflicts_with = "batch")]
    pub explain_plan: bool,
    /// Also answers by the claims of a file, after verifying each of them
    #[arg(long, value_name = "FILE", conflicts_with = "length")]
    pub claims: Option<PathBuf>,
    /// Prints one JSON object
    #[arg(long, conflicts_with = "batch")]
    pub json: bool,
    #[command(flatten)]
    pub job: JobArgs,
}

/// The ways to an answer.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum By {
    Theorem,
    Table,
    Definition,
}

#[derive(Args)]
pub struct MovesArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The position, like 7,3 or 12;turn=3
    #[arg(value_name = "POSITION")]
    pub position: Option<String>,
    /// Lists only the first N moves
    #[arg(long, value_name = "N")]
    pub first: Option<usize>,
    /// Prints one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub job: JobArgs,
}

/// The levels by their names.
fn levels() -> impl TypedValueParser<Value = Level> {
    let level = |level: Level| PossibleValue::new(level.name()).help(level.meaning());
    PossibleValuesParser::new(Level::ALL.map(level))
        .map(|name| Level::of(&name).unwrap_or(Level::Perfect))
}

#[derive(Args)]
pub struct PlayArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The position to start from [default: a random one that the first player can win]
    #[arg(value_name = "POSITION")]
    pub position: Option<String>,
    /// Who makes the first move
    #[arg(long, value_enum, value_name = "WHO", default_value_t = Player::You)]
    pub first: Player,
    /// How well the computer plays
    #[arg(long, value_parser = levels(), default_value = Level::Perfect.name())]
    pub level: Level,
    /// Repeats a game: the same number gives the same random position and moves
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Reads moves and commands as lines, even on a terminal
    #[arg(long)]
    pub plain: bool,
    #[command(flatten)]
    pub job: JobArgs,
}

#[derive(Args)]
pub struct TableArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The number of non-empty heaps: at most N, or A..B [default: what the game says]
    #[arg(long, value_name = "N", value_parser = counts)]
    pub heaps: Option<RangeInclusive<usize>>,
    /// The largest size of a heap; for tuples the largest value of each coordinate, like 100,200, or
    /// of all [default: what fits the screen]
    #[arg(long, value_name = "M", value_delimiter = ',', value_parser = number)]
    pub max: Vec<u64>,
    /// The values of a counter, like turn=1..50 [default: every number of passes, the start of the
    /// others]
    #[arg(long, value_name = "COUNTER=A..B", value_parser = counter_range)]
    pub range: Vec<(String, RangeInclusive<u64>)>,
    /// What to compute
    #[arg(long, value_enum, default_value_t = What::Outcome)]
    pub what: What,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Writes to a file
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Prints only counts
    #[arg(long)]
    pub summary: bool,
    /// Shows how it would be computed, and why, without computing it
    #[arg(long)]
    pub explain_plan: bool,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    #[command(flatten)]
    pub job: JobArgs,
}

/// What a table holds.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum What {
    Outcome,
    Grundy,
}

/// How a table is printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Csv,
    Json,
}

#[derive(Args)]
pub struct SequenceArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The largest heap [default with --period: as far as a proof needs, within reason]
    #[arg(long, value_name = "N", value_parser = number, required_unless_present = "period")]
    pub to: Option<u64>,
    /// Prints the preperiod, the period and the saltus instead, and whether they are proved
    #[arg(long, conflicts_with = "summary")]
    pub period: bool,
    /// Prints only the number of values, the largest one and the seconds
    #[arg(long)]
    pub summary: bool,
    /// Prints one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub job: JobArgs,
}

#[derive(Args)]
pub struct VerifyArgs {
    /// Papers of the library, statements of them (PAPER:ITEM), or files of claims [default: all
    /// papers]
    #[arg(value_name = "PAPER | PAPER:ITEM | FILE")]
    pub what: Vec<String>,
    /// Values for a parameter: k=2..8, k=3, 'f = n -> 2*n'
    #[arg(long, value_name = "PARAMETER=VALUES")]
    pub with: Vec<String>,
    /// The number of non-empty heaps: at most N, or A..B
    #[arg(long, value_name = "N", value_parser = counts)]
    pub heaps: Option<RangeInclusive<usize>>,
    /// The largest size of a heap or a coordinate
    #[arg(long, value_name = "N", value_parser = number)]
    pub max: Option<u64>,
    /// Lists up to N counterexamples, the smallest first [default: 1]
    #[arg(long, value_name = "N", value_parser = number)]
    pub counterexamples: Option<u64>,
    /// Prints the counterexamples as CSV
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// The values of a counter, like turn=1..50 [default: every number of passes, a few turns, and
    /// last takes up to the size of the heaps]
    #[arg(long, value_name = "COUNTER=A..B", value_parser = counter_range)]
    pub range: Vec<(String, RangeInclusive<u64>)>,
    /// What to compare with [default: a table, and the definition on a box that is small enough]
    #[arg(long, value_name = "WAY")]
    pub by: Option<Compare>,
    /// Prints one JSON object per verdict
    #[arg(long)]
    pub json: bool,
    /// How many threads to use [default: one for each core]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub job: JobArgs,
}

/// What claims are compared with.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Compare {
    /// The definition engine alone
    Definition,
    /// A table alone
    Table,
    /// What the claim itself says of the options of each position
    Condition,
}

const SERVE_EXAMPLES: &str = "\
Examples:
  bouton serve --open
  bouton serve --port 0 --memory 2G
  bouton serve --allow-origin https://example.org

The page is at the printed address. Programs can use the same address; /api/openapi.json describes
the interface. Ctrl-C stops the server.";

#[derive(Args)]
pub struct ServeArgs {
    /// The address; any other than 127.0.0.1 admits other machines too
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    pub address: IpAddr,
    /// The port; 0 takes any free one
    #[arg(long, value_name = "N", default_value_t = 7902)]
    pub port: u16,
    /// Opens the page in the browser
    #[arg(long)]
    pub open: bool,
    /// The longest time for one answer, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 20,
        value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub time: u64,
    /// Lets the pages of a site ask this server; may be repeated
    #[arg(long, value_name = "URL")]
    pub allow_origin: Vec<Origin>,
    /// Lets a site show the page in a frame; may be repeated
    #[arg(long, value_name = "URL")]
    pub allow_frame: Vec<Origin>,
    /// Serves the page from a folder, for developers
    #[arg(long, value_name = "FOLDER", hide = true)]
    pub web: Option<PathBuf>,
    #[command(flatten)]
    pub job: JobArgs,
}

#[derive(Args)]
pub struct GamesArgs {
    #[command(subcommand)]
    pub command: Option<GamesCommand>,
    /// Prints JSON
    #[arg(long, global = true)]
    pub json: bool,
}

#[derive(Subcommand)]
pub enum GamesCommand {
    /// Lists the games that contain all these words in their name, sentence, source or rules; if there
    /// are none, the exit code is 2
    Search {
        /// Words, or several in quotes; case and accents do not matter, and a hyphen counts as a space
        #[arg(value_name = "WORD", required = true)]
        words: Vec<String>,
    },
    /// Prints the text of a game, to save, change and use as a file
    Show {
        /// The name of the game
        name: String,
    },
}

#[derive(Args)]
pub struct PapersArgs {
    #[command(subcommand)]
    pub command: Option<PapersCommand>,
    /// Prints JSON
    #[arg(long, global = true)]
    pub json: bool,
}

#[derive(Subcommand)]
pub enum PapersCommand {
    /// Prints a paper, or one statement of it
    Show(ShowArgs),
}

#[derive(Args)]
pub struct ShowArgs {
    /// A paper of the library, a statement of it (PAPER:ITEM), or a file of claims
    #[arg(value_name = "PAPER | PAPER:ITEM | FILE")]
    pub what: String,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Print::Text)]
    pub format: Print,
    /// With --format smt, a value for a parameter of the statement: k=3, 'f = n -> 2*n'
    #[arg(long, value_name = "PARAMETER=VALUE")]
    pub with: Vec<String>,
    /// With --format smt, the number of non-empty heaps
    #[arg(long, value_name = "N")]
    pub heaps: Option<usize>,
    #[command(flatten)]
    pub job: JobArgs,
}

/// How a statement is printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Print {
    Text,
    Latex,
    Sentence,
    Smt,
}

#[derive(Args)]
pub struct CheckArgs {
    /// Files, or texts of games
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<String>,
    /// Prints one JSON object per file
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub job: JobArgs,
}

#[derive(Args)]
pub struct ExplainArgs {
    /// The code: E0041, e41 or 41 [default: lists all codes]
    pub code: Option<String>,
    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}

/// A number of bytes: `500M`, `8G`, `1.5GiB`.
fn size(text: &str) -> Result<u64, String> {
    let split = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let number: f64 = number.parse().map_err(|_| "expected a size like 500M or 8G".to_string())?;
    let factor = match unit.trim().to_ascii_lowercase().trim_end_matches("ib").trim_end_matches('b')
    {
        "" => 1u64,
        "k" => 1 << 10,
        "m" => 1 << 20,
        "g" => 1 << 30,
        "t" => 1 << 40,
        _ => return Err("expected K, M, G or T after the number".into()),
    };
    Ok((number * factor as f64) as u64)
}

/// `N`, which is `0..N`, or `A..B`.
fn counts(text: &str) -> Result<RangeInclusive<usize>, String> {
    let range = if text.contains("..") { range(text)? } else { 0..=number(text)? };
    let fit = |n: u64| usize::try_from(n).map_err(|_| "the number is too large".to_string());
    Ok(fit(*range.start())?..=fit(*range.end())?)
}

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| format!("`{text}` is not a number of threads of at least 1"))
}

/// `turn=1..50`, `pass=1`.
fn counter_range(text: &str) -> Result<(String, RangeInclusive<u64>), String> {
    let (name, values) =
        text.split_once('=').ok_or("expected a counter and its values, like turn=1..50")?;
    Ok((name.trim().to_string(), range(values)?))
}

fn range(text: &str) -> Result<RangeInclusive<u64>, String> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let (from, to) = (number(from)?, number(to)?);
    if from > to { Err(format!("{from} is greater than {to}")) } else { Ok(from..=to) }
}

/// Digits, or a constant expression like `10^6`.
fn number(text: &str) -> Result<u64, String> {
    let number = bouton::parse_number(text)
        .map_err(|_| format!("`{text}` is not a whole number of at least 0"))?;
    u64::try_from(&number).map_err(|_| format!("`{text}` is not a number from 0 to 2^64 - 1"))
}
