//! The front door: the public items, with their fields, variants and methods, as `public-items.txt` lists them.
//!
//! After a change that is meant: `BLESS=1 cargo test -p bouton --test all door::`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{env, fs};

use syn::{Attribute, Fields, ImplItem, Item, Signature, Type, UseTree, Visibility};

/// The most public items: types, traits, functions, constants and modules.
const MOST: usize = 80;

/// The crates that use the library, and may use nothing but its front door.
const EDGES: [&str; 3] = ["bouton-cli", "bouton-json", "bouton-server"];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(sources(&path)),
            false if path.extension().is_some_and(|end| end == "rs") => found.push(path),
            false => {}
        }
    }
    found.sort();
    found
}

/// A file of the library, read.
struct Source {
    /// `engine`, `lang`, …
    room: String,
    items: Vec<Item>,
}

struct Library {
    sources: Vec<Source>,
    /// The items of the door: the name outside, the room, and the name inside.
    door: Vec<(String, String, String)>,
}

impl Library {
    fn read() -> Library {
        let root = folder().join("src");
        let mut library = Library { sources: Vec::new(), door: Vec::new() };
        for path in sources(&root) {
            let text = fs::read_to_string(&path).unwrap();
            let items = syn::parse_file(&text).unwrap_or_else(|e| panic!("{path:?}: {e}")).items;
            let place = path.strip_prefix(&root).unwrap().with_extension("");
            let room = place.iter().next().unwrap().to_str().unwrap().to_string();
            let outside = match room.as_str() {
                "lib" => Some(String::new()),
                "library" => Some("library::".to_string()),
                _ => None,
            };
            for item in &items {
                match (item, &outside) {
                    (Item::Use(item), Some(prefix)) if is_public(&item.vis) => {
                        library.exported(&item.tree, &mut Vec::new(), prefix);
                    }
                    (Item::Mod(item), Some(prefix)) if is_shown(&item.vis, &item.attrs) => {
                        let name = format!("{prefix}{}", item.ident);
                        library.door.push((name, "lib".into(), item.ident.to_string()));
                    }
                    _ => {}
                }
            }
            library.sources.push(Source { room, items });
        }
        library.door.sort();
        library
    }

    /// The names that a `pub use` gives to the outside.
    fn exported(&mut self, tree: &UseTree, path: &mut Vec<String>, prefix: &str) {
        let mut add = |path: &[String], inside: String, outside: String| {
            let room = path.iter().find(|part| *part != "crate").expect("a room").clone();
            self.door.push((format!("{prefix}{outside}"), room, inside));
        };
        match tree {
            UseTree::Path(tree) => {
                path.push(tree.ident.to_string());
                self.exported(&tree.tree, path, prefix);
                path.pop();
            }
            UseTree::Name(name) => add(path, name.ident.to_string(), name.ident.to_string()),
            UseTree::Rename(name) => add(path, name.ident.to_string(), name.rename.to_string()),
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.exported(tree, path, prefix));
            }
            UseTree::Glob(_) => panic!("a glob in the front door hides what is in it"),
        }
    }

    fn room<'a>(&'a self, room: &'a str) -> impl Iterator<Item = &'a Item> {
        let here = move |source: &&Source| source.room == room;
        self.sources.iter().filter(here).flat_map(|source| &source.items)
    }

    /// The lines about one item of the door.
    fn lines(&self, outside: &str, room: &str, inside: &str) -> Vec<String> {
        let is_it = |item: &&Item| name(item).is_some_and(|name| name == inside) && is_open(item);
        let item = self.room(room).find(is_it);
        let item = item.unwrap_or_else(|| panic!("{inside} is not written in {room}"));
        let mut lines = vec![format!("{} {outside}", kind(item))];
        match item {
            Item::Struct(item) => lines.extend(fields(outside, &item.fields, true)),
            Item::Enum(item) => {
                for variant in &item.variants {
                    let name = format!("{outside}::{}", variant.ident);
                    lines.push(format!("variant {name}"));
                    lines.extend(fields(&name, &variant.fields, false));
                }
            }
            Item::Trait(item) => {
                for item in &item.items {
                    if let syn::TraitItem::Fn(method) = item {
                        lines.push(format!("fn {outside}::{}", signature(&method.sig)));
                    }
                }
            }
            Item::Fn(item) => {
                let signature = signature(&item.sig);
                lines[0] += &signature[item.sig.ident.to_string().len()..];
            }
            Item::Const(item) => lines[0] += &format!(": {}", shown_type(&item.ty)),
            Item::Type(item) => lines[0] += &format!(" = {}", shown_type(&item.ty)),
            _ => {}
        }
        let all = self.sources.iter().flat_map(|source| &source.items);
        for item in all {
            let Item::Impl(block) = item else { continue };
            if block.trait_.is_some() || !is_of(&block.self_ty, inside) {
                continue;
            }
            // Rooms may have types of the same name.
            if self.door.iter().filter(|(_, _, other)| other == inside).count() > 1
                && !self.room(room).any(|other| std::ptr::eq(other, item))
            {
                continue;
            }
            for item in &block.items {
                match item {
                    ImplItem::Fn(item) if is_shown(&item.vis, &item.attrs) => {
                        lines.push(format!("fn {outside}::{}", signature(&item.sig)));
                    }
                    ImplItem::Const(item) if is_shown(&item.vis, &item.attrs) => {
                        let ty = shown_type(&item.ty);
                        lines.push(format!("const {outside}::{}: {ty}", item.ident));
                    }
                    _ => {}
                }
            }
        }
        lines
    }

    /// The names of all public types of the library.
    fn types(&self) -> BTreeMap<String, &str> {
        let mut types = BTreeMap::new();
        for source in &self.sources {
            for item in &source.items {
                if let (Item::Struct(_) | Item::Enum(_) | Item::Type(_), Some(name), true) =
                    (item, name(item), is_open(item))
                {
                    types.insert(name, source.room.as_str());
                }
            }
        }
        types
    }
}

