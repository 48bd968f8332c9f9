"""Holds ik_solutions() of packages against their own forward kinematics.

Usage: check_closed_form.py PACKAGE LINK
"""
import ast
import importlib
import os
import sys

import numpy as np

robot, link = importlib.import_module(sys.argv[1]), sys.argv[2]
rng = np.random.default_rng(5)
facts = robot.closed_forms[link]
index = list(robot.link_names).index(link)
chain = [robot.q_index[robot.joint_names.index(name)] for name in facts.joints]
COUNT = 3000


def fails(error, words, *arguments, **named):
    try:
        robot.ik_solutions(*arguments, **named)
    except error as problem:
        assert words in str(problem), (words, repr(problem))
        return
    raise AssertionError(f"no {error.__name__} with '{words}'")


def same(a, b):
    assert all(np.array_equal(x, y, equal_nan=True) for x, y in zip(a, b))


q = robot.random_configuration(rng, COUNT)
poses = robot.link_pose(link, q)
found = robot.ik_solutions(link, poses, q)
there = np.arange(facts.most) < found.count[:, None]
assert found.q.shape == (COUNT, facts.most, robot.n_q) and found.count.shape == (COUNT,) and found.singular.shape == (COUNT, facts.most)
assert np.array_equal(np.isfinite(found.q).all(axis=-1), there) and np.isnan(found.q[~there]).all() and not found.within_limits[~there].any()
# Each solution has the pose and is within the limits; the position that made the pose is among them.
errors = np.abs(robot.link_pose(link, np.where(there[..., None], found.q, 0)) - poses[:, None])
errors = errors if facts.whole_pose else errors[..., 3]
assert errors[there].max() < 1e-9, errors[there].max()
assert found.within_limits[there].all()
joints = [robot.joint_names.index(name) for name in facts.joints]
inside = found.q[there][:, chain]
assert (inside >= robot.limits.lower[joints] - 1e-8).all() and (inside <= robot.limits.upper[joints] + 1e-8).all()
away = np.nanmin(np.abs(found.q - q[:, None]).max(axis=-1), axis=1)
assert np.quantile(away, 0.999) < 1e-7 and away.max() < 1e-2, away.max()

# One at a time, by threads, by other names, and as 4 x 4.
one = robot.ik_solutions(robot.Link[list(robot.Link)[index].name], poses[3], q[3])
assert type(one.count) is int and one.q.shape == (facts.most, robot.n_q)
same((one.q, one.within_limits), (found.q[3], found.within_limits[3]))
same(robot.ik_solutions(index, poses, q, threads=3), found)
whole = np.concatenate([poses, np.broadcast_to([[0, 0, 0, 1]], (COUNT, 1, 4))], axis=1)
same(robot.ik_solutions(link, whole.reshape(30, 100, 4, 4), q.reshape(30, 100, -1)), [part.reshape((30, 100) + part.shape[1:]) for part in found])
# Joints beside the chain stay.
others = [i for i in range(robot.n_q) if i not in chain]
assert np.array_equal(found.q[there][:, others], np.broadcast_to(q[:, None], found.q.shape)[there][:, others])
# Beyond the limits there are more, and the flags tell them apart.
beyond = robot.ik_solutions(link, poses, q, beyond_limits=True)
assert (beyond.within_limits.sum(axis=1) == found.count).all() and (beyond.count >= found.count).all()
# Out of reach, and NaN.
far = poses[:2] + [[[0, 0, 0, 100]] * 3]
assert (robot.ik_solutions(link, far).count == 0).all() and robot.ik_solutions(link, np.full((3, 4), np.nan)).count == 0
if facts.given and not facts.given[0].startswith("swivel"):
    place = robot.q_index[robot.joint_names.index(facts.given[0])]
    values = q[0].copy()[[robot.q_index[robot.joint_names.index(name)] for name in facts.given]] + np.linspace(-0.2, 0.2, 41)[:, None]
    along = robot.ik_solutions(link, poses[0], q[0], given=values)
    assert along.q.shape == (41, facts.most, robot.n_q)
    held = along.q[..., place]
    assert np.array_equal(held[np.isfinite(held)], np.broadcast_to(values[:, :1], held.shape)[np.isfinite(held)])
    same((along.q[20],), (found.q[0],))
fails(ValueError, f"has no inverse kinematics in closed form here; these have: {link!r}", "nothing", poses)
fails(ValueError, "has no inverse kinematics in closed form here", 0 if index != 0 else 1, poses)
fails(ValueError, "pose: an array of shape (..., 3, 4) is expected", link, poses[..., :3])
fails(ValueError, "given: ", link, poses, given=np.zeros(len(facts.given) + 1))
fails(ValueError, "q0: an array of shape", link, poses, np.zeros(robot.n_q + 1))
# The stub has what the package has.
with open(os.path.join(os.path.dirname(robot.__file__), "__init__.pyi"), encoding="utf-8") as file:
    stub = ast.parse(file.read())
names = {getattr(node, "name", None) or getattr(getattr(node, "target", None), "id", None) for node in stub.body}
assert {"ik_solutions", "IkSolutions", "ClosedForm", "closed_forms"} <= names & set(robot.__all__), names
print(f"{sys.argv[1]}: {facts.structure}; {found.count.mean():.1f} solutions; all agree")
