// What the build leaves out of three: shader text behind conditions that never hold, and nothing else.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const { shaderText, threeParts } = await import(pathToFileURL(join(process.env.ROMAS_PAGE_SOURCES, "three_parts.mjs")));

test("what stands behind a feature that is never used is left out", () => {
  assert.equal(shaderText("a\n#ifdef USE_FOG\n fog\n#endif\nb"), "a\nb");
  assert.equal(shaderText("#if defined( USE_SHADOWMAP )\nshadow\n#else\nlit\n#endif"), "lit");
  assert.equal(shaderText("#ifndef USE_ENVMAP\nplain\n#else\nmirrored\n#endif"), "plain");
});

test("conditions that may hold stay, with what stands in them", () => {
  const text = "#ifdef USE_MAP\nmap\n#elif defined( USE_COLOR )\ncolor\n#else\nnothing\n#endif";
  assert.equal(shaderText(text), text);
  assert.equal(shaderText("#if NUM_DIR_LIGHTS > 0 && defined( USE_SHADOWMAP )\nx\n#endif"), "#if NUM_DIR_LIGHTS > 0 && defined( USE_SHADOWMAP )\nx\n#endif");
});

test("conditions within others are followed to their own end", () => {
  assert.equal(shaderText("#ifdef USE_FOG\n#ifdef USE_MAP\na\n#else\nb\n#endif\nc\n#endif\nd"), "d");
  assert.equal(shaderText("#ifdef USE_MAP\n#ifdef USE_FOG\na\n#else\nb\n#endif\nc\n#else\nd\n#endif"), "#ifdef USE_MAP\nb\nc\n#else\nd\n#endif");
});

test("comments and blank space are left out", () => {
  assert.equal(shaderText("\n  float a; // why\n/* two\nlines */\n\n\tvec3  b;\n"), "float a;\nvec3 b;");
});

test("a condition that goes on after what is left out is refused", () => {
  assert.throws(() => shaderText("#ifdef USE_FOG\na\n#elif defined( USE_MAP )\nb\n#endif"), /USE_MAP/);
});

test("a three without the modules that are left out is refused", () => {
  assert.throws(() => threeParts("/nowhere").setup({ onResolve() {}, onLoad() {} }), /nowhere/);
});
