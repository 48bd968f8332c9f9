// A whole robot beside the one that is shown: one ghost a link, in the order of its links.
import type { MeshRow, Pose, RGBA, SceneLink, SceneShape } from "./scene";
import { identityPose } from "./view3d/poses";
import type { Ghost } from "./view3d/view";

export interface GhostRobot {
  links: readonly SceneLink[];
  shapes: readonly SceneShape[];
  meshes: readonly MeshRow[];
}

// `poses`: twelve numbers a link in {g}; without them all stand at the origin until they are moved. The first ghost
// has the id `first`.
export function ghostsOf({ links, shapes, meshes }: GhostRobot, color: RGBA, first = 0, poses?: readonly number[]): Ghost[] {
  const ofLink: Ghost["shapes"][] = links.map(() => []);
  for (const { link, kind, shape, pose } of shapes) {
    if (kind !== "visual") continue;
    const mesh = shape.type === "mesh" ? meshes.find(({ id }) => id === shape.mesh) : undefined;
    ofLink[link]?.push({ shape, pose, color, ...(mesh ? { mesh } : {}) });
  }
  return links.map(({ bounds }, link): Ghost => {
    const pose: Pose = poses ? poses.slice(12 * link, 12 * link + 12) : identityPose();
    return { id: first + link, bounds, pose, shapes: ofLink[link]! };
  });
}
