// What the pointer is above, while it moves: one question at a time, and the last place is always asked about.
const SLOW = 60; // ms; an answer that takes longer is late: nothing is said
const REST = 10; // times as long as a late answer took, nothing is asked

export class Hovering<What> {
  private asked = false;
  private next: [number, number] | null = null; // where the pointer went while an answer was awaited
  private restsUntil = 0;

  constructor(
    private readonly pick: (x: number, y: number) => Promise<What | null>,
    private readonly tell: (what: What | null, x: number, y: number) => void,
  ) {}

  async at(x: number, y: number): Promise<void> {
    this.next = [x, y];
    if (this.asked || performance.now() < this.restsUntil) return;
    this.asked = true;
    try {
      while (this.next) await this.ask(...this.next);
    } finally {
      this.asked = false;
    }
  }

  // The pointer is above nothing any more, also for an answer that is still awaited.
  left(): void {
    this.next = null;
    this.tell(null, 0, 0);
  }

  private async ask(x: number, y: number): Promise<void> {
    const place = this.next;
    const begun = performance.now();
    const what = await this.pick(x, y);
    const took = performance.now() - begun;
    if (took > SLOW) this.restsUntil = begun + (1 + REST) * took;
    else if (this.next !== place) return; // the pointer is elsewhere
    this.next = null;
    this.tell(took > SLOW ? null : what, x, y);
  }
}
