#!/usr/bin/env bash
# Builds the generator of Tree-sitter on Debian 12, which has its sources but no package of it: generator.sh PROGRAM, as root.
set -euo pipefail
[ $# = 1 ] || { sed -n '2s/^# //p' "$0" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
apt-get install -qq -y --no-install-recommends cargo xz-utils librust-{anyhow,aho-corasick,indexmap,lazy-static,log,regex}-dev \
  librust-{regex-syntax,rustc-hash,semver,serde,serde-derive,serde-json,smallbitvec}-dev >&2
# Debian's lists of sources, which few systems have, go into a folder of their own.
sed 's/^Types: deb$/Types: deb-src/' /etc/apt/sources.list.d/debian.sources >"$work/debian.sources"
mkdir -p "$work/lists/partial" "$work/src" "$work/.cargo"
sources=(-qq -o "Dir::Etc::SourceList=$work/debian.sources" -o Dir::Etc::SourceParts=- -o "Dir::State::Lists=$work/lists" -o APT::Sandbox::User=root)
apt-get "${sources[@]}" update
(cd "$work" && apt-get "${sources[@]}" --download-only source tree-sitter && tar -xf tree-sitter_*.orig.tar.xz)
mv "$work"/tree-sitter-*/cli/src/generate "$work"/tree-sitter-*/lib/include/tree_sitter/parser.h "$work/src/"
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
version = "0.20.7"
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
#![allow(dead_code)]
mod generate;
// Parts of the library that the generator uses.
mod tree_sitter {
    pub const PARSER_HEADER: &str = include_str!("parser.h");
    pub const LANGUAGE_VERSION: usize = 14;
}
fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["generate", "--abi", "14", grammar] => {
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
RUST_BINDING_VERSION=0.20.9 cargo build --manifest-path "$work/Cargo.toml" --config "$work/.cargo/config.toml" --release --offline --quiet
mkdir -p "$(dirname "$1")"
cp "$work/target/release/tree-sitter" "$1"
