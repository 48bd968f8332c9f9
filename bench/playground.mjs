// How long the page that holds the compiler takes from nothing to its first finding: node bench/playground.mjs PAGE PACKAGES CHROMIUM
//   PAGE  the folder that ./x playground makes     PACKAGES  the folder whose node_modules has playwright-core
// Each time is that of a new browser, which has nothing in its caches, until a finding is on the screen. The text comes by a link.
import { createRequire } from 'node:module';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { servePage } from '../test/playground/page.mjs';

const [folder, packages, executablePath] = process.argv.slice(2);
const { chromium } = createRequire(path.resolve(packages, 'package.json'))('playwright-core');
const TIMES = 5;

const robot = '<robot name="arm">\n  <link name="base"/>\n  <link name="hand"/>\n  <joint name="wrist" type="fixed"><parent link="base"/><child link="hnd"/></joint>\n</robot>\n';
const text = deflateRawSync(JSON.stringify({ open: '/robot/arm.urdf', files: { '/robot/arm.urdf': robot } })).toString('base64url');
const site = await servePage(path.resolve(folder));
const median = (all) => all.sort((a, b) => a - b)[all.length >> 1];
const milliseconds = (time) => `${Math.round(time)} ms`;

const cold = [], warm = [], typed = [];
for (let i = 0; i < TIMES; ++i) {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'] });
  const page = await (await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })).newPage();
  const first = async (start) => {
    await start();
    await page.getByText("refers to link 'hnd'").first().waitFor();
    return page.evaluate(() => performance.now());
  };
  cold.push(await first(() => page.goto(`${site.address}#text=${text}`, { waitUntil: 'commit' })));
  await page.locator('.cm-lintRange-error').first().waitFor();
  warm.push(await first(() => page.reload({ waitUntil: 'commit' })));
  await page.locator('.cm-lintRange-error').first().waitFor();
  await page.locator('.cm-line', { hasText: 'hnd' }).click();
  await page.keyboard.press('End');
  const began = await page.evaluate(() => performance.now());
  await page.keyboard.insertText('<link name="base"/>');
  await page.locator('.problems').getByText("'base' is defined twice").first().waitFor();
  typed.push((await page.evaluate(() => performance.now())) - began);
  await browser.close();
}
site.end();
console.log(`from a link to the first finding, in a new browser   ${milliseconds(median(cold))}`);
console.log(`the same once more                                   ${milliseconds(median(warm))}`);
console.log(`from a key to a new finding                          ${milliseconds(median(typed))}`);
