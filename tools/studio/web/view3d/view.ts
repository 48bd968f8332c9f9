// The space: what is drawn of a robot, and what the pointer means in it. Panels and the assembler use this class
// and nothing below it.
//
//   const view = new View(canvas, labels, { fetchFile, picked, hovered, cameraMoved, theme });   throws NoWebGL
//   view.setScene(scene)        what is there (null: nothing); the camera stays where it is
//   view.setPoses(poses)        twelve numbers a link (R row by row, t) in {g}: where it is
//   view.setLayers(change)      what is shown of it
//   view.select(chosen)         links and joints with brackets, colour and marks
//   view.setLoads(shares)       a colour for each link; null: their own
//   view.setMarkers(markers)    handles that can be picked (contacts)
//   view.setBadges(badges)      signs at links that can be clicked
//   view.setGhosts(ghosts)      shapes beside the robot; view.moveGhost(id, pose) moves one
//   view.look("+x"), fit(), fitSelection(), camera, cameraChanged()
//   view.picture(width, height) what is shown, as a PNG
//   view.pick(x, y), surfaceAt(x, y)   what is there, in CSS pixels of the canvas
// It computes no kinematics: poses come from the program.
import { Box3, Color, Vector3 } from "three";
import type { Pose, Scene } from "../scene";
import { growByPlaced } from "./boxes";
import { type Badge, badgeLabels } from "./badges";
import { Bodies } from "./bodies";
import { TurntableCamera, type ViewName } from "./camera";
import { type Centre, Centres } from "./centres";
import { Controls, type Grip } from "./controls";
import { Ghosts, type Ghost } from "./ghosts";
import { Ground } from "./ground";
import { Hovering } from "./hovering";
import { Labels } from "./labels";
import { addLights } from "./lights";
import { loadColor } from "./loads";
import { type Marker, Markers } from "./markers";
import { type Chosen, Marks } from "./marks";
import { MeshFiles } from "./mesh_files";
import { fetchTexture, parseMesh } from "./mesh_parsers";
import { parseElsewhere } from "./mesh_worker";
import { type Palette, palettes, type Theme } from "./palette";
import { identityPose } from "./poses";
import { Picking } from "./picking";
import { Renderer } from "./renderer";
import { surfaceAt } from "./surface";
import { viewKey } from "./view_keys";
import { initialLayers, type Layers, type Picked, type ViewOptions } from "./view_types";

export * from "./view_types";
export { NoWebGL } from "./renderer";

// Ids of the id picture: from 1 for links, and from here for ghosts and markers. It has 24 bits.
const GHOST_PICK = 1 << 22;
const MARKER_PICK = 1 << 23;

export class View {
  readonly camera = new TurntableCamera();
  layers = initialLayers;
  private palette: Palette;
  private readonly renderer: Renderer;
  private readonly picking: Picking;
  private readonly controls: Controls;
  private readonly labels: Labels;
  private readonly meshes: MeshFiles;
  private readonly bodies: Bodies;
  private readonly ghosts: Ghosts;
  private readonly hovering: Hovering<Picked>;
  private readonly ground = new Ground();
  private readonly marks: Marks;
  private readonly markers = new Markers();
  private readonly centres = new Centres((links) => this.marks.centreOf(links));
  private centreList: readonly Centre[] = [];
  private markerList: readonly Marker[] = [];
  private badges: readonly Badge[] = [];
  private scene: Scene | null = null;
  private poses = new Float32Array(0); // of links, then of ghosts
  private chosen: Chosen = { links: [], joints: [] };
  private loads: readonly (number | null)[] | null = null;
  private areMarksStale = true;

  constructor(
    canvas: HTMLCanvasElement,
    labels: HTMLElement,
    private readonly options: ViewOptions,
  ) {
    this.palette = palettes[options.theme];
    this.renderer = new Renderer(canvas, this.camera, () => this.beforeDraw(), () => this.labels.place());
    this.labels = new Labels(labels, this.camera);
    this.meshes = new MeshFiles(options.fetchFile, options.usesThread ? parseElsewhere : parseMesh);
    const shared = { meshes: this.meshes, texture: (id: number) => fetchTexture(options.fetchFile, id), changed: () => this.redraw() };
    this.bodies = new Bodies(this.palette, { ...shared, pickOfLink: (link) => 1 + link });
    this.ghosts = new Ghosts(this.palette, { ...shared, pickOfLink: (slot) => GHOST_PICK + slot });
    this.marks = new Marks(this.palette);
    const parts = [this.bodies, this.ghosts.bodies, this.markers];
    this.picking = new Picking(this.renderer, () => this.camera.now, () => parts.flatMap((part) => part.pickables()));
    this.hovering = new Hovering((x, y) => this.pick(x, y), options.hovered);
    this.controls = new Controls(canvas, {
      camera: this.camera,
      changed: () => this.cameraChanged(),
      clicked: (x, y, twice) => void this.pick(x, y).then((what) => options.picked(what, twice, x, y)),
      hovered: (x, y) => void this.hovering.at(x, y),
      left: () => this.hovering.left(),
      pressed: (key, shift) => viewKey(this, key.toLowerCase(), shift) || (options.pressed?.(key, shift) ?? false),
      grab: (x, y) => (options.dragsShapes?.() ? this.grab(x, y) : null),
    });
    this.renderer.world.add(this.ground.object, this.bodies.object, this.ghosts.bodies.object);
    this.renderer.above.add(this.marks.object, this.markers.object, this.centres.object);
    addLights(this.renderer.world, this.renderer.above, this.palette);
    this.setTheme(options.theme);
  }

