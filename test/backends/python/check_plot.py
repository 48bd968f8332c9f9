"""Draws Inputs/mixed.romas. Usage: check_plot.py PICTURE"""
import os
import sys

import mixed
import numpy as np

points = mixed.workspace("hand", 500, rng=4)
assert points.shape == (500, 3) and np.array_equal(points, mixed.workspace(mixed.Link.hand, 500, 4))
assert np.allclose(np.linalg.norm(points - [0, 0, 0.3], axis=1), 0.3)  # the wrist's distance from the elbow
try:
    import matplotlib  # noqa: F401
except ImportError:
    print("figures: all as expected (without matplotlib)")
    sys.exit()
from matplotlib import pyplot  # noqa: E402

q = mixed.random_configuration(2)
axes = mixed.plot(q, points=points)
origins = mixed.forward_kinematics(q)[:, :, 3]
lines = [np.array(line.get_data_3d()).T for line in axes.lines]
assert len(lines) == 4
for line, (parent, link) in zip(lines, ((0, 1), (1, 2), (0, 3), (3, 4))):
    assert np.allclose(line, origins[[parent, link]])
assert axes.get_xlabel() == "x (m)" and np.ptp(axes.get_xlim()) == np.ptp(axes.get_zlim())
assert mixed.plot(axes=axes) is axes and len(axes.lines) == 8
axes.figure.savefig(sys.argv[1])
assert os.path.getsize(sys.argv[1]) > 5000
for arguments, error in (((np.zeros((2, mixed.n_q)),), ValueError), ((q, pyplot.figure().add_subplot()), TypeError), ((q[1:],), ValueError)):
    try:
        mixed.plot(*arguments)
        raise AssertionError(arguments)
    except error:
        pass
print("figures: all as expected")
