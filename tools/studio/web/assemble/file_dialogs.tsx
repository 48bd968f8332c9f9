// Load Blocks, Save Assembly under a new name, Export: each chooses a place below the folders of the studio.
import { useState } from "preact/hooks";
import { FolderList } from "../panels/folder_list";
import { Modal } from "../panels/modal";
import { hosted } from "../hosted";
import { Refusal } from "../server";
import { FindingList } from "../panels/finding_list";
import { announcement, attempt, dialog, currentRevision, readOnly, scene, show, targets, text } from "../state";
import { assembly, loadBlocks } from "./assembling";
import * as requests from "./requests";
import type { Exported } from "./requests";

export function LoadBlocksDialog() {
  const t = text.value.assemble;
  const [folder, setFolder] = useState("");
  const load = async (path: string) => {
    if (await loadBlocks(path)) dialog.value = null;
  };
  return (
    <Modal title={t.loadBlocks}>
      <FolderList onFile={(path) => void load(path)} onFolder={setFolder} />
      <p class="actions">
        <button class="primary" disabled={folder === ""} onClick={() => void load(folder)}>
          {t.loadFolder}
        </button>
      </p>
    </Modal>
  );
}

// Writes something to a path; where a file is there already, it asks first.
function WriteTo({ name, write }: { name: string; write: (path: string, replace: boolean) => Promise<void> }) {
  const t = text.value.assemble;
  const host = hosted();
  const [folder, setFolder] = useState(host?.folder ?? "");
  const [file, setFile] = useState(name);
  const [exists, setExists] = useState("");
  const path = `${folder}/${file}`;
  const send = (replace: boolean) =>
    attempt(async () => {
      try {
        await write(path, replace);
        setExists("");
      } catch (problem) {
        if (!(problem instanceof Refusal) || problem.code !== "exists") throw problem;
        setExists(path);
      }
    });
  return (
    <form
      method="dialog"
      onSubmit={(event) => {
        event.preventDefault();
        void send(host !== null); // there it replaces no file of the user
      }}
    >
      {host === null && (
        <FolderList
          onFile={(chosen) => {
            setFile(chosen.slice(chosen.lastIndexOf("/") + 1));
            setExists("");
          }}
          onFolder={setFolder}
        />
      )}
      <label class="field">
        {t.fileName}
        <input
          type="text"
          value={file}
          onInput={(event) => {
            setFile(event.currentTarget.value);
            setExists("");
          }}
        />
      </label>
      <p class="actions">
        <button type="submit" class="primary" disabled={file.trim() === "" || folder === ""}>
          {t.save}
        </button>
      </p>
      {exists === path && (
        <p class="refusal" role="alert">
          {t.replaceFile(path)}{" "}
          <button type="button" onClick={() => void send(true)}>
            {t.replace}
          </button>
        </p>
      )}
    </form>
  );
}

const stem = () => {
  const file = scene.value?.file ?? "";
  return file.slice(file.lastIndexOf("/") + 1).replace(/(\.assembly)?\.[^.]*$/, "") || "robot";
};

export async function saveTo(path: string, replace: boolean): Promise<void> {
  show(await requests.save(currentRevision(), path, replace));
  await hosted()?.handOver(path);
  announcement.value = text.value.assemble.saved;
}

export const canSave = () => !readOnly.value && assembly.value !== null && assembly.value.parts.length > 0;

// Saves where the assembly lies already; else asks where.
export async function save(): Promise<void> {
  const path = assembly.value?.path ?? "";
  if (path === "") dialog.value = "save";
  else await attempt(() => saveTo(path, true));
}

export function SaveDialog() {
  return (
    <Modal title={text.value.assemble.saveAs}>
      <WriteTo
        name={`${stem()}.assembly.xml`}
        write={async (path, replace) => {
          await saveTo(path, replace);
          dialog.value = null;
        }}
      />
    </Modal>
  );
}

export function ExportDialog() {
  const t = text.value.assemble;
  const [target, setTarget] = useState(targets.value[0]?.name ?? "");
  const [written, setWritten] = useState<Exported | null>(null);
  const chosen = targets.value.find((one) => one.name === target);
  return (
    <Modal title={t.exportAs}>
      <label class="field">
        {t.target}
        <select value={target} onChange={(event) => (setWritten(null), setTarget(event.currentTarget.value))}>
          {targets.value.map(({ name, summary }) => (
            <option key={name} value={name}>
              {name} – {summary}
            </option>
          ))}
        </select>
      </label>
      <WriteTo
        key={target}
        name={stem() + (chosen?.extension ?? "")}
        write={async (path, replace) => {
          setWritten(null);
          const exported = await requests.exportAs(currentRevision(), target, scene.value?.robot ?? 0, path, replace);
          await hosted()?.handOver(exported.path);
          setWritten(exported);
        }}
      />
      <div role="status">
        {written !== null && <p>{t.exported(written.path)}</p>}
        {written !== null && written.losses.length > 0 && (
          <>
            <p>{t.losses}</p>
            <FindingList findings={written.losses} />
          </>
        )}
      </div>
    </Modal>
  );
}
