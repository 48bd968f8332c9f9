// The texts of the page that holds the compiler, beside those of all pages.
import { computed } from "@preact/signals";
import { language } from "../state";
import { en } from "./text_en";
import { ko } from "./text_ko";

export const texts: Record<"en" | "ko", typeof en> = { en, ko };
export const pageText = computed(() => texts[language.value]);
