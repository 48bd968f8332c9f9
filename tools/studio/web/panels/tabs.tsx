// Tabs as one knows them from desktop programs: arrows go from one to the next.
import type { ComponentChildren } from "preact";

export interface Tab<Id extends string> {
  id: Id;
  title: string;
  badge?: string;
  content: () => ComponentChildren;
}

export interface TabsProps<Id extends string> {
  name: string; // for screen readers
  tabs: readonly Tab<Id>[];
  current: Id;
  choose: (id: Id) => void;
  after?: ComponentChildren; // at the end of the row of tabs
}

export function Tabs<Id extends string>({ name, tabs, current, choose, after }: TabsProps<Id>) {
  const shown = tabs.find((tab) => tab.id === current) ?? tabs[0]!;
  const key = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    const next = tabs[(tabs.indexOf(shown) + step + tabs.length) % tabs.length]!;
    choose(next.id);
    document.getElementById(`tab-${next.id}`)?.focus();
    event.preventDefault();
  };
  return (
    <div class="tabs">
      <div class="tab-row">
        <div role="tablist" aria-label={name} onKeyDown={key}>
          {tabs.map(({ id, title, badge }) => (
            <button
              key={id}
              role="tab"
              id={`tab-${id}`}
              aria-selected={id === shown.id}
              aria-controls={id === shown.id ? `panel-${id}` : undefined}
              tabIndex={id === shown.id ? 0 : -1}
              onClick={() => choose(id)}
            >
              {title}
              {badge !== undefined && badge !== "" && <span class="badge">{badge}</span>}
            </button>
          ))}
        </div>
        {after}
      </div>
      <div role="tabpanel" class="tab-panel" id={`panel-${shown.id}`} aria-labelledby={`tab-${shown.id}`} key={shown.id}>
        {shown.content()}
      </div>
    </div>
  );
}
