// What the page takes of three. Its sources are bundled instead of its build, and what the page never uses stays
// out: modules of WebGLRenderer for headsets, shadows, environments and effects, and shaders of other materials.
// Nothing in node_modules is changed. Where a new version of three has other modules, the build says so.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

// Modules and what stands for them. The page draws with basic and Lambert materials (view3d/materials.ts), to the
// screen or to the id picture, and sets none of the renderer's members that these modules serve.
const unused = {
  "renderers/webxr/WebXRManager.js": `
    import { EventDispatcher } from "../../core/EventDispatcher.js";
    export class WebXRManager extends EventDispatcher {
      enabled = false;
      isPresenting = false;
      setAnimationLoop() {}
      getEnvironmentBlendMode() {}
      dispose() {}
    }`,
  "renderers/webgl/WebGLShadowMap.js": `
    export class WebGLShadowMap {
      enabled = false;
      render() {}
    }`,
  "renderers/webgl/WebGLEnvironments.js": `
    export class WebGLEnvironments {
      get() { return null; }
      dispose() {}
    }`,
  "renderers/webgl/WebGLOutput.js": `
    export class WebGLOutput {
      constructor() { throw new Error("the page draws to eight bits a channel"); }
    }`,
  "renderers/webgl/WebGLMorphtargets.js": `
    export class WebGLMorphtargets {
      update() {}
    }`,
  "renderers/shaders/DFGLUTData.js": "export const getDFGLUT = () => null;",
};

// The programs of the materials above.
const programs = ["meshbasic_vert", "meshbasic_frag", "meshlambert_vert", "meshlambert_frag"];
// WebGLProgram names these by itself.
const always = ["colorspace_pars_fragment"];

// Defines that three sets for features that the page does not use.
const neverDefined = new Set(
  `USE_ALPHAHASH USE_ALPHAMAP USE_AOMAP USE_ANISOTROPY USE_BUMPMAP USE_CLEARCOAT USE_CLEARCOAT_NORMALMAP
  USE_DISPLACEMENTMAP USE_EMISSIVEMAP USE_ENVMAP USE_FOG USE_LIGHTMAP USE_LIGHT_PROBES_GRID USE_LOGARITHMIC_DEPTH_BUFFER
  USE_MORPHCOLORS USE_MORPHNORMALS USE_MORPHTARGETS USE_INSTANCING_MORPH USE_REVERSED_DEPTH_BUFFER USE_SHADOWMAP
  USE_SHEEN USE_SKINNING USE_SPECULARMAP USE_TRANSMISSION DITHERING PREMULTIPLIED_ALPHA`.split(/\s+/),
);

// What the preprocessor of GLSL would take, as far as a condition is known to be false; other lines stay. The lines
// are trimmed, and comments and empty lines are left out.
export function shaderText(source) {
  const text = source.replace(/\/\*[^]*?\*\//g, "").replace(/\/\/.*$/gm, "");
  const lines = [];
  const conditions = []; // around the present line: "open" is unknown, "out" and "in" are known
  for (const line of text.split("\n").map((one) => one.trim().replace(/\s+/g, " "))) {
    const isHidden = conditions.includes("out");
    if (line === "") continue;
    if (line.startsWith("#if")) {
      const [, not, name] = line.match(/^#if(n?)def (\w+)$/) ?? line.match(/^#if (!?) ?defined\( (\w+) \)$/) ?? [];
      const isKnown = neverDefined.has(name);
      conditions.push(isKnown ? (not ? "in" : "out") : "open");
      if (isKnown) continue;
    } else if (/^#(else|elif|endif)/.test(line) && conditions.at(-1) !== "open") {
      const before = conditions.pop();
      if (line.startsWith("#endif")) continue;
      if (line.startsWith("#elif")) throw new Error(`shader: "${line}" follows a condition that is left out`);
      conditions.push(before === "out" ? "in" : "out");
      continue;
    } else if (line.startsWith("#endif")) conditions.pop();
    if (!isHidden) lines.push(line);
  }
  return lines.join("\n");
}

const included = (text) => [...text.matchAll(/^#include <(\w+)>/gm)].map(([, name]) => name);

// The texts of all shader chunks that the programs reach, by name.
function reachedChunks(folder) {
  const chunks = new Map();
  const visit = (name) => {
    if (chunks.has(name)) return;
    const kind = programs.includes(name) ? "ShaderLib" : "ShaderChunk";
    const file = name.replace(/_(vert|frag)$/, "");
    const path = join(folder, "renderers/shaders", kind, `${kind === "ShaderLib" ? file : name}.glsl.js`);
    const source = readFileSync(path, "utf8");
    const constant = kind === "ShaderLib" ? (name.endsWith("_vert") ? "vertex" : "fragment") : "";
    const [, literal] = source.match(new RegExp(`${constant}[^\`]*\`([^\`]*)\``)) ?? [];
    if (literal === undefined) throw new Error(`${path}: no text of ${name}`);
    const text = shaderText(literal);
    chunks.set(name, text);
    included(text).forEach(visit);
  };
  [...programs, ...always].forEach(visit);
  return chunks;
}

// A plugin of esbuild; `folder` is that of the package.
export function threeParts(folder) {
  const sources = join(folder, "src");
  return {
    name: "three-parts",
    setup(build) {
      const chunks = reachedChunks(sources);
      for (const name of Object.keys(unused)) {
        if (!existsSync(join(sources, name))) throw new Error(`three has no ${name} any more: see three_parts.mjs`);
      }
      const nameOf = (path) => path.slice(sources.length + 1).replaceAll("\\", "/");
      build.onResolve({ filter: /^three$/ }, () => ({ path: join(sources, "Three.js"), sideEffects: false }));
      build.onLoad({ filter: /[\\/]renderers[\\/](webgl|webxr|shaders)[\\/]\w+\.js$/ }, ({ path }) => {
        const contents = unused[nameOf(path)];
        return contents === undefined ? undefined : { contents, loader: "js", resolveDir: join(path, "..") };
      });
      build.onLoad({ filter: /\.glsl\.js$/ }, ({ path }) => {
        const [, kind, name] = nameOf(path).match(/(ShaderChunk|ShaderLib)\/(\w+)\.glsl\.js$/) ?? [];
        const text = (key) => JSON.stringify(chunks.get(key) ?? "");
        if (kind === "ShaderChunk") return { contents: `export default ${text(name)};` };
        return { contents: `export const vertex = ${text(`${name}_vert`)}; export const fragment = ${text(`${name}_frag`)};` };
      });
    },
  };
}
