//! What is known about recent questions: their answers, and which are not quick.

use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, PoisonError};

use axum::body::Bytes;
use lru::LruCache;

/// The longest question and answer that are kept, and all of them together.
const QUESTION: usize = 4 << 10;
const ANSWER: usize = 16 << 10;
const ALL: usize = 16 << 20;

/// How many questions are known not to be quick.
const HEAVY: usize = 4096;

/// What is known about recent questions.
pub(crate) struct Recent {
    answers: Mutex<Answers>,
    heavy: Mutex<LruCache<u64, Option<u64>>>,
    hasher: RandomState,
}

struct Answers {
    by_question: LruCache<Bytes, Bytes>,
    bytes: usize,
}

impl Recent {
    pub(crate) fn new() -> Recent {
        let answers = Answers { by_question: LruCache::unbounded(), bytes: 0 };
        Recent {
            answers: Mutex::new(answers),
            heavy: Mutex::new(LruCache::unbounded()),
            hasher: RandomState::new(),
        }
    }

    /// The answer to a question.
    pub(crate) fn answer(&self, question: &Bytes) -> Option<Bytes> {
        if question.len() > QUESTION {
            return None;
        }
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.by_question.get(question).cloned()
    }

    /// Keeps an answer; a `fixed` one, which does not depend on what is asked, also if it is long.
    pub(crate) fn keep(&self, question: Bytes, answer: Bytes, fixed: bool) {
        if question.len() > QUESTION || answer.len() > ANSWER && !fixed {
            return;
        }
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.bytes += question.len() + answer.len();
        if let Some((question, answer)) = answers.by_question.push(question, answer) {
            answers.bytes -= question.len() + answer.len();
        }
        while answers.bytes > ALL
            && let Some((question, answer)) = answers.by_question.pop_lru()
        {
            answers.bytes -= question.len() + answer.len();
        }
    }

    /// A number for a question.
    pub(crate) fn number(&self, question: &Bytes) -> u64 {
        self.hasher.hash_one(question)
    }

    /// Whether the question with this number is not quick; then the number of its game, if that is known.
    pub(crate) fn is_heavy(&self, number: u64) -> Option<Option<u64>> {
        self.heavy.lock().unwrap_or_else(PoisonError::into_inner).get(&number).copied()
    }

    /// Remembers that a question is not quick.
    pub(crate) fn found_heavy(&self, number: u64, game: Option<u64>) {
        let mut heavy = self.heavy.lock().unwrap_or_else(PoisonError::into_inner);
        heavy.put(number, game);
        if heavy.len() > HEAVY {
            heavy.pop_lru();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recent_answers_are_bounded() {
        let recent = Recent::new();
        let question = |n: usize| Bytes::from(format!("question {n}"));
        let answer = Bytes::from(vec![0; ANSWER]);
        let kept = ALL / ANSWER;
        for n in 0..2 * kept {
            recent.keep(question(n), answer.clone(), false);
        }
        assert!(recent.answer(&question(0)).is_none());
        assert!(recent.answer(&question(2 * kept - 1)).is_some());
        assert!(recent.answers.lock().unwrap().bytes <= ALL);
        let long = Bytes::from(vec![0; ANSWER + 1]);
        recent.keep(question(0), long.clone(), false);
        assert!(recent.answer(&question(0)).is_none());
        recent.keep(question(0), long, true);
        assert!(recent.answer(&question(0)).is_some());
    }
}
