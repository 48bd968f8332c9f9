// A dialog above the page. The browser keeps the focus inside, gives it back at the end, and closes it on Esc.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { dialog, text } from "../state";

export function Modal({ title, children }: { title: string; children: ComponentChildren }) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = element.current;
    if (!shown) return;
    const closed = () => (dialog.value = null);
    shown.addEventListener("close", closed);
    shown.showModal();
    return () => {
      // The browser tells of it with the next picture; another dialog may be open by then.
      shown.removeEventListener("close", closed);
      shown.close();
    };
  }, []);
  return (
    <dialog ref={element} aria-labelledby="dialog-title">
      <div class="title">
        <h2 id="dialog-title">{title}</h2>
        <button onClick={() => element.current?.close()}>{text.value.close}</button>
      </div>
      {children}
    </dialog>
  );
}
