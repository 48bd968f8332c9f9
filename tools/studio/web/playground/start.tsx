// The start page, the menu and the dialogs of the page that holds the compiler.
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { replacing } from "../assemble/discard_dialog";
import { Modal } from "../panels/modal";
import { announcement, attempt, dialog, openPath, scene, text } from "../state";
import { type Core, FOLDER } from "./core";
import { isReading, openExample, robots, takeChosen, takeDrop } from "./files";
import { type Link, linkTo } from "./links";
import { pageText } from "./text";

let core: Core;
export const useCore = (made: Core): void => void (core = made);

const EXAMPLES = [
  ["broken", "broken-arm/arm.urdf"],
  ["cell", "workspace/src/picker_cell/urdf/cell.urdf.xacro"],
  ["panda", "arms/panda.romas"],
  ["sixAxis", "six-axis/six-axis.assembly.xml"],
  ["quadruped", "quadruped/quadruped.romas"],
  ["humanoid", "humanoid/humanoid.romas"],
] as const;

const EMPTY = `<?xml version="1.0"?>
<robot name="robot">
  <link name="base">
    <visual>
      <geometry>
        <box size="0.2 0.2 0.1"/>
      </geometry>
    </visual>
  </link>
</robot>
`;

const write = () =>
  attempt(async () => {
    const path = `${FOLDER}/robot.urdf`;
    await core.write([[path, new TextEncoder().encode(EMPTY)]]);
    await openPath(path);
  });

function Choose({ folder }: { folder: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const t = pageText.value;
  const name = folder ? t.chooseFolder : t.chooseFiles;
  return (
    <>
      <button class={folder ? "" : "primary"} onClick={() => input.current?.click()}>
        {name}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={name}
        {...(folder ? { webkitdirectory: true } : {})}
        onChange={({ currentTarget }) => {
          const { files } = currentTarget;
          if (files && files.length > 0) void takeChosen(core, files).then(() => (currentTarget.value = ""));
        }}
      />
    </>
  );
}

export function StartPage() {
  const t = pageText.value;
  return (
    <div class="start">
      <h1>{t.title}</h1>
      <p>{t.intro}</p>
      <div class="drop-here">
        <p>
          <strong>{t.drop}</strong>
          <br />
          <span class="hint">{t.dropHint}</span>
        </p>
        <p class="buttons">
          <Choose folder={false} />
          <Choose folder={true} />
          <button onClick={() => void write()}>{t.write}</button>
        </p>
        {isReading.value && <p role="status">{t.reading}</p>}
      </div>
      <nav aria-labelledby="examples">
        <h2 id="examples">{t.examples}</h2>
        <ul class="plain">
          {EXAMPLES.map(([name, path]) => (
            <li key={name}>
              <button class="row" onClick={() => void attempt(() => openExample(core, "examples.zip", path))}>
                <span>{t.example[name]}</span>
                <span class="hint">{path.slice(path.lastIndexOf("/") + 1)}</span>
              </button>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

const link = signal<Link | null>(null);

const share = () =>
  attempt(async () => {
    const now = scene.value;
    if (!now) return;
    link.value = await linkTo(now.file, now.files);
    dialog.value = "share";
  });

export function Menu() {
  const t = pageText.value;
  return (
    <>
      <button onClick={() => (dialog.value = "files")}>{t.files}</button>
      {scene.value !== null && <button onClick={() => void share()}>{t.share}</button>}
    </>
  );
}

function FilesDialog() {
  const t = pageText.value;
  const found = robots.value;
  return (
    <Modal title={t.filesTitle}>
      <p class="buttons">
        <Choose folder={false} />
        <Choose folder={true} />
      </p>
      {isReading.value && <p role="status">{t.reading}</p>}
      <p>{found === null ? t.noFiles : found.length === 0 ? t.noRobots : t.robotsFound(found.length)}</p>
      <ul class="plain entries">
        {found?.map((path) => (
          <li key={path}>
            <button class="row" onClick={() => replacing(() => void openPath(path))}>
              {path.slice(FOLDER.length + 1)}
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}

function ShareDialog() {
  const t = pageText.value;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.select(), []);
  const { address, leftOut } = link.value ?? { address: "", leftOut: 0 };
  const copy = () =>
    void navigator.clipboard.writeText(address).then(() => {
      announcement.value = text.value.copied;
      dialog.value = null;
    });
  return (
    <Modal title={t.shareTitle}>
      {address === "" ? (
        <p>{t.shareTooLarge}</p>
      ) : (
        <>
          <p>{t.shareText}</p>
          {leftOut > 0 && <p class="warn">{t.shareLeftOut(leftOut)}</p>}
          <label class="field">
            {t.link}
            <textarea class="path" ref={field} readOnly rows={4} value={address} />
          </label>
          <p class="actions">
            <button class="primary" onClick={copy}>
              {t.copyLink}
            </button>
          </p>
        </>
      )}
    </Modal>
  );
}

export function Dialogs() {
  if (dialog.value === "files") return <FilesDialog />;
  if (dialog.value === "share") return <ShareDialog />;
  return null;
}

// Files may be dropped anywhere in the page.
export function takeDrops(): void {
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    document.documentElement.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) document.documentElement.classList.remove("dropping");
  });
  addEventListener("drop", (event) => {
    document.documentElement.classList.remove("dropping");
    if (!event.dataTransfer || !hasFiles(event)) return;
    event.preventDefault();
    void takeDrop(core, event.dataTransfer);
  });
}
