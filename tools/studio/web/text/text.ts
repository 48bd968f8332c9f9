// The languages of the page. A new one is a file beside en.ts, a row here, and a word in preferences.cpp.
import { en as generateEn } from "../assemble/generate_en";
import { ko as generateKo } from "../assemble/generate_ko";
import { en as assembleEn } from "../assemble/text_en";
import { ko as assembleKo } from "../assemble/text_ko";
import { type BasicTexts, en } from "./en";
import { ko } from "./ko";
import { en as viewsEn } from "./views_en";
import { ko as viewsKo } from "./views_ko";

export interface Texts extends BasicTexts {
  assemble: typeof assembleEn;
  generate: typeof generateEn;
  views: typeof viewsEn;
}

const all = {
  en: { ...en, assemble: assembleEn, generate: generateEn, views: viewsEn },
  ko: { ...ko, assemble: assembleKo, generate: generateKo, views: viewsKo },
};
export const languages: Record<keyof typeof all, Texts> = all;
export type Language = keyof typeof languages;

export const isLanguage = (word: string): word is Language => word in languages;

// The first language of the browser that the page has; English where it has none of them.
export function browserLanguage(): Language {
  const known = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage);
  return known ?? "en";
}
