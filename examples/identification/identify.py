"""Finds the masses of an arm from a log of its motion as identify.cpp does (docs/derivatives.md).

    romasc ../arms/ur5.romas --emit=python --kernels=rnea,identification -o known --build
    romasc loaded-arm.romas --emit=python --kernels=fd,identification -o real --build
    PYTHONPATH=known:real python3 identify.py
"""
import sys

import loaded_arm
import numpy as np
import ur5_like

JOINTS = ur5_like.n_v
PERIOD = 10.0  # s
HARMONICS = 5  # of the motion that is asked for
FITTED = 30  # of the motion that is measured
RATE = 500  # samples a second
STEPS = 4  # of the simulation between two samples
SAMPLES = int(PERIOD * RATE)
TIMES = np.arange(SAMPLES) / RATE  # s
POSITION_NOISE = 2e-5  # rad
TORQUE_NOISE = 0.3  # N m


def sines(count):
    """Sums of sines that repeat after the period, and two derivatives: 3 matrices (SAMPLES, 2 count)."""
    w = 2 * np.pi / PERIOD * np.arange(1, count + 1)
    c, s = np.cos(np.outer(TIMES, w)), np.sin(np.outer(TIMES, w))
    return np.hstack([c, s]), np.hstack([-w * s, w * c]), np.hstack([-w * w * c, -w * w * s])


def excitation(seed):
    """The motion to ask for, which leaves no joint at rest: positions, velocities and accelerations (SAMPLES, JOINTS)."""
    sizes = 0.7 / np.tile(np.arange(1, HARMONICS + 1), 2)[:, None]
    parts = sizes * np.random.default_rng(seed).uniform(-1, 1, (2 * HARMONICS, JOINTS))
    return [basis @ parts for basis in sines(HARMONICS)]


def record(wanted, seed):
    """Positions and torques of the arm with its load, under a controller that knows nothing of the load.

    They are those of the second period, in which the motion repeats. The torque is held between two samples.
    """
    h = 1 / (RATE * STEPS)
    q, v = wanted[0][0].copy(), wanted[1][0].copy()
    positions, torques = np.empty((SAMPLES, JOINTS)), np.empty((SAMPLES, JOINTS))
    for _period in range(2):
        for i in range(SAMPLES):
            command = wanted[2][i] + 200 * (wanted[0][i] - q) + 28 * (wanted[1][i] - v)
            tau = ur5_like.inverse_dynamics(q, v, command)
            positions[i], torques[i] = q, tau
            for _step in range(STEPS):
                a = loaded_arm.forward_dynamics(q, v, tau)
                q = q + h * (v + h / 2 * a)
                v = v + h * a
    noise = np.random.default_rng(seed)
    return (positions + POSITION_NOISE * noise.standard_normal(positions.shape),
            torques + TORQUE_NOISE * noise.standard_normal(torques.shape))


def regressor(positions):
    """The base regressor of all samples, one below another, by one call.

    Velocities and accelerations come from measured positions: the motion repeats, so that it is a sum of few sines, whose
    derivatives are known (Swevers et al. 1997).
    """
    at, rate, rate_of_rate = sines(FITTED)
    fitted, *_ = np.linalg.lstsq(np.hstack([np.ones((SAMPLES, 1)), at]), positions, rcond=None)
    q, v, a = fitted[0] + at @ fitted[1:], rate @ fitted[1:], rate_of_rate @ fitted[1:]
    return ur5_like.base_regressor(q, v, a).reshape(SAMPLES * JOINTS, ur5_like.n_base_parameters)


def deviation(error):
    return np.sqrt(np.mean(error**2))


def main():
    positions, torques = record(excitation(1), 2)
    found, _, rank, _ = np.linalg.lstsq(regressor(positions), torques.ravel(), rcond=None)
    if rank != ur5_like.n_base_parameters:
        sys.exit("the motion does not excite all parameters")
    described = ur5_like.base_parameters(ur5_like.inertial_parameters)
    real = loaded_arm.base_parameters(loaded_arm.inertial_parameters)
    print("parameter  described      found       real")
    for k in range(ur5_like.n_base_parameters):
        print(f"beta[{k:2}]  {described[k]:10.4f} {found[k]:10.4f} {real[k]:10.4f}")

    # The test: the torques of another motion.
    positions, torques = record(excitation(7), 8)
    W = regressor(positions)
    before, after = deviation(torques.ravel() - W @ described), deviation(torques.ravel() - W @ found)
    print(f"torques of another motion: off by {before:.3f} N m as described, {after:.3f} N m as found (noise {TORQUE_NOISE:.3f})")
    good = (after < 1.2 * TORQUE_NOISE and before > 5 * TORQUE_NOISE
            and np.linalg.norm(found - real) < 0.1 * np.linalg.norm(described - real))
    print("the load is known" if good else "the load is not known")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