  // How many pictures were drawn, and how many meshes are still on their way.
  get frames(): number {
    return this.renderer.frames;
  }

  get pending(): number {
    return this.bodies.pending + this.ghosts.bodies.pending;
  }

  setTheme(theme: Theme): void {
    this.palette = palettes[theme];
    this.renderer.gl.setClearColor(new Color(this.palette.background), 1);
    this.ground.setPalette(this.palette);
    this.bodies.setPalette(this.palette);
    this.ghosts.bodies.setPalette(this.palette);
    if (this.scene) this.bodies.setScene(this.scene);
    this.redraw();
  }

  setScene(scene: Scene | null): void {
    this.scene = scene;
    const shown = scene ?? { links: [], shapes: [], meshes: [] };
    this.meshes.keepOnly([...shown.meshes, ...this.ghosts.meshes]);
    this.bodies.setScene(shown);
    const known = this.poses.slice(0, 12 * shown.links.length);
    this.poses = new Float32Array(12 * (shown.links.length + this.ghosts.count));
    for (let link = 0; link < shown.links.length; ++link) this.poses.set(identityPose(), 12 * link);
    this.poses.set(known);
    this.ghosts.place(this.poses, shown.links.length);
    this.redraw();
  }

  setPoses(poses: ArrayLike<number>): void {
    if (!this.scene || poses.length !== 12 * this.scene.links.length) return;
    this.poses.set(poses);
    this.ghosts.place(this.poses, this.scene.links.length);
    for (const part of [this.bodies, this.marks, this.markers, this.centres]) part.place(this.poses);
    this.marks.setBrackets(this.brackets());
    this.renderer.ask();
  }

  setLayers(change: Partial<Layers>): void {
    this.layers = { ...this.layers, ...change };
    this.bodies.setShown(this.layers.shapes, this.layers.opacity);
    this.ground.object.visible = this.layers.grid;
    this.redraw();
  }

  select(chosen: Chosen): void {
    this.chosen = chosen;
    this.redraw();
  }

  // The share of its limit that the load of each link's joint is; null: unknown.
  setLoads(shares: readonly (number | null)[] | null): void {
    if (shares === null && this.loads === null) return;
    this.loads = shares;
    this.bodies.paint((link, own) => this.tint(link, own));
    this.renderer.ask();
  }

  // Centres of mass of several links together.
  setCentres(centres: readonly Centre[]): void {
    if (centres.length + this.centreList.length === 0) return;
    this.centreList = centres;
    this.redraw();
  }

  setMarkers(markers: readonly Marker[]): void {
    this.markerList = markers;
    this.redraw();
  }

  setBadges(badges: readonly Badge[]): void {
    if (badges.length + this.badges.length === 0) return;
    this.badges = badges;
    this.redraw();
  }

  setGhosts(ghosts: readonly Ghost[]): void {
    this.ghosts.set(ghosts, this.scene?.meshes ?? []);
    const known = this.poses.slice(0, 12 * this.linkCount);
    this.poses = new Float32Array(known.length + 12 * ghosts.length);
    this.poses.set(known);
    this.ghosts.place(this.poses, this.linkCount);
    this.redraw();
  }

  // Moves the first ghosts, twelve numbers each in their order.
  moveGhosts(poses: Float32Array): void {
    if (poses.length > 12 * this.ghosts.count) return;
    this.ghosts.moveFirst(poses);
    this.ghostsMoved();
  }

  moveGhost(id: number, pose: Pose): void {
    this.ghosts.move(id, pose);
    this.ghostsMoved();
  }

  private ghostsMoved(): void {
    this.ghosts.place(this.poses, this.linkCount);
    this.markers.place(this.poses);
    this.renderer.ask();
  }

  look(name: ViewName): void {
    this.camera.look(name);
    this.cameraChanged();
  }

  setParallel(isParallel: boolean): void {
    this.camera.parallel = isParallel;
    this.cameraChanged();
  }

  // Takes in everything, ghosts too, or these links alone.
  fit(links?: readonly number[]): void {
    this.bodies.refresh();
    this.ghosts.bodies.refresh();
    const box = this.box(links);
    if (links === undefined) box.union(this.ghosts.box(this.poses.subarray(12 * this.linkCount)));
    if (box.isEmpty()) box.set(new Vector3(-0.5, -0.5, 0), new Vector3(0.5, 0.5, 1));
    // A point alone, of a robot without shapes, is looked at from where its frame can be seen.
    if (box.getSize(new Vector3()).length() < 1e-6) box.expandByScalar(0.2 * this.size());
    this.camera.fit(box);
    this.cameraChanged();
  }

