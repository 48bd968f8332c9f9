// Real robots in the page: each opens without a word in the console, with and without its meshes, and its links are where urdf-loader puts
// them. Some of them, or with ROMAS_TEST_FULL=1 all; without the corpus, robots of our own alone.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { after, before, test as anyTest } from "node:test";
import { SHAPES_URDF } from "./robots.mjs";
import { folder, launchBrowser, openPage, startStudio } from "./studio.mjs";
import { openWitness, witnessPoses } from "./witness.mjs";

const { ROMAS_CORPUS: corpus = "", ROMAS_EXAMPLES: examples, ROMAS_TEST_FULL: full } = process.env;
const hasCorpus = existsSync(corpus);
const test = (name, options, run) => anyTest(name, { timeout: 900_000, ...options }, run);
const skip = !hasCorpus && `there is no corpus at ${corpus}`;

const LARGEST = 3_000_000; // bytes of a description
const filesIn = (folder, ending) =>
  existsSync(folder) ? readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(ending)).sort().map((name) => `${folder}/${name}`) : [];
// Every ninth of them, unless all are asked for.
const some = (files) => files.filter((file, index) => statSync(file).size <= LARGEST && (full || index % 9 === 0));
const real = some([...filesIn(`${corpus}/urdf`, ".urdf"), ...filesIn(`${corpus}/sdf`, ".sdf")]);
const ours = folder("ours");

let browser;
before(async () => {
  browser = await launchBrowser();
  mkdirSync(ours, { recursive: true });
  writeFileSync(`${ours}/shapes.urdf`, SHAPES_URDF);
  for (const file of ["six-axis/six-axis.assembly.xml", "arms/panda.romas", "gripper/gripper.romas", "humanoid/humanoid.romas", "quadruped/quadruped.romas"])
    execFileSync(process.env.ROMASC, [`${examples}/${file}`, "--emit=urdf", "-o", `${ours}/${file.replace("/", "-")}.urdf`], { stdio: "ignore" });
});
after(() => browser.close());

// Opens each file as another tab would, and waits until this page has drawn it, or says what is wrong with it.
async function openAll(files, options, check) {
  const studio = await startStudio("--read-only", ...options);
  const { page, context, problems } = await openPage(browser, studio, { viewport: { width: 1000, height: 500 } });
  await page.getByRole("banner").waitFor();
  for (const file of files) {
    const scene = await page.evaluate(async (path) => {
      const headers = { "Romas-Token": sessionStorage.getItem("romas-token"), "Content-Type": "application/json" };
      const { revision } = await (await fetch("/api/hello", { method: "POST", headers, body: "{}" })).json();
      return (await fetch("/api/open", { method: "POST", headers, body: JSON.stringify({ path, revision }) })).json();
    }, file);
    assert.equal(scene.error, undefined, file);
    await page.waitForFunction(([revision, draws]) => {
      const { view } = document.querySelector("canvas") ?? {};
      if (view === undefined || !document.querySelector(".document-name, h1, [role=tree], .empty, main")) return false;
      return draws ? view.scene?.revision === revision && view.pending === 0 && view.frames > 0 : view.scene === null;
    }, [scene.revision, scene.model !== null]).catch((problem) => assert.fail(`${file}: ${problem.message}; ${problems}`));
    await check?.(page, scene, file);
    assert.deepEqual(problems, [], file);
  }
  await context.close();
  assert.equal(await studio.end(), 0);
}

test("every robot of the corpus opens without an error, its meshes out of reach", { skip }, () => openAll(real, ["--root", corpus]));

test("every robot of the corpus opens without an error, with the meshes that are there", { skip }, () =>
  openAll(real, ["--root", corpus, "--package-path", `${corpus}/meshes`]));

function randomNumbers(seed) {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

// The poses that the program sends for positions: 3 × 4 a link, row by row.
const studioPoses = (page, scene, q) =>
  page.evaluate(([revision, robot, links, q]) =>
    new Promise((settle) => {
      const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/live`, ["romas-live-1", sessionStorage.getItem("romas-token")]);
      socket.binaryType = "arraybuffer";
      socket.onopen = () => socket.send(Float64Array.from([robot, revision, ...q]));
      socket.onmessage = ({ data }) => {
        if (typeof data === "string") return;
        socket.close();
        const poses = new Float32Array(data, 16, 12 * links);
        const rows = (at) => [0, 1, 2].flatMap((row) => [...poses.subarray(at + 3 * row, at + 3 * row + 3), poses[at + 9 + row]]);
        settle(Array.from({ length: links }, (_, link) => rows(12 * link)));
      };
    }), [scene.revision, scene.robot, scene.links.length, [...q]]);

test("links are where urdf-loader puts them, at positions by chance", {}, async () => {
  const witness = await openWitness(browser);
  const random = randomNumbers(20261123);
  const urdfs = [...filesIn(ours, ".urdf"), ...real.filter((file) => file.endsWith(".urdf"))];
  let compared = 0;
  const check = async (page, scene, file) => {
    if (scene.model === null) return;
    for (let times = 0; times < 3; ++times) {
      const q = scene.joints.flatMap((joint) => joint.variables.map(({ neutral }) => neutral));
      const positions = {};
      scene.joints.forEach((joint, index) => {
        if (joint.count !== 1 || joint.follows !== null) return;
        q[joint.q] = positions[scene.model.joints[index].name] = 2 * random() - 1;
      });
      const found = await studioPoses(page, scene, q);
      const text = readFileSync(file, "utf8");
      const wanted = await witnessPoses(witness, text, positions);
      if (wanted === null) {
        // It reads no joint of a link that is not declared, as Drake's "world".
        assert.ok(scene.model.links.some(({ name }) => !new RegExp(`<link\\s+name="${name}"`).test(text)), file);
        return;
      }
      scene.model.links.forEach(({ name }, link) => {
        if (wanted[name] === undefined) return;
        compared += 1;
        wanted[name].forEach((value, k) => assert.ok(Math.abs(found[link][k] - value) <= 1e-6 * (1 + Math.abs(value)), `${file}: link ${name} is at ${found[link]}, not ${wanted[name]}`));
      });
    }
  };
  await openAll(urdfs, ["--root", ours, ...(hasCorpus ? ["--root", corpus] : [])], check);
  await witness.close();
  assert.ok(compared > 30, `${compared} links were compared`);
});
