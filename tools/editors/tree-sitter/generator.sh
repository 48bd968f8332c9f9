#!/usr/bin/env bash
# Builds the generator of Tree-sitter where neither npm nor crates.io gives it: generator.sh SOURCES PROGRAM.
# SOURCES is a checkout of github.com/tree-sitter/tree-sitter at v0.20.8. The crates come from Debian:
#   apt-get install cargo librust-{anyhow,aho-corasick,indexmap,lazy-static,log,regex,regex-syntax,rustc-hash}-dev \
#     librust-{semver,serde,serde-derive,serde-json,smallbitvec}-dev
set -euo pipefail
[ $# = 2 ] || { sed -n '2,5s/^# //p' "$0" >&2; exit 2; }
sources=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/src" "$work/.cargo"
cp -r "$sources/cli/src/generate" "$work/src/"
cp "$sources/lib/include/tree_sitter/parser.h" "$work/src/"
# A table for \p{…} in patterns, which the grammar has not; partial copies of the sources lack it.
properties=$work/src/generate/prepare_grammar/unicode-properties.json
[ -s "$properties" ] || echo '{}' >"$properties"
sed -i 's/\([ (]\)tree_sitter::/\1crate::tree_sitter::/' "$work"/src/generate/*.rs
cat >"$work/.cargo/config.toml" <<'END'
[source.crates-io]
replace-with = "debian"
[source.debian]
directory = "/usr/share/cargo/registry"
END
cat >"$work/Cargo.toml" <<'END'
[package]
name = "tree-sitter"
version = "0.20.8"
edition = "2021"
[dependencies]
anyhow = "1"
indexmap = "1"
lazy_static = "1"
log = { version = "0.4", features = ["std"] }
regex = "1"
regex-syntax = "0.6"
rustc-hash = "1"
semver = "1"
serde = { version = "1", features = ["derive"] }
serde_json = { version = "1", features = ["preserve_order"] }
smallbitvec = "2"
END
cat >"$work/src/main.rs" <<'END'
mod generate;
// What the generator takes of the library.
mod tree_sitter {
    pub const PARSER_HEADER: &str = include_str!("parser.h");
    pub const LANGUAGE_VERSION: usize = 14;
}
fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["--version"] => println!("tree-sitter 0.20.8"),
        ["generate", grammar] => {
            let here = std::path::PathBuf::from(".");
            if let Err(error) = generate::generate_parser_in_directory(&here, Some(grammar), 14, false, None) {
                eprintln!("{error:?}");
                std::process::exit(1);
            }
        }
        _ => std::process::exit(2),
    }
}
END
RUST_BINDING_VERSION=0.20.10 cargo build --manifest-path "$work/Cargo.toml" --config "$work/.cargo/config.toml" --release --offline --quiet
cp "$work/target/release/tree-sitter" "$2"
