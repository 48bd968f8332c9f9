// Takes a shape apart into instances of geometries of one size.
import type { Pose, Shape } from "../scene";
import type { GeometryName } from "./geometries";
import { composed, frameAlong, scaled, shiftedAlongZ } from "./poses";

export interface Piece {
  geometry: GeometryName;
  local: Pose; // in the link, with the scale in it
}

const PLANE_SIZE = 20; // m; a plane without a size

function planePieces(pose: Pose, size: number[] | undefined, normal: number[] | undefined): Piece[] {
  const [x, y] = size ?? [PLANE_SIZE, PLANE_SIZE];
  const turned = normal ? composed(pose, frameAlong(normal, [0, 0, 0])) : pose;
  return [{ geometry: "plane", local: scaled(turned, x ?? PLANE_SIZE, y ?? PLANE_SIZE, 1) }];
}

// Nothing for a mesh, which comes later, and for a shape that nobody knows.
export function piecesOf(shape: Shape, pose: Pose): Piece[] {
  switch (shape.type) {
    case "box":
      return [{ geometry: "box", local: scaled(pose, ...shape.size) }];
    case "sphere":
      return [{ geometry: "sphere", local: scaled(pose, shape.radius, shape.radius, shape.radius) }];
    case "ellipsoid":
      return [{ geometry: "sphere", local: scaled(pose, ...shape.radii) }];
    case "cylinder":
    case "cone":
      return [{ geometry: shape.type, local: scaled(pose, shape.radius, shape.radius, shape.length) }];
    case "capsule": {
      const { radius, length } = shape;
      return [
        { geometry: "tube", local: scaled(pose, radius, radius, length) },
        { geometry: "dome", local: scaled(shiftedAlongZ(pose, length / 2), radius, radius, radius) },
        // A half turn about x takes the dome to the other end.
        { geometry: "dome", local: scaled(composed(shiftedAlongZ(pose, -length / 2), halfTurn), radius, radius, radius) },
      ];
    }
    case "plane":
      return planePieces(pose, shape.size, shape.normal);
    case "mesh":
    case "unknown":
      return [];
  }
}

const halfTurn = [1, 0, 0, 0, -1, 0, 0, 0, -1, 0, 0, 0];
