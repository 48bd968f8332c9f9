// The Markdown that pages of rules are written in: headings, paragraphs, lists, code, emphasis. Addresses are shown as
// their words alone. Everything becomes text nodes; nothing is markup of the page.
import type { ComponentChildren } from "preact";

function inline(text: string): ComponentChildren[] {
  const plain = text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  return plain.split(/(`[^`]*`|\*\*[^*]+\*\*)/).map((piece, index) => {
    if (piece.length > 1 && piece.startsWith("`") && piece.endsWith("`")) return <code key={index}>{piece.slice(1, -1)}</code>;
    if (piece.length > 4 && piece.startsWith("**")) return <strong key={index}>{piece.slice(2, -2)}</strong>;
    return piece;
  });
}

interface Block {
  kind: "code" | "heading" | "list" | "text";
  lines: string[];
}

const kindOf = (line: string): Block["kind"] => (/^#+ /.test(line) ? "heading" : /^\s*[-*] /.test(line) ? "list" : "text");

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open = null as Block | null;
  for (const line of text.replace(/\r/g, "").split("\n")) {
    if (line.startsWith("```")) {
      const isEnd: boolean = open?.kind === "code";
      open = isEnd ? null : { kind: "code", lines: [] };
      if (open) blocks.push(open);
    } else if (open?.kind === "code") open.lines.push(line);
    else if (line.trim() === "") open = null;
    else if (open?.kind === "list" && /^\s+\S/.test(line) && kindOf(line) === "text") {
      open.lines[open.lines.length - 1] += ` ${line.trim()}`;
    } else if (open && open.kind !== "heading" && open.kind === kindOf(line)) open.lines.push(line);
    else {
      open = { kind: kindOf(line), lines: [line] };
      blocks.push(open);
    }
  }
  return blocks;
}

function Piece({ block }: { block: Block }) {
  switch (block.kind) {
    case "code":
      return <pre class="path" tabIndex={0}>{block.lines.join("\n")}</pre>;
    case "heading":
      return <h3>{inline(block.lines[0]!.replace(/^#+ /, ""))}</h3>;
    case "list":
      return (
        <ul>
          {block.lines.map((line, index) => (
            <li key={index}>{inline(line.replace(/^\s*[-*] /, ""))}</li>
          ))}
        </ul>
      );
    case "text":
      return <p>{inline(block.lines.join(" "))}</p>;
  }
}

export const Markdown = ({ text }: { text: string }) => (
  <>
    {blocksOf(text).map((block, index) => (
      <Piece key={index} block={block} />
    ))}
  </>
);
