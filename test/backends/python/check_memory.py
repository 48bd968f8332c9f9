"""Calls a package of Inputs/mixed.romas in all ways in which memory could be missed, for a run under AddressSanitizer."""
import mixed
import numpy as np

rng = np.random.default_rng(0)
n_v = mixed.n_v


def check(n, threads):
    q, v, a = mixed.random_configuration(rng, n), rng.normal(size=(n, n_v)), rng.normal(size=(n, n_v))
    tau = mixed.inverse_dynamics(q, v, a, threads=threads)
    mixed.centroidal_momentum(q, v, threads=threads)
    poses = mixed.forward_kinematics(q, threads=threads)
    out = np.empty((n, n_v))
    mixed.inverse_dynamics(q, v, a, out=out, threads=threads)
    assert np.array_equal(out, tau)
    wide = np.empty((2 * n, n_v + 3))
    mixed.inverse_dynamics(q, v, a, out=wide[::2, 1:1 + n_v], threads=threads)
    assert np.array_equal(wide[::2, 1:1 + n_v], tau)
    mixed.inverse_dynamics(q[::-1], v[::-1], a[::-1], out=out[::-1], threads=threads)
    assert np.array_equal(out, tau)
    three = np.stack([v] * 3)
    cube = mixed.inverse_dynamics(q, three, a, threads=threads)
    turned = np.empty((n, 3, n_v)).transpose(1, 0, 2)
    mixed.inverse_dynamics(q, three, a, out=turned, threads=threads)
    assert np.array_equal(turned, cube) and np.array_equal(cube[2], tau)
    mixed.inverse_dynamics(q, v, a, out=v, threads=threads)
    assert np.array_equal(v, tau)
    mixed.integrate(q, v, threads=threads)
    mixed.difference(q, q[::-1], threads=threads)
    if 0 < n < 70:
        mixed.inverse_dynamics(q[:, None], v[None], a[0], threads=threads)
        mixed.ik("hand", poses[:5, 2], threads=threads)


for count in (*range(20), 63, 64, 65, 127, 300, 1001):
    for workers in (1, 3):
        check(count, workers)
states = mixed.random_configuration(rng, 4), np.zeros((4, n_v)), np.zeros((4, n_v))
A, momentum = mixed.centroidal_momentum(*states[:2])
for call in (lambda: mixed.inverse_dynamics(*states[:2]), lambda: mixed.jacobian("x", states[0]), lambda: mixed.jacobian(10**30, states[0]),
             lambda: mixed.inverse_dynamics(*states, out=(1,)), lambda: mixed.centroidal_momentum(*states[:2], out=(A, A)),
             lambda: mixed.inverse_dynamics(*states, out=np.empty((3, n_v))), lambda: mixed.inverse_dynamics(states[0][:, :3], *states[1:])):
    try:
        call()
        raise AssertionError(call)
    except (TypeError, ValueError):
        pass
print("no byte missed")
