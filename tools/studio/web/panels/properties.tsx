// What is selected, in numbers; without a selection, the robot.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { PartPanel } from "../assemble/part_panel";
import { measure, plain, vector } from "../format";
import { positionOf, positions } from "../joints";
import { showPanel, textPanel } from "../layout";
import { countWords, problemCounts, showProblemsOf } from "../problem_filter";
import type { Scene, SceneJoint } from "../scene";
import { nameOf, select, selectedJoint, selectedLink } from "../selection";
import { readWorstPose } from "../server";
import { isStandalone } from "../standalone";
import { view } from "../space";
import { announcement, attempt, drawnScene, poses, scene, text } from "../state";
import { branchOf, structureOf } from "../structure";
import { MeasurePanel } from "./measure_panel";
import { RobotFacts } from "./robot";

const worst = signal<{ of: Scene; joint: number; effort: number } | null>(null);

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function EntityLink({ of, kind, index }: { of: Scene; kind: "link" | "joint"; index: number }) {
  return (
    <button class="link-like" onClick={() => select({ kind, index })}>
      {nameOf(of, { kind, index })}
    </button>
  );
}

function ShowSource({ kind, index }: { kind: "link" | "joint"; index: number }) {
  const place = (kind === "link" ? drawnScene.value?.places.links : drawnScene.value?.places.joints)?.[index];
  if (!place) return null;
  return (
    <button class="small" onClick={() => showPanel(textPanel())}>
      {text.value.showInSource(place.line)}
    </button>
  );
}

// What the sign in the space says, for keys and screen readers.
function Findings({ of, kind, index }: { of: Scene; kind: "link" | "joint"; index: number }) {
  const count = problemCounts.value.find(({ entity }) => entity.kind === kind && entity.index === index);
  if (!count) return null;
  return (
    <button class="small counts" onClick={() => showProblemsOf(of, { kind, index })}>
      {text.value.problems}{" "}
      {countWords(count.counts).map(({ severity, text: word }) => (
        <span key={severity} class={severity}>
          {word}{" "}
        </span>
      ))}
    </button>
  );
}

const massBelow = (of: Scene, link: number) => branchOf(of, link).reduce((sum, one) => sum + (of.links[one]?.mass ?? 0), 0);

// The centre of mass of links in {g}, in the pose that is shown.
export function CentreFact({ name, links }: { name: string; links: readonly number[] }) {
  void poses.value;
  const centre = view.value?.centreOfMass(links);
  return centre ? <Fact name={name}>{vector(centre.toArray(), "length")} {"{g}"}</Fact> : null;
}

const missingMeshes = (of: Scene, link: number) =>
  of.meshes.filter(({ id, found }) => !found && of.shapes.some(({ link: whose, shape }) => whose === link && shape.type === "mesh" && shape.mesh === id));

