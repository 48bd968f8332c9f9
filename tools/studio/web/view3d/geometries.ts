// Geometries of one size each, which instances scale. The axis of what is round is z.
import { BoxGeometry, BufferGeometry, Color, ConeGeometry, CylinderGeometry, Float32BufferAttribute } from "three";
import { PlaneGeometry, SphereGeometry } from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";

function painted(geometry: BufferGeometry, color: number): BufferGeometry {
  const { r, g, b } = new Color(color);
  const count = geometry.getAttribute("position").count;
  geometry.setAttribute("color", new Float32BufferAttribute(Array.from({ length: count }, () => [r, g, b]).flat(), 3));
  return geometry;
}

const merged = (pieces: BufferGeometry[]): BufferGeometry => mergeGeometries(pieces) ?? new BufferGeometry();

// An arrow of length 1 along z; `thickness` is the radius of its shaft.
function arrow(thickness: number, sides = 12): BufferGeometry {
  const head = 7 * thickness;
  return merged([
    new CylinderGeometry(thickness, thickness, 1 - head, sides, 1, true).translate(0, (1 - head) / 2, 0).rotateX(Math.PI / 2),
    new ConeGeometry(2.6 * thickness, head, sides).translate(0, 1 - head / 2, 0).rotateX(Math.PI / 2),
  ]);
}

// Three arrows of length 1: x, y and z in these colours. Many of them have fewer sides.
export function triad(x: number, y: number, z: number, sides: number): BufferGeometry {
  return merged([
    painted(arrow(0.028, sides).rotateY(Math.PI / 2), x),
    painted(arrow(0.028, sides).rotateX(-Math.PI / 2), y),
    painted(arrow(0.028, sides), z),
  ]);
}

// A ball of radius 1 with black and white eighths, the sign of a centre of mass.
function massBall(): BufferGeometry {
  const pieces: BufferGeometry[] = [];
  for (let quarter = 0; quarter < 4; ++quarter) {
    for (let half = 0; half < 2; ++half) {
      const piece = new SphereGeometry(1, 8, 8, (quarter * Math.PI) / 2, Math.PI / 2, (half * Math.PI) / 2, Math.PI / 2);
      pieces.push(painted(piece, (quarter + half) % 2 === 0 ? 0x14171a : 0xffffff));
    }
  }
  return merged(pieces).rotateX(Math.PI / 2);
}

// Three crossed bars from -1 to 1, along the diagonals: a mesh that is not there.
function cross(): BufferGeometry {
  const bar = () => new BoxGeometry(2, 0.07, 0.07);
  return merged([
    bar().rotateY(-Math.PI / 4),
    bar().rotateY(Math.PI / 4),
    bar().rotateZ(Math.PI / 4),
    bar().rotateZ(-Math.PI / 4),
  ]);
}

const makers = {
  box: () => new BoxGeometry(1, 1, 1),
  sphere: () => new SphereGeometry(1, 32, 16).rotateX(Math.PI / 2),
  cylinder: () => new CylinderGeometry(1, 1, 1, 40).rotateX(Math.PI / 2),
  tube: () => new CylinderGeometry(1, 1, 1, 40, 1, true).rotateX(Math.PI / 2),
  dome: () => new SphereGeometry(1, 32, 8, 0, 2 * Math.PI, 0, Math.PI / 2).rotateX(Math.PI / 2),
  cone: () => new ConeGeometry(1, 1, 40).rotateX(Math.PI / 2),
  plane: () => new PlaneGeometry(1, 1),
  arrow: () => arrow(0.03),
  massBall,
  cross,
};

export type GeometryName = keyof typeof makers;

const made = new Map<GeometryName, BufferGeometry>();

// The geometry of this name. All users share it, and nobody disposes of it.
export function geometry(name: GeometryName): BufferGeometry {
  let found = made.get(name);
  if (!found) made.set(name, (found = makers[name]()));
  return found;
}
