// Words in the space: elements above the canvas, so that they are as sharp and as themed as the rest of the page.
import { Vector3 } from "three";
import type { TurntableCamera } from "./camera";

export interface Label {
  text: string;
  place: (out: Vector3) => Vector3; // where it stands now, in {g}
  look?: string; // a class of the style sheet
}

const MOST = 150; // more would hide each other

export class Labels {
  private labels: { label: Label; element: HTMLElement }[] = [];
  private readonly point = new Vector3();

  constructor(
    private readonly parent: HTMLElement,
    private readonly camera: TurntableCamera,
  ) {}

  set(labels: readonly Label[]): void {
    this.parent.replaceChildren();
    this.labels = labels.slice(0, MOST).map((label) => {
      const element = document.createElement("span");
      element.textContent = label.text;
      element.className = `label ${label.look ?? ""}`;
      this.parent.append(element);
      return { label, element };
    });
  }

  // Called after a picture is drawn.
  place(): void {
    for (const { label, element } of this.labels) {
      const { x, y, z } = this.camera.project(label.place(this.point));
      const isSeen = z > -1 && z < 1;
      element.hidden = !isSeen;
      if (isSeen) element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    }
  }
}
