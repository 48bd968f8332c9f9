// The colours of xacro expressions in XML, in what a person has typed so far, too.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { tokens } from "./tokens.mjs";

const SOURCE = process.env.ROMAS_SOURCE;
const source = (path) => readFileSync(join(SOURCE, path), "utf8");
const attribute = (value) => `<element value="${value}"/>`;

// The innermost scope of the token with this text, the n-th of them.
function scopeOf(text, piece, n = 0) {
  const found = tokens(text).filter((token) => token.text.trim() === piece);
  assert.ok(
    found.length > n,
    `'${piece}' is no token of ${text}: ${JSON.stringify(tokens(text).map((token) => token.text))}`,
  );
  return found[n].scopes.at(-1);
}
const shows = (text, scopes) => {
  for (const [piece, scope] of Object.entries(scopes))
    assert.equal(scopeOf(text, piece), scope, `${piece} in ${text}`);
};
const isEmbedded = ({ scopes }) => scopes.includes("meta.embedded.xacro");
const embedded = (text) =>
  tokens(text)
    .filter(isEmbedded)
    .map((token) => token.text)
    .join("");

test("an expression is told from the text around it, wherever it stands", () => {
  for (const text of [
    '<a b="x${y + 1}z"/>',
    "<a b='x${y + 1}z'/>",
    "<a>x${y + 1}z</a>",
    '<a b="x\n${y +\n1}z"/>',
  ]) {
    assert.equal(embedded(text), text.includes("\n") ? "${y +1}" : "${y + 1}");
    shows(text, {
      "${": "punctuation.section.embedded.begin.xacro",
      y: "variable.other.xacro",
      1: "constant.numeric.xacro",
      "+": "keyword.operator.xacro",
    });
  }
  assert.match(scopeOf('<a b="x${y}z"/>', "z"), /^string\.quoted\.double\.xml$/);
});

test("files that are told by their root have the colours of XML, and of xacro in it", () => {
  const text = '<mujoco model="${a + 1}">$(arg b)</mujoco>';
  const shown = (scope) => tokens(text, scope).map((token) => [token.text, token.scopes.slice(1).join(" ")]);
  assert.ok(shown("text.xml.robot").some(([piece, scopes]) => piece === "a" && scopes.includes("variable.other.xacro")));
  const withoutRoot = ([piece, scopes]) => [piece, scopes.replace(/\btext\.xml\b ?/, "")];
  assert.deepEqual(shown("text.xml.robot").map(withoutRoot), shown("text.xml").map(withoutRoot));
});

test("every kind of word has its colour", () => {
  shows(attribute("${a.b if not c else math.sin(pi) + d[0] ** 2.5e-3 &lt; 0x1F and True}"), {
    a: "variable.other.xacro",
    b: "variable.other.property.xacro",
    if: "keyword.control.xacro",
    not: "keyword.operator.word.xacro",
    else: "keyword.control.xacro",
    math: "support.module.xacro",
    pi: "constant.language.xacro",
    d: "variable.other.xacro",
    0: "constant.numeric.xacro",
    "**": "keyword.operator.xacro",
    "2.5e-3": "constant.numeric.xacro",
    "0x1F": "constant.numeric.xacro",
    and: "keyword.operator.word.xacro",
    True: "constant.language.xacro",
    "[": "punctuation.xacro",
    lt: "constant.character.entity.xml",
  });
  shows(attribute("${[x for x in range(3)]}"), {
    for: "keyword.control.xacro",
    in: "keyword.operator.word.xacro",
    range: "support.function.xacro",
  });
  shows(attribute("${größe + 数}"), { größe: "variable.other.xacro", 数: "variable.other.xacro" });
  shows(attribute("${a ! b}"), { "!": "invalid.illegal.xacro" });
  shows(attribute("${a # why}"), { "# why": "comment.line.number-sign.xacro" });
});

test("every keyword and sign of the compiler's lexer is shown as one", () => {
  const lexer = source("frontend/xacro/expressions/syntax/lexer.cpp");
  const words = lexer.match(/kMayFollow = \{([^}]*)\}/)[1].match(/\w+/g);
  assert.equal(words.length, 8);
  for (const word of words)
    assert.match(scopeOf(attribute(`\${a ${word} b}`), word), /^keyword\.(control|operator\.word)\.xacro$/);
  const signs = [
    ...lexer.match(/kLong = \{([^}]*)\}/)[1].match(/[^", \n]+/g),
    ...lexer.match(/kShort = "([^"]*)"/)[1],
  ];
  assert.ok(signs.length > 30);
  for (const sign of signs.filter((one) => !/[<}]/.test(one)))
    // these end an attribute or the expression
    for (const { text, scopes } of tokens(attribute(`\${a ${sign} b}`)).filter(
      (token) => isEmbedded(token) && [...sign].includes(token.text[0]),
    ))
      assert.match(scopes.at(-1), /^(keyword\.operator|punctuation)\./, `${text} in ${sign}`);
});

