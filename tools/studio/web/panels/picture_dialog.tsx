// Saves what the space shows as a PNG, also larger than the screen.
import { useState } from "preact/hooks";
import { view } from "../space";
import { dialog, scene, text } from "../state";
import { Modal } from "./modal";

const factors = [1, 2, 4];

export function PictureDialog() {
  const t = text.value;
  const [factor, setFactor] = useState(2);
  const [transparent, setTransparent] = useState(false);
  const canvas = document.querySelector("canvas");
  const [width, height] = [canvas?.clientWidth ?? 0, canvas?.clientHeight ?? 0];
  const save = () => {
    const url = view.value?.picture(factor * width, factor * height, transparent);
    if (url === undefined) return;
    const link = document.createElement("a");
    link.href = url;
    link.download = `${scene.value?.robots[scene.value.robot] || "robot"}.png`;
    link.click();
    dialog.value = null;
  };
  return (
    <Modal title={t.picture}>
      <p>{t.pictureHint}</p>
      <label class="field">
        {t.pictureSize}
        <select value={factor} onChange={(event) => setFactor(Number(event.currentTarget.value))}>
          {factors.map((one) => (
            <option key={one} value={one}>
              {t.pixels(one * width, one * height)}
            </option>
          ))}
        </select>
      </label>
      <label class="check">
        <input type="checkbox" checked={transparent} onChange={(event) => setTransparent(event.currentTarget.checked)} />
        {t.transparent}
      </label>
      <p class="actions">
        <button class="primary" onClick={save}>
          {t.savePicture}
        </button>
      </p>
    </Modal>
  );
}
