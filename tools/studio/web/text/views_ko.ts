// Texts in Korean: fixes of findings, and what the viewer can do beside looking.
import type { en } from "./views_en";

export const ko: typeof en = {
  showFix: "고칠 내용 보기",
  showFixGuess: "고칠 내용 보기 (추측)",
  fixAll: "모두 고치기…",
  fixTitle: "고치기",
  fixTitleAll: "모두 고치기",
  fixHint: (file) => `${file} 파일에서 다음 내용이 바뀝니다.`,
  fixGuess: "추측으로 고치는 것이므로 적용하기 전에 확인하십시오.",
  fixGuesses: "추측으로 고치는 것도 포함",
  fixNothing: "바뀌는 내용이 없습니다.",
  fixReadOnly: "romas-studio가 --read-only로 실행되어 파일을 바꿀 수 없습니다.",
  applyFix: "적용",
  fixed: (count) => `${count}곳을 고쳤습니다.`,
  diffRemoved: "삭제",
  diffAdded: "추가",
};
