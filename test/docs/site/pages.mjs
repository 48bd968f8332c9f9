// Every page of the site in a browser, or only some.
// Usage: ROMAS_CHROMIUM=… ROMAS_STUDIO_PACKAGES=… node pages.mjs SITE [PAGE…]
//
// The site is served in a folder of a server. No page may say anything in the console, ask for anything elsewhere or
// in vain, or be wider than a narrow window. Some pages are seen in a wide one, too, with texts of enough contrast in
// both themes. The search finds what it should, also from the disk.
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const require = createRequire(join(process.env.ROMAS_STUDIO_PACKAGES, "package.json"));
const { chromium } = require("playwright-core");
const { source: axe } = require("axe-core");
const site = resolve(process.argv[2]);
const FOLDER = "/some/folder/";
const TYPES = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".webp": "image/webp" };
const PAGES_AT_ONCE = 4;
const LOOKED_AT = ["index.html", "docs/tutorial.html", "docs/language.html", "docs/diagnostics/inertia-triangle.html", "docs/passes.html", "runtime/romas/controllers.hpp.html"];
// Words, and a page that the search must show for them.
const SEARCHES = [["inertia-triangle", "docs/diagnostics/inertia-triangle.html"], ["clamp", "docs/language.html"], ["computedtorque", "runtime/romas/controllers.hpp.html"]];

const problems = [];
const some = process.argv.slice(3);
const all = () => readdirSync(site, { recursive: true }).filter((name) => name.endsWith(".html")).sort();
const files = some.length ? some : all();

const server = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
  try {
    if (!path.startsWith(FOLDER)) throw new Error("outside of the folder");
    const bytes = readFileSync(join(site, path.slice(FOLDER.length)));
    response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream", "Cache-Control": "max-age=600" }).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const origin = `http://127.0.0.1:${server.address().port}`;

const browser = await chromium.launch({ executablePath: process.env.ROMAS_CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });

// A page that notes what must not happen.
async function open(options = {}) {
  const context = await browser.newContext({ viewport: { width: 400, height: 800 }, ...options });
  const page = await context.newPage();
  const say = (text) => problems.push(`${page.url()}: ${text}`);
  page.on("console", (message) => say(`the console says '${message.text()}'`));
  page.on("pageerror", (error) => say(`a script failed: ${error}`));
  page.on("requestfailed", (request) => request.failure()?.errorText === "net::ERR_ABORTED" || say(`'${request.url()}' failed`)); // the page was left
  page.on("response", (response) => response.status() >= 400 && say(`'${response.url()}' has the status ${response.status()}`));
  page.on("request", (request) => !/^(data:|file:)/.test(request.url()) && !request.url().startsWith(origin + FOLDER) && say(`it asks for '${request.url()}'`));
  return page;
}

async function narrowEnough(page, name) {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (beyond > 0) problems.push(`${name}: ${beyond} pixels wider than a window of ${page.viewportSize().width}`);
}

async function look(names) {
  const page = await open();
  for (const name of names) {
    await page.goto(origin + FOLDER + name, { waitUntil: "load" });
    await narrowEnough(page, name);
  }
  await page.context().close();
}

async function contrast(name, colorScheme) {
  const page = await open({ colorScheme, viewport: { width: 1300, height: 800 } });
  await page.goto(origin + FOLDER + name);
  await narrowEnough(page, name);
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["color-contrast", "link-name", "button-name", "label", "duplicate-id", "scrollable-region-focusable"] }));
  for (const { id, nodes } of found.violations) problems.push(`${name}, ${colorScheme}: ${id} at ${nodes.slice(0, 3).map((node) => node.html).join(", ")}`);
  await page.context().close();
}

async function themes(name, colorScheme) {
  const page = await open({ colorScheme, viewport: { width: 1300, height: 800 } });
  await page.goto(origin + FOLDER + name);
  const theme = await page.evaluate(() => document.documentElement.dataset.theme);
  if (theme !== colorScheme) problems.push(`${name}: the theme is ${theme} where the system says ${colorScheme}`);
  await page.locator(".theme").click();
  await page.reload();
  if ((await page.evaluate(() => document.documentElement.dataset.theme)) === colorScheme) problems.push(`${name}: the chosen theme is forgotten`);
  await page.context().close();
}

async function search(base, [words, wanted]) {
  const page = await open();
  await page.goto(`${base}index.html`);
  await page.locator(".menu").click();
  await page.locator("#navigation input").fill(words);
  await page.keyboard.press("Enter");
  await page.locator(`#search-results a[href*="${wanted}"]`).first().waitFor({ timeout: 20_000 }).catch(() => problems.push(`the search for '${words}' in ${base} does not find ${wanted}`));
  await page.waitForLoadState("networkidle");
  await page.context().close();
}

const shares = Array.from({ length: PAGES_AT_ONCE }, (_, share) => files.filter((_, index) => index % PAGES_AT_ONCE === share));
await Promise.all(shares.map(look));
for (const scheme of ["light", "dark"]) await Promise.all((some.length ? some : LOOKED_AT).map((name) => contrast(name, scheme)));
if (!some.length) {
  for (const scheme of ["light", "dark"]) await themes("index.html", scheme);
  for (const words of SEARCHES) await search(origin + FOLDER, words);
  await search(pathToFileURL(site + "/").href, SEARCHES[0]);
}
await browser.close();
server.close();
console.log([...problems, `${files.length} pages rendered, ${problems.length} problems`].join("\n"));
process.exitCode = problems.length || (!some.length && files.length < 200) ? 1 : 0;
