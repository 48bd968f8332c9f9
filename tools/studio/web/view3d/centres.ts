// Centres of mass of several links together: a ball of eighths with its name, which goes where the links go.
import { Color, Group, Vector3 } from "three";
import { geometry } from "./geometries";
import { type Instance, Instances } from "./instances";
import type { Label } from "./labels";
import { keptFlat } from "./materials";
import { at, type Numbers, scaled } from "./poses";

export interface Centre {
  name: string;
  links: readonly number[];
}

const RADIUS = 0.26; // of the size of marks

export class Centres {
  readonly object = new Group();
  labels: Label[] = [];
  private items: Instance[] = [];
  private drawn: Instances | null = null;
  private centres: readonly Centre[] = [];
  private size = 0.1;

  // `centreOf` says where the centre of some links is now; null without a mass.
  constructor(private readonly centreOf: (links: readonly number[]) => Vector3 | null) {}

  set(centres: readonly Centre[], size: number): void {
    this.drawn?.dispose();
    this.drawn = null;
    this.size = size;
    this.centres = centres.filter(({ links }) => this.centreOf(links) !== null);
    this.labels = this.centres.map(({ name, links }) => ({
      text: name,
      look: "name",
      place: (out) => out.copy(this.centreOf(links) ?? out),
    }));
    this.items = this.centres.map(() => ({ frame: -1, local: [], color: new Color(1, 1, 1), pick: 0 }));
    if (this.items.length === 0) return;
    this.drawn = new Instances(geometry("massBall"), keptFlat({ vertexColors: true }), this.items);
    this.object.add(this.drawn.object);
  }

  place(poses: Numbers): void {
    const radius = RADIUS * this.size;
    this.centres.forEach(({ links }, index) => {
      const centre = this.centreOf(links);
      this.items[index]!.local = scaled(at(centre?.toArray() ?? [0, 0, 0]), radius, radius, radius);
    });
    this.drawn?.place(poses);
  }
}
