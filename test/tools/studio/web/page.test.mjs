// The page of romas-studio in a real browser.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, afterEach, before, beforeEach, test as anyTest } from "node:test";
import { accessibilityProblems, drawn, folder, launchBrowser, openPage, startStudio } from "./studio.mjs";

const ARM = `<robot name="arm">
  <link name="base"/>
  <link name="upper"><inertial><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.05"/></inertial></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
    <limit lower="-90" upper="90" effort="5" velocity="2"/></joint>
</robot>
`;
const BROKEN = ARM.replace('child link="upper"', 'child link="uper"');
const HOSTILE = `<robot name="&lt;img src=x onerror=alert(1)>"><link name="a"/><link name="&lt;script>alert(2)&lt;/script>"/></robot>\n`;
const robots = folder("robots");
const test = (name, run) => anyTest(name, { timeout: 300_000 }, run); // a test that waits for ever says which it is

let browser, studio;
const opened = [];

async function open(options) {
  const session = await openPage(browser, studio, options);
  opened.push(session);
  return session.page;
}

before(async () => {
  mkdirSync(folder("robots", "more"), { recursive: true });
  writeFileSync(folder("robots", "broken.urdf"), BROKEN);
  writeFileSync(folder("robots", "hostile.urdf"), HOSTILE);
  writeFileSync(folder("robots", "two.romas"), "robot first { link a; }\nrobot second { link b; link c; joint j : fixed b -> c; }\n");
  writeFileSync(folder("robots", "more", "inner.urdf"), ARM);
  browser = await launchBrowser();
});
after(() => browser.close());
beforeEach(() => writeFileSync(folder("robots", "arm.urdf"), ARM));
afterEach(async () => {
  for (const { context, problems } of opened.splice(0)) {
    await context.close();
    assert.deepEqual(problems, []);
  }
  if (studio) assert.equal(await studio.end(), 0);
  studio = undefined;
});

test("the start page speaks the browser's language", async () => {
  studio = await startStudio("--root", robots, "--read-only");
  for (const [locale, lang, title, menu] of [
    ["en-US", "en", "Look at a robot", "Open…"],
    ["ko-KR", "ko", "로봇 살펴보기", "열기…"],
    ["fr-FR", "en", "Look at a robot", "Open…"],
  ]) {
    const page = await open({ locale });
    await page.getByRole("heading", { name: title, level: 1 }).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.lang), lang);
    await page.getByRole("navigation").getByRole("button", { name: menu }).waitFor();
    assert.equal(page.url(), `${studio.origin}/`); // the token is out of the address
  }
});

test("an example is opened from the start page", async () => {
  studio = await startStudio("--root", robots, "--read-only");
  const page = await open();
  const examples = page.getByRole("navigation", { name: "Examples" });
  await examples.waitFor();
  assert.deepEqual(await accessibilityProblems(page), []);
  assert.ok((await examples.getByRole("button").count()) >= 6);
  await examples.getByRole("button", { name: "six-axis.assembly.xml" }).click();
  await drawn(page);
  await page.getByRole("heading", { name: "six-axis", level: 1 }).waitFor();
});

test("a robot and its problems are shown", async () => {
  studio = await startStudio(`${robots}/arm.urdf`);
  const page = await open();
  await page.getByRole("heading", { name: "arm", level: 1 }).waitFor();
  await page.getByRole("tab", { name: "Properties" }).click();
  const robot = page.getByRole("region", { name: "arm" });
  assert.match(await robot.innerText(), /Format\s+urdf\s+Links\s+2\s+Joints\s+1/);
  await page.getByRole("tab", { name: "Problems" }).click();
  const problems = page.getByRole("tabpanel", { name: "Problems" });
  await problems.getByText("the limits -90 to 90 rad of joint 'shoulder' look like degrees").waitFor();
  assert.match(await problems.innerText(), /Joint shoulder · line 5, column 5\s+RM1213 limit-degrees/);
  await page.getByRole("checkbox", { name: "warnings" }).uncheck();
  assert.equal(await problems.getByText("look like degrees").count(), 0);
});

