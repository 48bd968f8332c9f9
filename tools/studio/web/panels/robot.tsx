// What is open, in a few facts.
import type { Scene } from "../server";
import { chooseRobot, text } from "../state";

export function Robot({ scene }: { scene: Scene }) {
  const t = text.value;
  const name = (index: number) => scene.robots[index] || t.unnamed;
  const { model } = scene;
  return (
    <section class="panel" aria-labelledby="robot">
      <h1 id="robot">{scene.robots.length > 0 ? name(scene.robot) : t.robot}</h1>
      {scene.robots.length > 1 && model !== null && (
        <label class="field">
          {t.robots}
          <select value={scene.robot} onChange={(event) => void chooseRobot(Number(event.currentTarget.value))}>
            {scene.robots.map((_, index) => (
              <option key={index} value={index}>
                {name(index)}
              </option>
            ))}
          </select>
        </label>
      )}
      <dl class="facts">
        <div>
          <dt>{t.file}</dt>
          <dd class="path">{scene.file}</dd>
        </div>
        {scene.input_format !== "" && (
          <div>
            <dt>{t.format}</dt>
            <dd>{scene.input_format}</dd>
          </div>
        )}
        {model !== null && (
          <>
            <div>
              <dt>{t.links}</dt>
              <dd>{model.links.length}</dd>
            </div>
            <div>
              <dt>{t.joints}</dt>
              <dd>{model.joints.length}</dd>
            </div>
          </>
        )}
      </dl>
      {model === null && scene.status !== "ok" && <p>{t.noModel}</p>}
      {scene.messages !== "" && <pre class="path">{scene.messages}</pre>}
      {scene.files.length > 1 && (
        <details>
          <summary>
            {t.filesRead} ({scene.files.length})
          </summary>
          <ul class="plain path">
            {scene.files.map((file) => (
              <li key={file}>{file}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
