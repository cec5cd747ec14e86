#!/usr/bin/env bash
# A Rust developer: a workspace and a small tool. See ../play.
# shellcheck source=../lib.sh
. "${WORLDS:-$(dirname "$0")/..}/lib.sh"

repo src/tidepool
put README.md CHANGES crates/core/src/lib.rs crates/core/src/wave.rs \
  crates/core/tests/roundtrip.rs crates/cli/src/main.rs crates/cli/src/args.rs \
  crates/server/src/main.rs crates/server/benches/latency.rs .github/workflows/ci.yml
printf 'target\n*.profraw\n' >.gitignore
cat >Cargo.toml <<'T'
[workspace]
resolver = "2"
members = ["crates/core", "crates/cli", "crates/server"]
T
for crate in core cli server; do
  cat >crates/$crate/Cargo.toml <<T
[package]
name = "tidepool-$crate"
version = "0.4.0"
edition = "2021"
[features]
default = ["std"]
std = []
tracing = []
[dependencies]
T
done
cat >>crates/server/Cargo.toml <<'T'
[[bin]]
name = "tideserver"
path = "src/main.rs"
[[bench]]
name = "latency"
T
cat >crates/core/tests/roundtrip.rs <<'T'
#[test]
fn encodes_empty() {}
#[test]
fn decodes_what_it_encodes() {}
T
cat >justfile <<'T'
# Run all checks that CI runs
ci: fmt lint
    cargo test --workspace
fmt:
    cargo fmt --all
lint:
    cargo clippy --workspace --all-targets
# Serve on a port
serve port="7070":
    cargo run -p tidepool-server -- --port {{port}}
flamegraph:
    cargo flamegraph --bin tideserver
T
cat >Dockerfile <<'T'
FROM rust:1.79 AS chef
RUN cargo install cargo-chef
FROM chef AS planner
COPY . .
FROM chef AS builder
RUN cargo build --release
FROM debian:bookworm-slim AS runtime
COPY --from=builder /app/target/release/tideserver /usr/bin/
T
commit 'Add the workspace'
git push -qu origin main
branches feature/backpressure feature/zero-copy fix/overflow-in-wave release/0.4
for subject in 'core: read frames lazily' 'cli: add --json' \
  'server: limit connections' 'core: fewer copies'; do
  echo "// $subject" >>crates/core/src/wave.rs
  commit "$subject"
done
git push -q
git tag v0.3.0 HEAD~4
git tag v0.4.0-rc.1 HEAD~1
echo '// idea' >>crates/cli/src/args.rs
git stash -qm 'args: try a builder'
echo '// more' >>crates/server/src/main.rs
echo '// new' >crates/server/src/shutdown.rs

repo src/lsx
put src/main.rs README.md
printf '[package]\nname = "lsx"\nversion = "1.1.0"\nedition = "2021"\n[dependencies]\n[[example]]\nname = "colours"\n' >Cargo.toml
put examples/colours.rs
printf 'install:\n\tcargo install --path .\nman:\n\tpandoc README.md -o lsx.1\n' >Makefile
printf 'target\n' >.gitignore
commit 'First version'
git push -qu origin main
branches colour-themes

cd "$HOME"
mkdir -p bench notes .cargo/bin
put notes/todo.md notes/ideas.md
programs cargo rustup just rustc rustfmt bacon hyperfine
program docker 'case "$1" in ps) echo 11aa22bb33cc;; esac'
