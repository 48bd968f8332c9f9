// Each kind of mesh file is drawn, with its size and its colour or picture: STL, OBJ with materials, Collada, glTF. The files are of this test.
import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { browserTests } from "./browser_tests.mjs";
import { boxOf, colorAt, look, picture, pixelOf } from "./looking.mjs";
import { asciiStl, binaryStl, collada, glb, gltf, obj, png } from "./mesh_writers.mjs";
import { folder } from "./studio.mjs";

const work = folder("meshes");
const { test, openDrawn } = browserTests({ page: { viewport: { width: 1290, height: 500 }, deviceScaleFactor: 1 } });

const RED = [0.8, 0.02, 0.02];
const red = () => [200, 20, 20];
const GREEN = [0.02, 0.6, 0.02];
const green = () => [20, 180, 20];
const BLUE = [0.03, 0.03, 0.8];
const isMostly = (channel) => (color) => color.every((value, other) => other === channel || value < 0.6 * color[channel]);

// What is written, and the channel of the colour that it shows; undefined: the file says none.
const kinds = [
  { name: "ascii.stl", size: [0.1, 0.2, 0.3], write: (path, size) => writeFileSync(path, asciiStl(size)) },
  { name: "binary.stl", size: [0.2, 0.1, 0.3], write: (path, size) => writeFileSync(path, binaryStl(size)) },
  {
    name: "plain.obj", size: [0.2, 0.2, 0.2], channel: 2,
    write: (path, size) => (writeFileSync(path, obj(size, "plain.mtl", "blue")), writeFileSync(`${work}/plain.mtl`, `newmtl blue\nKd ${BLUE.join(" ")}\n`)),
  },
  {
    name: "picture.obj", size: [0.3, 0.2, 0.2], channel: 0,
    write: (path, size) => {
      writeFileSync(path, obj(size, "parts/picture.mtl", "skin"));
      writeFileSync(`${work}/parts/picture.mtl`, "newmtl skin\nKd 1 1 1\nmap_Kd red.png\n");
      writeFileSync(`${work}/parts/red.png`, png(4, red));
    },
  },
  { name: "box.dae", size: [0.2, 0.3, 0.1], channel: 1, write: (path, size) => writeFileSync(path, collada(size, GREEN)) },
  {
    name: "box.gltf", size: [0.3, 0.3, 0.1], channel: 1,
    write: (path, size) => {
      const { text, bytes } = gltf(size, [1, 1, 1], { buffer: "box.bin", image: "parts/green.png" });
      writeFileSync(path, text);
      writeFileSync(`${work}/box.bin`, bytes);
      writeFileSync(`${work}/parts/green.png`, png(2, green));
    },
  },
  { name: "box.glb", size: [0.1, 0.3, 0.3], channel: 0, write: (path, size) => writeFileSync(path, glb(size, RED)) },
];

test("a box of each kind of file has its size and its colour", async () => {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(`${work}/parts`, { recursive: true });
  const links = kinds.map(({ name, size, write }, index) => {
    write(`${work}/${name}`, size);
    const joint = index === 0 ? "" : `<joint name="j${index}" type="fixed"><parent link="l0"/><child link="l${index}"/><origin xyz="0 ${index / 2} 0"/></joint>`;
    return `<link name="l${index}"><visual><geometry><mesh filename="${name}"/></geometry></visual></link>${joint}`;
  });
  writeFileSync(`${work}/all.urdf`, `<robot name="all">${links.join("\n")}</robot>\n`);
  const page = await openDrawn([`${work}/all.urdf`], { said: /^THREE.ColladaLoader: File version/ });
  await look(page, "+x", true);
  for (const [index, { name, size, channel }] of kinds.entries()) {
    const { min, max } = await boxOf(page, index);
    size.forEach((value, axis) => assert.ok(Math.abs(max[axis] - min[axis] - value) < 1e-6, `${name}: ${min} to ${max}, not ${size}`));
    assert.ok(Math.abs((min[1] + max[1]) / 2 - index / 2) < 1e-6, `${name} is at ${min} to ${max}`);
    const shown = await colorAt(page, ...(await pixelOf(page, [0, index / 2 + 0.03, 0.03])));
    if (channel === undefined) assert.ok(Math.max(...shown) - Math.min(...shown) < 60, `${name} has no colour of its own: ${shown}`);
    else assert.ok(isMostly(channel)(shown), `${name}: ${shown}`);
  }
});

