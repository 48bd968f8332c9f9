// The line to the program: positions of joints go out, poses and loads of joints come in, and events. One question
// is under way at a time; of those that wait, only the newest is asked.
import { program } from "./hosted";
import type { Line } from "./program";

export interface Poses {
  revision: number;
  robot: number;
  links: Float32Array; // twelve numbers a link
  loads: Float32Array; // Nm or N a joint; NaN: none
  others: Float32Array; // twelve numbers for each link of the robot that this one is compared with
}

export interface LiveEvents {
  changed: (revision: number) => void; // something else is open, or a file has changed
  progressed: () => void; // a build or a program has gone on
  stale: () => void; // the last question was about what is open no more
  moved: (poses: Poses) => void;
  ended: () => void; // the program is gone
}

export class Live {
  private readonly line: Line;
  private asked = false;
  private next: ArrayBuffer | null = null;

  constructor(private readonly events: LiveEvents) {
    this.line = program().openLine({
      opened: () => this.send(),
      heard: (data) => (typeof data === "string" ? this.hear(JSON.parse(data)) : this.take(data)),
      ended: () => events.ended(),
    });
  }

  ask(robot: number, revision: number, q: ArrayLike<number>): void {
    const message = new Float64Array(2 + q.length);
    message.set([robot, revision]);
    message.set(q, 2);
    this.next = message.buffer;
    this.send();
  }

  private send(): void {
    if (this.asked || this.next === null || !this.line.isOpen) return;
    const question = this.next;
    this.asked = true;
    this.next = null;
    this.line.send(question);
  }

  private hear(event: { event: string; revision?: number }): void {
    if (event.event === "stale") {
      this.asked = false;
      this.send();
      this.events.stale();
    } else if (event.event === "changed") this.events.changed(event.revision ?? 0);
    else if (event.event === "progress") this.events.progressed();
  }

  private take(data: ArrayBuffer): void {
    this.asked = false;
    this.send();
    const [revision = 0, robot = 0, links = 0, joints = 0] = new Uint32Array(data, 0, 4);
    const poses = new Float32Array(data, 16, 12 * links);
    const loads = new Float32Array(data, 16 + 48 * links, joints);
    this.events.moved({ revision, robot, links: poses, loads, others: new Float32Array(data, 16 + 48 * links + 4 * joints) });
  }
}
