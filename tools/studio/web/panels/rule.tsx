// The page of a rule: what is found, why it matters, what to do.
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { readRule, type RulePage as Page } from "../server";
import { attempt, text } from "../state";
import { Markdown } from "./markdown";

export const shownRule = signal<string | null>(null);

export function RulePage({ id }: { id: string }) {
  const t = text.value;
  const [page, setPage] = useState<Page | null>(null);
  useEffect(() => {
    let isWanted = true;
    void attempt(async () => {
      const answer = await readRule(id);
      if (isWanted) setPage(answer);
    });
    return () => (isWanted = false);
  }, [id]);
  return (
    <section class="rule" aria-label={t.ruleOf(id)}>
      <div class="title">
        <h2>{t.ruleOf(id)}</h2>
        <button class="small" onClick={() => (shownRule.value = null)}>
          {t.close}
        </button>
      </div>
      {page !== null && (
        <div lang="en">
          <Markdown text={page.page} />
        </div>
      )}
    </section>
  );
}
