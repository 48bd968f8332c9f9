// Where urdf-loader, which knows nothing of romasc, puts the links of a URDF: it runs in a page of its own, from the packages of the tests.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const packages = join(process.env.ROMAS_STUDIO_PACKAGES, "node_modules");
const ORIGIN = "http://witness.test";
const PAGE = `<!doctype html><script type="importmap">{"imports": {"three": "/three/build/three.module.js", "three/examples/jsm/": "/three/examples/jsm/"}}</script>
<script type="module">import URDFLoader from "/urdf-loader/src/URDFLoader.js"; globalThis.URDFLoader = URDFLoader;</script>`;

export async function openWitness(browser) {
  const context = await browser.newContext();
  await context.route("**/*", (route) => {
    const path = new URL(route.request().url()).pathname;
    const file = join(packages, path);
    if (path === "/") return route.fulfill({ contentType: "text/html", body: PAGE });
    if (!existsSync(file)) return route.abort();
    return route.fulfill({ contentType: "text/javascript", body: readFileSync(file) });
  });
  const page = await context.newPage();
  await page.goto(`${ORIGIN}/`);
  await page.waitForFunction(() => globalThis.URDFLoader !== undefined);
  return { page, close: () => context.close() };
}

// The poses (3 × 4, row by row) of links by name, where joints have these positions by name; null: it cannot read the text.
export const witnessPoses = (witness, text, positions) =>
  witness.page.evaluate(([text, positions]) => {
    const loader = new globalThis.URDFLoader();
    loader.parseVisual = loader.parseCollision = false;
    let robot;
    try {
      robot = loader.parse(text);
    } catch {
      return null;
    }
    for (const joint of Object.values(robot.joints)) joint.ignoreLimits = true;
    for (const [name, value] of Object.entries(positions)) robot.joints[name].setJointValue(value);
    robot.updateMatrixWorld(true);
    const rows = ({ elements: e }) => [0, 1, 2].flatMap((row) => [e[row], e[4 + row], e[8 + row], e[12 + row]]);
    return Object.fromEntries(Object.entries(robot.links).map(([name, link]) => [name, rows(link.matrixWorld)]));
  }, [text, positions]);
