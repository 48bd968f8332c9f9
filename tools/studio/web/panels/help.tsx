// Keys, version and licences.
import { text, version } from "../state";
import { Modal } from "./modal";

export function HelpDialog() {
  const t = text.value;
  const keys = [
    ["Ctrl+O", t.keyOpen],
    ["Alt+R", t.keyAgain],
    ["?", t.keyHelp],
    ["Esc", t.keyClose],
  ];
  return (
    <Modal title={t.help}>
      <h3>{t.keysTitle}</h3>
      <dl class="facts">
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
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
