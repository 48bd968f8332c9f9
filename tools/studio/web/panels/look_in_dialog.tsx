// Chooses a folder in which the packages of missing meshes are looked for.
import { useState } from "preact/hooks";
import { lookIn, text } from "../state";
import { FolderList } from "./folder_list";
import { Modal } from "./modal";

export function LookInDialog() {
  const t = text.value;
  const [folder, setFolder] = useState("");
  return (
    <Modal title={t.lookInFolder}>
      <p class="hint">{t.lookInHint}</p>
      <FolderList onFile={() => undefined} onFolder={setFolder} />
      <p class="actions">
        <button class="primary" disabled={folder === ""} onClick={() => void lookIn(folder)}>
          {t.lookHere}
        </button>
      </p>
    </Modal>
  );
}
