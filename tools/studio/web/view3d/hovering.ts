// What the pointer is above, while it moves: one question at a time, and none where answers take long.
const SLOW = 60; // ms; where a pick takes longer, the pointer above something says nothing

export class Hovering<What> {
  private time = 0;
  private isAsking = false;

  constructor(
    private readonly pick: (x: number, y: number) => Promise<What | null>,
    private readonly tell: (what: What | null, x: number, y: number) => void,
  ) {}

  async at(x: number, y: number): Promise<void> {
    if (this.isAsking || this.time > SLOW) return;
    this.isAsking = true;
    const begun = performance.now();
    const what = await this.pick(x, y);
    this.time = performance.now() - begun;
    this.isAsking = false;
    this.tell(what, x, y);
  }
}
