// The main menu. It has what works, and nothing else.
import { AssemblyMenu, DocumentState } from "../assemble/menu";
import type { Scene } from "../scene";
import { hosted } from "../hosted";
import { isStandalone } from "../standalone";
import { dialog, drawnScene, readAgain, scene, text } from "../state";

function titleOf({ robots, robot, assembly }: Scene): string {
  const t = text.value;
  if (assembly?.path === "") return t.assemble.newTitle;
  return robots[robot] || (robots.length > 0 ? t.unnamed : t.robot);
}

// What needs the program behind the page.
function ProgramMenu() {
  const t = text.value;
  const OfHost = hosted()?.Menu;
  return (
    <>
      {OfHost && <OfHost />}
      <AssemblyMenu />
      {!OfHost && (
        <button onClick={() => (dialog.value = "open")} aria-keyshortcuts="Control+O">
          {t.open}
        </button>
      )}
      {!OfHost && scene.value !== null && !scene.value.assembly && (
        <button onClick={() => void readAgain()} aria-keyshortcuts="Alt+R">
          {t.readAgain}
        </button>
      )}
      {drawnScene.value !== null && <button onClick={() => (dialog.value = "compare")}>{t.compare}</button>}
    </>
  );
}

export function MainMenu() {
  const t = text.value;
  return (
    <header>
      <span class="name">{hosted()?.name ?? "romas-studio"}</span>
      {scene.value !== null && <h1>{titleOf(scene.value)}</h1>}
      <nav aria-label={t.mainMenu}>
        {!isStandalone && <ProgramMenu />}
        <DocumentState />
        <span class="gap" />
        <button onClick={() => (dialog.value = "settings")}>{t.settings}</button>
        <button onClick={() => (dialog.value = "help")} aria-keyshortcuts="?">
          {t.help}
        </button>
      </nav>
    </header>
  );
}
