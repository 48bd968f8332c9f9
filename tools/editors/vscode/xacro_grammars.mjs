// TextMate grammars of what xacro evaluates in XML: ${expression} and $(substitution). They are injected into
// the grammar of XML, one for each place where such a text may stand, because each place ends at another
// character.
//
// As xacro reads it, the first '}' ends an expression and the first ')' a substitution, also within texts and
// brackets of both. What is not closed ends with the attribute, or where a tag begins: a text that is being
// typed does not colour the rest of the file.

const PLACES = {
  "double-quoted": { stop: '"', selector: "L:text.xml string.quoted.double.xml - meta.embedded.xacro" },
  "single-quoted": { stop: "'", selector: "L:text.xml string.quoted.single.xml - meta.embedded.xacro" },
  text: { stop: "", selector: "L:text.xml - string - comment - meta.tag - meta.embedded.xacro" },
};

const ENTITY = { include: "text.xml#entity" };

const rule = (name, match) => ({ name: `${name}.xacro`, match });

const WORDS = [
  ENTITY,
  rule(
    "constant.numeric",
    String.raw`(?<![\w.])(?:0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)`,
  ),
  rule("keyword.control", String.raw`(?<![\w.])(?:if|else|for|lambda)\b`),
  rule("keyword.operator.word", String.raw`(?<![\w.])(?:and|or|not|in|is)\b`),
  rule("constant.language", String.raw`(?<![\w.])(?:True|False|None|true|false|pi|tau|inf|nan)\b(?!\s*\()`),
  rule("support.module", String.raw`(?<![\w.])(?:math|xacro|python)(?=\s*\.)`),
  rule("support.function", String.raw`(?<!\w)[^\W\d]\w*(?=\s*\()`),
  rule("variable.other.property", String.raw`(?<=\.)[^\W\d]\w*`),
  rule("variable.other", String.raw`(?<!\w)[^\W\d]\w*`),
  rule("keyword.operator", String.raw`\*\*|//|<<|>>|[<>=!]=|->|[-+*/%@<>=&|^~]`),
  rule("punctuation", String.raw`[()\[\]{},:.;]`),
  rule("invalid.illegal", "[$!?\\\\`]"),
];

// What stands between two brackets, until `stop` at the latest.
const embedded = (kind, begin, end, stop, patterns) => ({
  name: `meta.embedded.xacro meta.${kind}.xacro`,
  begin,
  end: `${end}|(?=[${stop}])`,
  beginCaptures: { 0: { name: "punctuation.section.embedded.begin.xacro" } },
  endCaptures: { 0: { name: "punctuation.section.embedded.end.xacro" } },
  patterns,
});

const texts = (stop, nested) =>
  [
    ["'", "single"],
    ['"', "double"],
  ]
    .filter(([quote]) => !stop.includes(quote))
    .map(([quote, name]) => ({
      name: `string.quoted.${name}.xacro`,
      begin: quote,
      end: `${quote}|(?=[${stop}])`,
      patterns: [...nested, ENTITY, rule("constant.character.escape", String.raw`\\[^${stop}]`)],
    }));

// The patterns of an expression that ends at one of these characters at the latest.
const expression = (stop, nested) => [
  ...nested,
  ...texts(stop, nested),
  { name: "comment.line.number-sign.xacro", match: `#[^${stop}]*` },
  ...WORDS,
];

function grammar(place, { stop, selector }) {
  const end = `${stop}<`;
  const include = (name) => ({ include: `#${name}` });
  const command = (last, nested) => [
    {
      begin: String.raw`\G(eval)\b`,
      beginCaptures: { 1: { name: "keyword.other.substitution.xacro" } },
      end: `(?=[${last}])`,
      patterns: expression(last, nested),
    },
    rule("keyword.other.substitution", String.raw`\G\s*(?:arg|find|env|optenv|dirname|cwd)\b`),
    rule("invalid.illegal.substitution", String.raw`\G\s*[^\W\d]\w*`),
    ...nested,
    ENTITY,
    rule("variable.parameter", `[^\\s$&${last}]+`),
  ];
  const inner = `${end})`;
  return {
    scopeName: `xacro.${place}.injection`,
    injectionSelector: selector,
    patterns: [
      rule("constant.character.escape", String.raw`\$\$+[{(]`),
      include("expression"),
      include("substitution"),
    ],
    repository: {
      expression: embedded(
        "expression",
        String.raw`\$\{`,
        String.raw`\}`,
        end,
        expression(`${end}}`, [include("inner-substitution")]),
      ),
      substitution: embedded(
        "substitution",
        String.raw`\$\(`,
        String.raw`\)`,
        end,
        command(inner, [include("inner-expression")]),
      ),
      "inner-expression": embedded(
        "expression",
        String.raw`\$\{`,
        String.raw`\}`,
        inner,
        expression(`${inner}}`, []),
      ),
      "inner-substitution": embedded(
        "substitution",
        String.raw`\$\(`,
        String.raw`\)`,
        `${end}}`,
        command(`${end})}`, []),
      ),
    },
  };
}

// By the name of their file.
export const xacroGrammars = Object.fromEntries(
  Object.entries(PLACES).map(([place, settings]) => [
    `xacro-${place}.tmLanguage.json`,
    grammar(place, settings),
  ]),
);
