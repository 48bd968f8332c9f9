"""Holds a package of Inputs/mixed.romas with a floating base against NumPy alone: shapes, broadcasting, outputs, errors, threads.

Usage: check_package.py PACKAGE
"""
import ast
import gc
import importlib
import inspect
import os
import pickle
import sys
import tracemalloc

import numpy as np

robot = importlib.import_module(sys.argv[1])
EXACT = 1e-12 if robot.dtype == np.float64 else 2e-4  # relative to the largest value
STEP = 1e-6
n_q, n_v = robot.n_q, robot.n_v
rng = np.random.default_rng(7)


def close(a, b, tolerance=EXACT):
    a, b = np.asarray(a), np.asarray(b)
    assert a.shape == b.shape, (a.shape, b.shape)
    assert np.abs(a - b).max(initial=0) <= tolerance * max(1, np.abs(b).max(initial=0)), np.abs(a - b).max()


def states(*shape):
    return robot.random_configuration(rng, shape), rng.normal(size=shape + (n_v,)), rng.normal(size=shape + (n_v,))


def fails(error, words, function, *arguments, **named):
    try:
        function(*arguments, **named)
    except error as problem:
        assert type(problem) is error and words in str(problem), (words, repr(problem))
        return
    raise AssertionError(f"no {error.__name__} with '{words}'")


def tables():
    assert (n_q, n_v, robot.n_joints, robot.n_links) == (15, 13, 4, 5)
    assert robot.joint_names == ("elbow", "wrist", "lift", "cardan") and robot.link_names == ("base", "arm", "hand", "slide", "cup")
    assert robot.q_index == (7, 8, 12, 13) and robot.v_index == (6, 7, 10, 11) and robot.link_parents == (-1, 0, 1, 0, 3)
    assert robot.limits.lower.tolist() == [-1.5, -np.inf, 0, -np.inf] and robot.limits.upper[2] == 0.4
    assert robot.limits.effort[0] == 30 and robot.limits.velocity[2] == 1
    assert robot.joint_damping[6] == 0.5 and robot.joint_friction[6] == 0.1 and not robot.limits.lower.flags.writeable
    assert [link.name for link in robot.Link] == list(robot.link_names) and robot.Frame.tip.value == 0 and robot.frame_names == ("tip",)
    assert len(robot.inertial_parameters) == robot.n_parameters == 40 + 10
    q = robot.neutral()
    assert q.dtype == robot.dtype and q.tolist() == [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0]


def shapes():
    q, v, a = states(5, 3)
    for lead in ((), (3,), (5, 3), (0,), (2, 0)):
        part = (q, v, a) if lead == (5, 3) else (x[0, 0] if lead == () else x[0] if lead == (3,) else np.zeros(lead + x.shape[-1:]) for x in (q, v, a))
        q1, v1, a1 = part
        wanted = {
            "forward_kinematics": ((q1,), (5, 3, 4)), "inverse_dynamics": ((q1, v1, a1), (n_v,)), "gravity_torque": ((q1,), (n_v,)),
            "bias_torque": ((q1, v1), (n_v,)), "mass_matrix": ((q1,), (n_v, n_v)), "forward_dynamics": ((q1, v1, a1), (n_v,)),
            "center_of_mass": ((q1,), (3,)), "energy": ((q1, v1), (2,)), "mass_matrix_inverse": ((q1,), (n_v, n_v)),
            "coriolis_matrix": ((q1, v1), (n_v, n_v)), "center_of_mass_jacobian": ((q1,), (3, n_v)),
            "regressor": ((q1, v1, a1), (n_v, robot.n_parameters)),
            "base_regressor": ((q1, v1, a1), (n_v, robot.n_base_parameters)), "inverse_dynamics_by_q": ((q1, v1, a1), (n_v, n_v)),
            "energy_by_v": ((q1, v1), (2, n_v)), "integrate": ((q1, v1), (n_q,)), "difference": ((q1, q1), (n_v,)),
        }
        for name, (arguments, core) in wanted.items():
            result = getattr(robot, name)(*arguments)
            assert result.shape == lead + core and result.dtype == robot.dtype, (name, lead, result.shape)
        for name, (arguments, cores) in {
                "inverse_dynamics_derivatives": ((q1, v1, a1), ((n_v, n_v),) * 2), "forward_dynamics_derivatives": ((q1, v1, a1), ((n_v, n_v),) * 3),
                "centroidal_momentum": ((q1, v1), ((6, n_v), (6,)))}.items():
            result = getattr(robot, name)(*arguments)
            assert type(result) is tuple and tuple(part.shape for part in result) == tuple(lead + core for core in cores), name
        for place, prefix in ((robot.Link.hand, ""), (robot.Frame.tip, "frame_")):
            for name, core in (("pose", (3, 4)), ("jacobian", (6, n_v)), ("velocity", (6,)), ("acceleration", (6,)), ("jacobian_dot", (6, n_v)), ("pose_hessian", (6, n_v, n_v))):
                function = getattr(robot, prefix + name, None) or getattr(robot, "link_" + name)
                arguments = (q1, v1, a1)[: len(inspect.signature(function).parameters) - 3]
                assert function(place, *arguments).shape == lead + core, (name, lead)