fn is_public(vis: &Visibility) -> bool {
    matches!(vis, Visibility::Public(_))
}

/// Whether something is public, and not hidden from the documentation.
fn is_shown(vis: &Visibility, attributes: &[Attribute]) -> bool {
    let hides = |attribute: &Attribute| {
        attribute.path().is_ident("doc")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|word| word == "hidden")
    };
    is_public(vis) && !attributes.iter().any(hides)
}

fn name(item: &Item) -> Option<String> {
    Some(match item {
        Item::Struct(item) => item.ident.to_string(),
        Item::Enum(item) => item.ident.to_string(),
        Item::Trait(item) => item.ident.to_string(),
        Item::Type(item) => item.ident.to_string(),
        Item::Fn(item) => item.sig.ident.to_string(),
        Item::Const(item) => item.ident.to_string(),
        Item::Mod(item) => item.ident.to_string(),
        // The list of codes, which becomes the type `Code`.
        Item::Macro(item) if item.mac.path.is_ident("codes") => "Code".into(),
        _ => return None,
    })
}

/// Whether an item of a room is public. The parts of a room are not: they are entered through it.
fn is_open(item: &Item) -> bool {
    match item {
        Item::Struct(item) => is_public(&item.vis),
        Item::Enum(item) => is_public(&item.vis),
        Item::Trait(item) => is_public(&item.vis),
        Item::Type(item) => is_public(&item.vis),
        Item::Fn(item) => is_public(&item.vis),
        Item::Const(item) => is_public(&item.vis),
        Item::Mod(item) => item.ident == "library",
        _ => true,
    }
}

fn kind(item: &Item) -> &'static str {
    match item {
        Item::Struct(_) => "struct",
        Item::Enum(_) | Item::Macro(_) => "enum",
        Item::Trait(_) => "trait",
        Item::Type(_) => "type",
        Item::Fn(_) => "fn",
        Item::Const(_) => "const",
        _ => "mod",
    }
}

/// Whether a type is the one of this name, with or without parameters.
fn is_of(ty: &Type, name: &str) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == name))
}

