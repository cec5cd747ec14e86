// Converts the modules of @withfig/autocomplete into specs of Synapse:
//
//   node --experimental-vm-modules fig-convert.mjs MODULES SPECS OUT
//
// Called by scripts/fig-specs, in a process without network and child processes.
// Each module runs in a context of its own, without require, process, eval and
// timers, for at most two seconds. SPECS is the directory of our own specs: a
// command that has one there is left out.
//
// Templates and lists of values stay. A function that lists files is run on a
// made-up directory, and becomes a template with the extensions that it keeps.
// A script stays only if it is in the table GENERATORS below: the functions that
// read the others' output cannot be taken over.
import fs from "node:fs";
import path from "node:path";
import vm from "node:vm";

const [modules, specs, out] = process.argv.slice(2);
const MAX_TEXT = 100, MAX_DEPTH = 12, MAX_NODES = 30000, MAX_VALUES = 500;
const RISK = "dangerous: its description warns of it";
// Of a few thousand modules each; Synapse has a spec of aws.
const LEFT_OUT = new Set(["aws", "gcloud", "az", "index", "fig", "-"]);

// The script, word for word, and our generator: the name of a native one, or a
// command whose lines are the values.
const lines = (...command) => ({ command, parse: "lines", ttl_s: 30 });
const GENERATORS = {
  "git branch --no-color": "git.branches",
  "git --no-optional-locks branch -a --no-color --sort=-committerdate": "git.branches",
  "docker-compose config --services": "compose.services",
  "jenv versions --bare": lines("jenv", "versions", "--bare"),
  "limactl list --quiet": lines("limactl", "list", "--quiet"),
  "watson projects": lines("watson", "projects"),
  "watson tags": lines("watson", "tags"),
  "aws-vault list --profiles": lines("aws-vault", "list", "--profiles"),
};
const EXTENSIONS = `json jsonc yaml yml toml xml html css scss less js mjs cjs ts tsx jsx
  vue py ipynb rb go rs c h cc cpp java kt php lua sh sql md txt csv tf tfvars hcl nf zip
  tar gz apk ipa jar war pem key crt dart swift ex exs cs csproj sln robot svg png jpg pdf
  proto wasm wat sol cairo ino nim r R jl log conf cfg ini env lock scad tex bib`.split(/\s+/);

const list = (x) => (x === undefined || x === null ? [] : Array.isArray(x) ? x : [x]);
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\u{1F000}-\u{1FAFF}\u2600-\u27BF]/gu;