# The functions of the package agree with each other.
def physics():
    q, v, a = states()
    M, tau = robot.mass_matrix(q), robot.inverse_dynamics(q, v, a)
    columns = [robot.inverse_dynamics(q, np.zeros(n_v), e) - robot.gravity_torque(q) for e in np.eye(n_v)]
    close(M, np.array(columns).T, EXACT * 10)
    close(M @ a + robot.bias_torque(q, v), tau, EXACT * 10)
    close(robot.regressor(q, v, a) @ robot.inertial_parameters, tau, EXACT * 10)
    beta = robot.base_parameters(robot.inertial_parameters)
    assert beta.shape == (robot.n_base_parameters,) and robot.n_base_parameters < robot.n_parameters
    close(robot.base_regressor(q, v, a) @ beta, tau, EXACT * 100)
    close(robot.forward_dynamics(q, v, tau), a, EXACT * 1000)
    close(robot.mass_matrix_inverse(q) @ M, np.eye(n_v), EXACT * 1000)
    close(robot.energy(q, v)[0], v @ M @ v / 2, EXACT * 10)
    close(robot.link_velocity("hand", q, v), robot.jacobian("hand", q) @ v, EXACT * 10)
    close(robot.link_acceleration("hand", q, v, a), robot.jacobian("hand", q) @ a + robot.jacobian_dot("hand", q, v) @ v, EXACT * 10)
    close(robot.forward_kinematics(q)[2], robot.link_pose(2, q), EXACT * 10)
    close(robot.frame_pose("tip", q)[:, 3], robot.link_pose("hand", q) @ [0, 0, 0.2, 1], EXACT * 10)
    if robot.dtype != np.float64:
        return
    steps = STEP * np.eye(n_v)
    there, back = robot.integrate(q, steps), robot.integrate(q, -steps)
    by_q = (robot.inverse_dynamics(there, v, a) - robot.inverse_dynamics(back, v, a)).T / (2 * STEP)
    close(robot.inverse_dynamics_derivatives(q, v, a)[0], by_q, 1e-6)
    close(robot.inverse_dynamics_by_q(q, v, a), by_q, 1e-6)
    close(robot.jacobian("cup", q)[:3], (robot.link_pose("cup", there) - robot.link_pose("cup", back))[:, :, 3].T / (2 * STEP), 1e-7)
    by_q = (robot.jacobian("hand", there) - robot.jacobian("hand", back)).transpose(1, 2, 0) / (2 * STEP)
    close(robot.pose_hessian("hand", q), by_q, 1e-7)
    close(robot.difference(q, robot.integrate(q, 0.3 * v)), 0.3 * v, 1e-10)
    positions = robot.random_configuration(3, (2, 50))
    assert positions.shape == (2, 50, n_q) and (positions == robot.random_configuration(3, (2, 50))).all()
    for start in (3, 8):
        close(np.linalg.norm(positions[..., start:start + 4], axis=-1), np.ones((2, 50)), 1e-14)
    assert (positions[..., 7] >= -1.5).all() and (positions[..., 7] <= 2).all() and (positions[..., 12] >= 0).all() and (positions[..., 12] <= 0.4).all()
    assert positions[..., 7].min() < -1.2 and positions[..., 7].max() > 1.7


