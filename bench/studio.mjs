// How fast the page of romas-studio is with large robots: node bench/studio.mjs [BUILD] [LINKS…] ("chain:10000" "tree:1000" "collada:10").
// "collada:10" is one Collada file of so many megabytes. The longest piece is what kept the page longest from answering while meshes came: of the
// browser's own list of tasks of 50 ms and more (Long Tasks), the longest from the answer with the first mesh until everything is drawn.
// It needs Chromium and the packages of the page's tests, as a build with tests has them; rendering is by the processor.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

const [build = "build", ...asked] = process.argv.slice(2);
const robots = asked.length > 0 ? asked : ["tree:1000", "meshes:1000", "chain:10000"];
const STEPS = 20;
const require = createRequire(resolve(process.env.ROMAS_STUDIO_PACKAGES ?? join(build, "test/tools/studio/web"), "package.json"));
const { chromium } = require("playwright-core");
const folder = mkdtempSync(join(tmpdir(), "romas-bench-"));

// A pyramid of so many sides, as a binary STL.
function pyramid(sides, height) {
  const bytes = Buffer.alloc(84 + 50 * sides);
  bytes.writeUInt32LE(sides, 80);
  const at = (k) => [0.03 * Math.cos((2 * Math.PI * k) / sides), 0.03 * Math.sin((2 * Math.PI * k) / sides), 0];
  for (let k = 0; k < sides; ++k) {
    [...at(k), ...at(k + 1), 0, 0, height].forEach((value, i) => bytes.writeFloatLE(value, 84 + 50 * k + 12 + 4 * i));
  }
  return bytes;
}

// A field of hills as Collada of so many megabytes: positions, normals, and triangles in one list.
function collada(megabytes) {
  const side = Math.round(Math.sqrt((megabytes * 1e6) / 90));
  const [points, normals, corners] = [[], [], []];
  for (let y = 0; y < side; ++y) {
    for (let x = 0; x < side; ++x) {
      points.push(`${(x / side).toFixed(5)} ${(y / side).toFixed(5)} ${(0.05 * Math.sin(x / 9) * Math.cos(y / 7)).toFixed(6)}`);
      normals.push(`${(0.1 * Math.sin(x)).toFixed(5)} ${(0.1 * Math.cos(y)).toFixed(5)} 0.99000`);
      const at = y * side + x;
      if (x + 1 < side && y + 1 < side) corners.push(...[at, at + 1, at + side, at + 1, at + side + 1, at + side].map((k) => `${k} ${k}`));
    }
  }
  const source = (id, rows) => `<source id="${id}"><float_array id="${id}-a" count="${3 * rows.length}">${rows.join(" ")}</float_array><technique_common>` +
    `<accessor source="#${id}-a" count="${rows.length}" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>`;
  return `<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><unit meter="1"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh>${source("p", points)}${source("n", normals)}<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="${corners.length / 3}"><input semantic="VERTEX" source="#v" offset="0"/><input semantic="NORMAL" source="#n" offset="1"/><p>${corners.join(" ")}</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>`;
}

// "chain": each link on the one before; "tree": ten on each; "meshes": a tree with a file of its own for each link.
function describe(kind, count) {
  if (kind === "collada") {
    const text = collada(count);
    writeFileSync(join(folder, "field.dae"), text);
    const path = join(folder, "field.urdf");
    writeFileSync(path, `<robot name="field"><link name="base"><visual><geometry><box size="0.1 0.1 0.1"/></geometry></visual></link>
<link name="field"><visual><geometry><mesh filename="field.dae"/></geometry></visual></link><joint name="j" type="revolute"><parent link="base"/><child link="field"/>
<axis xyz="0 0 1"/><limit lower="-0.1" upper="0.1" effort="1" velocity="1"/></joint></robot>`);
    return path;
  }
  const lines = [`<robot name="${kind}_${count}">`];
  for (let i = 0; i < count; ++i) {
    const size = (0.02 + 0.0001 * (i % 97)).toFixed(4);
    let shape = `<box size="${size} ${size} 0.06"/>`;
    if (kind === "meshes") {
      writeFileSync(join(folder, `m${i}.stl`), pyramid(24 + (i % 40), 0.05 + 1e-5 * i));
      shape = `<mesh filename="m${i}.stl"/>`;
    }
    lines.push(`<link name="l${i}"><visual><origin xyz="0 0 0.03"/><geometry>${shape}</geometry></visual></link>`);
    if (i === 0) continue;
    const parent = kind === "chain" ? i - 1 : Math.floor((i - 1) / 10);
    const at = kind === "chain" ? "0 0 0.06" : `${(0.08 * (((i - 1) % 10) - 4.5)).toFixed(3)} 0 0.08`;
    lines.push(`<joint name="j${i}" type="revolute"><parent link="l${parent}"/><child link="l${i}"/><origin xyz="${at}"/>` +
      `<axis xyz="${i % 2 ? "0 1 0" : "1 0 0"}"/><limit lower="-0.1" upper="0.1" effort="10" velocity="1"/></joint>`);
  }
  const path = join(folder, `${kind}_${count}.urdf`);
  writeFileSync(path, [...lines, "</robot>\n"].join("\n"));
  return path;
}

