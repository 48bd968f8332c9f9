// The tree of links, each with the joint by which it hangs.
import { computed, signal } from "@preact/signals";
import { drawnScene, text } from "../state";
import { flights, select, selectedLink } from "../selection";
import { type TreeRow, treeRows } from "../tree_rows";
import { VirtualList } from "./virtual_list";

const ROW = 28; // CSS pixels
const DEEPEST = 14; // levels that are indented

const folded = signal<ReadonlySet<string>>(new Set());
const search = signal("");
const hideFixed = signal(false);

const rows = computed<TreeRow[]>(() => {
  const now = drawnScene.value;
  return now ? treeRows(now, { folded: folded.value, search: search.value, hideFixed: hideFixed.value }) : [];
});

const nameOf = (link: number) => drawnScene.value?.model?.links[link]?.name ?? "";

function fold(link: number, isFolded: boolean): void {
  const next = new Set(folded.value);
  if (isFolded) next.add(nameOf(link));
  else next.delete(nameOf(link));
  folded.value = next;
}

// Signs of joints: how what hangs on them moves. Their names stand beside them.
const signs: Record<string, string> = {
  fixed: "▪",
  revolute: "↻",
  continuous: "⟳",
  prismatic: "↕",
  planar: "▱",
  floating: "✥",
  ball: "◉",
  universal: "✛",
  screw: "⤨",
};

function moveTo(index: number): void {
  const row = rows.value[Math.min(rows.value.length - 1, Math.max(0, index))];
  if (row) select({ kind: "link", index: row.link });
}

function key(event: KeyboardEvent, at: number): void {
  const row = rows.value[at];
  const page = 10;
  switch (event.key) {
    case "ArrowDown": moveTo(at + 1); break;
    case "ArrowUp": moveTo(at < 0 ? 0 : at - 1); break;
    case "Home": moveTo(0); break;
    case "End": moveTo(rows.value.length - 1); break;
    case "PageDown": moveTo(at + page); break;
    case "PageUp": moveTo(at - page); break;
    case "ArrowRight":
      if (row?.hasRows && !row.isOpen) fold(row.link, false);
      else if (row?.hasRows) moveTo(at + 1);
      break;
    case "ArrowLeft":
      if (row?.hasRows && row.isOpen && search.value === "") fold(row.link, true);
      else if (row) moveTo(rows.value.findLastIndex((one, index) => index < at && one.level < row.level));
      break;
    case "Enter": flights.value += 1; break;
    default: return;
  }
  event.preventDefault();
}

function Row({ row }: { row: TreeRow }) {
  const now = drawnScene.value;
  const joint = now?.model?.joints[row.joint];
  const isSelected = selectedLink.value === row.link;
  return (
    <div
      role="treeitem"
      id={`tree-${row.link}`}
      class="tree-row"
      aria-level={row.level}
      aria-setsize={row.siblings}
      aria-posinset={row.position}
      aria-selected={isSelected}
      aria-expanded={row.hasRows ? row.isOpen : undefined}
      style={{ height: `${ROW}px`, paddingLeft: `${0.25 + 0.85 * Math.min(row.level - 1, DEEPEST)}rem` }}
      onClick={() => select({ kind: "link", index: row.link })}
      onDblClick={() => (flights.value += 1)}
    >
      <span
        class="twist"
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          if (row.hasRows) fold(row.link, row.isOpen);
        }}
      >
        {row.hasRows ? (row.isOpen ? "▾" : "▸") : ""}
      </span>
      <span class="tree-name">{nameOf(row.link) || text.value.unnamed}</span>
      {joint && (
        <span class="tree-joint">
          <span aria-hidden="true">{signs[joint.type] ?? "◦"} </span>
          {joint.name}
          <span class="unseen">, {joint.type}</span>
        </span>
      )}
    </div>
  );
}

export function Tree() {
  const t = text.value;
  const list = rows.value;
  const at = list.findIndex((row) => row.link === selectedLink.value);
  return (
    <div class="tree">
      <div class="tools">
        <input
          type="search"
          placeholder={t.searchTree}
          aria-label={t.searchTree}
          value={search.value}
          onInput={(event) => (search.value = event.currentTarget.value)}
        />
        <label class="check">
          <input type="checkbox" checked={hideFixed.value} onChange={(event) => (hideFixed.value = event.currentTarget.checked)} />
          {t.hideFixed}
        </label>
      </div>
      {list.length === 0 ? (
        <p class="hint empty">{search.value === "" ? t.noTree : t.nothingFound}</p>
      ) : (
        <VirtualList
          class="rows"
          role="tree"
          aria-label={t.tree}
          tabIndex={0}
          aria-activedescendant={at < 0 ? undefined : `tree-${list[at]!.link}`}
          onKeyDown={(event: KeyboardEvent) => key(event, at)}
          count={list.length}
          rowHeight={ROW}
          shown={at}
          shownKey={selectedLink.value}
          row={(index) => <Row key={list[index]!.link} row={list[index]!} />}
        />
      )}
    </div>
  );
}