  fitSelection = (): void => this.fit(this.chosen.links.length > 0 ? this.chosen.links : undefined);

  // Call it after the camera was moved by hand.
  cameraChanged(): void {
    this.renderer.ask();
    this.options.cameraMoved();
  }

  // What is shown, without labels, as the data URL of a PNG of so many pixels.
  picture = (width: number, height: number, transparent = false) => this.renderer.picture(width, height, transparent);

  async pick(x: number, y: number): Promise<Picked | null> {
    this.beforeDraw();
    return this.meaning(await this.picking.at(x, y));
  }

  // The index of the link at each pixel of the canvas, row by row from the top; -1: none.
  linkPicture(): Promise<{ width: number; height: number; links: Int32Array }> {
    this.beforeDraw();
    return this.picking.links(this.linkCount);
  }

  // The box of these links (all, if none are named) as they stand now, in {g}.
  box(links: readonly number[] = this.bodies.boxes.map((_, link) => link)): Box3 {
    const box = new Box3();
    for (const link of links) {
      const own = this.bodies.boxes[link];
      if (own && 12 * link < this.poses.length) growByPlaced(box, own, this.poses, 12 * link);
    }
    return box;
  }

  get isEmpty(): boolean {
    return this.box().isEmpty();
  }
  centreOfMass = (links: readonly number[]): Vector3 | null => this.marks.centreOf(links);

  dispose(): void {
    for (const part of [this.controls, this.picking, this.bodies, this.ghosts.bodies]) part.dispose();
    this.labels.set([]);
    this.renderer.dispose();
  }

  private get linkCount(): number {
    return this.scene?.links.length ?? 0;
  }

  // The point of the robot's surface at a pixel; null: nothing is there.
  surfaceAt = (x: number, y: number) => surfaceAt(this.bodies.object, this.camera, this.renderer.canvas, x, y);

  private grab = async (x: number, y: number): Promise<Grip | null> =>
    this.options.grabbed?.(await this.pick(x, y), x, y) ?? null;

  private meaning(id: number): Picked | null {
    if (id === 0) return null;
    if (id < GHOST_PICK) return { kind: "link", index: id - 1 };
    if (id >= MARKER_PICK) return { kind: "marker", id: this.markerList[id - MARKER_PICK]!.id };
    const ghost = this.ghosts.idOf(id - GHOST_PICK);
    return ghost === undefined ? null : { kind: "ghost", id: ghost };
  }

  private redraw(): void {
    this.areMarksStale = true;
    this.renderer.ask();
  }

  private beforeDraw(): void {
    if (this.areMarksStale) this.renew();
    this.bodies.refresh();
    this.ghosts.bodies.refresh();
    this.camera.reachFor(this.box(), 20 * this.ground.cell);
    this.camera.update();
  }

  private renew(): void {
    this.areMarksStale = false;
    this.bodies.refresh();
    const box = this.box();
    const size = this.size() * 0.1 * this.layers.markSize;
    this.ground.setBox(box);
    this.marks.place(this.poses);
    this.marks.set(this.scene, this.layers, this.chosen, size, this.palette);
    this.marks.setBrackets(this.brackets());
    const pickOf = (marker: Marker) => MARKER_PICK + this.markerList.indexOf(marker);
    this.markers.place(this.poses);
    this.markers.set(this.markerList, size, this.palette, (marker) => this.frameOf(marker), pickOf);
    this.centres.set(this.centreList, size);
    this.centres.place(this.poses);
    this.bodies.place(this.poses);
    this.bodies.paint((link, own) => this.tint(link, own));
    const badges = badgeLabels(this.badges, (link) => this.bodies.boxes[link], () => this.poses);
    this.labels.set([...this.markers.labels, ...this.centres.labels, ...badges, ...this.marks.labels]);
  }

  // m across everything; 1 where nothing has a size
  private size(): number {
    const box = this.box();
    return (box.isEmpty() ? 0 : box.getSize(new Vector3()).length()) || 1;
  }

  private frameOf(marker: Marker): number {
    if (marker.ghost !== undefined) return this.linkCount + this.ghosts.slotOf(marker.ghost);
    return marker.link ?? -1;
  }

  private tint(link: number, own: Color): Color {
    const load = this.loads ? loadColor(this.loads[link] ?? null) : null;
    const base = load ?? own;
    return this.chosen.links.includes(link) ? base.clone().lerp(new Color(this.palette.selected), 0.55) : base;
  }

  private brackets() {
    return this.chosen.links.flatMap((frame) => (this.bodies.boxes[frame] ? [{ frame, box: this.bodies.boxes[frame] }] : []));
  }
}
