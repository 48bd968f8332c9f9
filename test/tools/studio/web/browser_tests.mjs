// The opening and closing lines of tests in the browser: one browser for a file of tests; each test has a studio and a page, which end
// without a complaint, and finds no settings of another one.
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, afterEach, before, test as anyTest } from "node:test";
import { drawn, folder, launchBrowser, openPage, startStudio } from "./studio.mjs";

// `page`: how pages are opened unless a test says otherwise; a test that waits longer than `timeout` fails.
export function browserTests({ timeout = 300_000, page: usual = {} } = {}) {
  let browser, studio, session;
  const forget = () => rmSync(folder("home", ".config"), { recursive: true, force: true });

  // Ends what a test has opened, before it opens the next.
  async function end() {
    const [page, program] = [session, studio];
    session = studio = undefined;
    await page?.context.close();
    if (program) assert.equal(await program.end(), 0);
    assert.deepEqual(page?.problems ?? [], []);
  }

  // A studio with these words on its command line, and its page.
  async function open(words, { browser: other, ...options } = {}) {
    await end();
    studio = await startStudio(...words);
    session = await openPage(other ?? browser, studio, { ...usual, ...options });
    return session.page;
  }

  before(async () => {
    forget();
    browser = await launchBrowser();
  });
  after(() => browser.close());
  afterEach(async () => {
    await end();
    forget();
  });
  return {
    test: (name, run) => anyTest(name, { timeout }, run),
    open,
    end,
    openDrawn: async (words, options) => {
      const page = await open(words, options);
      await drawn(page);
      return page;
    },
  };
}