def batches():
    q, v, a = states(301)  # no multiple of any register, and more than one piece
    one = np.array([robot.inverse_dynamics(*x) for x in zip(q, v, a)])
    tau = robot.inverse_dynamics(q, v, a)
    close(tau, one)
    close(robot.jacobian("hand", q), np.array([robot.jacobian("hand", x) for x in q]))
    close(robot.forward_dynamics_derivatives(q, v, a)[1], np.array([robot.forward_dynamics_derivatives(*x)[1] for x in zip(q, v, a)]), EXACT * 100)
    # Axes in front go together as NumPy's, whatever the layout.
    close(robot.inverse_dynamics(q, v[0], a), np.array([robot.inverse_dynamics(x, v[0], z) for x, z in zip(q, a)]))
    grid = robot.inverse_dynamics(q[:7, None], v[None, :3], a[:1, None])
    assert grid.shape == (7, 3, n_v)
    close(grid[4, 2], robot.inverse_dynamics(q[4], v[2], a[0]))
    cube = [x[:300].reshape(30, 10, -1) for x in (q, v, a)]
    turned = robot.inverse_dynamics(*(x.transpose(1, 0, 2) for x in cube))
    close(turned.transpose(1, 0, 2).reshape(300, n_v), tau[:300])
    for change in (lambda x: x[::-1][::-1], np.asfortranarray, lambda x: np.repeat(x, 2, axis=-1)[:, ::2], lambda x: x[::-1].copy()[::-1],
                   lambda x: np.frombuffer(b" " + x.tobytes(), np.uint8)[1:].view(x.dtype).reshape(x.shape), lambda x: x.astype(">f8"),
                   lambda x: x.tolist(), memoryview, lambda x: x.astype(np.longdouble)):
        close(robot.inverse_dynamics(*map(change, (q, v, a))), tau)
    close(robot.gravity_torque(np.float32(q)), robot.gravity_torque(np.float32(q).astype(robot.dtype)))
    whole = np.zeros((1, n_q), int)
    whole[0, [6, 11]] = 1
    close(robot.gravity_torque(whole), robot.gravity_torque(robot.neutral())[None])


def threads():
    q, v, a = states(20011)
    q[::7] *= 3e7  # angles that the packs leave to the C library, lane by lane
    for name, arguments in (("inverse_dynamics", (q, v, a)), ("mass_matrix", (q,)), ("centroidal_momentum", (q, v)), ("difference", (q, q[::-1]))):
        alone = getattr(robot, name)(*arguments)
        for count in (2, 4, 0, 1000):
            both = getattr(robot, name)(*arguments, threads=count)
            pairs = zip(alone, both) if type(alone) is tuple else [(alone, both)]
            assert all(np.array_equal(x, y, equal_nan=True) for x, y in pairs), (name, count)


