// Draws two scenes, the second above the first, and only when asked to: at rest nothing is drawn.
import { Scene, WebGLRenderer } from "three";
import type { TurntableCamera } from "./camera";

// The browser has no WebGL 2, or will not give it.
export class NoWebGL extends Error {}

export class Renderer {
  readonly world = new Scene();
  readonly above = new Scene(); // marks, which nothing hides
  readonly gl: WebGLRenderer;
  frames = 0; // drawn so far
  private asked = 0;
  private readonly resizes: ResizeObserver;

  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly camera: TurntableCamera,
    private readonly before: () => void,
    private readonly drawn: () => void,
  ) {
    const context = canvas.getContext("webgl2", { antialias: true, alpha: true, powerPreference: "default" });
    if (!context) throw new NoWebGL();
    this.gl = new WebGLRenderer({ canvas, context });
    this.gl.autoClear = false;
    this.resizes = new ResizeObserver(() => this.resize());
    this.resizes.observe(canvas);
    canvas.addEventListener("webglcontextrestored", () => this.ask());
    this.resize();
  }

  // Draws before the browser shows its next picture.
  ask(): void {
    if (this.asked === 0) this.asked = requestAnimationFrame(() => this.draw());
  }

  // A picture of so many pixels, as a data URL. What the browser shows stays as it is.
  picture(width: number, height: number, transparent: boolean): string {
    const background = this.gl.getClearAlpha();
    this.gl.setPixelRatio(1);
    this.gl.setSize(width, height, false);
    this.camera.setSize(width, height);
    if (transparent) this.gl.setClearAlpha(0);
    this.draw();
    const url = this.canvas.toDataURL("image/png");
    this.gl.setClearAlpha(background);
    this.resize();
    this.draw();
    return url;
  }

  dispose(): void {
    cancelAnimationFrame(this.asked);
    this.resizes.disconnect();
    this.gl.dispose();
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return; // folded away
    this.gl.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.gl.setSize(clientWidth, clientHeight, false);
    this.camera.setSize(clientWidth, clientHeight);
    this.ask();
  }

  private draw(): void {
    this.asked = 0;
    this.frames += 1;
    this.before();
    this.gl.clear();
    this.gl.render(this.world, this.camera.now);
    this.gl.clearDepth();
    this.gl.render(this.above, this.camera.now);
    this.drawn();
  }
}