function LinkFacts({ of, link }: { of: Scene; link: number }) {
  const t = text.value;
  const row = of.links[link]!;
  const model = of.model?.links[link];
  const tensor = model?.inertial?.inertia;
  const shapes = of.shapes.filter((shape) => shape.link === link);
  const below = structureOf(of).below[link] ?? [];
  const size = row.bounds && row.bounds.max.map((value, axis) => value - row.bounds!.min[axis]!);
  return (
    <section aria-labelledby="link-facts">
      <div class="title">
        <h2 id="link-facts"><span class="kind">{t.link}</span> {nameOf(of, { kind: "link", index: link })}</h2>
        <div class="title-actions">
          <Findings of={of} kind="link" index={link} />
          <ShowSource kind="link" index={link} />
        </div>
      </div>
      <dl class="facts">
        {row.parent_joint >= 0 && <Fact name={t.hangsBy}><EntityLink of={of} kind="joint" index={row.parent_joint} /></Fact>}
        {below.length > 0 && (
          <Fact name={t.carries}>
            {below.slice(0, 12).map((joint, index) => (
              <span key={joint}>
                {index > 0 && ", "}
                <EntityLink of={of} kind="joint" index={joint} />
              </span>
            ))}
            {below.length > 12 && ` … (${below.length})`}
          </Fact>
        )}
        <Fact name={t.shapes}>{t.shapeCounts(shapes.filter(({ kind }) => kind === "visual").length, shapes.filter(({ kind }) => kind === "collision").length)}</Fact>
        {size && <Fact name={t.size}>{vector(size, "length")}</Fact>}
        <Fact name={t.mass}>{row.mass === null ? t.none : `${plain(row.mass)} kg`}</Fact>
        {below.length > 0 && <Fact name={t.massBranch}>{`${plain(massBelow(of, link))} kg`}</Fact>}
        {below.length > 0 && <CentreFact name={t.views.centreBranch} links={branchOf(of, link)} />}
        {row.com && <Fact name={t.centreOfMass}>{vector(row.com, "length")}</Fact>}
        {tensor && (
          <Fact name={t.inertia}>
            <table class="tensor">
              <tbody>
                {["ixx ixy ixz", "ixy iyy iyz", "ixz iyz izz"].map((names) => (
                  <tr key={names}>
                    {names.split(" ").map((name) => (
                      <td key={name}>{plain(tensor[name] ?? 0, 4)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
            <span class="hint">kg m²</span>
          </Fact>
        )}
      </dl>
      {missingMeshes(of, link).map((mesh) => (
        <div key={mesh.id}>
          <p class="warn">✕ {t.missingMesh(mesh.name)}</p>
          <ul class="notes path">
            {mesh.tried.map((path) => (
              <li key={path}>{path}</li>
            ))}
          </ul>
        </div>
      ))}
      {!row.possible && <p class="warn">⚠ {t.impossible}</p>}
    </section>
  );
}

function limits(of: SceneJoint): string {
  return of.variables
    .filter(({ kind }) => kind !== "quaternion")
    .map(({ kind, lower, upper }) => (lower === null && upper === null ? "−∞ … ∞" : `${measure(lower ?? -Infinity, kind)} … ${measure(upper ?? Infinity, kind)}`))
    .join("; ");
}

const hasLoad = ["revolute", "continuous", "prismatic", "screw"];

// Goes to the pose in which gravity loads the joint most, and says the load.
function WorstPose({ of, joint }: { of: Scene; joint: number }) {
  const t = text.value;
  const type = of.model?.joints[joint]?.type ?? "";
  const unit = type === "prismatic" ? "N" : "Nm";
  if (isStandalone || !hasLoad.includes(type) || of.joints[joint]?.follows) return null;
  const go = () =>
    attempt(async () => {
      const { effort, q } = await readWorstPose(of.revision, of.robot, joint);
      positions.value = Float64Array.from(q);
      announcement.value = t.worstPoseIs(`${plain(effort, 4)} ${unit}`);
      worst.value = { of, joint, effort };
    });
  const known = worst.value?.of === of && worst.value.joint === joint ? worst.value : null;
  return (
    <p>
      <button class="small" onClick={() => void go()}>
        {t.worstPose}
      </button>
      {known && <span class="hint"> {t.worstPoseIs(`${plain(known.effort, 4)} ${unit}`)}</span>}
    </p>
  );
}

function JointFacts({ of, joint }: { of: Scene; joint: number }) {
  const t = text.value;
  const row = of.joints[joint]!;
  const model = of.model?.joints[joint];
  const { parents, children } = structureOf(of);
  const isLength = row.variables[0]?.kind === "length";
  return (
    <section aria-labelledby="joint-facts">
      <div class="title">
        <h2 id="joint-facts"><span class="kind">{t.joint}</span> {nameOf(of, { kind: "joint", index: joint })}</h2>
        <div class="title-actions">
          <Findings of={of} kind="joint" index={joint} />
          <ShowSource kind="joint" index={joint} />
        </div>
      </div>
      <dl class="facts">
        <Fact name={t.jointType}>{model?.type}</Fact>
        {parents[joint]! >= 0 && <Fact name={t.parent}><EntityLink of={of} kind="link" index={parents[joint]!} /></Fact>}
        {children[joint]! >= 0 && <Fact name={t.child}><EntityLink of={of} kind="link" index={children[joint]!} /></Fact>}
        {row.axis && <Fact name={t.axis}>{vector(row.axis, "")}</Fact>}
        {model?.origin && <Fact name={t.origin}>{vector(model.origin.xyz, "length")}<br />{vector(model.origin.rpy, "angle")} (rpy)</Fact>}
        {row.count === 1 && <Fact name={t.position}>{measure(positionOf(of, joint), row.variables[0]!.kind)}</Fact>}
        {row.count > 0 && limits(row) !== "" && <Fact name={t.limits}>{limits(row)}</Fact>}
        {row.effort !== null && <Fact name={t.effort}>{plain(row.effort)} {isLength ? "N" : "Nm"}</Fact>}
        {row.velocity !== null && <Fact name={t.velocity}>{measure(row.velocity, isLength ? "length" : "angle")}/s</Fact>}
        {row.follows && (
          <Fact name={t.followsWhom}>
            <EntityLink of={of} kind="joint" index={row.follows.joint} /> × {plain(row.follows.multiplier)} + {plain(row.follows.offset)}
          </Fact>
        )}
      </dl>
      <WorstPose of={of} joint={joint} />
    </section>
  );
}

export function Properties() {
  const now = drawnScene.value;
  const [link, joint] = [selectedLink.value, selectedJoint.value];
  return (
    <div class="scrolled">
      <PartPanel />
      {now && link >= 0 && <LinkFacts of={now} link={link} />}
      {now && joint >= 0 && <JointFacts of={now} joint={joint} />}
      {link < 0 && joint < 0 && scene.value && <RobotFacts scene={scene.value} />}
      {now && link < 0 && joint < 0 && (
        <dl class="facts">
          <CentreFact name={text.value.centreOfMass} links={now.links.map((_, index) => index)} />
        </dl>
      )}
      {now && <MeasurePanel />}
    </div>
  );
}
