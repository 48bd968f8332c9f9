// Keys, version and licences.
import { text, version } from "../state";
import { Modal } from "./modal";

function Keys({ title, keys }: { title: string; keys: readonly [string, string][] }) {
  return (
    <>
      <h4>{title}</h4>
      <dl class="facts keys">
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              {key.split(" ").map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

export function HelpDialog() {
  const t = text.value;
  return (
    <Modal title={t.help}>
      <h3>{t.keysTitle}</h3>
      <Keys title={t.keysPage} keys={[["Ctrl+O", t.keyOpen], ["Alt+R", t.keyAgain], ["?", t.keyHelp], ["Esc", t.keyClose]]} />
      <Keys
        title={t.keysSpace}
        keys={[
          ["← → ↑ ↓", t.keyOrbit],
          ["Shift+← → ↑ ↓", t.keyPan],
          ["+ −", t.keyZoom],
          ["X Y Z", t.keyViews],
          ["A", t.keyFit],
          ["F", t.keyFitSelection],
          ["P", t.keyParallel],
        ]}
      />
      <h3>{t.about}</h3>
      <p>romas-studio {version.value}</p>
      <p>
        <a href="/licences.txt" target="_blank" rel="noreferrer">
          {t.licences}
        </a>
      </p>
    </Modal>
  );
}
