// The two halves of three's reader of Collada, which its types leave out.
declare module "three/addons/loaders/collada/ColladaParser.js" {
  export class ColladaParser {
    // Asks a DOMParser for the elements of the text.
    parse(text: string): { library: object; asset: { unit: number }; collada: object } | null;
  }
}
declare module "three/addons/loaders/collada/ColladaComposer.js" {
  import type { Group, Texture } from "three";
  interface Pictures {
    load: (name: string) => Texture;
  }
  export class ColladaComposer {
    constructor(library: object, collada: object, pictures: Pictures, tga: Pictures);
    compose(): { scene: Group };
  }
}
