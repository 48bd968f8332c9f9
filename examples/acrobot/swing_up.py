"""Swings the acrobot up as swing_up.cpp does: an iterative linear quadratic regulator (Li and Todorov 2004).

    romasc acrobot.romas --emit=python --kernels=fd,fd_derivatives -o acrobot --build
    PYTHONPATH=acrobot python3 swing_up.py
"""
import acrobot
import numpy as np

STEP = 0.01  # s
STEPS = 500  # 5 s
EFFORT = 1e-3  # what a squared torque costs in a second
UPRIGHT = np.array([np.pi, 0, 0, 0])  # x = (q, v)
FINAL = np.array([500, 500, 50, 50])  # what squared errors cost at the end
IDENTITY = np.eye(2)


def run(start, torque):
    """The motion from a start, semi-implicit Euler. torque(t, x) is the elbow's. Returns all states and torques."""
    x, u = np.empty((STEPS + 1, 4)), np.empty(STEPS)
    x[0] = start
    tau = np.zeros(2)
    for t in range(STEPS):
        tau[1] = u[t] = torque(t, x[t])
        v = x[t, 2:] + STEP * acrobot.forward_dynamics(x[t, :2], x[t, 2:], tau)
        x[t + 1, :2] = x[t, :2] + STEP * v
        x[t + 1, 2:] = v
    return x, u


def linearise(x, u):
    """A = df/dx (STEPS, 4, 4) and B = df/du (STEPS, 4) of every step x' = f(x, u), by one call for all of them."""
    by_q, by_v, by_tau = acrobot.forward_dynamics_derivatives(x[:-1, :2], x[:-1, 2:], np.stack([np.zeros(STEPS), u], axis=1))
    A, B = np.empty((STEPS, 4, 4)), np.empty((STEPS, 4))
    A[:, 2:, :2], A[:, 2:, 2:], B[:, 2:] = STEP * by_q, IDENTITY + STEP * by_v, STEP * by_tau[:, :, 1]
    A[:, :2], B[:, :2] = STEP * A[:, 2:], STEP * B[:, 2:]
    A[:, :2, :2] += IDENTITY
    return A, B


def cost_of(x, u):
    return 0.5 * EFFORT * STEP * u @ u + 0.5 * FINAL @ (x[-1] - UPRIGHT) ** 2


def solve_backward(x, u, penalty):
    """From the last step to the first, the best answer du = k + K dx; None where the cost would not be convex."""
    k, K = np.empty(STEPS), np.empty((STEPS, 4))
    A, B = linearise(x, u)
    V_x, V_xx = FINAL * (x[-1] - UPRIGHT), np.diag(FINAL.astype(float))
    for t in reversed(range(STEPS)):
        VA, VB = V_xx @ A[t], V_xx @ B[t]
        Q_u, Q_uu = EFFORT * STEP * u[t] + B[t] @ V_x, EFFORT * STEP + penalty + B[t] @ VB
        Q_ux = B[t] @ VA
        if not Q_uu > 0:
            return None
        k[t], K[t] = -Q_u / Q_uu, -Q_ux / Q_uu
        V_x = A[t].T @ V_x + Q_ux * k[t]
        V_xx = A[t].T @ VA + np.outer(Q_ux, K[t])
    return k, K


@np.errstate(over="ignore", invalid="ignore")  # of motions that are too wild, and are not taken
def improve(x, u, policy, cost):
    """The motion under the policy, with as much of its change as lowers the cost; None if none does."""
    k, K = policy
    part = 1.0
    while part > 1e-3:
        new_x, new_u = run(x[0], lambda t, now: u[t] + part * k[t] + K[t] @ (now - x[t]))
        new_cost = cost_of(new_x, new_u)
        if new_cost < cost:
            return new_x, new_u, new_cost
        part /= 2
    return None


def main():
    x, u = run(np.zeros(4), lambda t, now: np.sin(3 * t * STEP))  # a small push to begin with
    cost, penalty, rounds = cost_of(x, u), 1e-3, 0
    while rounds < 500 and penalty < 1e6:
        rounds += 1
        policy = solve_backward(x, u, penalty)
        better = policy is not None and improve(x, u, policy, cost)
        penalty = max(penalty / 4, 1e-9) if better else penalty * 4
        if better:
            settled = cost - better[2] < 1e-4 * cost
            x, u, cost = better
            if settled:
                break
    print(f"{rounds} rounds, cost {cost:.3f}, largest torque {np.abs(u).max():.1f} N m")
    print("after {:.1f} s: shoulder {:.3f} rad, elbow {:.3f} rad, velocities {:.3f} and {:.3f} rad/s".format(STEPS * STEP, *x[-1]))
    upright = np.abs(x[-1, :2] - UPRIGHT[:2]).max() < 0.05
    print("it stands" if upright else "it does not stand")
    return 0 if upright else 1


if __name__ == "__main__":
    raise SystemExit(main())
