// Quaternions (x y z w) as rotation vectors, three numbers that a person can set one by one.
export function rotationVector(q: ArrayLike<number>, at: number): [number, number, number] {
  const sign = q[at + 3]! < 0 ? -1 : 1;
  const [x, y, z] = [sign * q[at]!, sign * q[at + 1]!, sign * q[at + 2]!];
  const sine = Math.hypot(x, y, z);
  const factor = sine < 1e-9 ? 2 : (2 * Math.atan2(sine, sign * q[at + 3]!)) / sine;
  return [factor * x, factor * y, factor * z];
}

export function quaternion([x, y, z]: readonly [number, number, number]): [number, number, number, number] {
  const angle = Math.hypot(x, y, z);
  const factor = angle < 1e-9 ? 0.5 : Math.sin(angle / 2) / angle;
  return [factor * x, factor * y, factor * z, Math.cos(angle / 2)];
}
