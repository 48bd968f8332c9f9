// Which findings are listed and counted: by severity, by consumer, and those about one link or joint.
import { computed, signal } from "@preact/signals";
import { showPanel } from "./layout";
import type { Diagnostic, Entity, Scene, Severity } from "./scene";
import { nameOf, select } from "./selection";
import { type Profiles, readProfiles } from "./server";
import { attempt, drawnScene, scene } from "./state";
import { structureOf } from "./structure";

export const severities: readonly Severity[] = ["error", "warning", "note"];
export const signs: Record<Severity, string> = { error: "✖", warning: "▲", note: "●" };

export const shownSeverities = signal<Record<Severity, boolean>>({ error: true, warning: true, note: true });

// What the program says of its profiles; null until it has.
export const profiles = signal<Profiles | null>(null);
export const chosenProfile = signal(""); // empty: findings for every consumer

export const loadProfiles = () =>
  attempt(async () => {
    profiles.value ??= await readProfiles();
  });

const profile = computed(() => profiles.value?.profiles.find(({ name }) => name === chosenProfile.value) ?? null);

// What a finding means to the chosen consumer; empty: there is none, or it does not say.
export const consequenceOf = ({ id }: Diagnostic): string => profile.value?.rules[id] ?? "";

function isForReader({ id, severity }: Diagnostic): boolean {
  const rules = profile.value?.rules;
  return rules === undefined || severity === "error" || id in rules || (profiles.value?.everywhere.includes(id) ?? false);
}

// The link or joint that alone is asked about, by its name: its number changes with the file.
export const asked = signal<{ kind: Entity["kind"]; name: string } | null>(null);

// The links and joints of the picture that a finding is about. A joint stands for its child link where it is about both.
export function entitiesOf(of: Scene, { entities }: Diagnostic): Entity[] {
  const those = entities?.filter(({ kind }) => kind === "link" || kind === "joint") ?? [];
  const links = new Set(those.filter(({ kind }) => kind === "link").map(({ index }) => index));
  return those.filter(({ kind, index }) => kind === "link" || !links.has(structureOf(of).children[index] ?? -1));
}

const isAbout = (of: Scene, finding: Diagnostic, { kind, name }: { kind: Entity["kind"]; name: string }) =>
  entitiesOf(of, finding).some((entity) => entity.kind === kind && nameOf(of, entity) === name);

const chosen = computed(() => (scene.value?.diagnostics ?? []).filter((one) => shownSeverities.value[one.severity] && isForReader(one)));

// What is asked about, while the picture has it.
export const only = computed(() => {
  const [now, one] = [drawnScene.value, asked.value];
  if (!now || !one) return null;
  const names = one.kind === "joint" ? now.model?.joints : now.model?.links;
  return names?.some((_, index) => nameOf(now, { kind: one.kind, index }) === one.name) ? one : null;
});

export const visibleProblems = computed(() => {
  const [now, one] = [drawnScene.value, only.value];
  return now && one ? chosen.value.filter((finding) => isAbout(now, finding, one)) : chosen.value;
});

export interface Count {
  entity: Entity;
  counts: Record<Severity, number>;
}

// How many of the chosen findings each link and joint has, those without any left out.
export const problemCounts = computed((): Count[] => {
  const now = drawnScene.value;
  const found = new Map<string, Count>();
  for (const finding of now ? chosen.value : []) {
    for (const entity of entitiesOf(now!, finding)) {
      const key = `${entity.kind} ${entity.index}`;
      const count = found.get(key) ?? { entity, counts: { error: 0, warning: 0, note: 0 } };
      count.counts[finding.severity] += 1;
      found.set(key, count);
    }
  }
  return [...found.values()];
});

// "✖ 1 ▲ 2"
export const countWords = (counts: Record<Severity, number>): { severity: Severity; text: string }[] =>
  severities.filter((severity) => counts[severity] > 0).map((severity) => ({ severity, text: `${signs[severity]} ${counts[severity]}` }));

export function showProblemsOf(of: Scene, entity: Entity): void {
  select(entity);
  asked.value = { kind: entity.kind, name: nameOf(of, entity) };
  showPanel("problems");
}
