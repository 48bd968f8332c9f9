// Numbers for people: always with a point, in the units that they chose.
import { unitOf } from "./joints";

// Up to `digits` digits that count, without zeros at the end.
export function plain(value: number, digits = 6): string {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  return String(Number(value.toPrecision(digits)));
}

export function measure(value: number, kind: string): string {
  const unit = unitOf(kind);
  const name = unit.name === "°" ? "°" : ` ${unit.name}`;
  return `${plain(value / unit.scale, 6)}${name}`;
}

export function vector(values: readonly number[], kind: string): string {
  const unit = unitOf(kind);
  const numbers = values.map((value) => plain(value / unit.scale, 5)).join(", ");
  return unit.name === "" ? numbers : `${numbers} ${unit.name}`;
}
