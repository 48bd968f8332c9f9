// A robot is open: the tree on the left, the space in the middle, what is known on the right. Where there is little
// room, one of them alone is shown, and a row of buttons says which.
import type { ComponentChildren } from "preact";
import { hasBlocks, joining } from "../assemble/assembling";
import { BlocksPanel } from "../assemble/blocks_panel";
import { PlayerBar } from "../assemble/player_bar";
import { AssembleMenu } from "../assemble/steps";
import { compared } from "../compare";
import { folded, leftTab, narrowPanel, type Panel, rightTab, showPanel, type Side, widths } from "../layout";
import type { Scene } from "../scene";
import { hosted } from "../hosted";
import { isStandalone } from "../standalone";
import { text } from "../state";
import { Differences } from "./differences";
import { Joints } from "./joints";
import { Problems } from "./problems";
import { Properties } from "./properties";
import { GivenFiles, RobotChoice } from "./robot";
import { Source } from "./source";
import { SpacePanel } from "./space_panel";
import { Splitter } from "./splitter";
import { type Tab, Tabs } from "./tabs";
import { Tree } from "./tree";

function FoldButton({ side }: { side: Side }) {
  const t = text.value;
  const isFolded = folded.value[side];
  const name = side === "left" ? (isFolded ? t.unfoldLeft : t.foldLeft) : isFolded ? t.unfoldRight : t.foldRight;
  return (
    <button class="fold" aria-label={name} title={name} aria-expanded={!isFolded} onClick={() => (folded.value = { ...folded.value, [side]: !isFolded })}>
      <span aria-hidden="true">{(side === "left") === isFolded ? "»" : "«"}</span>
    </button>
  );
}

function SidePanel({ side, name, children }: { side: Side; name: string; children: ComponentChildren }) {
  if (folded.value[side]) return <div class={`side ${side} folded`}><FoldButton side={side} /></div>;
  return (
    <aside class={`side ${side}`} aria-label={name} style={{ "--width": `${widths.value[side]}px` }}>
      {children}
    </aside>
  );
}

function NarrowTabs({ panels }: { panels: readonly [Panel, string][] }) {
  return (
    <nav class="narrow" aria-label={text.value.panels}>
      {panels.map(([panel, name]) => (
        <button key={panel} aria-current={narrowPanel.value === panel ? "true" : undefined} onClick={() => showPanel(panel)}>
          {name}
        </button>
      ))}
    </nav>
  );
}

export function Workspace({ scene }: { scene: Scene }) {
  const t = text.value;
  const host = hosted();
  const count = scene.diagnostics.length;
  const right: Tab<typeof rightTab.value>[] = [
    { id: "properties", title: t.properties, content: () => <Properties /> },
    { id: "joints", title: t.jointsTab, content: () => <Joints /> },
  ];
  const ofProgram: Tab<typeof rightTab.value>[] = [
    { id: "problems", title: t.problems, badge: count > 0 ? String(count) : "", content: () => <Problems scene={scene} /> },
    host
      ? { id: "translation", title: host.translationTitle(), content: () => <host.Translation scene={scene} /> }
      : { id: "source", title: t.source, content: () => <Source /> },
  ];
  if (!isStandalone) right.push(...ofProgram);
  if (compared.value) right.push({ id: "differences", title: t.differences, content: () => <Differences /> });
  const left: Tab<typeof leftTab.value>[] = [{ id: "tree", title: t.tree, content: () => <Tree /> }];
  if (hasBlocks.value) left.unshift({ id: "blocks", title: t.assemble.blocks, content: () => <BlocksPanel /> });
  if (host) left.unshift({ id: host.tab.id, title: host.tab.title(), content: () => <host.tab.content /> });
  const isNarrowRight = right.some(({ id }) => id === narrowPanel.value);
  const shown = narrowPanel.value === "space" ? "space" : isNarrowRight ? "right" : "left";
  return (
    <>
      <NarrowTabs panels={[["space", t.space], ...left.map(({ id, title }): [Panel, string] => [id, title]), ...right.map(({ id, title }): [Panel, string] => [id, title])]} />
      <div class="workspace" data-shown={shown} data-joining={joining.value !== null}>
        <SidePanel side="left" name={t.leftPanel}>
          <RobotChoice scene={scene} />
          <Tabs name={t.leftPanel} tabs={left} current={leftTab.value} choose={showPanel} after={<FoldButton side="left" />} />
          <GivenFiles />
        </SidePanel>
        {!folded.value.left && <Splitter side="left" />}
        <section class="space" aria-label={t.space}>
          <SpacePanel />
          <PlayerBar />
        </section>
        {!folded.value.right && <Splitter side="right" />}
        <SidePanel side="right" name={t.rightPanel}>
          <AssembleMenu />
          <Tabs name={t.rightPanel} tabs={right} current={rightTab.value} choose={showPanel} after={<FoldButton side="right" />} />
        </SidePanel>
      </div>
    </>
  );
}