/// The public fields of a struct, or all fields of a variant.
fn fields(of: &str, fields: &Fields, only_public: bool) -> Vec<String> {
    let shown = |(i, field): (usize, &syn::Field)| {
        let name = field.ident.as_ref().map_or(i.to_string(), ToString::to_string);
        (!only_public || is_shown(&field.vis, &field.attrs))
            .then(|| format!("field {of}::{name}: {}", shown_type(&field.ty)))
    };
    fields.iter().enumerate().filter_map(shown).collect()
}

/// Code in one line.
fn in_a_line(item: Item) -> String {
    let text =
        prettyplease::unparse(&syn::File { shebang: None, attrs: vec![], items: vec![item] });
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.replace("( ", "(").replace(", )", ")").replace(" )", ")").replace("< ", "<")
}

fn shown_type(ty: &Type) -> String {
    let line = in_a_line(syn::parse_quote!(type T = #ty;));
    line.trim_start_matches("type T = ").trim_end_matches(';').to_string()
}

/// `solve<P>(&self, position: &P) -> Result<Answer, Error>`
fn signature(sig: &Signature) -> String {
    let line = in_a_line(syn::parse_quote!(#sig {}));
    let end = line.rfind('{').expect("a body");
    let line = line[..end].trim().trim_start_matches("const ").trim_start_matches("fn ");
    line.replace("(mut ", "(").replace(", mut ", ", ")
}

fn listing(library: &Library) -> String {
    let mut text = String::new();
    for (outside, room, inside) in &library.door {
        text += &library.lines(outside, room, inside).join("\n");
        text += "\n";
    }
    text
}

#[test]
fn the_listing_of_public_items_is_true() {
    let library = Library::read();
    let (text, file) = (listing(&library), folder().join("public-items.txt"));
    if env::var_os("BLESS").is_some() {
        fs::write(&file, &text).unwrap();
    }
    let listed = fs::read_to_string(&file).unwrap_or_default();
    let old: BTreeSet<&str> = listed.lines().collect();
    let new: BTreeSet<&str> = text.lines().collect();
    let gone: Vec<_> = old.difference(&new).collect();
    let come: Vec<_> = new.difference(&old).collect();
    assert!(
        listed == text,
        "the public items have changed; if that is meant, run `BLESS=1 cargo test -p bouton --test all door::`\n\
         gone: {gone:#?}\nnew: {come:#?}"
    );
    assert!(library.door.len() <= MOST, "{} public items", library.door.len());
}

/// Types of the library that a listed line names must be listed themselves.
#[test]
fn nothing_leaks() {
    let library = Library::read();
    let outside: BTreeSet<&str> =
        library.door.iter().map(|(_, _, inside)| inside.as_str()).collect();
    let types = library.types();
    let text = listing(&library);
    for line in text.lines().filter(|line| !line.starts_with("variant")) {
        // What stands before is the name of the item itself.
        let named = line.find(['(', '=']).or_else(|| line.find(": ")).unwrap_or(line.len());
        let named = line[named..].replace("Item = ", "");
        for word in named.split(|c: char| !c.is_alphanumeric() && c != '_') {
            if let Some(room) = types.get(word) {
                assert!(outside.contains(word), "`{line}` leaks `{word}` of {room}");
            }
        }
    }
    assert!(text.contains("\nfn Game::solve<P: AsPosition + ?Sized>("), "{text}");
}

/// The edges name no room of the library.
#[test]
fn the_edges_use_the_front_door() {
    let rooms: BTreeSet<String> = Library::read().sources.into_iter().map(|s| s.room).collect();
    let mut looked_at = 0;
    for edge in EDGES {
        for path in sources(&folder().join("..").join(edge).join("src")) {
            let text = fs::read_to_string(&path).unwrap();
            looked_at += 1;
            for after in text.split("bouton::").skip(1) {
                let end = after.find([';', '\n', '(']).unwrap_or(after.len());
                for name in after[..end].split([',', '{', '}']).map(str::trim) {
                    let enters = name
                        .split_once("::")
                        .is_some_and(|(room, _)| room != "library" && rooms.contains(room));
                    assert!(!enters, "{path:?} enters a room: {}", &after[..end]);
                }
            }
        }
    }
    assert!(looked_at > 50, "{looked_at} files");
}
