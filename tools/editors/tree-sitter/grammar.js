// The grammar of the Romas language for Tree-sitter: its rules are read from that of the compiler, so that both take the same texts
// (test/tools/editors/tree_sitter). What is added here is how names are told from keywords, the form of the tokens, and which rules have a
// node of their own. A rule `massProperty` makes nodes `mass_property`.
const fs = require("fs");
const path = require("path");

const COMPILER = path.join(__dirname, "..", "..", "..");
const read = (...names) => fs.readFileSync(path.join(COMPILER, ...names), "utf8");
const RULES = parserRules(read("frontend", "language", "grammar", "Romas.g4"));
const UNITS = [...read("ir", "model", "units.def").matchAll(/^ *UNIT\("(\w+)"/gm)].map(([, name]) => name);

// --- the rules of the compiler ---------------------------------------------------------------------------------------------------------

// By name: the words and signs of each parser rule, without comments.
function parserRules(text) {
  const [parser] = text.slice(text.indexOf("tokens {")).split("// --- tokens");
  const plain = parser.replace(/\/\/[^\n]*/g, "").replace(/tokens \{.*?\}/, "");
  const words = plain.replace(" EOF", "").match(/'[^']*'|\w+|[():|;?*+]/g);
  const rules = new Map();
  for (let at = 0; at < words.length; ) {
    const end = words.indexOf(";", at);
    rules.set(words[at], words.slice(at + 2, end));
    at = end + 1;
  }
  return rules;
}

const nodeName = (rule) => (HIDDEN.has(rule) ? "_" : "") + rule.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

// A rule's words as a rule of Tree-sitter; alternatives, sequences, and what may be left out or repeated.
function translate($, words) {
  let at = 0;
  const alternatives = () => {
    const all = [sequence()];
    while (words[at] === "|") {
      ++at;
      all.push(sequence());
    }
    return all.length === 1 ? all[0] : choice(...all);
  };
  const sequence = () => {
    const all = [];
    while (at < words.length && words[at] !== "|" && words[at] !== ")") all.push(repeated(operand()));
    return all.length === 1 ? all[0] : seq(...all);
  };
  const repeated = (rule) => {
    const kinds = { "?": optional, "*": repeat, "+": repeat1 };
    const kind = kinds[words[at]];
    if (kind === undefined) return rule;
    ++at;
    return kind(rule);
  };
  const operand = () => {
    const word = words[at++];
    if (word === "(") {
      const inner = alternatives();
      ++at; // the ')'
      return inner;
    }
    if (word.startsWith("'")) return word.slice(1, -1);
    if (word in BRACES) return BRACES[word];
    return $[TOKENS[word] ?? nodeName(word)];
  };
  return alternatives();
}

// --- words -----------------------------------------------------------------------------------------------------------------------------

const literals = (words) => words.filter((word) => /^'[a-z]/.test(word)).map((word) => word.slice(1, -1));
// Tree-sitter takes a keyword for a name wherever the keyword cannot stand. So most of these need no rule to be names.
const CONTEXTUAL = literals(RULES.get("word"));
const RESERVED = [...new Set([...RULES.values()].flatMap(literals))].filter((word) => !CONTEXTUAL.includes(word));

// These do, because they may also stand as keywords where a name may begin.
const ALSO_KEYWORDS = [...new Set([...literals(RULES.get("limitPart")), ...literals(RULES.get("safetyPart")), "couple"])];

const TOKENS = { IDENT: "_plain_identifier", NUMBER: "number", STRING: "string", RAW_STRING: "raw_string", UNIT: "unit_name" };

// Of records: where they may stand tells them from those of bodies.
const BRACES = { RECORD_OPEN: "{", RECORD_CLOSE: "}" };

// Rules that only group what belongs to others.
const HIDDEN = new Set(["fileStatement", "robotStatement", "moduleStatement", "word", "integer", "text", "jointType", "shape"]);

// What the compiler reads as no name must not be taken for one here: the parser sees the word, and then waits for what cannot come.
const refused = ($, ...tokens) => seq(choice(...tokens), $._nothing);

// The text between the quotes of r##"…"##, of which no quote is followed by that many signs.
function rawString(signs) {
  if (signs === 0) return /r"[^"]*"/;
  const hashes = "#".repeat(signs);
  const quote = `("#{0,${signs - 1}})`;
  return new RegExp(`r${hashes}"([^"]|${quote}+[^"#])*${quote}*"${hashes}`);
}

const OWN = {
  _word: ($) =>
    choice(
      $.identifier,
      alias(choice(...ALSO_KEYWORDS), $.identifier),
      refused($, ...RESERVED, $.raw_string),
    ),
  name: ($) =>
    choice(
      $.identifier,
      alias(choice(...ALSO_KEYWORDS, "align", "foreign"), $.identifier),
      $.string,
      refused($, ...RESERVED.filter((word) => !["align", "foreign"].includes(word)), $.raw_string),
    ),
  _plain_identifier: ($) => choice($.identifier, refused($, ...CONTEXTUAL, ...RESERVED, $.raw_string)),
  // With a member at least: '{}' is a record to the compiler where a value must stand, and where a body may stand it is that.
  record: ($) => seq("{", $.record_member, repeat(seq(",", $.record_member)), optional(","), "}"),
  // … but as a default, behind which no body stands: that there are no statements.
  formal: ($) => seq($.name, optional(seq(":", $.type)), optional(seq("=", choice($.expression, seq("{", "}"))))),
  _nothing: ($) => seq("\u{10FFFF}", $._nothing),
  unit_name: () => token(choice(...UNITS)), // in front of `identifier`: it is the keyword of both
  identifier: () => /[a-zA-Z_][a-zA-Z_0-9]*/,
  number: () => /[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?/,
  string: () => /"([^"\\\r\n]|\\[^\r\n])*"/,
  raw_string: () => token(choice(...[0, 1, 2, 3, 4, 5, 6, 7, 8].map(rawString))),
  line_comment: () => /\/\/[^\r\n]*/,
  block_comment: () => /\/\*([^*]|\*+[^*\/])*\*+\//,
};

const rules = {};
for (const [name, words] of RULES) rules[nodeName(name)] = ($) => translate($, words);
// Behind '*' and '/' a unit goes before a value of its name.
const unitFactor = rules.unit_factor;
rules.unit_factor = ($) => prec.dynamic(1, unitFactor($));

module.exports = grammar({
  name: "romas",
  word: ($) => $.identifier,
  extras: ($) => [/[ \t\r\n]/, $.line_comment, $.block_comment],
  // Where one more word decides: a factor of the unit or of the value behind '*', a unit behind a value or the word of a part, and the
  // words that are keywords as well as names.
  conflicts: ($) => [
    [$.unit],
    [$.power],
    [$.expression],
    [$.part_part],
    [$.selector],
    [$.limit_part, $._word],
    [$.safety_part, $._word],
    [$.servo_coupling, $.name],
  ],
  rules: { ...rules, ...OWN },
});