// A box with a picture on it, and so many numbers that nobody uses. A comment and CDATA have what looks like numbers in an element.
function largeCollada(size, image) {
  const surface = '<newparam sid="s"><surface type="2D"><init_from>im</init_from></surface></newparam><newparam sid="t"><sampler2D><source>s</source></sampler2D></newparam>';
  const numbers = " 0.125".repeat(50_000);
  return collada(size, GREEN)
    .replace("<profile_COMMON>", `<profile_COMMON>${surface}`)
    .replace(/<diffuse>.*<\/diffuse>/, '<diffuse><texture texture="t" texcoord="UV"/></diffuse>')
    .replace("<library_effects>", `<library_images><image id="im"><init_from>${image}</init_from></image></library_images><library_effects>`)
    .replace("</float_array>", `${numbers}</float_array>`)
    .replace("<vertices", `<!-- <p>${numbers}</p> --><source id="uv"><float_array id="ua" count="16">${"0 0 1 0 1 1 0 1 ".repeat(2)}</float_array><technique_common>
      <accessor source="#ua" count="8" stride="2"><param name="S" type="float"/><param name="T" type="float"/></accessor></technique_common></source><vertices`)
    .replace('offset="0"/><p>', 'offset="0"/><input semantic="TEXCOORD" source="#uv" offset="0"/><p>')
    .replace("</COLLADA>", `<extra><technique profile="x"><![CDATA[<p>${numbers}</p>]]></technique></extra></COLLADA>`);
}

test("of a large Collada file the page reads no numbers, and it has its picture", async () => {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(`${work}/parts`, { recursive: true });
  writeFileSync(`${work}/large.dae`, largeCollada([0.2, 0.3, 0.4], "parts/red.png"));
  writeFileSync(`${work}/parts/red.png`, png(4, red));
  writeFileSync(`${work}/large.urdf`, '<robot name="large"><link name="l"><visual><geometry><mesh filename="large.dae"/></geometry></visual></link></robot>');
  const page = await openDrawn([`${work}/large.urdf`], {
    prepare: (page) => page.addInitScript(() => {
      globalThis.texts = [];
      const read = DOMParser.prototype.parseFromString;
      DOMParser.prototype.parseFromString = function (text, type) {
        globalThis.texts.push(text);
        return read.call(this, text, type);
      };
    }),
  });
  await look(page, "+x", true);
  const { min, max } = await boxOf(page, 0);
  [0.2, 0.3, 0.4].forEach((value, axis) => assert.ok(Math.abs(max[axis] - min[axis] - value) < 1e-6, `${min} to ${max}`));
  const shown = await colorAt(page, ...(await pixelOf(page, [0.1, 0.03, 0.03])));
  assert.ok(isMostly(0)(shown), `it shows ${shown}`);
  const texts = await page.evaluate(() => globalThis.texts.map((text) => text.replace(/<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>/g, "").length));
  assert.equal(texts.length, 1);
  assert.ok(texts[0] < 5000, `the page has read ${texts[0]} letters`);
});