def outputs():
    q, v, a = states(9)
    q, v, a = (x.astype(robot.dtype) for x in (q, v, a))
    tau = robot.inverse_dynamics(q, v, a)
    out = np.full((9, n_v), np.nan, robot.dtype)
    assert robot.inverse_dynamics(q, v, a, out=out) is out and np.array_equal(out, tau)
    rows = np.full((18, n_v + 2), np.nan, robot.dtype)
    assert np.array_equal(robot.inverse_dynamics(q, v, a, out=rows[::2, 1:-1]), tau) and np.isnan(rows[1::2]).all() and np.isnan(rows[:, 0]).all()
    cube = np.full((3, 3, n_v), np.nan, robot.dtype)
    robot.inverse_dynamics(*(x.reshape(3, 3, -1) for x in (q, v, a)), out=cube.transpose(1, 0, 2))
    assert np.array_equal(cube.transpose(1, 0, 2).reshape(9, n_v), tau)
    pair = (np.empty((9, 6, n_v), robot.dtype), np.empty((9, 6), robot.dtype))
    assert robot.centroidal_momentum(q, v, out=pair) is pair and np.array_equal(pair[1], robot.centroidal_momentum(q, v)[1])
    same = v.copy()
    robot.inverse_dynamics(q, same, a, out=same)
    assert np.array_equal(same, tau)
    # Shifted over an input: as if the input had been copied first.
    memory = np.zeros(9 * n_v + 5, robot.dtype)
    memory[: 9 * n_v] = v.ravel()
    robot.inverse_dynamics(q, memory[: 9 * n_v].reshape(9, n_v), a, out=memory[5:].reshape(9, n_v))
    assert np.array_equal(memory[5:].reshape(9, n_v), tau)
    single = np.empty(n_v, robot.dtype)
    assert robot.inverse_dynamics(q[0], v[0], a[0], out=single) is single
    read_only = np.empty((9, n_v), robot.dtype)
    read_only.setflags(write=False)
    bias = robot.bias_torque
    fails(ValueError, "out: the array for tau cannot be written", bias, q, v, out=read_only)
    fails(ValueError, "has the shape (8, 13); the leading axes of the inputs give (9,)", bias, q, v, out=np.empty((8, n_v), robot.dtype))
    fails(ValueError, "tau: an array of shape (..., 13) is expected, not (9, 12)", bias, q, v, out=np.empty((9, 12), robot.dtype))
    fails(ValueError, "not contiguous", bias, q, v, out=np.empty((9, 2 * n_v), robot.dtype)[:, ::2])
    fails(TypeError, "tau is written as " + robot.dtype.name, bias, q, v, out=np.empty((9, n_v), np.int32))
    fails(TypeError, "tau is written as " + robot.dtype.name, bias, q, v, out=np.empty((9, n_v), robot.dtype.newbyteorder()))
    fails(ValueError, "not aligned", bias, q, v, out=np.zeros(9 * n_v * robot.dtype.itemsize + 1, np.uint8)[1:].view(robot.dtype).reshape(9, n_v))
    fails(TypeError, "an array of " + robot.dtype.name + " is expected for tau, not list", bias, q, v, out=[0] * n_v)
    fails(TypeError, "2 results; a tuple of as many arrays", robot.centroidal_momentum, q, v, out=pair[0])
    fails(TypeError, "2 results; a tuple of as many arrays", robot.centroidal_momentum, q, v, out=pair[:1])
    fails(ValueError, "share memory", robot.inverse_dynamics_derivatives, q[0], v[0], a[0], out=(np.zeros((n_v, n_v), robot.dtype),) * 2)


