// Keys, version and licences.
import { hasEditor } from "../editor";
import { hosted } from "../hosted";
import { embedded } from "../standalone";
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

function Licences() {
  const t = text.value;
  if (embedded) {
    return (
      <details>
        <summary>{t.licences}</summary>
        <pre class="path" lang="en">{embedded.licences}</pre>
      </details>
    );
  }
  return (
    <p>
      <a href={hosted()?.licences ?? "/licences.txt"} target="_blank" rel="noreferrer">
        {t.licences}
      </a>
    </p>
  );
}

export function HelpDialog() {
  const t = text.value;
  const programKeys: [string, string][] = [["Ctrl+O", t.keyOpen], ["Alt+R", t.keyAgain], ...(hasEditor() ? [["E", t.views.keyEditor] as [string, string]] : [])];
  return (
    <Modal title={t.help}>
      <h3>{t.keysTitle}</h3>
      <Keys title={t.keysPage} keys={[...(embedded ? [] : programKeys), ["?", t.keyHelp], ["Esc", t.keyClose]]} />
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
          ["1 2 3 4", t.views.keyCameras],
        ]}
      />
      <h3>{t.about}</h3>
      <p>
        {hosted()?.name ?? "romas-studio"} {version.value}
      </p>
      <Licences />
    </Modal>
  );
}
