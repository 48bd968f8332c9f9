// A picture of a Block: its own thumbnail file, else one that is drawn from its shape.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { identityPose } from "../view3d/poses";
import type { Scene } from "../scene";
import { fetchFile, fetchPicture } from "../server";
import { View } from "../view3d/view";
import { blocks } from "./assembling";
import { blockShapes } from "./block_shapes";
import type { Candidate } from "./requests";

const WIDTH = 96;
const HEIGHT = 72;
const PATIENCE = 20_000; // ms for the meshes of one picture

const pictures = signal<Readonly<Record<string, string>>>({});
const wanted: { key: string; candidate: Candidate }[] = [];
let isWorking = false;

// The same Block with the same files has the same picture.
const keyOf = ({ id, name, tag, shape }: Candidate) => {
  const mesh = blocks.value?.meshes.find((one) => one.id === shape?.mesh);
  return JSON.stringify([id, name, tag, shape, mesh?.stamp]);
};

function sceneOf(candidate: Candidate): Scene {
  const shapes = blockShapes(candidate, identityPose());
  return {
    links: [{ parent_joint: -1, bounds: null, mass: null, com: null, box: null, ellipsoid: null, possible: true }],
    joints: [],
    frames: [],
    meshes: blocks.value?.meshes ?? [],
    shapes: shapes.map(({ shape, pose, texture, normal }, index) => ({
      link: 0, kind: "visual", index, pose, shape, color: null, texture: texture ?? null, normal: normal ?? null,
    })),
  } as unknown as Scene;
}

async function draw(candidate: Candidate): Promise<string> {
  const canvas = document.createElement("canvas");
  const labels = document.createElement("div");
  canvas.className = "thumbnail-maker";
  canvas.ariaHidden = "true"; // it is there for a moment, and nobody looks at it
  document.body.append(canvas);
  const view = new View(canvas, labels, {
    fetchFile, theme: "light", picked: () => {}, hovered: () => {}, cameraMoved: () => {},
  });
  try {
    view.setLayers({ grid: false, ground: false });
    view.setScene(sceneOf(candidate));
    view.setPoses(identityPose());
    const end = performance.now() + PATIENCE;
    while (view.pending > 0 && performance.now() < end) await new Promise((done) => setTimeout(done, 30));
    view.look("iso");
    view.fit();
    return view.picture(WIDTH * 2, HEIGHT * 2, true);
  } finally {
    view.dispose();
    canvas.remove();
  }
}

async function pictureOf(candidate: Candidate): Promise<string> {
  if (candidate.thumbnail) return URL.createObjectURL(await fetchPicture(`/api/blocks/${candidate.index}/thumbnail`));
  return candidate.shape === null ? "" : draw(candidate);
}

// One at a time: a browser has few contexts of WebGL.
async function work(): Promise<void> {
  if (isWorking) return;
  isWorking = true;
  for (let next = wanted.shift(); next; next = wanted.shift()) {
    let picture = "";
    try {
      picture = await pictureOf(next.candidate);
    } catch {
      // A Block without a picture is still a Block.
    }
    pictures.value = { ...pictures.value, [next.key]: picture };
  }
  isWorking = false;
}

export function Thumbnail({ candidate }: { candidate: Candidate }) {
  const key = keyOf(candidate);
  const picture = pictures.value[key];
  useEffect(() => {
    if (pictures.peek()[key] !== undefined || wanted.some((one) => one.key === key)) return;
    wanted.push({ key, candidate });
    void work();
  }, [key]);
  if (!picture) return <span class="thumbnail" aria-hidden="true" />;
  return <img class="thumbnail" src={picture} alt="" width={WIDTH} height={HEIGHT} />;
}
