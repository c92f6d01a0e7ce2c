//! Statements as sentences.

use bouton::claim::library::PAPERS;
use bouton::lang::{parse_paper, sentence};

fn statement(text: &str) -> String {
    let (paper, errors) = parse_paper(text);
    assert!(errors.is_empty(), "{text}\n{errors:#?}");
    sentence::item(&paper.items[0])
}

#[test]
fn statements() {
    for (text, said) in [
        (
            "theorem 2 for bounded-greedy(k)\n  \"At most two heaps.\"\n  when x[-3] = 0\n  P iff (x[-1] - x[-2]) mod (k+1) = 0\n  move take (x[-1] - x[-2]) mod (k+1)",
            "In bounded-greedy(k), a position with x[-3] = 0 is P if and only if (x[-1] - x[-2]) mod (k + 1) is 0. \
             From such an N-position, taking (x[-1] - x[-2]) mod (k + 1) stones from a largest heap wins.",
        ),
        (
            "definition 3; let beta = count(i in x[..-3] : i = x[-3])",
            "Let beta be the number of heaps i among all heaps but the two largest with i = x[-3].",
        ),
        (
            "definition 4\n  good(a, b, c) = let r = (b - a) mod (k+1), s = (c - b) mod (k+1) in r = 0 and s = k or 1 <= r <= k-1 and s = 0 or r = k and s = 1",
            "good(a, b, c) means that r is 0 and s is k, or r is at least 1 and at most k - 1 and s is 0, \
             or r is k and s is 1, where r is (b - a) mod (k + 1) and s is (c - b) mod (k + 1).",
        ),
        (
            "section 3.2 for greedy; P iff even(count(i in x : i = x[-1]))",
            "In greedy, a position is P if and only if the number of heaps i with i = x[-1] is even.",
        ),
        (
            "example 1\n  bounded-greedy(3) at 1,1,1,5 is P\n  bounded-greedy(3) at 1,1,2,5 is N by 1,1,2,2",
            "In bounded-greedy(3), (1,1,1,5) is P. \
             In bounded-greedy(3), (1,1,2,5) is N, by moving to (1,1,2,2).",
        ),
        (
            "remark 6 for bounded-greedy(k) with k = 1\n  erratum \"for k = 1 the formula of Theorem 6 fails; the number of stones decides (Section 2)\" at 2,2,2\n  printed P iff if even(beta) then (x[-1] - x[-2]) mod (k+1) = 0 else good(x[-3], x[-2], x[-1])\n  P iff even(total)",
            "Erratum, to be seen at (2,2,2): for k = 1 the formula of Theorem 6 fails; the number of stones decides (Section 2). \
             In bounded-greedy(k), where k is 1, as printed, a position is P if and only if, when beta is even, \
             (x[-1] - x[-2]) mod (k + 1) is 0, and otherwise good(x[-3], x[-2], x[-1]) holds. \
             Corrected, a position is P if and only if the number of stones is even.",
        ),
        (
            "lemma 2.2 for turn-dependent(f) with f nondecreasing\n  P if exists n in 0..x[-1] : sum(t in 1..n : f(turn + 2*t - 2) + 1) <= x[-1] <= sum(t in 1..n : f(turn + 2*t - 1) + 1)",
            "In turn-dependent(f), where f is nondecreasing, a position is P if, for some n from 0 to the largest heap, \
             the largest heap is at least the sum of f(turn + 2*t - 2) + 1 over t from 1 to n \
             and at most the sum of f(turn + 2*t - 1) + 1 over t from 1 to n.",
        ),
        (
            "definition 1.1; stated \"P- and N-positions, as everywhere\"",
            "Not checked: P- and N-positions, as everywhere.",
        ),
        (
            "lemma 2 for halving\n  \"One heap of t stones.\"\n  H(0) = 0\n  H(t) = H((t-2)/2) when even(t) and t >= 2\n  H(t) = (t+1)/2 when odd(t)\n  when count <= 1\n  grundy = H(x[-1])",
            "H(0) is 0; otherwise, H(t) is H((t - 2)/2) if t is even and t is at least 2; \
             otherwise, H(t) is (t + 1)/2 if t is odd. \
             In halving, the Grundy number of a position in which the number of heaps is at most 1 is H(x[-1]).",
        ),
        (
            "theorem 3 for halving-with-a-pass\n  when count <= 1\n  grundy(pass=1) = let g = grundy(pass=0) in if total = 0 then 0 else if g = 0 then 1 else if g = 2 then 0 else if even(g) then g - 1 else g + 1",
            "In halving-with-a-pass, for a position in which the number of heaps is at most 1, \
             the Grundy number with pass = 1 is 0 if the number of stones is 0, 1 if g is 0, 0 if g is 2, \
             g - 1 if g is even, and g + 1 otherwise, where g is the Grundy number with pass = 0.",
        ),
        (
            "theorem 4 for halving-with-a-pass; when count >= 2; grundy(pass=1) = grundy(pass=0) xor 1",
            "In halving-with-a-pass, for a position in which the number of heaps is at least 2, \
             the Grundy number with pass = 1 is the nim-sum of 1 and the Grundy number with pass = 0.",
        ),
        (
            "theorem misere-nim for \"nim; ending misere\"\n  P iff x[-1] >= 2 and xor(x) = 0 or x[-1] <= 1 and odd(count)",
            "In \"nim; ending misere\", a position is P if and only if the largest heap is at least 2 \
             and the nim-sum of the heaps is 0, or the largest heap is at most 1 and the number of heaps is odd.",
        ),
    ] {
        assert_eq!(statement(text), said);
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
        (
            "P iff 2 divides x[1] and not a divides x[2] or distinct(x)",
            "A position is P if and only if 2 divides the smallest heap and a does not divide the second smallest heap, or the heaps are distinct.",
        ),
        (
            "N if prime(total) and not prime(x[3] + 1)",
            "A position is N if the number of stones is prime and x[3] + 1 is not prime.",
        ),
        (
            "N if not distinct(x[..-3]) and distinct(x[2..]) and distinct(x[a..3])",
            "A position is N if all heaps but the two largest are not distinct and all heaps but the smallest are distinct and the heaps x[a..3] are distinct.",
        ),
        (
            "always distinct(h mod 3 for h in x)",
            "At every position, the values of h mod 3 over the heaps h are distinct.",
        ),
        (
            "grundy = sum(x[..2]) + x[1] xor sum(x[..1])",
            "The Grundy number of a position is the nim-sum of sum(x[..2]) + x[1] and the sum of the smallest heap.",
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
