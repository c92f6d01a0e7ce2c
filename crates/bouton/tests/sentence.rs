//! Statements as sentences.

use bouton::claim::library::PAPERS;
use bouton::lang::{parse_paper, sentence};

fn statement(paper: &str, id: &str) -> String {
    let entry = PAPERS.iter().find(|entry| entry.name == paper).expect(paper);
    let items = parse_paper(entry.text).0.items;
    sentence::item(items.iter().find(|item| item.id() == id).expect(id))
}

#[test]
fn papers() {
    for (paper, id, said) in [
        (
            "xu-zhu-2018",
            "theorem-2",
            "In bounded-greedy(k), a position with x[-3] = 0 is P if and only if (x[-1] - x[-2]) mod (k + 1) is 0. \
             From such an N-position, taking (x[-1] - x[-2]) mod (k + 1) stones from a largest heap wins.",
        ),
        (
            "xu-zhu-2018",
            "definition-3",
            "Let beta be the number of heaps i among all heaps but the two largest with i = x[-3].",
        ),
        (
            "xu-zhu-2018",
            "definition-4",
            "good(a, b, c) means that r is 0 and s is k, or r is at least 1 and at most k - 1 and s is 0, \
             or r is k and s is 1, where r is (b - a) mod (k + 1) and s is (c - b) mod (k + 1).",
        ),
        (
            "xu-zhu-2018",
            "section-3.2",
            "In greedy, a position is P if and only if the number of heaps i with i = x[-1] is even.",
        ),
        (
            "xu-zhu-2018",
            "example-1",
            "In bounded-greedy(3), (1,1,1,5) is P. \
             In bounded-greedy(3), (1,1,2,5) is N, by moving to (1,1,2,2).",
        ),
        (
            "xu-zhu-2018",
            "remark-6",
            "Erratum, to be seen at (2,2,2): for k = 1 the formula of Theorem 6 fails; the number of stones decides (Section 2). \
             In bounded-greedy(k), where k is 1, as printed, a position is P if and only if, when beta is even, \
             (x[-1] - x[-2]) mod (k + 1) is 0, and otherwise good(x[-3], x[-2], x[-1]) holds. \
             Corrected, a position is P if and only if the number of stones is even.",
        ),
        (
            "mizugaki-2023",
            "lemma-2.2",
            "In turn-dependent(f), where f is nondecreasing, a position is P if, for some n from 0 to the largest heap, \
             the largest heap is at least the sum of f(turn + 2*t - 2) + 1 over t from 1 to n \
             and at most the sum of f(turn + 2*t - 1) + 1 over t from 1 to n.",
        ),
        ("mizugaki-2023", "definition-1.1", "Not checked: P- and N-positions, as everywhere."),
        (
            "miyadera-manabe-2023",
            "lemma-2",
            "H(0) is 0; otherwise, H(t) is H((t - 2)/2) if t is even and t is at least 2; \
             otherwise, H(t) is (t + 1)/2 if t is odd. \
             In halving, the Grundy number of a position in which the number of heaps is at most 1 is H(x[-1]).",
        ),
        (
            "miyadera-manabe-2023",
            "theorem-3",
            "In halving-with-a-pass, for a position in which the number of heaps is at most 1, \
             the Grundy number with pass = 1 is 0 if the number of stones is 0, 1 if g is 0, 0 if g is 2, \
             g - 1 if g is even, and g + 1 otherwise, where g is the Grundy number with pass = 0.",
        ),
        (
            "miyadera-manabe-2023",
            "theorem-4",
            "In halving-with-a-pass, for a position in which the number of heaps is at least 2, \
             the Grundy number with pass = 1 is the nim-sum of 1 and the Grundy number with pass = 0.",
        ),
        (
            "classics",
            "theorem-misere-nim",
            "In \"nim; ending misere\", a position is P if and only if the largest heap is at least 2 \
             and the nim-sum of the heaps is 0, or the largest heap is at most 1 and the number of heaps is odd.",
        ),
    ] {
        assert_eq!(statement(paper, id), said);
    }
}

#[test]
fn lines() {
    for (typed, said) in [
        ("N if not (a = 1 or b = 2)", "A position is N if it is not so that (a is 1 or b is 2)."),
        (
            "P if (a = 1 or b < 2) and even(c)",
            "A position is P if (a is 1 or b is less than 2) and c is even.",
        ),
        (
            "move take h - 1 from h in x when h > 1",
            "From an N-position, taking h - 1 stones from a heap h wins if h is greater than 1.",
        ),
        ("move pass", "From an N-position, passing wins."),
        (
            "move to (a, b - 1) when a > 0",
            "From an N-position, moving to (a, b - 1) wins if a is greater than 0.",
        ),
        (
            "grundy at 0..2 with pass=1 is 0 1 2",
            "The Grundy numbers of one heap from 0 to 2 with pass=1 are 0, 1, 2.",
        ),
        (
            "always sum(x[-2..]) != 3",
            "At every position, the sum of the two largest heaps is not 3.",
        ),
        ("at 5,5 has 1 < a = b", "At (5,5), 1 < a = b."),
        (
            "grundy = max(h - 1 for h in x[..-2])",
            "The Grundy number of a position is the greatest of h - 1 over h among all heaps but the largest.",
        ),
        ("stated \"why?\"", "Not checked: why?"),
    ] {
        let (paper, errors) = parse_paper(&format!("claim a for nim\n  {typed}"));
        assert!(errors.is_empty(), "{typed}");
        assert_eq!(sentence::line(&paper.items[0].lines[0]), said);
    }
}

/// Every statement is at least one sentence.
#[test]
fn every_statement_is_told() {
    for paper in PAPERS {
        for item in parse_paper(paper.text).0.items {
            let said = sentence::item(&item);
            assert!(said.ends_with('.') && !said.contains("  "), "{}: {said}", item.id());
        }
    }
}
