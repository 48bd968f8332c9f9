// The whole page: menu, start page or robot with its problems, and the dialogs.
import { announcement, connection, dialog, inputs, openPath, refusal, scene, text } from "../state";
import { HelpDialog } from "./help";
import { MainMenu } from "./menu";
import { OpenDialog } from "./open_dialog";
import { Problems } from "./problems";
import { Robot } from "./robot";
import { SettingsDialog } from "./settings";

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

// With several files on the command line, each is a click away.
function GivenFiles() {
  const t = text.value;
  if (inputs.value.length < 2) return null;
  return (
    <nav class="panel" aria-labelledby="given-files">
      <h2 id="given-files">{t.givenFiles}</h2>
      <ul class="plain">
        {inputs.value.map((path) => (
          <li key={path}>
            <button
              class="row"
              aria-current={scene.value?.file === path ? "true" : undefined}
              onClick={() => openPath(path)}
            >
              {path}
            </button>
          </li>
        ))}
      </ul>
    </nav>
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
  return (
    <>
      {open === null && <StartPage />}
      <div class="columns">
        <div class="side">
          {open !== null && <Robot scene={open} />}
          <GivenFiles />
        </div>
        {open !== null && <Problems scene={open} />}
      </div>
    </>
  );
}

export function App() {
  const isOpen = connection.value === "open";
  return (
    <>
      {isOpen && <MainMenu />}
      <main>
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