test("every function that expressions have is shown as one", () => {
  const names = [
    "builtins.cpp",
    "builtins_math.cpp",
    "builtins_math_lists.cpp",
    "builtins_math_whole.cpp",
    "builtins_python.cpp",
    "builtins_types.cpp",
    "builtins_xacro.cpp",
  ]
    .flatMap((file) => [
      ...source(`frontend/xacro/expressions/builtins/${file}`).matchAll(/\{"([a-z]\w+)", *(?:&|[a-z])/g),
    ])
    .map(([, name]) => name);
  assert.ok(new Set(names).size > 40, `${names.length} functions are too few: the sources are read wrongly`);
  for (const name of names)
    assert.equal(scopeOf(attribute(`\${${name}(1)}`), name), "support.function.xacro");
});

test("every substitution is shown as one, and what is none as wrong", () => {
  const table = source("frontend/xacro/expander/substitutions.cpp") + source("frontend/xml/schema/xacro_words.h");
  const used = [...table.matchAll(/command == "(\w+)"/g)].map(([, name]) => name);
  assert.ok(used.length >= 6);
  for (const name of [...used, "eval"])
    assert.equal(scopeOf(attribute(`$(${name} x)`), name), "keyword.other.substitution.xacro");
  shows(attribute("$(find my_robot)/urdf/arm.xacro"), {
    my_robot: "variable.parameter.xacro",
    "/urdf/arm.xacro": "string.quoted.double.xml",
  });
  shows(attribute("$(fnid my_robot)"), { fnid: "invalid.illegal.substitution.xacro" });
  shows(attribute("$(eval 1 + arg('a'))"), { 1: "constant.numeric.xacro", arg: "support.function.xacro" });
});

test("texts, with their escapes", () => {
  shows(attribute("${'a\\n' + b}"), {
    a: "string.quoted.single.xacro",
    "\\n": "constant.character.escape.xacro",
    b: "variable.other.xacro",
  });
  shows("<element value='${\"a\" + b}'/>", { a: "string.quoted.double.xacro", b: "variable.other.xacro" });
  shows("<element>${'a' + \"c\" + b}</element>", {
    a: "string.quoted.single.xacro",
    c: "string.quoted.double.xacro",
    b: "variable.other.xacro",
  });
});

test("brackets in one another end where xacro ends them", () => {
  assert.equal(embedded(attribute("$(find ${package})/x")), "$(find ${package})");
  assert.equal(
    embedded(attribute("${xacro.load_yaml('$(find p)/x.yaml')['a']} y")),
    "${xacro.load_yaml('$(find p)/x.yaml')['a']}",
  );
  shows(attribute("${load('$(find p)/x')['k']}"), {
    find: "keyword.other.substitution.xacro",
    p: "variable.parameter.xacro",
    k: "string.quoted.single.xacro",
  });
  assert.equal(embedded(attribute("${dict(a=(1, [2]))['a']} z")), "${dict(a=(1, [2]))['a']}");
  assert.equal(embedded(attribute("${ {'a': 1}['a'] }")), "${ {'a': 1}"); // xacro takes the first }
  assert.equal(embedded(attribute("${'}'} y")), "${'}"); // in a text, too
  assert.equal(embedded(attribute("$(find ${f(x)})/y")), "$(find ${f(x)"); // and the first )
});

test("two dollars are one, and no expression", () => {
  for (const text of ["$${a}", "$$(arg a)", "$$${a}"]) {
    assert.equal(embedded(attribute(text)), "");
    const dollars = text.match(/^\$+[{(]/)[0];
    assert.equal(scopeOf(attribute(text), dollars), "constant.character.escape.xacro");
  }
  assert.equal(embedded(attribute("a $ b {c} (d)")), "");
  assert.equal(embedded(attribute("$${a} ${b}")), "${b}");
});

test("comments, CDATA and processing instructions have no expressions", () => {
  for (const text of ["<!-- ${a} $(arg b) -->", "<a><![CDATA[${a}]]></a>", "<?pi ${a} ?>"])
    assert.equal(embedded(text), "", text);
});

test("what is not closed ends with the attribute or in front of the next tag", () => {
  const after = '<c d="e"/>';
  const rest = (text) =>
    tokens(text)
      .slice(-tokens(after).length)
      .map(({ text: piece, scopes }) => [piece, scopes.at(-1)]);
  const plain = rest(after);
  for (const open of [
    "${",
    "${a + ",
    "${f(",
    "${'a",
    "${a['b",
    "$(",
    "$(find ",
    "$(find ${a",
    "${'$(find ",
    "$(eval 'x",
    "$",
    "$$",
    "$${",
    "${# a",
  ]) {
    for (const text of [
      `<a b="${open}"/>${after}`,
      `<a b="${open}"/>\n<b>\n${after}`,
      `<a>${open}</a>${after}`,
      `<a>${open}\n</a>\n${after}`,
    ])
      assert.deepEqual(rest(text), plain, text);
    if (!open.includes("'")) assert.deepEqual(rest(`<a b='${open}'/>${after}`), plain, open);
  }
  assert.equal(embedded('<a b="${c"/>'), "${c");
});

test("a text cut anywhere is coloured without a token that is lost", () => {
  const text = source("examples/workspace/src/picker/urdf/picker_macro.xacro").slice(0, 3000);
  for (let end = 0; end <= text.length; end += 13) {
    const cut = text.slice(0, end);
    assert.equal(
      tokens(cut)
        .map((token) => token.text)
        .join(""),
      cut.replaceAll("\n", ""),
    );
  }
  assert.ok(tokens(text).some(isEmbedded));
  assert.deepEqual(
    tokens(text).filter(({ scopes }) => scopes.at(-1).startsWith("invalid")),
    [],
  );
});

test("the grammar of Romas works in the editor's tokenizer", () => {
  const found = tokens(
    'joint "j_{i + 1}" : revolute a -> b { limit 0 deg .. 20 deg; } // why',
    "source.romas",
  );
  const scope = (piece) => found.find((token) => token.text.trim() === piece).scopes.at(-1);
  assert.equal(scope("revolute"), "support.constant.joint-type.romas");
  assert.equal(scope("deg"), "keyword.other.unit.romas");
  assert.equal(scope("1"), "constant.numeric.romas");
  assert.equal(scope("// why"), "comment.line.double-slash.romas");
});
