"""Holds the forces of a description in Python: inputs of thrusters, shapes, sums, and rows that do not depend on each other.

Usage: check_forces.py   (packages 'quadrotor' and 'mixed' on the path)
"""
import numpy as np

import mixed
import quadrotor

rng = np.random.default_rng(5)


def fails(words, function, *arguments):
    try:
        function(*arguments)
    except (TypeError, ValueError) as problem:
        assert words in str(problem), str(problem)
        return
    raise AssertionError(f"no error with '{words}'")


def thrusters(robot):
    assert robot.n_inputs == 4 and robot.input_names == ("rotor_front_left", "rotor_front_right", "rotor_rear_left", "rotor_rear_right")
    assert robot.input_lower.tolist() == [0] * 4 and robot.input_upper.tolist() == [5] * 4 and not robot.input_upper.flags.writeable
    q, v, tau = robot.random_configuration(rng, (6, 5)), rng.normal(size=(6, 5, robot.n_v)), rng.normal(size=(6, 5, robot.n_v))
    u = rng.uniform(0, 5, size=(6, 5, robot.n_inputs))
    forces = robot.applied_forces(q, v, u)
    assert forces.shape == (6, 5, robot.n_v)
    wanted = robot.forward_dynamics(q, v, tau + forces)
    found = robot.forward_dynamics_with_forces(q, v, tau, u)
    assert np.abs(found - wanted).max() <= 1e-10 * np.abs(wanted).max()
    assert np.array_equal(forces, robot.applied_forces(q, v, u, threads=2))
    one = robot.applied_forces(q[2, 3], v[2, 3], u[2, 3])
    assert one.shape == (robot.n_v,) and np.abs(one - forces[2, 3]).max() <= 1e-12 * np.abs(one).max()
    # All inputs alike push upwards alone, and twice as much twice.
    still = (robot.neutral(), np.zeros(robot.n_v))
    push = [robot.applied_forces(*still, np.full(4, size)) - robot.applied_forces(*still, np.zeros(4)) for size in (1.0, 2.0)]
    assert np.count_nonzero(np.abs(push[0]) > 1e-9) == 1 and 3.5 < push[0].max() <= 4 and np.allclose(2 * push[0], push[1]), push
    fails("u", robot.applied_forces, q, v, u[..., :3])
    return q, v, u


def rows(function, *arguments):
    """Whatever stands in one row changes no bit of another one."""
    wanted = function(*arguments)
    for value in (np.nan, np.inf, -1e9, 3e7, 0.0):
        for row in range(len(arguments[0])):
            changed = [argument.copy() for argument in arguments]
            for argument in changed:
                argument[row] = value
            found = function(*changed)
            others = np.arange(len(wanted)) != row
            assert found[others].tobytes() == wanted[others].tobytes(), (function.__name__, value, row)


q, v, u = thrusters(quadrotor)
flat = [part.reshape(30, -1)[:19] for part in (q, v, u)]
rows(quadrotor.applied_forces, *flat)
assert not hasattr(mixed, "n_inputs") and not hasattr(mixed, "applied_forces")
q, v, tau = mixed.random_configuration(rng, 19), rng.normal(size=(19, mixed.n_v)), rng.normal(size=(19, mixed.n_v))
for function, arguments in ((mixed.gravity_torque, (q,)), (mixed.inverse_dynamics, (q, v, tau)), (mixed.forward_dynamics, (q, v, tau)), (mixed.forward_kinematics, (q,))):
    rows(function, *arguments)
print("forces and rows agree")
