// A list of any length of which only the rows in sight are in the page. All rows are of one height.
import type { ComponentChildren, HTMLAttributes } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

const BESIDE = 8; // rows above and below what is in sight

export interface VirtualListProps extends Omit<HTMLAttributes<HTMLDivElement>, "ref"> {
  count: number;
  rowHeight: number; // CSS pixels
  row: (index: number) => ComponentChildren;
  shown?: number; // a row that is to be in sight; −1: none
  shownKey?: unknown; // it is brought into sight when this changes
}

export function VirtualList({ count, rowHeight, row, shown = -1, shownKey, ...rest }: VirtualListProps) {
  const element = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });

  const measure = () => {
    const { scrollTop = 0, clientHeight = 0 } = element.current ?? {};
    setView((before) => (before.top === scrollTop && before.height === clientHeight ? before : { top: scrollTop, height: clientHeight }));
  };
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const list = element.current;
    if (!list || shown < 0) return;
    const top = shown * rowHeight;
    const isInSight = top >= list.scrollTop && top + rowHeight <= list.scrollTop + list.clientHeight;
    if (!isInSight) list.scrollTop = Math.max(0, top - list.clientHeight / 3);
    measure();
  }, [shown, shownKey]);

  const first = Math.max(0, Math.floor(view.top / rowHeight) - BESIDE);
  const last = Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + BESIDE);
  const rows = [];
  for (let index = first; index < last; ++index) rows.push(row(index));
  return (
    <div {...rest} ref={element} onScroll={measure}>
      <div role="presentation" style={{ height: `${count * rowHeight}px`, position: "relative" }}>
        <div role="presentation" style={{ transform: `translateY(${first * rowHeight}px)` }}>
          {rows}
        </div>
      </div>
    </div>
  );
}