test("a file with errors says so, and is read again", async () => {
  studio = await startStudio(`${robots}/broken.urdf`);
  const page = await open({ refusals: [409] }); // the program may have read the changed file before it is asked to
  await page.getByText("joint 'shoulder' refers to link 'uper', which does not exist; did you mean 'upper'?").waitFor();
  await page.getByRole("checkbox", { name: "1 error", exact: true }).waitFor();
  await page.getByText("With errors there is no robot to show.").waitFor();
  writeFileSync(folder("robots", "broken.urdf"), ARM);
  await page.keyboard.press("Alt+r");
  await page.getByRole("treeitem", { name: /upper/ }).waitFor();
  writeFileSync(folder("robots", "broken.urdf"), BROKEN);
});

// The file is read anew by itself while the page asks for it: the request is refused, and what has changed is shown all the same.
test("what changes while a file is asked for again is shown", async () => {
  studio = await startStudio(`${robots}/broken.urdf`);
  const page = await open({ refusals: [409] });
  await page.getByText("With errors there is no robot to show.").waitFor();
  await page.route("**/api/open", async (route) => {
    const changed = page.evaluate(
      () => new Promise((done) => {
        const has = async () => (await (await fetch("/api/scene", { headers: { "Romas-Token": sessionStorage.getItem("romas-token") } })).json()).revision > 1;
        const poll = async () => ((await has()) ? setTimeout(done, 200) : setTimeout(poll, 30));
        void poll();
      }),
    );
    writeFileSync(folder("robots", "broken.urdf"), ARM);
    await changed;
    await route.continue();
  });
  await page.keyboard.press("Alt+r");
  await page.getByRole("treeitem", { name: /upper/ }).waitFor();
  writeFileSync(folder("robots", "broken.urdf"), BROKEN);
});

test("an answer that a later one has overtaken is not shown", async () => {
  const path = folder("robots", "twice.urdf");
  writeFileSync(path, ARM);
  studio = await startStudio(path);
  const page = await open();
  const link = page.getByRole("treeitem", { name: /upper/ });
  await link.waitFor();
  let [late, asked] = [null, 0];
  await page.route("**/api/scene**", async (route) => {
    asked += 1;
    const response = await route.fetch();
    if (late !== null) return route.fulfill({ response });
    late = () => route.fulfill({ response });
    writeFileSync(path, ARM.replace("<robot", "<!-- again -->\n<robot"));
  });
  const later = page.waitForEvent("requestfinished", (request) => request.url().includes("/api/scene"));
  writeFileSync(path, BROKEN);
  await later;
  const pause = (time) => page.evaluate((time) => new Promise((done) => setTimeout(done, time)), time);
  await pause(500); // a file that has just changed may be read twice
  const before = asked;
  const answered = page.waitForEvent("requestfinished", (request) => request.url().includes("/api/scene"));
  await late();
  await answered;
  await pause(100);
  assert.equal(await page.getByText("With errors there is no robot to show.").count(), 0);
  assert.equal(await link.count(), 1);
  assert.equal(asked, before); // what was shown for a moment would be asked for again
});

test("a file is opened by keys alone", async () => {
  studio = await startStudio("--root", robots);
  const page = await open();
  await page.getByRole("heading", { name: "Look at a robot" }).waitFor();
  await page.keyboard.press("Control+o");
  const dialog = page.getByRole("dialog", { name: "Open a file" });
  await dialog.getByRole("button", { name: "more/" }).focus();
  await page.keyboard.press("Enter");
  // The focus goes on where the list goes on.
  await page.waitForFunction(() => document.activeElement.textContent.includes("Folder above"));
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "inner.urdf");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "arm", level: 1 }).waitFor();
  assert.equal(await dialog.count(), 0);
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Help" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Help" }).waitFor({ state: "detached" });
});

// The browser says that a dialog has closed with the next picture; by then another one may be open.
test("a dialog that follows another one at once stays", async () => {
  studio = await startStudio("--root", robots);
  const page = await open();
  await page.getByRole("heading", { name: "Look at a robot" }).waitFor();
  await page.keyboard.press("Control+o");
  const dialog = page.getByRole("dialog", { name: "Open a file" });
  await dialog.getByRole("button", { name: "arm.urdf" }).waitFor();
  await page.evaluate(() => {
    const press = () => window.dispatchEvent(new KeyboardEvent("keydown", { key: "?" }));
    new MutationObserver((_, observer) => {
      if (document.querySelector("dialog")) return;
      observer.disconnect();
      press();
    }).observe(document.body, { childList: true, subtree: true });
  });
  await dialog.getByRole("button", { name: "arm.urdf" }).click();
  const help = page.getByRole("dialog", { name: "Help" });
  await help.waitFor();
  await page.evaluate(async () => {
    for (let frames = 0; frames < 5; ++frames) await new Promise(requestAnimationFrame);
  });
  assert.equal(await help.count(), 1);
});

