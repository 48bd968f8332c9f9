// Small signs at links, which can be clicked: words with a look each, above the picture.
import { type Box3, Vector3 } from "three";
import type { Label } from "./labels";
import { type Numbers, pointAt } from "./poses";

export interface Badge {
  link: number; // on which it sits
  point: Numbers | null; // in the link's frame; null: the middle of what is drawn of it
  words: { text: string; look: string }[];
  title: string;
  take: () => void;
}

// `boxOf`: the box of what is drawn of a link, in its frame; `poses`: where links are now.
export const badgeLabels = (badges: readonly Badge[], boxOf: (link: number) => Box3 | undefined, poses: () => Numbers): Label[] =>
  badges.map(({ link, point, words, title, take }) => ({
    text: title,
    look: "badge",
    words,
    take,
    place: (out) => {
      const box = boxOf(link);
      const where = point ?? (box && !box.isEmpty() ? box.getCenter(new Vector3()).toArray() : [0, 0, 0]);
      return pointAt(poses(), 12 * link, where, out);
    },
  }));
