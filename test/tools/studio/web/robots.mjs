// A robot of boxes, a ball and a roller, and where its links are: computed here, apart from the program.
export const SHAPES_URDF = `<robot name="shapes">
  <material name="red"><color rgba="0.9 0.1 0.1 1"/></material>
  <material name="green"><color rgba="0.1 0.8 0.1 1"/></material>
  <material name="blue"><color rgba="0.1 0.2 0.9 1"/></material>
  <link name="base">
    <visual><origin xyz="0 0 0.1"/><geometry><box size="0.4 0.3 0.2"/></geometry><material name="red"/></visual>
    <collision><origin xyz="0 0 0.1"/><geometry><box size="0.6 0.6 0.2"/></geometry></collision>
    <inertial><origin xyz="0 0 0.1"/><mass value="4"/><inertia ixx="0.04" ixy="0" ixz="0" iyy="0.06" iyz="0" izz="0.08"/></inertial>
  </link>
  <link name="arm">
    <visual><origin xyz="0 0 0.25"/><geometry><box size="0.1 0.12 0.5"/></geometry><material name="green"/></visual>
    <inertial><origin xyz="0 0 0.25"/><mass value="1"/><inertia ixx="0.02" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.002"/></inertial>
  </link>
  <link name="ball">
    <visual><origin xyz="0 0 0.1"/><geometry><sphere radius="0.09"/></geometry><material name="blue"/></visual>
    <inertial><origin xyz="0 0 0.1"/><mass value="0.5"/><inertia ixx="0.001" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.001"/></inertial>
  </link>
  <link name="roller">
    <visual><origin xyz="0 0.2 0" rpy="1.5707963267948966 0 0"/><geometry><cylinder radius="0.05" length="0.2"/></geometry></visual>
    <inertial><origin xyz="0 0.2 0"/><mass value="0.2"/><inertia ixx="0.001" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.001"/></inertial>
  </link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="arm"/><origin xyz="0 0 0.2"/><axis xyz="0 1 0"/>
    <limit lower="-1.5" upper="1.2" effort="5" velocity="2"/></joint>
  <joint name="slide" type="prismatic"><parent link="arm"/><child link="ball"/><origin xyz="0 0 0.5"/><axis xyz="0 0 1"/>
    <limit lower="0" upper="0.3" effort="20" velocity="1"/></joint>
  <joint name="follow" type="revolute"><parent link="arm"/><child link="roller"/><origin xyz="0 0 0.25"/><axis xyz="1 0 0"/>
    <limit lower="-3" upper="3" effort="5" velocity="2"/><mimic joint="shoulder" multiplier="-2" offset="0.5"/></joint>
</robot>
`;
export const LINKS = ["base", "arm", "ball", "roller"];

const compose = (a, b) => ({
  R: [0, 1, 2].map((i) => [0, 1, 2].map((j) => a.R[i][0] * b.R[0][j] + a.R[i][1] * b.R[1][j] + a.R[i][2] * b.R[2][j])),
  t: a.t.map((value, i) => value + a.R[i][0] * b.t[0] + a.R[i][1] * b.t[1] + a.R[i][2] * b.t[2]),
});
const ONE = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
const moved = (...t) => ({ R: ONE, t });
const aboutX = (angle) => ({ R: [[1, 0, 0], [0, Math.cos(angle), -Math.sin(angle)], [0, Math.sin(angle), Math.cos(angle)]], t: [0, 0, 0] });
const aboutY = (angle) => ({ R: [[Math.cos(angle), 0, Math.sin(angle)], [0, 1, 0], [-Math.sin(angle), 0, Math.cos(angle)]], t: [0, 0, 0] });

// The solids of the links in {g}, with the shoulder at an angle (rad) and the slide at a distance (m).
export function solidsAt(shoulder, slide) {
  const arm = compose(moved(0, 0, 0.2), aboutY(shoulder));
  const ball = compose(arm, moved(0, 0, 0.5 + slide));
  const roller = compose(compose(arm, moved(0, 0, 0.25)), aboutX(0.5 - 2 * shoulder));
  return [
    { link: 0, pose: moved(0, 0, 0.1), box: [0.4, 0.3, 0.2] },
    { link: 1, pose: compose(arm, moved(0, 0, 0.25)), box: [0.1, 0.12, 0.5] },
    { link: 2, pose: compose(ball, moved(0, 0, 0.1)), ball: 0.09 },
    { link: 3, pose: compose(compose(roller, moved(0, 0.2, 0)), aboutX(Math.PI / 2)), roller: [0.05, 0.2] },
  ];
}

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const column = (R, j) => [R[0][j], R[1][j], R[2][j]];

// The parameter range in which from + s·along is between −half and half; null: nowhere.
function slab(from, along, half) {
  if (Math.abs(along) < 1e-12) return Math.abs(from) <= half ? [-Infinity, Infinity] : null;
  const ends = [(-half - from) / along, (half - from) / along];
  return [Math.min(...ends), Math.max(...ends)];
}

const round = (a, b, c) => {
  const root = b * b - a * c;
  return root < 0 ? null : [(-b - Math.sqrt(root)) / a, (-b + Math.sqrt(root)) / a];
};

// Where a ray enters a solid; Infinity: nowhere.
function entry({ pose, box, ball, roller }, eye, along) {
  const away = eye.map((value, i) => value - pose.t[i]);
  const [o, d] = [away, along].map((v) => [0, 1, 2].map((j) => dot(v, column(pose.R, j))));
  let ranges;
  if (box) ranges = box.map((size, i) => slab(o[i], d[i], size / 2));
  else if (ball) ranges = [round(dot(d, d), dot(o, d), dot(o, o) - ball * ball)];
  else {
    const [radius, length] = roller;
    const a = d[0] * d[0] + d[1] * d[1];
    const sides = a < 1e-12 ? (Math.hypot(o[0], o[1]) <= radius ? [-Infinity, Infinity] : null) : round(a, o[0] * d[0] + o[1] * d[1], o[0] * o[0] + o[1] * o[1] - radius * radius);
    ranges = [sides, slab(o[2], d[2], length / 2)];
  }
  if (ranges.includes(null)) return Infinity;
  const [begin, end] = [Math.max(...ranges.map(([from]) => from)), Math.min(...ranges.map(([, to]) => to))];
  return begin <= end && end > 0 ? begin : Infinity;
}

// The link that a camera sees at a pixel; −1: none. `camera` is what View keeps of it.
export function linkSeen(solids, camera, size, x, y) {
  const { target, yaw, pitch, distance, parallel } = camera;
  const back = [Math.cos(pitch) * Math.cos(yaw), Math.cos(pitch) * Math.sin(yaw), Math.sin(pitch)];
  const right = [-Math.sin(yaw), Math.cos(yaw), 0];
  const up = [-Math.sin(pitch) * Math.cos(yaw), -Math.sin(pitch) * Math.sin(yaw), Math.cos(pitch)];
  const pixel = (2 * distance * Math.tan((17.5 * Math.PI) / 180)) / size.height;
  const across = (x - size.width / 2) * pixel;
  const above = (size.height / 2 - y) * pixel;
  const at = target.map((value, i) => value + across * right[i] + above * up[i]);
  const eye = (parallel ? at : target).map((value, i) => value + distance * back[i]);
  const along = parallel ? back.map((value) => -value) : at.map((value, i) => value - eye[i]);
  let [nearest, seen] = [Infinity, -1];
  for (const solid of solids) {
    const enters = entry(solid, eye, along);
    if (enters < nearest) [nearest, seen] = [enters, solid.link];
  }
  return seen;
}