test("the robots of a file and the files of the command line are chosen", async () => {
  studio = await startStudio(`${robots}/two.romas`, `${robots}/arm.urdf`);
  const page = await open();
  await page.getByLabel("Robots of this file").selectOption({ label: "second" });
  await page.getByRole("heading", { name: "second", level: 1 }).waitFor();
  await page.getByRole("button", { name: `${robots}/arm.urdf` }).click();
  await page.getByRole("heading", { name: "arm", level: 1 }).waitFor();
  assert.equal(await page.getByRole("button", { name: `${robots}/arm.urdf` }).getAttribute("aria-current"), "true");
});

test("what one tab opens, the others show", async () => {
  studio = await startStudio(`${robots}/arm.urdf`, `${robots}/two.romas`);
  const [one, other] = [await open(), await open()];
  await other.getByRole("heading", { name: "arm", level: 1 }).waitFor();
  await one.getByRole("button", { name: `${robots}/two.romas` }).click();
  await other.getByRole("heading", { name: "first", level: 1 }).waitFor();
});

// Waits until the program has kept what was chosen, which may be after the page shows it.
const isKept = (page, language, theme) =>
  page.waitForResponse((response) => {
    if (!response.url().endsWith("/api/preferences")) return false;
    const sent = response.request().postDataJSON();
    return sent.language === language && sent.theme === theme;
  });

test("language and theme are kept for the next start", async () => {
  studio = await startStudio("--root", robots);
  let page = await open();
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Language").selectOption({ label: "한국어" });
  const kept = isKept(page, "ko", "dark");
  await page.getByLabel("테마").selectOption({ label: "어둡게" });
  await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
  await kept;
  assert.equal(await studio.end(), 0);
  await page.getByText("romas-studio가 더 이상 응답하지 않습니다.").waitFor();
  await opened[0].context.close();
  opened.length = 0;

  studio = await startStudio("--root", robots);
  page = await open();
  await page.getByRole("heading", { name: "로봇 살펴보기" }).waitFor();
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), "dark");
  await page.getByRole("button", { name: "설정" }).click();
  await page.getByLabel("언어").selectOption("");
  const reset = isKept(page, "", "");
  await page.getByLabel("Theme").selectOption("");
  await page.waitForFunction(() => document.documentElement.lang === "en");
  await reset;
});

test("without a token there is nothing", async () => {
  studio = await startStudio(`${robots}/arm.urdf`);
  const session = await openPage(browser, studio, { address: studio.origin });
  await session.page.getByText("This page has no right to ask.").waitFor();
  assert.equal(await session.page.getByRole("button").count(), 0);
  assert.deepEqual(session.problems.filter((problem) => !problem.includes("403")), []);
  await session.context.close();
  // A tab remembers its token, and so does its reload.
  const page = await open();
  await page.getByRole("heading", { name: "arm", level: 1 }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "arm", level: 1 }).waitFor();
});

test("a reload before the first answer keeps the right to ask", async () => {
  studio = await startStudio(`${robots}/arm.urdf`);
  let questions = 0;
  let prepare;
  const asked = new Promise((resolve) => {
    prepare = (page) =>
      page.route("**/api/hello", (route) => {
        questions += 1;
        return questions === 1 ? resolve() : route.continue(); // the first one is never answered
      });
  });
  const session = await openPage(browser, studio, { prepare });
  await asked;
  assert.equal(new URL(session.page.url()).hash, "");
  await session.page.reload();
  await session.page.getByRole("heading", { name: "arm", level: 1 }).waitFor();
  assert.equal(questions, 2);
  await session.context.close();
});

test("names of a hostile description are texts", async () => {
  studio = await startStudio(`${robots}/hostile.urdf`);
  const page = await open();
  await page.getByRole("heading", { name: "<img src=x onerror=alert(1)>", level: 1 }).waitFor();
  assert.equal(await page.locator("img").count(), 0);
  assert.equal(await page.locator("script").count(), 1);
});

