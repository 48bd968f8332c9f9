// A small library of Blocks that are cubes: bases, an arm, and what fits on it or does not.
// A cube of 0.1 m as OBJ.
export const CUBE = [
  ...[-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => `v ${x / 20} ${y / 20} ${z / 20}`))),
  "f 1 2 4 3", "f 5 7 8 6", "f 1 5 6 2", "f 3 4 8 7", "f 1 3 7 5", "f 2 6 8 4",
].join("\n") + "\n";

export const block = (id, name, kind, contacts) => `  <Block id="${id}" name="${name}" ${kind} tag="${kind.includes("true") ? "ends" : "middle"}">
    <shape pose="0;0;0" value="cube.obj"/>
    <contactPoints>
${contacts.map(([pose, type, rot, zero]) => `      <contact pose="${pose}" type="${type}" rotAxis="${rot}" zeroAxis="${zero}"/>`).join("\n")}
    </contactPoints>
    <mass value="1"/><com x="0" y="0" z="0"/><inertia Ixx="0.01" Iyy="0.01" Izz="0.01" Ixy="0" Iyz="0" Ixz="0"/>
  </Block>`;
const BASE = 'isBaseBlock="true" isToolBlock="false"';
const TOOL = 'isBaseBlock="false" isToolBlock="true"';
export const PLAIN = 'isBaseBlock="false" isToolBlock="false"';
export const BLOCKS = `<Blocks>
${block("1", "Base", BASE, [["0.05;0;0", "joint", "x", "z"], ["-0.05;0;0", "assembly", "-x", "z"], ["0;0;0.05", "joint", "z", "x"]])}
${block("2", "Arm", PLAIN, [["-0.05;0;0", "assembly", "-x", "z"], ["0.05;0;0", "joint", "x", "z"], ["0;0.05;0", "assembly", "y", "z"]])}
${block("3", "Pin", PLAIN, [["-0.05;0;0", "joint", "-x", "z"]])}
${block("4", "Tip", TOOL, [["-0.05;0;0", "assembly", "-x", "z"]])}
${block("5", "Stand", BASE, [["0;0;0.05", "joint", "z", "x"]])}
${block("6", "Plate", PLAIN, [["-0.05;0;0", "assembly", "-x", "y"], ["0.05;0;0", "joint", "x", "z"]])}
</Blocks>
`;
