// The folders that the program lets the page see, one at a time, with what romasc reads in them.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Folder, readFolder } from "../server";
import { attempt, refusal, text } from "../state";

export interface FolderListProps {
  onFile: (path: string) => void;
  // Called with each folder that is shown.
  onFolder?: (path: string) => void;
}

export function FolderList({ onFile, onFolder }: FolderListProps) {
  const t = text.value;
  const [folder, setFolder] = useState<Folder | null>(null);
  const entries = useRef<HTMLUListElement>(null);
  const goesOn = useRef(false); // the entry that had the focus leads to the folder that is shown next
  const go = (path?: string) =>
    attempt(async () => {
      const next = await readFolder(path);
      setFolder(next);
      onFolder?.(next.path);
    });
  const enter = (path: string) => {
    goesOn.current = true;
    void go(path);
  };
  useEffect(() => void go(), []);
  useLayoutEffect(() => {
    if (goesOn.current) entries.current?.querySelector("button")?.focus();
    goesOn.current = false;
  }, [folder]);
  return (
    <>
      {refusal.value !== "" && (
        <p class="refusal" role="alert">
          {refusal.value}
        </p>
      )}
      {folder !== null && (
        <>
          {folder.roots.length > 1 && (
            <label class="field">
              {t.folders}
              <select value={folder.path} onChange={(event) => void go(event.currentTarget.value)}>
                {!folder.roots.includes(folder.path) && <option value={folder.path}>{folder.path}</option>}
                {folder.roots.map((root) => (
                  <option key={root} value={root}>
                    {root}
                  </option>
                ))}
              </select>
            </label>
          )}
          <p class="path" aria-live="polite">
            {folder.path}
          </p>
          <ul class="plain entries" ref={entries}>
            {folder.parent !== "" && (
              <li>
                <button class="row" onClick={() => enter(folder.parent)}>
                  ↑ {t.parentFolder}
                </button>
              </li>
            )}
            {folder.entries.map((entry) => (
              <li key={entry.path}>
                <button class="row" onClick={() => (entry.folder ? enter(entry.path) : onFile(entry.path))}>
                  <span>
                    {entry.name}
                    {entry.folder && "/"}
                  </span>
                  {entry.folder && <span class="hint">{t.folder}</span>}
                </button>
              </li>
            ))}
          </ul>
          {folder.entries.length === 0 && <p>{t.emptyFolder}</p>}
          {!folder.complete && <p>{t.moreEntries}</p>}
        </>
      )}
    </>
  );
}
