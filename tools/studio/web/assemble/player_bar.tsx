// The controls below the space while the log of a run is played.
import { text } from "../state";
import { duration, pause, playing, resume, seek, stop } from "./player";
import { showTarget } from "./target";

export function PlayerBar() {
  const t = text.value.generate;
  const now = playing.value;
  if (now === null) return null;
  return (
    <section class="player" aria-label={t.player}>
      <button onClick={now.runs ? pause : resume}>{now.runs ? t.pause : t.play}</button>
      <input
        type="range"
        min={0}
        max={duration.value}
        step={0.01}
        value={now.time}
        aria-label={t.time}
        aria-valuetext={t.seconds(now.time)}
        onInput={(event) => {
          pause();
          seek(Number(event.currentTarget.value));
        }}
      />
      <output>{t.seconds(now.time)}</output>
      <button aria-pressed={showTarget.value} title={t.targetHint} onClick={() => (showTarget.value = !showTarget.value)}>
        {t.target}
      </button>
      <button onClick={stop}>{t.closePlayer}</button>
    </section>
  );
}
