// Solvers of a module of --emit=js: node ik.mjs MODULE LINK [POSES]. Of random positions within the limits each solution has
// the pose, its flags say what is so, and the position itself is among them.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";

const [file, link, poses = "1000"] = process.argv.slice(2);
const robot = await import(pathToFileURL(file).href);
const chain = robot.closed_forms[link];
const place = robot.link_names.indexOf(link);
const n = chain.joints.length;

let seed = 1;
function random() {
  seed = (seed * 48271) % 2147483647;
  return seed / 2147483647;
}
function pose_of(q) {
  const all = new Float64Array(12 * robot.link_names.length);
  robot.link_poses(q, all);
  return all.slice(12 * place, 12 * place + 12);
}
const turns = (a, b) => Math.abs(a - b - 2 * Math.PI * Math.round((a - b) / (2 * Math.PI)));

let solutions = 0, missed = 0, wrong = 0;
for (let k = 0; k < Number(poses); ++k) {
  const q = new Float64Array(robot.n_q);
  chain.q_index.forEach((at, i) => {
    const low = Math.max(chain.limits[i][0], -3), high = Math.min(chain.limits[i][1], 3);
    q[at] = low + (high - low) * random();
  });
  const pose = pose_of(q), own = chain.q_index.map((at) => q[at]);
  const found = robot.ik_solutions(link, pose, { given: chain.given_of(q), seed: own });
  solutions += found.length;
  for (const solution of found) {
    const there = Float64Array.from(q);
    chain.q_index.forEach((at, i) => (there[at] = solution.q[i]));
    const again = pose_of(there);
    const counts = (each) => chain.whole_pose || each % 4 === 3;
    if (!again.every((number, i) => !counts(i) || Math.abs(number - pose[i]) < 1e-9)) ++wrong;
    assert.ok(solution.within_limits);
    solution.q.forEach((angle, i) => assert.ok(angle >= chain.limits[i][0] && angle <= chain.limits[i][1]));
  }
  if (!found.some(({ q: there }) => there.every((angle, i) => Math.abs(angle - own[i]) < 1e-6)) && !found.some((each) => each.singular)) ++missed;
  const all = robot.ik_solutions(link, pose, { given: chain.given_of(q), beyond_limits: true });
  assert.ok(all.length >= found.length && all.length <= chain.most);
  // The nearest one, from beside.
  const beside = q.map((number) => number + 1e-4 * (random() - 0.5));
  for (const joint of chain.given) if (joint !== "swivel") beside[robot.q_index[robot.joint_names.indexOf(joint)]] = q[robot.q_index[robot.joint_names.indexOf(joint)]];
  const nearest = robot.ik_nearest(link, pose, beside);
  if (nearest !== null && chain.given[0] !== "swivel") assert.ok(Math.max(...nearest.map((number, i) => turns(number, beside[i]))) < 1 || found.some((each) => each.singular));
}
const nowhere = pose_of(new Float64Array(robot.n_q));
nowhere[3] += 100;
const none = chain.given.map(() => 0);
assert.equal(robot.ik_solutions(link, nowhere, { given: none }).length, 0);
assert.equal(robot.ik_nearest(link, nowhere, new Float64Array(robot.n_q)), null);
for (let k = 0; k < 12; ++k)
  for (const number of [NaN, Infinity]) {
    const pose = pose_of(new Float64Array(robot.n_q));
    pose[k] = number;
    assert.equal(robot.ik_solutions(link, pose, { given: none }).length, 0);
    assert.equal(robot.ik_nearest(link, pose, new Float64Array(robot.n_q)), null);
  }
assert.throws(() => robot.ik_solutions("nowhere", nowhere), /link 'nowhere' has no closed form/);
assert.throws(() => robot.ik_solutions("toString", nowhere), RangeError);
if (chain.given.length > 0) assert.throws(() => robot.ik_solutions(link, nowhere), /needs given values/);
console.log(`${n} joints, ${solutions} solutions, ${missed} missed, ${wrong} wrong`);
if (missed + wrong > 0 || solutions < Number(poses)) process.exit(1);