def errors():
    q, v, a = states(4)
    dynamics = robot.inverse_dynamics
    fails(TypeError, "inverse_dynamics() needs a", dynamics, q, v)
    fails(TypeError, "takes 3 arguments by position, but 4 were given", dynamics, q, v, a, a)
    fails(TypeError, "has no argument 'w'", dynamics, q, v, a, w=1)
    fails(TypeError, "got q twice", dynamics, q, v, a, q=q)
    fails(ValueError, "q: an array of shape (..., 15) is expected, not (4, 14)", dynamics, q[:, 1:], v, a)
    fails(ValueError, "v: an array of shape (..., 13) is expected, not ()", dynamics, q, 1.0, a)
    fails(ValueError, "the shapes of q (4, 15), v (3, 13) and a (4, 13) do not go together", dynamics, q, v[:3], a)
    fails(ValueError, "the shapes of q (0, 15), v (3, 13) and a (4, 13) do not go together", dynamics, q[:0], v[:3], a)
    for value, said in ((q * 1j, "complex"), ("abc", "<U3"), (None, "object"), ([[1, "x"]], "<U"), ({}, "object"), (b"12345678" * 15, "|S"), (object(), "object"),
                        (np.zeros(4, "datetime64[s]"), "datetime64")):
        fails(TypeError, f"q: an array of numbers is expected, not of {said}", dynamics, value, v, a) if said != "<U" else fails(
            TypeError, "q: an array of numbers is expected", dynamics, value, v, a)
    fails(ValueError, "q: setting an array element with a sequence", dynamics, [[1, 2], [3]], v, a)
    fails(ValueError, "threads: a number from 0", dynamics, q, v, a, threads=-1)
    fails(TypeError, "'float' object cannot be interpreted as an integer", dynamics, q, v, a, threads=1.5)
    fails(ValueError, "no link is called 'hnd'; did you mean 'hand'?", robot.jacobian, "hnd", q)
    fails(ValueError, "no link is called 'tip'", robot.jacobian, "tip", q)
    fails(ValueError, "no frame is called 'hand'", robot.frame_jacobian, "hand", q)
    fails(ValueError, "link: an index from 0 to 4 is expected, not 5", robot.link_pose, 5, q)
    fails(ValueError, "link: an index from 0 to 4 is expected, not -1", robot.link_pose, -1, q)
    fails(ValueError, "link: an index from 0 to 4 is expected, not 1000000000000000000000", robot.link_pose, 10**21, q)
    fails(ValueError, "not 4294967296", robot.link_pose, 2**32, q)
    fails(ValueError, "link: an index from 0 to 4 is expected, not 7", robot.link_pose, np.int32(7), q)
    for index in (np.int64(2), np.uint8(2), np.array(2)):
        assert np.array_equal(robot.link_pose(index, q), robot.link_pose(robot.Link.hand, q))
    for wrong in (1.0, None, True, robot.Frame.tip, [0], np.float64(1), np.arange(2)):
        fails(TypeError, f"link: a name, a member of Link or an index is expected, not {type(wrong).__name__}", robot.link_pose, wrong, q)
    fails(TypeError, "link_pose() needs link", robot.link_pose)
    fails(TypeError, "link_pose() needs q", robot.link_pose, "hand")
    assert np.array_equal(robot.link_pose(q=q, link=2), robot.link_pose(robot.Link.hand, q))
    many = [np.broadcast_to(x[0].astype(robot.dtype), shape + x[0].shape) for x, shape in ((q, (2**40, 1, 1)), (v, (1, 2**40, 1)), (a, (1, 1, 2**40)))]
    fails(ValueError, "more configurations than memory has places", dynamics, *many)
    bad = v.copy()
    bad[1, 2] = np.nan
    tau = dynamics(q, bad, a)
    assert np.isnan(tau[1]).any() and np.isfinite(tau[[0, 2, 3]]).all()
    assert np.isnan(robot.gravity_torque(np.full(n_q, np.inf))).any()


