// Words in the space: elements above the canvas, so that they are as sharp and as themed as the rest of the page.
import { Vector3 } from "three";
import type { TurntableCamera } from "./camera";

export interface Label {
  text: string;
  place: (out: Vector3) => Vector3; // where it stands now, in {g}
  look?: string; // a class of the style sheet
  words?: readonly { text: string; look: string }[]; // what is shown in place of the text, which is a title then
  take?: () => void; // what a click does; without it, clicks go to the picture below
}

const MOST = 150; // more would hide each other

interface Shown {
  label: Label;
  element: HTMLElement;
  width: number; // CSS pixels, of one that can be clicked
  height: number;
}

function elementOf({ text, look, words, take }: Label): HTMLElement {
  const element = document.createElement(take ? "button" : "span");
  element.className = `label ${look ?? ""}`;
  if (words) {
    element.title = text;
    for (const word of words) {
      const part = document.createElement("span");
      part.textContent = word.text;
      part.className = word.look;
      element.append(part);
    }
  } else element.textContent = text;
  if (take) {
    element.tabIndex = -1; // keys have lists with the same
    element.addEventListener("click", take);
  }
  return element;
}

export class Labels {
  private labels: Shown[] = [];
  private readonly point = new Vector3();

  constructor(
    private readonly parent: HTMLElement,
    private readonly camera: TurntableCamera,
  ) {}

  set(labels: readonly Label[]): void {
    const shown = labels.slice(0, MOST).map((label) => ({ label, element: elementOf(label), width: 0, height: 0 }));
    this.parent.replaceChildren(...shown.map(({ element }) => element));
    for (const one of shown) if (one.label.take) [one.width, one.height] = [one.element.offsetWidth, one.element.offsetHeight];
    this.labels = shown;
  }

  // Called after a picture is drawn. What can be clicked hides nothing else that can: it stands below it then.
  place(): void {
    const taken: { x: number; y: number; width: number; height: number }[] = [];
    for (const { label, element, width, height } of this.labels) {
      const { x, y: wanted, z } = this.camera.project(label.place(this.point));
      const isSeen = z > -1 && z < 1;
      element.hidden = !isSeen;
      if (!isSeen) continue;
      let y = wanted;
      if (label.take) {
        const isOn = (other: (typeof taken)[0]) =>
          Math.abs(x - other.x) < (width + other.width) / 2 && Math.abs(y - other.y) < (height + other.height) / 2;
        for (let other = taken.find(isOn); other; other = taken.find(isOn)) y = other.y + (height + other.height) / 2 + 1;
        taken.push({ x, y, width, height });
      }
      element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    }
  }
}