test("a page of another origin gets nothing", async (context) => {
  studio = await startStudio(`${robots}/arm.urdf`);
  const token = /token=(\w+)/.exec(studio.address)[1];
  const foreign = createServer((_, response) => response.setHeader("Content-Type", "text/html").end("<!doctype html><title>x</title>"));
  await new Promise((listening) => foreign.listen(0, "127.0.0.1", listening));
  context.after(() => foreign.close());
  const elsewhere = await browser.newContext();
  const page = await elsewhere.newPage();
  await page.goto(`http://127.0.0.1:${foreign.address().port}/`);
  const got = await page.evaluate(async ([origin, token]) => {
    const loads = (tag, url) =>
      new Promise((settle) => {
        const element = document.createElement(tag);
        element.onload = () => settle(tag !== "iframe" || element.contentDocument !== null);
        element.onerror = () => settle(false);
        element.src = url;
        document.body.append(element);
      });
    const reads = (url, options) => fetch(url, options).then(() => true, () => false);
    const connects = () =>
      new Promise((settle) => {
        const socket = new WebSocket(`${origin.replace("http", "ws")}/api/live`, ["romas-live-1", token]);
        socket.onopen = () => settle(true);
        socket.onerror = () => settle(false);
      });
    return {
      fetch: await reads(`${origin}/`),
      withToken: await reads(`${origin}/api/scene`, { headers: { "Romas-Token": token } }),
      json: await reads(`${origin}/api/preferences`, { method: "POST", headers: { "Content-Type": "application/json", "Romas-Token": token }, body: '{"language":"ko","theme":""}' }),
      script: await loads("script", `${origin}/studio.js`),
      image: await loads("img", `${origin}/api/scene`),
      frame: await loads("iframe", `${origin}/`),
      socket: await connects(),
    };
  }, [studio.origin, token]);
  assert.deepEqual(got, { fetch: false, withToken: false, json: false, script: false, image: false, frame: false, socket: false });
  await elsewhere.close();
  const own = await open();
  await own.getByRole("heading", { name: "arm", level: 1 }).waitFor();
  assert.equal(await own.evaluate(() => document.documentElement.lang), "en");
});

// The panels beside the space, and the list of layers.
async function everyPanel(page, width, [, , , ...panels], look) {
  const [layers, ...tabs] = panels;
  for (const tab of tabs) {
    await page.getByRole(width > 900 ? "tab" : "button", { name: tab }).first().click();
    await look(page, `panel-${tabs.indexOf(tab)}`);
  }
  if (width < 900) await page.locator(".narrow button").first().click();
  await page.getByRole("button", { name: layers }).click();
  await look(page, "layers");
  await page.keyboard.press("Escape");
}

test("every screen is accessible and fits, in both languages and themes", async () => {
  studio = await startStudio(`${robots}/arm.urdf`, `${robots}/broken.urdf`, "--read-only");
  const empty = await startStudio("--root", robots, "--read-only");
  const names = {
    en: ["Open…", "Settings", "Help", "Layers", "Properties", "Joints", "Problems", "Source", "Tree"],
    ko: ["열기…", "설정", "도움말", "레이어", "속성", "관절", "문제", "소스", "트리"],
  };
  const shown = (page) => page.locator("header").waitFor();
  const looks = [["en", "light", 1200], ["en", "dark", 1200], ["ko", "light", 1200], ["ko", "dark", 1200], ["en", "light", 320], ["ko", "dark", 320]];
  for (const [locale, colorScheme, width] of looks) {
    const settings = { locale, colorScheme, viewport: { width, height: 800 } };
    const start = await openPage(browser, empty, settings);
    opened.push(start);
    await shown(start.page);
    const page = await open(settings);
    await drawn(page);
    const look = async (target, name) => {
      assert.deepEqual(await accessibilityProblems(target), [], `${name} ${locale} ${colorScheme} ${width}`);
      assert.equal(await target.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${name} is wider than ${width}`);
      await target.screenshot({ path: folder(`${name}-${locale}-${colorScheme}-${width}.png`) });
    };
    await look(start.page, "start");
    await look(page, "robot");
    if (locale === "en" ? colorScheme === "light" : colorScheme === "dark") await everyPanel(page, width, names[locale], look);
    for (const [index, button] of names[locale].slice(0, 3).entries()) {
      await page.getByRole("button", { name: button, exact: true }).first().click();
      await page.getByRole("dialog").waitFor();
      if (index === 0) await page.locator(".entries li").first().waitFor();
      await look(page, ["open", "settings", "help"][index]);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
  }
  for (const { context, problems } of opened.splice(0)) {
    await context.close();
    assert.deepEqual(problems, []);
  }
  await empty.end();
});
