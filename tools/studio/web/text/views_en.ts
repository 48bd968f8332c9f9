// Texts in English: fixes of findings, and what the viewer can do beside looking.
export const en = {
  showFix: "Show the fix",
  showFixGuess: "Show the fix, a guess",
  fixAll: "Fix all…",
  fixTitle: "Fix",
  fixTitleAll: "Fix all",
  fixHint: (file: string) => `This is what changes in ${file}.`,
  fixGuess: "This fix is a guess: look at it before you apply it.",
  fixGuesses: "Also fixes that are guesses",
  fixNothing: "Nothing would change.",
  fixReadOnly: "romas-studio was started with --read-only, so the file cannot be changed.",
  applyFix: "Apply",
  fixed: (count: number) => (count === 1 ? "1 fix is applied." : `${count} fixes are applied.`),
  diffRemoved: "removed",
  diffAdded: "added",
};
