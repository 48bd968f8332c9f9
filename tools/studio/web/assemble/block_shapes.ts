// The shape of a Block as something to draw.
import type { Pose, RGBA } from "../scene";
import type { Ghost } from "../view3d/view";
import { composed, inverse } from "../view3d/poses";
import { blocks } from "./assembling";
import type { Candidate } from "./requests";

// In a frame of the Block; `frame` is that frame in {b}.
export function blockShapes({ shape, diffuse, normal }: Candidate, frame: Pose, color?: RGBA): Ghost["shapes"] {
  if (shape === null) return [];
  const mesh = blocks.value?.meshes.find((one) => one.id === shape.mesh);
  return [
    {
      shape: { type: "mesh", mesh: shape.mesh, scale: [1, 1, 1] },
      pose: composed(inverse(frame), shape.pose),
      ...(mesh ? { mesh } : {}),
      ...(color ? { color } : { texture: diffuse, normal }),
    },
  ];
}
