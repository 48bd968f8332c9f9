// Generate/Compile Code as the page shows it, with answers of this test in place of a build: lines that overtake each other, and one motion.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { browserTests } from "./browser_tests.mjs";
import { LINKS, SHAPES_URDF } from "./robots.mjs";
import { accessibilityProblems, folder } from "./studio.mjs";

const robots = folder("generate");
const { test, openDrawn } = browserTests({ page: { viewport: { width: 1290, height: 760 } } });

mkdirSync(robots, { recursive: true });
writeFileSync(`${robots}/shapes.urdf`, SHAPES_URDF);

// Where the target is: each link above the one before, beside the robot.
const TARGET = LINKS.flatMap((_, link) => [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 3, link]);

// The page with a program of this test behind /api/build and /api/run; `progress` says that it has gone on.
async function open(jobs) {
  let progress;
  const page = await openDrawn([`${robots}/shapes.urdf`], {
    prepare: async (page) => {
      await page.routeWebSocket(/\/api\/live$/, (socket) => {
        socket.connectToServer();
        progress = () => socket.send(JSON.stringify({ event: "progress" }));
      });
      const respond = (name) => async (route) => {
        const { state, lines, wait = 0, ...more } = jobs[name];
        const from = Number(new URL(route.request().url()).searchParams.get("from") ?? 0);
        const said = { revision: 1, state, exit_status: 0, first_line: Math.min(from, lines.length), lines: lines.slice(from), ...more };
        await new Promise((done) => setTimeout(done, wait));
        await route.fulfill({ json: said });
      };
      await page.route(/\/api\/build/, respond("build"));
      await page.route(/\/api\/run(\?|$)/, respond("run"));
      await page.route(/\/api\/run\/log/, (route) => {
        jobs.logs = (jobs.logs ?? 0) + 1;
        const target = [0.2, 0.1, 0.1];
        return route.fulfill({ json: { revision: 1, time: [0, 1], q: [[0, 0, 0.5], target], target: [target, target], target_poses: TARGET } });
      });
    },
  });
  return { page, progress: () => progress() };
}

test("what a job says is told once, however fast it goes on, and its motion is played once", async () => {
  const jobs = {
    build: { state: "running", lines: ["configure", "compile"], controls: ["pd"], program: "", bytes: 0, command: "romasc" },
    run: { state: "none", lines: [] },
  };
  const { page, progress } = await open(jobs);
  await page.getByRole("button", { name: "Generate/Compile Code" }).click();
  const output = page.getByRole("dialog").locator("pre.output");
  await output.first().getByText("compile").waitFor();
  jobs.build.wait = 400;
  jobs.build.lines.push("link");
  progress();
  progress();
  await page.waitForTimeout(100);
  jobs.build.lines.push("test");
  jobs.build.wait = 0;
  progress();
  progress();
  await output.first().getByText("test").waitFor();
  assert.equal(await output.first().innerText(), "configure\ncompile\nlink\ntest");
  Object.assign(jobs.build, { state: "done", program: "/there/controller", bytes: 1000 });
  jobs.run = { state: "running", lines: ["cycle"] };
  progress();
  await page.getByRole("dialog").getByText("/there/controller").waitFor();
  await output.nth(1).getByText("cycle").waitFor();
  Object.assign(jobs.run, { state: "done", wait: 200 });
  for (let times = 0; times < 4; ++times) {
    progress();
    await page.waitForTimeout(30);
  }
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await page.getByRole("region", { name: "Motion of the program" }).waitFor();
  await page.waitForTimeout(1000);
  assert.equal(jobs.logs, 1);
});

test("the target stands beside the log that is played, half transparent, and can be taken away", async () => {
  const jobs = {
    build: { state: "done", lines: [], controls: ["pd"], program: "/there/controller", bytes: 1000, command: "romasc" },
    run: { state: "running", lines: [] },
  };
  const { page, progress } = await open(jobs);
  const besides = () =>
    page.evaluate(() => {
      const { ghosts, poses, scene } = document.querySelector(".canvas canvas").view;
      const box = ghosts.box(poses.subarray(12 * scene.links.length));
      return { count: ghosts.count, y: (box.min.y + box.max.y) / 2 };
    });
  await page.getByRole("button", { name: "Generate/Compile Code" }).click();
  await page.getByRole("dialog").getByText("/there/controller").waitFor();
  progress();
  await page.getByRole("dialog").getByText("Running…").waitFor();
  jobs.run = { state: "done", lines: [] };
  progress();
  const player = page.getByRole("region", { name: "Motion of the program", includeHidden: true });
  await player.waitFor({ state: "attached" });
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  const legend = page.locator(".legend").getByText("The target of the program");
  await legend.waitFor();
  const { count, y } = await besides();
  assert.equal(count, LINKS.length);
  assert.ok(Math.abs(y - 3) < 0.3, `the target is at y = ${y}`);
  // It is picked as what it is, no link of the robot.
  const seen = await page.evaluate(async () => {
    const { view } = document.querySelector(".canvas canvas");
    view.look("+x");
    view.fit();
    view.camera.update();
    const { x, y } = view.camera.project(view.camera.target.clone().set(0, 3, 0.1));
    return view.pick(x, y);
  });
  assert.equal(seen?.kind, "ghost");
  assert.deepEqual(await accessibilityProblems(page), []);
  const shows = player.getByRole("button", { name: "Target" });
  assert.equal(await shows.getAttribute("aria-pressed"), "true");
  await shows.focus();
  await page.keyboard.press("Enter");
  await legend.waitFor({ state: "detached" });
  assert.equal((await besides()).count, 0);
  await page.keyboard.press("Enter");
  await legend.waitFor();
  await player.getByRole("button", { name: "End" }).click();
  await legend.waitFor({ state: "detached" });
  assert.equal((await besides()).count, 0);
});
