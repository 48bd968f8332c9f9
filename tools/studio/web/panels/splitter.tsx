// The line between the space and a side: moved by the pointer or by arrows.
import { NARROWEST, type Side, setWidth, WIDEST, widths } from "../layout";
import { text } from "../state";

export function Splitter({ side }: { side: Side }) {
  const sign = side === "left" ? 1 : -1;
  const drag = (down: PointerEvent) => {
    const bar = down.currentTarget as HTMLElement;
    const [start, width] = [down.clientX, widths.value[side]];
    const move = (event: PointerEvent) => setWidth(side, width + sign * (event.clientX - start));
    bar.setPointerCapture(down.pointerId);
    bar.addEventListener("pointermove", move);
    bar.addEventListener("lostpointercapture", () => bar.removeEventListener("pointermove", move), { once: true });
  };
  const key = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 16 : event.key === "ArrowLeft" ? -16 : 0;
    if (step === 0) return;
    setWidth(side, widths.value[side] + sign * step);
    event.preventDefault();
  };
  return (
    <div
      class={`splitter ${side}`}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={side === "left" ? text.value.leftWidth : text.value.rightWidth}
      aria-valuenow={widths.value[side]}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      onPointerDown={drag}
      onKeyDown={key}
    />
  );
}
