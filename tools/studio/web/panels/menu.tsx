// The main menu. It has what works, and nothing else.
import { dialog, readAgain, scene, text } from "../state";

export function MainMenu() {
  const t = text.value;
  return (
    <header>
      <span class="name">romas-studio</span>
      {scene.value !== null && <h1>{scene.value.robots[scene.value.robot] || (scene.value.robots.length > 0 ? t.unnamed : t.robot)}</h1>}
      <nav aria-label={t.mainMenu}>
        <button onClick={() => (dialog.value = "open")} aria-keyshortcuts="Control+O">
          {t.open}
        </button>
        {scene.value !== null && (
          <button onClick={() => void readAgain()} aria-keyshortcuts="Alt+R">
            {t.readAgain}
          </button>
        )}
        <span class="gap" />
        <button onClick={() => (dialog.value = "settings")}>{t.settings}</button>
        <button onClick={() => (dialog.value = "help")} aria-keyshortcuts="?">
          {t.help}
        </button>
      </nav>
    </header>
  );
}
