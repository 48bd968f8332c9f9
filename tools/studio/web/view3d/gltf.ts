// glTF, with loaders of our own for its buffers and pictures: those of three fetch "blob:" and "data:" addresses,
// which the page's rules do not allow.
import { type Object3D, SRGBColorSpace, Texture } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import type { FetchRelative } from "./mesh_parsers";

function bytesOfDataAddress(address: string): ArrayBuffer {
  const comma = address.indexOf(",");
  const payload = decodeURIComponent(address.slice(comma + 1));
  const text = address.slice(0, comma).endsWith(";base64") ? atob(payload) : payload;
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer;
}

const fetched = (address: string, fetchFile: FetchRelative): Promise<ArrayBuffer> =>
  address.startsWith("data:")
    ? new Promise((settle) => settle(bytesOfDataAddress(address)))
    : fetchFile(decodeURIComponent(address));

async function picture(address: string, fetchFile: FetchRelative): Promise<Texture> {
  const own = address.startsWith("blob:") ? address : URL.createObjectURL(new Blob([await fetched(address, fetchFile)]));
  const image = new Image();
  image.src = own;
  try {
    await image.decode();
  } finally {
    if (own !== address) URL.revokeObjectURL(own);
  }
  const texture = new Texture(image);
  texture.colorSpace = SRGBColorSpace;
  texture.needsUpdate = true;
  return texture;
}

type Load<Value> = (address: string, loaded: (value: Value) => void, progress: unknown, failed: (reason: unknown) => void) => void;

export async function parseGltf(bytes: ArrayBuffer, fetchFile: FetchRelative): Promise<Object3D> {
  const loader = new GLTFLoader();
  loader.register((parser) => {
    const loadFile: Load<ArrayBuffer> = (address, loaded, _, failed) => void fetched(address, fetchFile).then(loaded, failed);
    const loadPicture: Load<Texture> = (address, loaded, _, failed) => void picture(address, fetchFile).then(loaded, failed);
    Object.assign(parser, { fileLoader: { load: loadFile }, textureLoader: { load: loadPicture } });
    return { name: "romas_files" };
  });
  return (await loader.parseAsync(bytes, "")).scene;
}
