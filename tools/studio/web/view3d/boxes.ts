// Boxes of links that stand somewhere, without an object a link: a robot may have 10,000.
import type { Box3 } from "three";
import type { Numbers } from "./poses";

// Grows `sum` by a box that stands at poses[i…]: its middle is moved, and its halves are turned.
export function growByPlaced(sum: Box3, box: Box3, poses: Numbers, i: number): void {
  const isEmpty = box.isEmpty(); // then the origin of its frame counts
  for (let row = 0; row < 3; ++row) {
    let middle = poses[i + 9 + row]!;
    let half = 0;
    for (let column = 0; column < 3 && !isEmpty; ++column) {
      const turn = poses[i + 3 * row + column]!;
      const [low, high] = [box.min.getComponent(column), box.max.getComponent(column)];
      middle += (turn * (low + high)) / 2;
      half += (Math.abs(turn) * (high - low)) / 2;
    }
    sum.min.setComponent(row, Math.min(sum.min.getComponent(row), middle - half));
    sum.max.setComponent(row, Math.max(sum.max.getComponent(row), middle + half));
  }
}
