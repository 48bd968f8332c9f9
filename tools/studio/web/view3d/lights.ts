// Light from above on one side, a little from the other, and the same for marks, which need no shade.
import { AmbientLight, DirectionalLight, HemisphereLight, type Scene } from "three";
import type { Palette } from "./palette";

export function addLights(world: Scene, above: Scene, palette: Palette): void {
  const sun = new DirectionalLight(0xffffff, 1.9);
  sun.position.set(1.5, -2.2, 3);
  const fill = new DirectionalLight(0xffffff, 0.7);
  fill.position.set(-2, 1.5, 0.5);
  const sky = new HemisphereLight(palette.sky, palette.soil, 1.3);
  sky.position.set(0, 0, 1);
  world.add(sun, fill, sky);
  above.add(sun.clone(), new AmbientLight(0xffffff, 1.6));
}