def ik():
    poses = robot.link_pose("hand", robot.random_configuration(rng, 20))
    found = robot.ik("hand", poses)
    assert found.q.shape == (20, n_q) and found.converged.all() and found.converged.dtype == bool and found.restarts.dtype == int
    close(robot.link_pose("hand", found.q), poses, 1e-5 if robot.dtype == np.float64 else 1e-3)
    one = robot.ik(robot.Link.hand, np.vstack([poses[3], [0, 0, 0, 1]]), robot.neutral())
    assert one.converged is True and type(one.restarts) is int and np.array_equal(one.q, found.q[3])
    assert all(np.array_equal(x, y) for x, y in zip(robot.ik("hand", poses, threads=3), found))
    far = robot.ik(link="arm", pose=np.eye(4) * [1, 1, 1, 1], iterations=0, restarts=0)
    assert far.converged is False and far.iterations == 0
    fails(ValueError, "no link is called 'tip'", robot.ik, "tip", poses)
    fails(ValueError, "pose: an array of shape (..., 3, 4) is expected, not (20, 3, 3)", robot.ik, "hand", poses[:, :, :3])
    fails(ValueError, "q0: an array of shape (..., 15)", robot.ik, "hand", poses, np.zeros(3))
    fails(ValueError, "iterations: a number from 0", robot.ik, "hand", poses, iterations=-1)
    fails(ValueError, "length: a positive number", robot.ik, "hand", poses, length=0)
    fails(ValueError, "position_tolerance: a number from 0", robot.ik, "hand", poses, position_tolerance=float("nan"))
    assert not robot.ik("hand", np.full((3, 4), np.nan), restarts=1).converged


def documentation():
    names = {name for name in dir(robot) if not name.startswith("_")}
    with open(os.path.join(os.path.dirname(robot.__file__), "__init__.pyi"), encoding="utf-8") as file:
        stub = ast.parse(file.read())
    said = set()
    for node in stub.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            said.add(node.name)
        elif isinstance(node, ast.AnnAssign):
            said.add(node.target.id)
    assert names == said == set(robot.__all__), names ^ said
    assert os.path.exists(os.path.join(os.path.dirname(robot.__file__), "py.typed"))
    for node in stub.body:
        if not isinstance(node, ast.FunctionDef):
            continue
        function = getattr(robot, node.name)
        assert function.__module__ == robot.__name__ and function.__doc__ and pickle.loads(pickle.dumps(function)) is function
        signature = inspect.signature(function)
        assert list(signature.parameters) == [argument.arg for argument in node.args.args + node.args.kwonlyargs], node.name
        if "out" in signature.parameters:
            assert ast.get_docstring(node) == inspect.getdoc(function), node.name
    assert "q: (..., n_q), positions (rad or m; quaternions x y z w)" in robot.mass_matrix.__doc__
    assert "Returns M: (..., n_v, n_v)" in robot.mass_matrix.__doc__ and "J: (..., 6, n_v)" in robot.jacobian.__doc__
    for function in robot.plot, robot.workspace, robot.ik:
        assert function.__module__ == robot.__name__ and function.__name__ in repr(function)


def memory():
    q, v, a = states(3)
    bad = [q, v, a[:2]]
    out = np.empty((3, n_v), robot.dtype)

    def round_of_calls():
        robot.inverse_dynamics(q, v, a)
        robot.inverse_dynamics(q[0], v[0], a[0])
        robot.inverse_dynamics(q.tolist(), v, a, out=out, threads=2)
        robot.inverse_dynamics(q, out, a, out=out)
        robot.centroidal_momentum(q, v)
        robot.jacobian("hand", q)
        robot.link_pose(robot.Link.hand, q[0])
        for call in (lambda: robot.inverse_dynamics(*bad), lambda: robot.jacobian("hnd", q), lambda: robot.energy(q, None),
                     lambda: robot.energy(q, v, out=out), lambda: robot.centroidal_momentum(q, v, out=(out, out))):
            try:
                call()
            except (TypeError, ValueError):
                pass

    def resident():
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    for _ in range(200):
        round_of_calls()
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(2000):
        round_of_calls()
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 20000, grown
    before = resident()
    one = (q[0], v[0], a[0])
    for _ in range(1_000_000):
        robot.inverse_dynamics(*one)
    assert resident() - before < 2_000_000, resident() - before


for check in (tables, shapes, physics, batches, threads, outputs, errors, ik, documentation, memory):
    check()
print(f"{robot.simd} {robot.dtype}: all agree")