// The first sentence, in one line.
function text(value) {
  if (typeof value !== "string") return "";
  const plain = value.replace(/\s+/g, " ").replace(HIDDEN, "").trim();
  const sentence = plain.match(/^.*?[a-z)`'"]\.(?= [A-Z])/)?.[0] ?? plain;
  const short = sentence.replace(/\.$/, "");
  return short.length <= MAX_TEXT ? short
    : short.slice(0, MAX_TEXT - 1).replace(/\s+\S*$/, "") + "…";
}
function names(value, pattern) {
  const good = list(value).filter((n) => typeof n === "string" && n.length <= 60 &&
    pattern.test(n));
  return [...new Set(good)];
}
const COMMAND = /^[A-Za-z0-9_@:.+][A-Za-z0-9_@:.+\/-]*$/;
const OPTION = /^[-+][A-Za-z0-9?#@_.:+-]*$/;

// What a generator made for files keeps of a made-up directory; null if it is no
// such function.
async function filesOf(generator) {
  if (typeof generator.custom !== "function" || !generator.getQueryTerm) return null;
  const stdout = [...EXTENSIONS.map((e) => `made-up.${e}`), "made-up-directory/"].join("\n");
  const run = async () => ({ stdout, stderr: "", status: 0, exitCode: 0 });
  const context = { currentWorkingDirectory: "/", searchTerm: "", environmentVariables: {} };
  try {
    const late = new Promise((_, no) => setTimeout(() => no(new Error("late")), 500).unref());
    const found = await Promise.race([generator.custom(["x", ""], run, context), late]);
    const kept = list(found).map((s) => (typeof s === "string" ? s : list(s?.name)[0]) ?? "");
    const types = EXTENSIONS.filter((e) => kept.includes(`made-up.${e}`));
    if (types.length === EXTENSIONS.length) return { template: "file" };
    if (types.length > 0) return { template: "file", extensions: types };
    return kept.some((k) => k.startsWith("made-up-directory")) ? { template: "directory" } : null;
  } catch {
    return null;
  }
}

class Converter {
  constructor(name) {
    this.name = name;
    this.nodes = 0;
    this.generators = {};
    this.left = 0;  // generators without a counterpart
  }

  template(value, arg) {
    const all = list(value);
    if (all.includes("filepaths")) arg.template = "file";
    else if (all.includes("folders")) arg.template = "directory";
  }

  async generator(one, arg) {
    if (!one || typeof one !== "object") return;
    if (one.template && !one.script) return this.template(one.template, arg);
    const files = await filesOf(one);
    if (files) return Object.assign(arg, files);
    const script = Array.isArray(one.script) ? one.script.join(" ") : one.script;
    const ours = typeof script === "string" ? GENERATORS[script] : undefined;
    if (!ours) {
      ++this.left;
    } else if (typeof ours === "string") {
      arg.generator = ours;
    } else {
      const called = ours.command.join("_").replace(/[^a-z]+/g, "_");
      this.generators[called] = ours;
      arg.generator = called;
    }
  }

  async arg(from) {
    const arg = {};
    if (!from || typeof from !== "object") return arg;
    if (typeof from.name === "string" && text(from.name)) arg.name = text(from.name);
    if (text(from.description)) arg.description = text(from.description);
    const values = [];
    for (const one of list(from.suggestions).slice(0, MAX_VALUES)) {
      const value = typeof one === "string" ? one : list(one?.name)[0];
      if (typeof value !== "string" || !value || value.length > 100 ||
          value.search(HIDDEN) >= 0 || values.some((v) => v.value === value)) {
        continue;
      }
      const about = text(one?.description);
      values.push(about ? { value, description: about } : { value });
    }
    if (values.length) arg.values = values.map((v) => (v.description ? v : v.value));
    this.template(from.template, arg);
    for (const one of list(from.generators)) await this.generator(one, arg);
    if (from.isOptional === true) arg.optional = true;
    if (from.isVariadic === true) arg.variadic = true;
    if (from.isCommand === true) arg.template = "command";
    return arg;
  }

  async args(from) {
    const args = [];
    for (const one of list(from.args).slice(0, 20)) args.push(await this.arg(one));
    return args;
  }

  async option(from) {
    const option = { name: names(from.name, OPTION) };
    if (!option.name.length) return null;
    const about = text(from.description);
    if (about) option.description = about;
    const args = await this.args(from);
    if (args.length) {
      option.args = args;
      const sign = from.requiresSeparator ?? from.requiresEquals;
      if (sign === true) option.separator = "=";
      if (sign === ":" || sign === "=") option.separator = sign;
    }
    if (from.isPersistent === true) option.persistent = true;
    if (from.isRepeatable) option.repeatable = true;
    if (from.isRequired === true) option.required = true;
    if (from.hidden === true) option.hidden = true;
    if (from.deprecated) option.deprecated = true;
    if (from.isDangerous === true) option.risk = RISK;
    option.exclusive = names(from.exclusiveOn, OPTION);
    return option;
  }

  async command(from, name, depth) {
    if (++this.nodes > MAX_NODES) throw new Error("too many subcommands");
    const command = { name };
    const about = text(from.description);
    if (about) command.description = about;
    if (from.hidden === true) command.hidden = true;
    if (from.deprecated) command.deprecated = true;
    if (from.isDangerous === true) command.risk = RISK;
    const options = [], known = new Set();
    for (const one of list(from.options)) {
      const option = one && typeof one === "object" ? await this.option(one) : null;
      if (!option) continue;
      option.name = option.name.filter((n) => !known.has(n));
      option.name.forEach((n) => known.add(n));
      if (option.name.length) options.push(option);
    }
    for (const option of options) {
      option.exclusive = option.exclusive.filter((n) => known.has(n));
      if (!option.exclusive.length) delete option.exclusive;
    }
    const subcommands = [], met = new Set();
    for (let one of depth < MAX_DEPTH ? list(from.subcommands) : []) {
      if (!one || typeof one !== "object") continue;
      const called = names(one.name, COMMAND).filter((n) => !met.has(n));
      if (!called.length) continue;
      called.forEach((n) => met.add(n));
      if (typeof one.loadSpec === "string") {
        const loaded = await load(one.loadSpec).catch(() => null);
        if (loaded) one = { ...loaded, ...one, args: one.args ?? loaded.args };
      }
      subcommands.push(await this.command(one, called, depth + 1));
    }
    const args = await this.args(from);
    if (subcommands.length) command.subcommands = subcommands;
    if (options.length) command.options = options;
    if (args.length) command.args = args;
    return command;
  }
}

async function load(name) {
  if (!/^[A-Za-z0-9@._\/-]+$/.test(name) || name.includes("..")) throw new Error("bad name");
  const file = path.join(modules, name + ".js");
  const context = vm.createContext(Object.create(null), {
    codeGeneration: { strings: false, wasm: false },
  });
  const module = new vm.SourceTextModule(fs.readFileSync(file, "utf8"), { context });
  await module.link(() => { throw new Error("it imports another module"); });
  await module.evaluate({ timeout: 2000 });
  const spec = module.namespace.default;
  if (!spec || typeof spec !== "object") throw new Error("no object is exported");
  return spec;
}

let written = 0, left = 0;
for (const file of fs.readdirSync(modules).sort()) {
  const name = file.slice(0, -3);
  if (!file.endsWith(".js") || !COMMAND.test(name) || LEFT_OUT.has(name) ||
      fs.existsSync(path.join(specs, name + ".json"))) {
    continue;
  }
  try {
    const converter = new Converter(name);
    const spec = await converter.command(await load(name), [name], 0);
    if (!spec.options && !spec.subcommands && !spec.args) continue;
    spec.generated_by = "withfig/autocomplete";
    if (Object.keys(converter.generators).length) spec.generators = converter.generators;
    fs.writeFileSync(path.join(out, name + ".json"), JSON.stringify(spec) + "\n");
    ++written;
    left += converter.left;
  } catch (error) {
    console.error(`${name}: left out: ${String(error?.message ?? error).slice(0, 200)}`);
  }
}
console.log(`${written} commands converted; ${left} generators have no counterpart`);
// A module may have left a promise behind.
process.exit(written > 0 ? 0 : 1);
