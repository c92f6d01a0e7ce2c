//! Small changes of what the papers say are found out: they cannot be read, are refuted, have no meaning, speak of
//! nothing, or construct no move at some N-position. The others stand in `mutants/equivalent.txt`, each
//! under the reason why nothing can refute it.
//!
//! `BLESS=1 cargo test -p bouton --test all mutants::` writes the list anew and keeps the reasons; with `BOUTON_FULL=1`
//! the boxes are larger.

mod change;
mod list;

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use bouton::claim::{Paper, is_checked, library};
use bouton::job::{Budget, Ctx, Unwatched};
use bouton::lang::paper::{ClaimKind, ClaimLine, Is, PaperText};
use bouton::lang::parse_paper;
use bouton::lang::syntax::{Expr, ExprKind};
use bouton::verify::{Size, Status, Verdict, verify};
use list::{List, MISSING};

/// How far a changed statement is checked: first not far, and what is left farther.
fn sizes() -> Vec<Size> {
    let mut small = Size { positions: Some(60), ..Size::default() };
    for value in ["k = 1..3", "f = n -> min(n, 3)"] {
        small.with(value).unwrap();
    }
    let full = std::env::var_os("BOUTON_FULL").is_some();
    let large = Size { positions: Some(if full { 4_000 } else { 600 }), ..Size::default() };
    vec![small, large]
}

/// A paper with one statement changed.
struct Mutant {
    /// `paper:statement | line | changed line`
    key: String,
    tree: PaperText,
    /// The statements that the change can make wrong.
    judges: Vec<usize>,
}

fn mutants() -> Vec<Mutant> {
    let mut mutants: Vec<Mutant> = Vec::new();
    for entry in library::PAPERS {
        let (tree, _) = parse_paper(entry.text);
        for (i, item) in tree.items.iter().enumerate() {
            for changed in change::items(item) {
                let key =
                    format!("{}:{} | {} | {}", entry.name, item.id(), changed.from, changed.to);
                let judges = judges(&tree, i, &changed.from);
                let mut tree = tree.clone();
                tree.items[i] = changed.item;
                if mutants.iter().all(|known| known.key != key) {
                    mutants.push(Mutant { key, tree, judges });
                }
            }
        }
    }
    mutants
}

/// The statements that a change of a line of the statement `changed` can make wrong: itself, or those that
/// use what the line defines.
fn judges(tree: &PaperText, changed: usize, line: &str) -> Vec<usize> {
    let is_definition =
        |line: &ClaimLine| matches!(line.kind, ClaimKind::Let(..) | ClaimKind::Define { .. });
    let found = tree.items[changed].lines.iter().find(|l| l.to_string() == line);
    if !found.is_some_and(is_definition) {
        return vec![changed];
    }
    (changed..tree.items.len())
        .filter(|&i| is_checked(&tree.items[i]))
        .filter(|&i| used(tree, i).iter().any(|(home, used)| *home == changed && *used == line))
        .collect()
}

/// The definitions that a statement uses, its own and those before it: where they stand, and their lines.
fn used(tree: &PaperText, item: usize) -> Vec<(usize, String)> {
    let own = tree.items[item].lines.iter();
    let mut names: Vec<String> = own
        .filter(|line| !matches!(line.kind, ClaimKind::Let(..) | ClaimKind::Define { .. }))
        .flat_map(|line| names_of(&line.kind))
        .collect();
    let mut used = Vec::new();
    let mut done = 0;
    while let Some(name) = names.get(done).cloned() {
        done += 1;
        // Of a name the last definition counts, of a function all cases do.
        let mut last = None;
        for (home, line) in (0..=item).flat_map(|i| tree.items[i].lines.iter().map(move |l| (i, l)))
        {
            match &line.kind {
                ClaimKind::Let(n, _) if n.text == name => last = Some((home, line)),
                ClaimKind::Define { name: n, .. } if n.text == name => {
                    used.push((home, line.to_string()));
                    names.extend(names_of(&line.kind));
                }
                _ => {}
            }
        }
        if let Some((home, line)) = last {
            used.push((home, line.to_string()));
            names.extend(names_of(&line.kind));
        }
        let mut seen = HashSet::new();
        names.retain(|name| seen.insert(name.clone()));
    }
    used
}

