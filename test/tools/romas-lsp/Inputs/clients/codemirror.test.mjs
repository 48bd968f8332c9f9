// CodeMirror with its own client of the language server: what is typed and clicked in a browser, and what is seen there.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, test as anyTest } from "node:test";
import { folder, launchBrowser, openPage } from "../../../studio/web/studio.mjs";
import { startBridge } from "./bridge.mjs";
import { copyRobot, find, patience, uriOf, within } from "./server.mjs";

const test = (name, run) => anyTest(name, { timeout: 300_000 }, run);
let browser, bridge, session, page;

// A page with these files of a robot, each in an editor, and the texts by name.
async function open(robot, ...files) {
  const root = copyRobot(robot);
  bridge = await within("the page to be made", startBridge());
  // Its completion says in the console that a question has no answer any more, because the text has changed.
  session = await openPage(browser, bridge, { viewport: { width: 1200, height: 1400 }, said: /code: -32801/ });
  page = session.page;
  // Its client says that it can ask for findings, and shows those that it is told.
  await within(
    "the server to begin",
    page.evaluate((uri) => globalThis.editors.connect(uri, { publishDiagnostics: true }), uriOf(root)),
  );
  const opened = {};
  for (const name of files) {
    const [uri, text] = [uriOf(root, name), readFileSync(join(root, name), "utf8")];
    const language = { yaml: "yaml", romas: "romas" }[name.split(".").pop()] ?? "xml";
    await page.evaluate((all) => globalThis.editors.open(...all), [uri, text, language]);
    opened[name] = new Shown(uri, text);
  }
  return opened;
}

// A file in its editor.
class Shown {
  constructor(uri, before) {
    Object.assign(this, { uri, before });
  }
  call(method, ...given) {
    const answer = page.evaluate(([method, given]) => globalThis.editors[method](...given), [method, [this.uri, ...given]]);
    return within(`'${method}' of the page`, answer);
  }
  text() {
    return this.call("text");
  }
  // Puts the cursor behind the | of a pattern.
  async click(pattern) {
    await this.call("place", find(await this.text(), pattern));
  }
  async replace(old, by) {
    const at = find(await this.text(), old);
    await this.call("replace", at, at + old.length, by);
  }
  async until(what, condition) {
    let now;
    for (let tries = 0; tries < 1500; ++tries) {
      now = await this.call(what);
      if (condition(now)) return now;
      await page.waitForTimeout(20);
    }
    throw new Error(`waited in vain for ${what} of ${this.uri}: ${JSON.stringify(now)}`);
  }
}

// Each step, whatever the others do: what stays open would keep the process.
async function doAll(...steps) {
  const failures = [];
  for (const step of steps)
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(({ message }) => message).join("; "));
}

before(async () => {
  browser = await within("a browser", launchBrowser());
});
after(async () => {
  // A browser that does not end is ended with this process, by Playwright.
  const leave = () => {
    console.error("what the tests have opened does not end");
    process.exit(1);
  };
  setTimeout(leave, 2 * patience).unref();
  if (browser) await within("the browser to end", browser.close());
});
afterEach(async () => {
  const [ended, joined] = [session, bridge];
  session = bridge = undefined;
  await doAll(
    () => ended && within("the page to end", ended.page.evaluate(() => globalThis.editors.end())),
    async () => assert.deepEqual(await joined?.end(), [0]),
    () => ended && within("the page to close", ended.context.close()),
    () => assert.deepEqual(ended?.problems, []),
  );
});

const CELL = ["urdf/arm.xacro", "urdf/cell.urdf.xacro", "config/cell.srdf", "config/controllers.yaml"];
// What an element says; the answer to the last key may still be on its way.
const says = async (selector, expected) => {
  let now;
  for (let tries = 0; tries < 1500; ++tries) {
    now = await page.locator(selector).innerText();
    if (typeof expected === "string" ? now === expected : expected.test(now)) return;
    await page.waitForTimeout(20);
  }
  throw new Error(`waited in vain for ${expected} of ${selector}: ${JSON.stringify(now)}`);
};
const tooltip = (kind) => page.locator(`.cm-tooltip${kind}`);
const rename = async (name) => {
  await page.keyboard.press("F2");
  await page.locator(".cm-lsp-rename-panel input").fill(name);
  await page.keyboard.press("Enter");
};
// Whoever types on before there is an answer must ask for the list.
const choose = async (label) => {
  const option = tooltip("-autocomplete").getByRole("option", { name: label, exact: true });
  for (let tries = 0; tries < 100 && !(await option.isVisible()); ++tries) {
    await page.keyboard.press("Control+Space");
    await page.waitForTimeout(300);
  }
  await option.click();
  await tooltip("-autocomplete").waitFor({ state: "detached" });
};

