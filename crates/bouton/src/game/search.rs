//! Searches the library for games that contain given words.

use super::library::{GAMES, GameEntry};
use crate::lang::syntax::LineKind;
use crate::lang::{nearest, parse_game};

/// The games whose name, sentence, source or rules contain all the words, in the order of the list.
/// Case and accents do not matter, and a hyphen counts as a space.
///
/// ```
/// use bouton::library::search;
/// let found = |words: &[&str], name: &str| search(words).iter().any(|game| game.name == name);
/// assert!(found(&["fibonacci-nim"], "fibonacci"));
/// assert!(found(&["FROM LARGEST", "1..k"], "bounded-greedy"));
/// assert!(!found(&["from any", "1..k"], "bounded-greedy"));
/// ```
#[must_use]
pub fn search(words: &[&str]) -> Vec<&'static GameEntry> {
    let words: Vec<String> = words.iter().map(|word| fold(word)).collect();
    let holds = |entry: &&GameEntry| {
        let parts = parts(entry);
        words.iter().all(|word| parts.iter().any(|part| part.contains(word)))
    };
    GAMES.iter().filter(holds).collect()
}

/// Whether a word contains nothing to search for.
#[must_use]
pub fn is_blank(word: &str) -> bool {
    fold(word).is_empty()
}

/// The name of a game, or a word of one, that a search without results may have meant.
#[must_use]
pub fn meant(word: &str) -> Option<String> {
    let word = fold(word);
    if let Some(name) = nearest(&word.replace(' ', "-"), GAMES.iter().map(|entry| entry.name)) {
        return Some(name.to_string());
    }
    let parts: Vec<String> = GAMES.iter().flat_map(parts).collect();
    let known = parts.iter().flat_map(|part| part.split(|c: char| !c.is_alphanumeric()));
    // Short words are similar to too many others.
    let long = |word: &str| word.chars().count() >= 5;
    nearest(&word, known.filter(|known| long(known))).filter(|_| long(&word)).map(String::from)
}

/// The searched parts of a game: its name with parameters, its sentence, its source and each of its
/// rules.
fn parts(entry: &GameEntry) -> Vec<String> {
    let (tree, _) = parse_game(entry.text);
    let part = |kind: &LineKind, line: String| match kind {
        LineKind::Heading(..) => entry.heading(),
        LineKind::About(text) | LineKind::Source(text) => text.clone(),
        _ => line,
    };
    tree.lines.iter().map(|line| fold(&part(&line.kind, line.to_string()))).collect()
}

/// Lower case without accents; spaces, hyphens and dashes become one space, and none remain at the
/// ends.
fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for letter in text.chars().flat_map(char::to_lowercase) {
        let plain = match letter {
            'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
            'ç' | 'ć' | 'č' => 'c',
            'è'..='ë' | 'ē' | 'ę' | 'ě' => 'e',
            'ì'..='ï' | 'ī' => 'i',
            'ł' => 'l',
            'ñ' | 'ń' | 'ň' => 'n',
            'ò'..='ö' | 'ø' | 'ō' | 'ő' => 'o',
            'ř' => 'r',
            'ś' | 'š' => 's',
            'ù'..='ü' | 'ū' | 'ů' | 'ű' => 'u',
            'ý' | 'ÿ' => 'y',
            'ź' | 'ż' | 'ž' => 'z',
            '’' => '\'',
            // Combining accents.
            '\u{300}'..='\u{36f}' => continue,
            '-' | '\u{2010}'..='\u{2015}' | '−' => ' ',
            letter if letter.is_whitespace() => ' ',
            letter => letter,
        };
        if plain != ' ' || !(folded.is_empty() || folded.ends_with(' ')) {
            folded.push(plain);
        }
    }
    folded.truncate(folded.trim_end().len());
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finds(words: &[&str], name: &str) -> bool {
        search(words).iter().any(|entry| entry.name == name)
    }

    #[test]
    fn letters_accents_hyphens_and_spaces() {
        assert_eq!(fold("  Misère\tPlay "), "misere play");
        assert_eq!(fold("mise\u{300}re"), "misere");
        assert_eq!(fold("Kőnig, Grünwald"), "konig, grunwald");
        assert_eq!(fold("all–but - m−1"), "all but m 1");
        assert!(is_blank("") && is_blank(" -- ") && is_blank("\u{301}") && !is_blank("m"));
    }

    #[test]
    fn a_game_is_found_by_each_of_its_parts() {
        assert!(finds(&["BOUNDED GREEDY"], "bounded-greedy"));
        assert!(finds(&["bounded-greedy(k)"], "bounded-greedy"));
        assert!(finds(&["whinihan"], "fibonacci"));
        assert!(finds(&["2*last"], "fibonacci"));
        assert!(finds(&["t*b <= a"], "euclid"));
        // The words that start lines for people are not part of the game.
        assert!(!finds(&["source"], "euclid"));
        // All words must occur, in any order and at any place.
        assert!(finds(&["1907", "both"], "wythoff"));
        assert!(finds(&["both", "1907"], "wythoff"));
        assert!(!finds(&["both", "1908"], "wythoff"));
        assert_eq!(search(&[]).len(), GAMES.len());
    }

    #[test]
    fn what_was_meant() {
        assert_eq!(meant("fibonaci").as_deref(), Some("fibonacci"));
        assert_eq!(meant("all butt").as_deref(), Some("all-but"));
        assert_eq!(meant("Winihan").as_deref(), Some("whinihan"));
        assert_eq!(meant("xylophone"), None);
        assert_eq!(meant("onn"), None);
    }
}
