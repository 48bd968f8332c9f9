// Sums on poses of twelve numbers (R row by row, then t), in flat arrays, without an object a pose.
import { Vector3 } from "three";

export type Numbers = ArrayLike<number>;

export const identityPose = (): number[] => [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];

// out[o…] = a[i…] b[j…]: b is given in the frame of a. The parts R may hold a scale, too.
export function multiply(out: Float32Array | number[], o: number, a: Numbers, i: number, b: Numbers, j: number): void {
  for (let row = 0; row < 3; ++row) {
    const x = a[i + 3 * row]!;
    const y = a[i + 3 * row + 1]!;
    const z = a[i + 3 * row + 2]!;
    for (let column = 0; column < 3; ++column) {
      out[o + 3 * row + column] = x * b[j + column]! + y * b[j + 3 + column]! + z * b[j + 6 + column]!;
    }
    out[o + 9 + row] = x * b[j + 9]! + y * b[j + 10]! + z * b[j + 11]! + a[i + 9 + row]!;
  }
}

// Writes a[i…] b[j…] as a matrix of three, column by column, to out[o…].
export function multiplyToMatrix(out: Float32Array, o: number, a: Numbers, i: number, b: Numbers, j: number): void {
  for (let row = 0; row < 3; ++row) {
    const x = a[i + 3 * row]!;
    const y = a[i + 3 * row + 1]!;
    const z = a[i + 3 * row + 2]!;
    for (let column = 0; column < 3; ++column) {
      out[o + 4 * column + row] = x * b[j + column]! + y * b[j + 3 + column]! + z * b[j + 6 + column]!;
    }
    out[o + 12 + row] = x * b[j + 9]! + y * b[j + 10]! + z * b[j + 11]! + a[i + 9 + row]!;
  }
  out[o + 3] = out[o + 7] = out[o + 11] = 0;
  out[o + 15] = 1;
}

// The pose with the axes of its frame scaled.
export function scaled(pose: Numbers, x: number, y: number, z: number): number[] {
  const out = Array.from(pose);
  for (let row = 0; row < 3; ++row) {
    out[3 * row]! *= x;
    out[3 * row + 1]! *= y;
    out[3 * row + 2]! *= z;
  }
  return out;
}

// The pose moved along its own z.
export function shiftedAlongZ(pose: Numbers, distance: number): number[] {
  const out = Array.from(pose);
  for (let row = 0; row < 3; ++row) out[9 + row]! += distance * pose[3 * row + 2]!;
  return out;
}

export const at = (position: Numbers): number[] => [1, 0, 0, 0, 1, 0, 0, 0, 1, position[0]!, position[1]!, position[2]!];

// The pose of the parent in the child.
export function inverse(pose: Numbers): number[] {
  const out = identityPose();
  for (let row = 0; row < 3; ++row) {
    for (let column = 0; column < 3; ++column) out[3 * row + column] = pose[3 * column + row]!;
    out[9 + row] = -(pose[row]! * pose[9]! + pose[3 + row]! * pose[10]! + pose[6 + row]! * pose[11]!);
  }
  return out;
}

export function composed(a: Numbers, b: Numbers): number[] {
  const out = identityPose();
  multiply(out, 0, a, 0, b, 0);
  return out;
}

// The pose at `position` whose z is along `axis`, and whose x is along `towards` as far as that is possible.
export function frameAlong(axis: Numbers, position: Numbers, towards?: Numbers): number[] {
  const z = new Vector3(axis[0], axis[1], axis[2]);
  if (z.lengthSq() === 0) z.set(0, 0, 1);
  z.normalize();
  const x = towards ? new Vector3(towards[0], towards[1], towards[2]) : new Vector3();
  x.addScaledVector(z, -x.dot(z));
  if (x.lengthSq() < 1e-12) {
    x.set(1, 0, 0).addScaledVector(z, -z.x);
    if (x.lengthSq() < 1e-6) x.set(0, 1, 0).addScaledVector(z, -z.y);
  }
  x.normalize();
  const y = new Vector3().crossVectors(z, x);
  return [x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z, position[0]!, position[1]!, position[2]!];
}

export function pointAt(poses: Numbers, i: number, point: Numbers, out: Vector3): Vector3 {
  return out.set(
    poses[i]! * point[0]! + poses[i + 1]! * point[1]! + poses[i + 2]! * point[2]! + poses[i + 9]!,
    poses[i + 3]! * point[0]! + poses[i + 4]! * point[1]! + poses[i + 5]! * point[2]! + poses[i + 10]!,
    poses[i + 6]! * point[0]! + poses[i + 7]! * point[1]! + poses[i + 8]! * point[2]! + poses[i + 11]!,
  );
}