test("a broken file of each kind is missing, and the rest of the robot is there", async () => {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(`${work}/parts`, { recursive: true });
  const broken = ["cut.stl", "cut.obj", "cut.dae", "cut.gltf", "cut.glb"];
  writeFileSync(`${work}/cut.stl`, binaryStl([1, 1, 1]).subarray(0, 90));
  writeFileSync(`${work}/cut.obj`, "v 1 2\nf 1 2 9 1e99\nmtllib nowhere.mtl\nusemtl x\n");
  writeFileSync(`${work}/cut.dae`, collada([1, 1, 1], RED).slice(0, 900));
  writeFileSync(`${work}/cut.gltf`, gltf([1, 1, 1], RED, { buffer: "nowhere.bin" }).text);
  writeFileSync(`${work}/cut.glb`, glb([1, 1, 1], RED).subarray(0, 200));
  const links = broken.map((name, index) => `<link name="l${index}"><visual><geometry><mesh filename="${name}"/></geometry></visual></link>
    <joint name="j${index}" type="fixed"><parent link="base"/><child link="l${index}"/><origin xyz="0 ${index + 1} 0"/></joint>`);
  writeFileSync(`${work}/cut.urdf`, `<robot name="cut"><link name="base"><visual><geometry><box size="1 1 1"/></geometry></visual></link>${links.join("\n")}</robot>\n`);
  const page = await openDrawn([`${work}/cut.urdf`], { refusals: [404], said: /^THREE\.|Applying inline style/ }); // loaders say what they do not read
  const { min, max } = await boxOf(page, 0);
  assert.deepEqual([min, max], [[-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]]);
  await look(page, "+x", true);
  const seen = new Set((await picture(page)).links);
  assert.deepEqual([...seen].sort(), [-1, 0, 1, 2, 3, 4, 5]); // a cross for each
});

// A Block whose shape has texture coordinates, and one whose shape has none; both name the same normal texture.
const blocks = () => {
  const block = (id, kind, shape, contact) => `<Block id="${id}" name="${id}" ${kind} tag="t"><shape pose="0;0;0" value="${shape}"/><normal value="tilted.png"/>
    <contactPoints><contact pose="${contact}" type="assembly" rotAxis="${id === "Wavy" ? "" : "-"}y" zeroAxis="z"/></contactPoints></Block>`;
  return `<Blocks>${block("Wavy", 'isBaseBlock="true" isToolBlock="false"', "wavy.obj", "0;0.15;0")}${block("Plain", 'isBaseBlock="false" isToolBlock="true"', "plain.obj", "0;-0.15;0")}</Blocks>\n`;
};
const ASSEMBLY = `<Assembly><Part id="0" parentId="-1" blockId="Wavy" parentContactPointIndex="-1" childContactPointIndex="-1" parentMatchedAxis="x" childMatchedAxis="x" jointType="fixed"/>
  <Part id="1" parentId="0" blockId="Plain" parentContactPointIndex="0" childContactPointIndex="0" parentMatchedAxis="z" childMatchedAxis="z" jointType="fixed"/></Assembly>\n`;

test("the normal texture of a Block tilts the light on its shape, where that has texture coordinates", async () => {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const wavy = obj([0.2, 0.2, 0.2], "none.mtl", "none").split("\n").filter((line) => !/^(mtllib|usemtl)/.test(line)).join("\n");
  writeFileSync(`${work}/wavy.obj`, wavy);
  writeFileSync(`${work}/plain.obj`, wavy.split("\n").filter((line) => !line.startsWith("vt")).join("\n").replace(/(\d+)\/\d+/g, "$1"));
  writeFileSync(`${work}/tilted.png`, png(16, (x) => [x < 8 ? 40 : 215, 128, 220])); // to the left, then to the right
  writeFileSync(`${work}/arm.block.xml`, blocks());
  writeFileSync(`${work}/arm.assembly.xml`, ASSEMBLY);
  const page = await openDrawn([`${work}/arm.assembly.xml`]);
  await look(page, "+x", true);
  const brightness = async (y) => (await colorAt(page, ...(await pixelOf(page, [0.1, y, 0.02])))).reduce((sum, value) => sum + value, 0);
  // The sun stands at the left: what is tilted that way is brighter. Without coordinates the face is even.
  const [left, right] = [await brightness(-0.05), await brightness(0.05)];
  assert.ok(left > right + 60, `the halves of the shape with coordinates are ${left} and ${right}`);
  const [plainLeft, plainRight] = [await brightness(0.25), await brightness(0.35)];
  assert.ok(Math.abs(plainLeft - plainRight) < 6, `those of the shape without are ${plainLeft} and ${plainRight}`);
});
