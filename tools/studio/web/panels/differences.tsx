// What two robots differ in; each difference leads to its place.
import { compareTo, compared, showDifference, stopComparing } from "../compare";
import { text } from "../state";
import { FolderList } from "./folder_list";
import { Modal } from "./modal";

export function CompareDialog() {
  return (
    <Modal title={text.value.compare}>
      <FolderList onFile={(path) => void compareTo(path)} />
    </Modal>
  );
}

export function Differences() {
  const t = text.value;
  const now = compared.value;
  if (now === null) return null;
  const { same, differences, effects, not_compared: left } = now.comparison;
  return (
    <div class="scrolled">
      <p>{t.comparedWith(now.path)}</p>
      <p>
        <button class="small" onClick={() => void stopComparing()}>
          {t.endComparison}
        </button>
      </p>
      <h2>{same ? t.sameRobot : t.differenceCount(differences.length)}</h2>
      <ul class="plain" lang="en">
        {differences.map((one, index) => (
          <li key={index}>
            <button class="row" onClick={() => showDifference(one)}>
              {one.message}
            </button>
          </li>
        ))}
        {effects.map((effect) => (
          <li key={effect} class="hint">
            {effect}
          </li>
        ))}
      </ul>
      {left.length > 0 && (
        <>
          <h3>{t.notCompared}</h3>
          <ul lang="en">
            {left.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
