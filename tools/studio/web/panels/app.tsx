// The whole page: menu, start page or workspace, and the dialogs.
import { announcement, connection, dialog, examples, inputs, openPath, refusal, refusalFindings, scene, text } from "../state";
import { DiscardDialog } from "../assemble/discard_dialog";
import { DraftDialog } from "../assemble/draft_dialog";
import { ExportDialog, LoadBlocksDialog, SaveDialog } from "../assemble/file_dialogs";
import { GenerateDialog } from "../assemble/generate_dialog";
import { hosted } from "../hosted";
import { CompareDialog } from "./differences";
import { FixDialog } from "./fix_dialog";
import { HelpDialog } from "./help";
import { MainMenu } from "./menu";
import { LookInDialog } from "./look_in_dialog";
import { OpenDialog } from "./open_dialog";
import { FindingList } from "./finding_list";
import { GivenFiles } from "./robot";
import { PictureDialog } from "./picture_dialog";
import { SettingsDialog } from "./settings";
import { VideoDialog } from "./video_dialog";
import { Workspace } from "./workspace";

function StartPage() {
  const t = text.value;
  const OfHost = hosted()?.StartPage;
  if (OfHost) return <OfHost />;
  return (
    <div class="start">
      <h1>{t.startTitle}</h1>
      <p>{t.startText}</p>
      <p>
        <button class="primary" onClick={() => (dialog.value = "open")}>
          {t.open}
        </button>{" "}
        <button onClick={() => (dialog.value = "load-blocks")}>{t.assemble.loadBlocks}</button>
      </p>
      {examples.value.length > 0 && (
        <nav aria-labelledby="examples">
          <h2 id="examples">{t.examples}</h2>
          <ul class="plain">
            {examples.value.map((path) => (
              <li key={path}>
                <button class="row" title={path} onClick={() => openPath(path)}>
                  {path.slice(path.lastIndexOf("/") + 1)}
                </button>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}

// What romasc found where an action was refused.
function RefusalFindings() {
  if (refusalFindings.value.length === 0) return null;
  return (
    <div class="refusal">
      <FindingList findings={refusalFindings.value} />
    </div>
  );
}

function Content() {
  const t = text.value;
  switch (connection.value) {
    case "connecting":
      return <p class="notice">{t.connecting}</p>;
    case "no-token":
      return <p class="notice">{t.noToken}</p>;
    case "gone":
      return (
        <p class="notice" role="alert">
          {t.gone}
        </p>
      );
    case "open":
      break;
  }
  const open = scene.value;
  if (open !== null) return <Workspace scene={open} />;
  return (
    <>
      <StartPage />
      {inputs.value.length > 1 && (
        <div class="start">
          <GivenFiles />
        </div>
      )}
    </>
  );
}

export function App() {
  const isOpen = connection.value === "open";
  const OfHost = hosted()?.Dialogs;
  return (
    <>
      {isOpen && <MainMenu />}
      <main class={isOpen && scene.value !== null ? "filled" : ""}>
        {refusal.value !== "" && (
          <div class="notice refusal">
            <p role="alert">{refusal.value}</p>
            <button class="small" onClick={() => (refusal.value = "")}>
              {text.value.close}
            </button>
          </div>
        )}
        <RefusalFindings />
        <Content />
      </main>
      <div class="unseen" role="status">
        {announcement.value}
      </div>
      {isOpen && dialog.value === "open" && <OpenDialog />}
      {isOpen && dialog.value === "load-blocks" && <LoadBlocksDialog />}
      {isOpen && dialog.value === "save" && <SaveDialog />}
      {isOpen && dialog.value === "export" && <ExportDialog />}
      {isOpen && dialog.value === "compare" && <CompareDialog />}
      {isOpen && dialog.value === "picture" && <PictureDialog />}
      {isOpen && dialog.value === "fix" && <FixDialog />}
      {isOpen && dialog.value === "video" && <VideoDialog />}
      {isOpen && dialog.value === "look-in" && <LookInDialog />}
      {isOpen && dialog.value === "draft" && <DraftDialog />}
      {isOpen && dialog.value === "discard" && <DiscardDialog />}
      {isOpen && dialog.value === "generate" && <GenerateDialog />}
      {isOpen && dialog.value === "settings" && <SettingsDialog />}
      {isOpen && dialog.value === "help" && <HelpDialog />}
      {isOpen && OfHost && <OfHost />}
    </>
  );
}