test("findings come and go while one types", async () => {
  const { [CELL[0]]: arm, [CELL[1]]: cell } = await open("cell", ...CELL.slice(0, 2));
  await arm.replace('link="trunk"', 'link="trnk"');
  const [finding] = await arm.until("findings", (found) => found.length > 0);
  assert.equal(finding, "error: joint 'left_shoulder' refers to link 'trnk', which does not exist; did you mean 'trunk'?: trnk");
  await page.mouse.move(...(await arm.call("pixel", find(await arm.text(), "tr|nk"))));
  await tooltip("-lint").getByText("did you mean 'trunk'?").waitFor();
  await arm.replace('link="trnk"', 'link="trunk"');
  await arm.until("findings", (found) => found.length === 0);
  await cell.replace('<link name="trunk"/>', '<link name="trunk"');
  const half = await cell.until("findings", (found) => found.length > 0);
  assert.match(half[0], /^error: .*'<link>'/);
  await cell.replace('<link name="trunk"', '<link name="trunk"/>');
  await cell.until("findings", (found) => found.length === 0);
});

test("what a name means, and where it stands", async () => {
  const { [CELL[0]]: arm, [CELL[1]]: cell } = await open("cell", ...CELL);
  await page.mouse.move(...(await arm.call("pixel", find(arm.before, '<link name="${side}_up|per'))));
  await says(".cm-tooltip-hover", /link left_upper\s+mass 1 kg, centre of mass \(0, 0, 0\.1\) m/);
  await says(".cm-tooltip-hover", /link right_upper/); // both instances of the macro
  await page.mouse.move(0, 0);
  await cell.click("<xacro:a|rm side");
  await page.keyboard.press("F12");
  await arm.until("cursor", (at) => at === find(arm.before, 'macro name="|arm"'));
  await arm.click('link="tr|unk"');
  await page.keyboard.press("Shift+F12");
  await says(".cm-lsp-reference-panel", /cell\.srdf\n\s*4: .*\n.*arm\.xacro\n\s*20: .*\n.*cell\.urdf\.xacro\n\s*5: /);
  await page.keyboard.press("Escape");
});

test("what may stand here, in a tag that is half typed", async () => {
  const { [CELL[1]]: cell } = await open("cell", ...CELL.slice(0, 2));
  await cell.click('<link name="trunk"/>|');
  await page.keyboard.type("\n<li");
  await choose("link");
  await page.keyboard.type("tool"); // into the hole of the snippet
  await cell.until("text", (text) => text.includes('  <link name="tool"></link>\n'));
  await cell.click("</link>|");
  await page.keyboard.type("\n<xacro:arm ");
  await says(".cm-lsp-signature", "xacro:arm side y limits");
  assert.equal(await page.locator(".cm-lsp-active-parameter").count(), 0);
  await page.keyboard.type("si");
  await choose("side");
  await cell.until("text", (text) => text.includes('<xacro:arm side=""'));
  await page.keyboard.type("up");
  await says(".cm-lsp-active-parameter", "side");
});

test("a link is renamed in xacro, SRDF and YAML", async () => {
  const files = await open("cell", ...CELL);
  const { [CELL[0]]: arm, [CELL[2]]: srdf } = files;
  // The dialog of CodeMirror offers the word alone, and no whole name.
  await arm.click('<link name="${side}_fo|re"');
  await rename("hand");
  await page.getByText("the name 'left_fore' is computed").waitFor();
  await page.getByRole("button", { name: "OK" }).click();
  for (const file of Object.values(files)) assert.equal(await file.text(), file.before);
  await srdf.click('tip_link="left_fo|re"');
  await rename("left_hand");
  await srdf.until("text", (text) => text !== srdf.before);
  for (const file of Object.values(files)) {
    const expected = file.before.replaceAll("_fore", "_hand");
    const after = await file.until("text", (text) => text === expected);
    assert.equal(after.includes("_hand"), file.uri !== files[CELL[1]].uri);
    await file.until("findings", (found) => found.length === 0);
  }
});

test("the Romas language", async () => {
  const { "rover.romas": rover } = await open("rover", "rover.romas", "wheel.romas");
  await rover.replace("  use table as table;", " use   table as table ;");
  await rover.click("limit 0");
  await page.keyboard.press("Alt+Shift+f");
  await rover.until("text", (text) => text === rover.before);
  await rover.click("body -> tab|le.top");
  await page.keyboard.press("F12");
  await rover.until("cursor", (at) => at === find(rover.before, "use table as |table"));
  await rover.click("  use table as table;|");
  await page.keyboard.type("\nassert plate(80 cm, ");
  await says(".cm-lsp-signature", "plate(long: length, wide: length) -> mass");
  await says(".cm-lsp-active-parameter", "wide: length");
  const [finding] = await rover.until("findings", (found) => found.length > 0);
  assert.match(finding, /^error: /);
  await page.keyboard.type("40 c");
  await choose("cm");
  await page.keyboard.type(") > 1 kg;");
  await rover.until("findings", (found) => found.length === 0);
});
