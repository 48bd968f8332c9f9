// The whole page: menu, start page or workspace, and the dialogs.
import { announcement, connection, dialog, inputs, refusal, scene, text } from "../state";
import { HelpDialog } from "./help";
import { MainMenu } from "./menu";
import { OpenDialog } from "./open_dialog";
import { GivenFiles } from "./robot";
import { SettingsDialog } from "./settings";
import { Workspace } from "./workspace";

function StartPage() {
  const t = text.value;
  return (
    <div class="start">
      <h1>{t.startTitle}</h1>
      <p>{t.startText}</p>
      <p>
        <button class="primary" onClick={() => (dialog.value = "open")}>
          {t.open}
        </button>
      </p>
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
  return (
    <>
      {isOpen && <MainMenu />}
      <main class={isOpen && scene.value !== null ? "filled" : ""}>
        {refusal.value !== "" && (
          <p class="notice refusal" role="alert">
            {refusal.value}
          </p>
        )}
        <Content />
      </main>
      <div class="unseen" role="status">
        {announcement.value}
      </div>
      {isOpen && dialog.value === "open" && <OpenDialog />}
      {isOpen && dialog.value === "settings" && <SettingsDialog />}
      {isOpen && dialog.value === "help" && <HelpDialog />}
    </>
  );
}
