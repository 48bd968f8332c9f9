// The ground: a grid whose cells are a power of ten, and the axes of {g}, in which the robot stands.
import { type Box3, BufferGeometry, Float32BufferAttribute, Group, LineBasicMaterial, LineSegments, Vector3 } from "three";
import type { Palette } from "./palette";

const CELLS = 10; // on each side of the origin
const MOST_CELLS = 50;

// The side of a cell in m for something of this size: 1, 0.1, 0.01, …; 2 to 20 cells are as long as it.
export const cellFor = (size: number): number => 10 ** Math.ceil(Math.log10(Math.max(size, 1e-6) / 20));

export class Ground {
  readonly object = new Group();
  cell = 0;
  private lines: LineSegments[] = [];
  private readonly minor = new LineBasicMaterial();
  private readonly major = new LineBasicMaterial();

  setPalette(palette: Palette): void {
    this.minor.color.set(palette.grid);
    this.major.color.set(palette.gridMajor);
  }

  // Covers what stands in this box.
  setBox(box: Box3): void {
    const size = (box.isEmpty() ? 0 : box.getSize(new Vector3()).length()) || 1;
    const across = box.isEmpty() ? 1 : Math.max(box.max.x, box.max.y, -box.min.x, -box.min.y);
    this.cell = cellFor(size);
    const count = Math.min(MOST_CELLS, Math.max(CELLS, Math.ceil((1.5 * across) / this.cell)));
    for (const line of this.lines) {
      line.removeFromParent();
      line.geometry.dispose();
    }
    const minor: number[] = [];
    const major: number[] = [];
    const reach = count * this.cell;
    for (let i = -count; i <= count; ++i) {
      const at = i * this.cell;
      const points = i % 10 === 0 ? major : minor;
      // A line is cut into cells: some drivers drop lines that end behind the eye.
      for (let from = -reach; from < reach - this.cell / 2; from += this.cell) {
        const to = from + this.cell;
        points.push(at, from, 0, at, to, 0, from, at, 0, to, at, 0);
      }
    }
    this.lines = [segments(minor, this.minor), segments(major, this.major)];
    this.object.add(...this.lines);
  }
}

function segments(points: number[], material: LineBasicMaterial): LineSegments {
  const geometry = new BufferGeometry().setAttribute("position", new Float32BufferAttribute(points, 3));
  const lines = new LineSegments(geometry, material);
  lines.frustumCulled = false;
  return lines;
}
