// Colours of the space in both themes. Marks differ in shape or letter, too, never in colour alone.
export interface Palette {
  background: number;
  grid: number;
  gridMajor: number;
  sky: number;
  soil: number;
  body: number; // a shape whose file says no colour
  collision: number;
  selected: number;
  missing: number;
  axis: number; // of a joint
  limits: number;
  inertia: number;
  impossible: number;
  free: number; // a marker to take
  faint: number; // a marker that cannot be taken
  chosen: number;
  ghost: number;
  x: number;
  y: number;
  z: number;
}

const light: Palette = {
  background: 0xe9ecf0,
  grid: 0xd0d5dc,
  gridMajor: 0xb4bcc7,
  sky: 0xffffff,
  soil: 0x9aa0a8,
  body: 0xc9ced6,
  collision: 0xd98324,
  selected: 0x1673d1,
  missing: 0xb3261e,
  axis: 0x8a2be2,
  limits: 0xb98cf0,
  inertia: 0x3a7d44,
  impossible: 0xb3261e,
  free: 0x0b8a5f,
  faint: 0x8d96a3,
  chosen: 0xd1660a,
  ghost: 0x1673d1,
  x: 0xc8102e,
  y: 0x1b8a2f,
  z: 0x1f4fd8,
};

const dark: Palette = {
  ...light,
  background: 0x22272e,
  grid: 0x343b45,
  gridMajor: 0x4a5461,
  sky: 0xf2f5fa,
  soil: 0x5b636e,
  body: 0xaeb5bf,
  selected: 0x4da3ff,
  missing: 0xff8a80,
  axis: 0xc79bff,
  limits: 0x8d6cc0,
  inertia: 0x7fd08b,
  impossible: 0xff8a80,
  free: 0x3ddc9b,
  faint: 0x7b8591,
  chosen: 0xffa24d,
  ghost: 0x7fbcff,
  x: 0xff5c6c,
  y: 0x58cf6b,
  z: 0x6f9bff,
};

export const palettes = { light, dark };
export type Theme = keyof typeof palettes;