/// The names in a line.
fn names_of(line: &ClaimKind) -> Vec<String> {
    let mut names = Vec::new();
    let mut of = |e: &Expr| names_in(e, &mut names);
    match line {
        ClaimKind::When(e)
        | ClaimKind::Let(_, e)
        | ClaimKind::Grundy(e)
        | ClaimKind::Relation(e)
        | ClaimKind::Always(e)
        | ClaimKind::Outcome { condition: e, .. }
        | ClaimKind::Example { is: Is::Has(e) | Is::Grundy(e), .. } => of(e),
        ClaimKind::Define { value, when, .. } => [value].into_iter().chain(when).for_each(of),
        ClaimKind::Take { stones, when, .. } => [stones].into_iter().chain(when).for_each(of),
        ClaimKind::MoveTo(target, when) => target.iter().chain(when).for_each(of),
        ClaimKind::Pass(when) => when.iter().for_each(of),
        ClaimKind::Printed(line) => return names_of(&line.kind),
        _ => {}
    }
    names
}

fn names_in(e: &Expr, names: &mut Vec<String>) {
    match &e.kind {
        ExprKind::Name(name) => names.push(name.clone()),
        ExprKind::Call(name, _) => names.push(name.text.clone()),
        _ => {}
    }
    e.parts().into_iter().for_each(|part| names_in(part, names));
}

/// Whether statements of a paper hold within all sizes, speak of some position within the last one, and construct
/// a move at every N-position if they construct any.
fn hold(paper: &Paper, statements: &[usize], sizes: &[Size]) -> bool {
    let ctx = Ctx { budget: &Budget::default(), watch: &Unwatched };
    sizes.iter().enumerate().all(|(i, size)| {
        let last = i + 1 == sizes.len();
        statements.iter().all(|&statement| {
            let (mut fine, mut verdicts) = (true, 0);
            let told = &mut |verdict: Verdict| {
                verdicts += 1;
                fine &= verdict.won == verdict.starts;
                fine &= match verdict.status {
                    Status::Holds | Status::Erratum => true,
                    // A larger box may have a position of which it speaks.
                    Status::Vacuous => !last,
                    Status::Refuted | Status::Error => false,
                };
            };
            let done = verify(paper, &paper.items()[statement], size, ctx, told);
            done.is_ok() && fine && (verdicts > 0 || !last)
        })
    })
}

/// The changes that are not found out, in order.
fn survivors(mutants: &[Mutant], sizes: &[Size]) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let work = || {
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(Mutant { key, tree, judges }) = mutants.get(i) else { return };
            let read = Paper::parse(&tree.to_string());
            if read.is_ok_and(|paper| hold(&paper, judges, sizes)) {
                found.lock().unwrap().push((i, key.clone()));
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    let mut found = found.into_inner().unwrap();
    found.sort();
    found.into_iter().map(|(_, key)| key).collect()
}

/// Without a change nothing is found out, whatever the size.
#[test]
fn the_papers_hold_within_these_sizes() {
    for entry in library::PAPERS {
        let paper = Paper::parse(entry.text).unwrap();
        for (i, item) in paper.items().iter().enumerate().filter(|(_, item)| is_checked(item)) {
            assert!(hold(&paper, &[i], &sizes()), "{}:{}", entry.name, item.id());
        }
    }
}

#[test]
fn small_changes_are_found_out_or_known_to_be_equivalent() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mutants/equivalent.txt");
    let list = List::read(&fs::read_to_string(&path).unwrap());
    let mutants = mutants();
    let survivors = survivors(&mutants, &sizes());
    println!("{} changes, {} of them are not found out", mutants.len(), survivors.len());
    let anew = list.anew(&survivors);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, anew.to_string()).unwrap();
    } else {
        for key in list.0.iter().flat_map(|(_, under)| under) {
            assert!(survivors.contains(key), "found out, or no change any more: {key}");
        }
    }
    if let Some((_, under)) = anew.0.iter().find(|(reason, _)| reason == MISSING) {
        panic!("why can nothing refute these?\n{}", under.join("\n"));
    }
}
