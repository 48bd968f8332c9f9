// The languages of the page. A new one is a file beside en.ts, a row here, and a word in preferences.cpp.
import { en } from "./en";
import { ko } from "./ko";

export type Texts = typeof en;

export const languages = { en, ko };
export type Language = keyof typeof languages;

export const isLanguage = (word: string): word is Language => word in languages;

// The first language of the browser that the page has; English where it has none of them.
export function browserLanguage(): Language {
  const known = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage);
  return known ?? "en";
}
