// What is open, in a few facts, and what else could be.
import type { Scene } from "../scene";
import { plain } from "../format";
import { chooseRobot, drawnScene, inputs, openPath, scene, text } from "../state";

const nameIn = (of: Scene, index: number) => of.robots[index] || text.value.unnamed;

// The choice among several robots.
export function RobotChoice({ scene: of }: { scene: Scene }) {
  const t = text.value;
  if (of.robots.length < 2 || of.model === null) return null;
  return (
    <label class="field robot-choice">
      <span>{t.robots}</span>
      <select value={of.robot} onChange={(event) => void chooseRobot(Number(event.currentTarget.value))}>
        {of.robots.map((_, index) => (
          <option key={index} value={index}>
            {nameIn(of, index)}
          </option>
        ))}
      </select>
    </label>
  );
}

// With several files on the command line, each is a click away.
export function GivenFiles() {
  const t = text.value;
  if (inputs.value.length < 2) return null;
  return (
    <nav class="given" aria-labelledby="given-files">
      <h2 id="given-files">{t.givenFiles}</h2>
      <ul class="plain">
        {inputs.value.map((path) => (
          <li key={path}>
            <button class="row" aria-current={scene.value?.file === path ? "true" : undefined} onClick={() => openPath(path)}>
              {path}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function RobotFacts({ scene: of }: { scene: Scene }) {
  const t = text.value;
  const { model } = of;
  const mass = drawnScene.value?.links.reduce((sum, link) => sum + (link.mass ?? 0), 0) ?? 0;
  return (
    <section aria-label={of.robots.length > 0 ? nameIn(of, of.robot) : t.robot}>
      <dl class="facts">
        <div>
          <dt>{t.file}</dt>
          <dd class="path">{of.file}</dd>
        </div>
        {of.input_format !== "" && (
          <div>
            <dt>{t.format}</dt>
            <dd>{of.input_format}</dd>
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
            <div>
              <dt>{t.mass}</dt>
              <dd>{plain(mass)} kg</dd>
            </div>
          </>
        )}
      </dl>
      {model === null && of.status !== "ok" && <p>{t.noModel}</p>}
      {of.messages !== "" && <pre class="path">{of.messages}</pre>}
      {of.files.length > 1 && (
        <details>
          <summary>
            {t.filesRead} ({of.files.length})
          </summary>
          <ul class="plain path">
            {of.files.map((file) => (
              <li key={file}>{file}</li>
            ))}
          </ul>
        </details>
      )}
      {model !== null && <p class="hint">{t.selectSomething}</p>}
    </section>
  );
}
