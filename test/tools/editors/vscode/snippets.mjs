// Expands snippets as an editor does when nobody changes their placeholders.

// All texts of a body: one, and for each choice one more for each of its other words.
export function expansions(body) {
  const text = [body].flat().join("\n");
  const most = Math.max(
    1,
    ...[...text.matchAll(/\$\{\d+\|((?:[^|\\]|\\.)*)\|\}/g)].map(([, words]) => choices(words).length),
  );
  return Array.from({ length: most }, (_, turn) => new Reader(text, turn).read());
}

const choices = (words) => words.match(/(?:[^,\\]|\\.)+/g).map((word) => word.replace(/\\(.)/g, "$1"));

class Reader {
  constructor(text, turn) {
    Object.assign(this, { text, turn, at: 0, values: new Map() });
  }

  read() {
    const parts = this.parts(false);
    for (const [number, value] of this.values) this.values.set(number, this.join(value));
    return this.join(parts);
  }

  join(parts) {
    return parts
      .map((part) => (typeof part === "string" ? part : [this.values.get(part) ?? ""].flat().join("")))
      .join("");
  }

  // Texts, and the numbers of stops. `inner`: up to the bracket that closes a placeholder.
  parts(inner) {
    const found = [];
    while (this.at < this.text.length) {
      const rest = this.text.slice(this.at);
      const escape = rest.match(/^\\[$}\\]/);
      const stop = rest.match(/^\$(\d+)|^\$\{(\d+)(?:(:)|(\||\}))/);
      if (escape) {
        found.push(escape[0][1]);
        this.at += 2;
      } else if (inner && rest[0] === "}") {
        this.at += 1;
        return found;
      } else if (stop) {
        this.at += stop[0].length;
        const number = Number(stop[1] ?? stop[2]);
        if (stop[3]) this.values.set(number, this.parts(true));
        if (stop[4] === "|") this.values.set(number, [this.choice()]);
        found.push(number);
      } else if (rest[0] === "$") {
        throw new Error(`a $ that is no stop: ${rest.slice(0, 20)}`);
      } else {
        found.push(rest[0]);
        this.at += 1;
      }
    }
    if (inner) throw new Error("a placeholder is not closed");
    return found;
  }

  choice() {
    const [whole, words] = this.text.slice(this.at).match(/^((?:[^|\\]|\\.)*)\|\}/);
    this.at += whole.length;
    const list = choices(words);
    return list[Math.min(this.turn, list.length - 1)];
  }
}