async function startStudio(path) {
  const child = spawn(process.env.ROMAS_STUDIO ?? join(build, "bin/romas-studio"), ["--no-browser", path], { env: { PATH: process.env.PATH, HOME: folder }, stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /http:\S+/.exec(line)?.[0];
    if (address) return { address, child };
  }
  throw new Error("romas-studio printed no address");
}

const drawn = (page) =>
  page.waitForFunction(() => {
    const { view } = document.querySelector("canvas") ?? {};
    return view && view.frames > 0 && view.pending === 0 && !view.isEmpty;
  }, null, { polling: 50, timeout: 120_000 });

// Each step is a move of the first slider, and counts until its picture is drawn.
const steps = (count) => async (page) =>
  page.evaluate(async (count) => {
    const { view } = document.querySelector("canvas");
    const slider = document.querySelector(".joint-row input[type=range]");
    const before = view.frames;
    const begun = performance.now();
    for (let i = 0; i < count; ++i) {
      const frames = view.frames;
      slider.value = String(0.1 * Math.sin(i + 1));
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      while (view.frames === frames) await new Promise(requestAnimationFrame);
    }
    return { ms: (performance.now() - begun) / count, frames: (view.frames - before) / count };
  }, count);

async function measure(robot) {
  const [kind, links] = robot.split(":");
  const path = describe(kind, Number(links));
  const begun = performance.now();
  const { address, child } = await startStudio(path);
  const served = performance.now();
  const browser = await chromium.launch({ executablePath: process.env.ROMAS_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  if (process.env.PAGE) {
    for (const name of ["studio.js", "studio.css"]) await page.route(`**/${name}`, (route) => route.fulfill({ path: join(process.env.PAGE, name), contentType: name.endsWith("js") ? "text/javascript" : "text/css" }));
  }
  await page.addInitScript(() => {
    globalThis.pieces = [];
    new PerformanceObserver((list) => globalThis.pieces.push(...list.getEntries())).observe({ type: "longtask", buffered: true });
  });
  const opening = performance.now();
  await page.goto(address);
  await drawn(page);
  const opened = performance.now();
  const longest = await page.evaluate(() => {
    const answers = performance.getEntriesByType("resource").filter(({ name }) => name.includes("/api/mesh/"));
    const from = Math.min(...answers.map(({ responseEnd }) => responseEnd), answers.length > 0 ? Infinity : 0);
    return Math.max(0, ...globalThis.pieces.filter(({ startTime, duration }) => startTime + duration > from).map(({ duration }) => duration));
  });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable");
  const scripts = async () => (await cdp.send("Performance.getMetrics")).metrics.find(({ name }) => name === "ScriptDuration").value;
  await steps(3)(page);
  const from = await scripts();
  if (process.env.PROFILE) {
    await cdp.send("Profiler.enable");
    await cdp.send("Profiler.start");
  }
  const moved = await steps(STEPS)(page);
  if (process.env.PROFILE) {
    const { profile } = await cdp.send("Profiler.stop");
    writeFileSync(process.env.PROFILE, JSON.stringify(profile));
  }
  const script = ((await scripts()) - from) / STEPS;
  const scene = await page.evaluate(async () => {
    const { view } = document.querySelector("canvas");
    const { info } = view.renderer.gl;
    info.autoReset = false;
    info.reset();
    view.renderer.draw();
    const calls = info.render.calls;
    info.autoReset = true;
    await new Promise((later) => setTimeout(later, 300));
    const frames = view.frames;
    await new Promise((later) => setTimeout(later, 700));
    return { calls, atRest: view.frames - frames, renderer: view.renderer.gl.getContext().getParameter(0x1f01) };
  });
  await browser.close();
  child.kill();
  console.log(`${robot}: served after ${(served - begun).toFixed(0)} ms, opened in ${(opened - opening).toFixed(0)} ms, longest piece ${longest < 50 ? "below 50" : longest.toFixed(0)} ms; ` +
    `a step ${moved.ms.toFixed(1)} ms, script ${(1000 * script).toFixed(1)} ms; ${scene.calls} draw calls; ${scene.atRest} frames at rest`);
  return scene.renderer;
}

try {
  let renderer = "";
  for (const robot of robots) renderer = await measure(robot);
  console.log(`rendering: ${renderer}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
