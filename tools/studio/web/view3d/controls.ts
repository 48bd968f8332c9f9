// Mouse, touch and keys move the camera. A press without a move is a click.
import type { TurntableCamera } from "./camera";

const A_MOVE = 4; // pixels
const STEP = Math.PI / 24; // of the arrow keys
const PAN_STEP = 40; // pixels

export interface ControlsOptions {
  camera: TurntableCamera;
  changed: () => void;
  clicked: (x: number, y: number, twice: boolean) => void; // CSS pixels of the canvas
  hovered: (x: number, y: number) => void;
  left: () => void; // the pointer is gone
  pressed: (key: string, shift: boolean) => boolean; // any other key; whether it means something
  grab: (x: number, y: number) => Promise<Grip | null> | null; // what a drag from here moves; null: the camera
}

// Something else than the camera that follows the pointer.
export interface Grip {
  move: (dx: number, dy: number) => void; // CSS pixels
}

interface Pointer {
  x: number;
  y: number;
}

// What moves since a button was pressed: a grip, or null for the camera. Until it is known, the way of the pointer is
// kept, and it counts then, even if the button was released before.
interface Press {
  moves: Grip | "asked" | null;
  x: number;
  y: number;
}

export class Controls {
  private readonly pointers = new Map<number, Pointer>();
  private moved = false;
  private press: Press = { moves: null, x: 0, y: 0 };
  private readonly listening = new AbortController();

  constructor(
    private readonly canvas: HTMLElement,
    private readonly options: ControlsOptions,
  ) {
    const { signal } = this.listening;
    canvas.addEventListener("pointerdown", (event) => this.down(event), { signal });
    canvas.addEventListener("pointermove", (event) => this.move(event), { signal });
    canvas.addEventListener("pointerup", (event) => this.up(event), { signal });
    canvas.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId), { signal });
    canvas.addEventListener("pointerleave", () => this.options.left(), { signal });
    canvas.addEventListener("wheel", (event) => this.wheel(event), { signal, passive: false });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    canvas.addEventListener("keydown", (event) => this.key(event), { signal });
    canvas.addEventListener("dblclick", (event) => this.click(event, true), { signal });
  }

  dispose(): void {
    this.listening.abort();
  }

  private down(event: PointerEvent): void {
    if (this.pointers.size === 0) this.moved = false;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.canvas.setPointerCapture(event.pointerId);
    const press: Press = { moves: null, x: 0, y: 0 };
    this.press = press;
    if (this.pointers.size > 1 || event.button !== 0 || event.shiftKey) return;
    const asked = this.options.grab(event.offsetX, event.offsetY);
    if (!asked) return;
    press.moves = "asked";
    void asked.then((grip) => {
      press.moves = grip;
      if (this.press === press && (press.x !== 0 || press.y !== 0)) this.drag(press.x, press.y);
    });
  }

  private move(event: PointerEvent): void {
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") this.options.hovered(event.offsetX, event.offsetY);
      return;
    }
    const [x, y] = [event.clientX - before.x, event.clientY - before.y];
    if (!this.moved && Math.hypot(x, y) < A_MOVE) return;
    this.moved = true;
    if (this.press.moves === "asked") {
      this.press.x += x;
      this.press.y += y;
    } else if (this.press.moves) this.drag(x, y);
    else if (this.pointers.size > 1) this.pinch(event, before);
    else if (event.shiftKey || (event.buttons & 6) !== 0) this.options.camera.pan(x, y);
    else this.drag(x, y);
    before.x = event.clientX;
    before.y = event.clientY;
    this.options.changed();
  }

  // A drag with the first button moves the grip, or turns the camera.
  private drag(x: number, y: number): void {
    const { moves } = this.press;
    if (moves !== null && moves !== "asked") moves.move(x, y);
    else this.options.camera.orbit((-x * Math.PI) / 500, (y * Math.PI) / 500);
    this.options.changed();
  }

  // Two fingers: their distance zooms, their middle moves.
  private pinch(event: PointerEvent, before: Pointer): void {
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return;
    const { camera } = this.options;
    camera.pan((event.clientX - before.x) / 2, (event.clientY - before.y) / 2);
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    if (was > 0 && is > 0) camera.zoom(was / is);
  }

  private up(event: PointerEvent): void {
    const known = this.pointers.delete(event.pointerId);
    if (known && !this.moved && this.pointers.size === 0 && event.button === 0) this.click(event, false);
  }

  private click(event: MouseEvent, twice: boolean): void {
    this.options.clicked(event.offsetX, event.offsetY, twice);
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const { clientWidth, clientHeight } = this.canvas;
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY / 100 : event.deltaY / 3;
    const factor = Math.exp(0.15 * Math.max(-3, Math.min(3, lines)));
    this.options.camera.zoom(factor, event.offsetX - clientWidth / 2, event.offsetY - clientHeight / 2);
    this.options.changed();
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { camera } = this.options;
    const [x, y] = arrows[event.key] ?? [0, 0];
    if (x !== 0 || y !== 0) {
      if (event.shiftKey) camera.pan(-x * PAN_STEP, y * PAN_STEP);
      else camera.orbit(x * STEP, y * STEP);
    } else if (event.key === "+" || event.key === "=") camera.zoom(1 / 1.2);
    else if (event.key === "-") camera.zoom(1.2);
    else if (!this.options.pressed(event.key, event.shiftKey)) return;
    event.preventDefault();
    this.options.changed();
  }
}

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
