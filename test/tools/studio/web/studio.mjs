// A romas-studio, a browser and a page of a test. The page may ask nobody but its studio, and nothing may be said in its console.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";

const { ROMAS_STUDIO, ROMAS_STUDIO_PACKAGES, ROMAS_CHROMIUM, ROMAS_TEST_FOLDER, ROMAS_TRACE } = process.env;
const require = createRequire(join(ROMAS_STUDIO_PACKAGES, "package.json"));
const { chromium } = require("playwright-core");
const { source: axe } = require("axe-core");

export const folder = (...names) => join(ROMAS_TEST_FOLDER, ...names);
mkdirSync(folder("home"), { recursive: true });

// WebGL is drawn by the processor: the same picture on every machine. Without it (`webgl: false`) there is no 3D view.
export const launchBrowser = ({ webgl = true } = {}) =>
  chromium.launch({
    executablePath: ROMAS_CHROMIUM,
    args: ["--no-sandbox", ...(webgl ? ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"] : ["--disable-gpu", "--disable-3d-apis"])],
  });

// Starts the program with these words, of which an object is more of its environment; `address` is what it prints, `end` waits for its
// exit status.
export async function startStudio(...words) {
  const options = words.filter((word) => typeof word === "string");
  const more = Object.assign({}, ...words.filter((word) => typeof word !== "string"));
  const child = spawn(ROMAS_STUDIO, ["--no-browser", ...options], {
    cwd: folder("home"),
    env: { PATH: process.env.PATH, HOME: folder("home"), ...(ROMAS_TRACE && { ROMAS_TRACE }), ...more },
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.once("exit", () => child.kill("SIGKILL")); // where a test has failed before its end
  let address;
  for await (const line of createInterface({ input: child.stdout })) {
    address = /http:\S+/.exec(line)?.[0];
    if (address) break;
  }
  if (!address) throw new Error("romas-studio printed no address");
  child.unref(); // a test that fails must not wait for it
  child.stdout.unref();
  const end = async () => {
    child.ref();
    const exit = once(child, "exit");
    child.kill("SIGTERM");
    return (await exit)[0];
  };
  return { address, origin: new URL(address).origin, end };
}

// A page in a context of its own, of a studio or of whatever else has an origin and may say where its socket is (`live`). `problems` collects what must not happen; `prepare` gets the page while it is empty; a browser says
// each refused request in the console, which is no problem for the statuses in `refusals`, and what `said` matches is none either.
// It has half the resolution, which is drawn in less time where there is no graphics processor; tests of pixels ask for 1.
export async function openPage(browser, studio, options = {}) {
  const { address = studio.address, prepare, refusals = [], said, ...settings } = options;
  const live = studio.live ?? `${studio.origin.replace("http", "ws")}/api/live`;
  const context = await browser.newContext({ locale: "en-GB", viewport: { width: 1200, height: 800 }, deviceScaleFactor: 0.5, ...settings });
  context.setDefaultTimeout(Number(process.env.ROMAS_TEST_WAIT ?? 120_000)); // a busy machine is no failure
  const problems = [];
  const watch = (page) => {
    page.on("console", (message) => {
      const refused = /the server responded with a status of (\d+)/.exec(message.text());
      if (said?.test(message.text())) return;
      if (!refused || !refusals.includes(Number(refused[1]))) problems.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
    page.on("dialog", (dialog) => problems.push(`dialog: ${dialog.message()}`));
  };
  context.on("page", watch);
  context.on("request", (request) => {
    const url = request.url().replace(/^blob:/, ""); // what the page has made itself
    if (!url.startsWith(`${studio.origin}/`) && !url.startsWith("data:")) problems.push(`request: ${url}`);
  });
  const page = await context.newPage();
  page.on("websocket", (socket) => {
    if (socket.url() !== live) problems.push(`socket: ${socket.url()}`);
  });
  await prepare?.(page);
  await page.goto(address);
  return { page, context, problems };
}

// Waits until something is drawn and every mesh is there; else says how far the page came.
export const drawn = async (page) => {
  const state = () => {
    const { view } = document.querySelector("canvas") ?? {};
    return view && { frames: view.frames, pending: view.pending, isEmpty: view.isEmpty };
  };
  try {
    await page.waitForFunction(() => {
      const { view } = document.querySelector("canvas") ?? {};
      return view !== undefined && view.frames > 0 && view.pending === 0 && !view.isEmpty;
    });
  } catch (error) {
    const [view, text] = await Promise.all([page.evaluate(state), page.evaluate(() => document.body.innerText)]);
    throw new Error(`nothing is drawn: ${JSON.stringify(view)}; the page says: ${text}`, { cause: error });
  }
};

// What axe finds, in short.
export async function accessibilityProblems(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join("; ")}`);
}
