// Records motion as a video while it is shown.
import { useEffect, useRef, useState } from "preact/hooks";
import { announcement, dialog, scene, text } from "../state";
import { lengthOf, type Motion, motions, record, videoFormat } from "../video";
import { Modal } from "./modal";

function save(video: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(video);
  link.download = `${scene.value?.robots[scene.value.robot] || "robot"}.webm`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export function VideoDialog() {
  const t = text.value.views;
  const offered = motions();
  const [motion, setMotion] = useState<Motion>(offered[0]!);
  const [seconds, setSeconds] = useState(6);
  const [done, setDone] = useState<number | null>(null);
  const end = useRef(new AbortController());
  useEffect(() => () => end.current.abort(), []);
  const names = { log: t.motionLog, poses: t.motionPoses, turn: t.motionTurn };
  const begin = async () => {
    setDone(0);
    const video = await record(motion, lengthOf(motion, seconds), setDone, end.current.signal);
    if (video === null) return;
    save(video);
    announcement.value = t.videoSaved;
    dialog.value = null;
  };
  if (videoFormat() === undefined) {
    return (
      <Modal title={t.video}>
        <p>{t.noVideo}</p>
      </Modal>
    );
  }
  return (
    <Modal title={t.video}>
      <p>{t.videoHint}</p>
      <label class="field">
        {t.motion}
        <select value={motion} disabled={done !== null} onChange={(event) => setMotion(event.currentTarget.value as Motion)}>
          {offered.map((one) => (
            <option key={one} value={one}>
              {names[one]}
            </option>
          ))}
        </select>
      </label>
      {motion !== "log" && (
        <label class="field">
          {t.seconds}
          <input type="number" min="1" max="120" value={seconds} disabled={done !== null} onChange={(event) => setSeconds(Math.min(120, Math.max(1, event.currentTarget.valueAsNumber || 1)))} />
        </label>
      )}
      {done !== null && <progress value={done} max={1} aria-label={t.recording} />}
      <p class="actions">
        <button class="primary" disabled={done !== null} onClick={() => void begin()}>
          {t.record}
        </button>
      </p>
    </Modal>
  );
}
