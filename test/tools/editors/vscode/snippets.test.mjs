// Every snippet, put where it belongs, is compiled by romasc without an error or warning.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { extension } from "./packages.mjs";
import { expansions } from "./snippets.mjs";
import { Workplace } from "./workplace.mjs";

const inertial =
  '<inertial><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial>';
const body = (name) => `<link name="${name}">${inertial}</link>`;
const fixed = (child) =>
  `<joint name="j_${child}" type="fixed"><parent link="base_link"/><child link="${child}"/></joint>`;
const turning = (child) =>
  `<joint name="leader" type="revolute"><parent link="base_link"/><child link="${child}"/>
    <axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="9" velocity="2"/></joint>`;
const urdf = (content) => `<robot name="r"><link name="base_link"/>${content}</robot>`;
const xacro = (content) =>
  `<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"><link name="base_link"/>${content}</robot>`;
const sdf = (content) =>
  `<sdf version="1.11"><model name="m">${sdfBody("base_link")}${content}</model></sdf>`;
const sdfInertial =
  "<inertial><mass>1</mass>" +
  "<inertia><ixx>0.01</ixx><iyy>0.01</iyy><izz>0.01</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial>";
const sdfBody = (name) => `<link name="${name}">${sdfInertial}</link>`;
const sdfFixed = (child) =>
  `<joint name="j_${child}" type="fixed"><parent>base_link</parent><child>${child}</child></joint>`;
const sdfLeader = `${sdfBody("first")}<joint name="leader" type="revolute"><parent>base_link</parent><child>first</child>
  <axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>1</upper><effort>9</effort><velocity>2</velocity></limit></axis></joint>`;
const romas = (content) =>
  `robot r { link base { mass 1 kg; inertia (1, 1, 1) * 1e-2 kg*m^2; }\n${content}\n}`;
const arm = "link arm { mass 1 kg; inertia (1, 1, 1) * 1e-2 kg*m^2; }";
const armAtBase = "joint : fixed base -> arm;";

const PART =
  '<xacro:macro name="part" params="name parent *origin"><link name="${name}"/>' +
  '<joint name="${name}_joint" type="fixed"><parent link="${parent}"/><child link="${name}"/>' +
  '<xacro:insert_block name="origin"/></joint></xacro:macro>';
const ELBOWED = `robot arm {
  link base; link camera; frame tip on fore { at xyz(0.4 m, 0, 0); }
  link fore { mass 1 kg; inertia (1, 1, 1) * 1e-2 kg*m^2; }
  joint : fixed base -> camera;
  joint elbow : revolute base -> fore { axis x; limit -100 deg .. 100 deg effort 9 N*m velocity 2 rad/s; }
}`;
const toolJoint = fixed("tool");
const whole = (text) => text;

// Where each snippet stands.
const PLACES = {
  "urdf-robot": whole,
  "urdf-link": (text) => urdf(text + fixed("link")),
  "urdf-frame": urdf,
  "urdf-inertial": (text) => urdf(`<link name="a">${text}</link>${fixed("a")}`),
  "urdf-visual": (text) => urdf(`<link name="a">${inertial}${text}</link>${fixed("a")}`),
  "urdf-mesh": (text) => urdf(`<link name="a">${inertial}${text}</link>${fixed("a")}`),
  "urdf-collision": (text) => urdf(`<link name="a">${inertial}${text}</link>${fixed("a")}`),
  "urdf-revolute": (text) => urdf(body("link") + text),
  "urdf-continuous": (text) => urdf(body("link") + text),
  "urdf-prismatic": (text) => urdf(body("link") + text),
  "urdf-fixed": (text) => urdf(body("link") + text),
  "urdf-mimic": (text) => urdf(body("first") + turning("first") + body("link") + text),
  "urdf-material": urdf,
  "urdf-ros2-control": (text) => urdf(body("first") + turning("first") + text),
  "urdf-transmission": (text) => urdf(body("first") + turning("first") + text),
  "urdf-gazebo": urdf,
  "xacro-robot": whole,
  "xacro-arg": (text) => xacro(`${text}<material name="m_$(arg argument)"/>`),
  "xacro-property": (text) => xacro(`${text}<material name="m_\${radius}"/>`),
  "xacro-macro": (text) =>
    xacro(`${text}<xacro:part name="left" parent="base_link"><origin xyz="0 0 0"/></xacro:part>`),
  "xacro-call": (text) => xacro(PART + text),
  "xacro-if": (text) => xacro(`<xacro:property name="with_tool" value="True"/>${text}${toolJoint}`),
  "xacro-unless": (text) => xacro(`<xacro:property name="with_tool" value="False"/>${text}`),
  "xacro-include": xacro,
  "xacro-inertia-box": (text) =>
    xacro(`${text}<link name="a"><xacro:box_inertia mass="1" x="0.1" y="0.1" z="0.1"/></link>${fixed("a")}`),
  "xacro-inertia-cylinder": (text) =>
    xacro(
      `${text}<link name="a"><xacro:cylinder_inertia mass="1" radius="0.1" length="0.1"/></link>${fixed("a")}`,
    ),
  "sdf-model": whole,
  "sdf-link": (text) => sdf(text + sdfFixed("link")),
  "sdf-visual": (text) => sdf(`<link name="a">${sdfInertial}${text}</link>${sdfFixed("a")}`),
  "sdf-revolute": (text) => sdf(sdfBody("link") + text),
  "sdf-prismatic": (text) => sdf(sdfBody("link") + text),
  "sdf-fixed": (text) => sdf(sdfBody("link") + text),
  "sdf-mimic": (text) => sdf(sdfLeader + sdfBody("link") + text),
  "sdf-frame": sdf,
  "sdf-imu": (text) => sdf(`<link name="a">${sdfInertial}${text}</link>${sdfFixed("a")}`),
  robot: whole,
  link: (text) => romas(`${text}\n${armAtBase}`),
  "link-inertia": (text) => romas(`${text}\n${armAtBase}`),
  revolute: (text) => romas(arm + text),
  continuous: (text) => romas(arm + text),
  prismatic: (text) => romas(arm + text),
  fixed: (text) => romas(arm + text),
  mimic: (text) =>
    romas(`${arm}link first { mass 1 kg; inertia (1, 1, 1) * 1e-2 kg*m^2; }
    joint leader : revolute base -> first { axis z; limit -1 rad .. 1 rad effort 9 N*m velocity 2 rad/s; } ${text}`),
  param: (text) => `${text}\n${romas("")}`,
  let: (text) => romas(text),
  fn: (text) => `${text}\n${romas("")}`,
  module: (text) => `${text}\n${romas("use leg(0.1 m) as left;\njoint : fixed base -> left.hip;")}`,
  for: romas,
  material: romas,
  assert: (text) => romas(text),
  "use-patched": (text) => `${ELBOWED}\nrobot r { link base; ${text}\njoint : fixed base -> left.base; }`,
  test: (text) => `${ELBOWED.replace(/\}$/, text)}\n}`,
};

const FILES = { urdf: "urdf", xacro: "urdf.xacro", sdf: "sdf", romas: "romas" };
const place = new Workplace("snippets");
place.file("macros.xacro", '<robot xmlns:xacro="http://www.ros.org/wiki/xacro"/>');
place.file(
  "part.stl",
  "solid p\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 10 0 0\nvertex 0 10 0\nendloop\nendfacet\nendsolid p\n",
);

const seen = new Set();
for (const [format, ending] of Object.entries(FILES)) {
  for (const [name, snippet] of Object.entries(
    JSON.parse(readFileSync(join(extension, "snippets", `${format}.json`), "utf8")),
  )) {
    test(`${format}: ${name}`, () => {
      assert.ok(!seen.has(snippet.prefix), `two snippets begin with ${snippet.prefix}`);
      seen.add(snippet.prefix);
      assert.ok(snippet.description);
      const at = PLACES[snippet.prefix];
      assert.ok(at, `no place for ${snippet.prefix}`);
      expansions(snippet.body).forEach((text, turn) => {
        const path = place.file(`${snippet.prefix}-${turn}.${ending}`, at(text));
        const { status, stderr } = spawnSync(join(process.env.ROMAS_PROGRAMS, "romasc"), ["-Werror", path], {
          encoding: "utf8",
        });
        assert.equal(stderr, "", at(text));
        assert.equal(status, 0);
      });
    });
  }
}
test("every place is that of a snippet", () =>
  assert.deepEqual([...seen].sort(), Object.keys(PLACES).sort()));
