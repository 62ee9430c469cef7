"""The kernels of NPBench, stated in NumPy: what each Toy program in `kernels/` is compared with.

The functions are this project's own statements of the mathematics; names, sizes and what is
computed are NPBench's. A kernel takes arrays, then numbers, and returns an array or several.
"""

import numpy as np

KERNELS = {}


class Kernel:
    """A kernel, its sizes S and M, and its inputs."""

    def __init__(self, function, sizes, arrays, numbers, loops):
        self.function, self.sizes, self.arrays, self.numbers = function, sizes, arrays, numbers
        # What Numba compiles, if that is not the NumPy statement.
        self.loops = loops or function

    def inputs(self, size):
        """The arrays, and the numbers, for S or M: the same in every process."""
        random = np.random.default_rng(42)
        values = self.sizes[size]
        arrays = [
            np.ascontiguousarray(a, dtype=np.float64) for a in self.arrays(random.random, **values)
        ]
        return arrays, [float(n) if isinstance(n, float) else n for n in self.numbers(**values)]


def kernel(S, M, arrays, numbers=lambda **_: (), loops=None):
    def register(function):
        KERNELS[function.__name__] = Kernel(function, {"S": S, "M": M}, arrays, numbers, loops)
        return function

    return register


def dominant(r, n):
    """A symmetric positive definite matrix."""
    a = r((n, n))
    return (a + a.T) / 2 + n * np.eye(n)


@kernel(
    S=dict(TSTEPS=5, N=100),
    M=dict(TSTEPS=20, N=200),
    arrays=lambda r, TSTEPS, N: [r((N, N))],
    numbers=lambda TSTEPS, N: (TSTEPS,),
)
def adi(start, steps):
    u = start.copy()
    n = u.shape[0]
    dt, dx = 1.0 / steps, 1.0 / n
    m1, m2 = 2.0 * dt / (dx * dx), 1.0 * dt / (dx * dx)
    a, b, d, e = -m1 / 2, 1 + m1, -m2 / 2, 1 + m2
    v = np.zeros_like(u)
    p, q = np.zeros_like(u), np.zeros_like(u)
    for _ in range(steps):
        # A row of p and q for each line of the sweep.
        v[0, 1:-1] = 1.0
        p[0, 1:-1] = 0.0
        q[0, 1:-1] = 1.0
        for j in range(1, n - 1):
            below = a * p[j - 1, 1:-1] + b
            p[j, 1:-1] = -a / below
            right = -d * u[j, :-2] + (1 + 2 * d) * u[j, 1:-1] - d * u[j, 2:]
            q[j, 1:-1] = (right - a * q[j - 1, 1:-1]) / below
        v[n - 1, 1:-1] = 1.0
        for j in range(n - 2, 0, -1):
            v[j, 1:-1] = p[j, 1:-1] * v[j + 1, 1:-1] + q[j, 1:-1]
        u[1:-1, 0] = 1.0
        p[0, 1:-1] = 0.0
        q[0, 1:-1] = 1.0
        for j in range(1, n - 1):
            below = d * p[j - 1, 1:-1] + e
            p[j, 1:-1] = -d / below
            right = -a * v[:-2, j] + (1 + 2 * a) * v[1:-1, j] - a * v[2:, j]
            q[j, 1:-1] = (right - d * q[j - 1, 1:-1]) / below
        u[1:-1, n - 1] = 1.0
        for j in range(n - 2, 0, -1):
            u[1:-1, j] = p[j, 1:-1] * u[1:-1, j + 1] + q[j, 1:-1]
    return u


@kernel(S=dict(N=100000), M=dict(N=1000000), arrays=lambda r, N: [r(N) for _ in range(4)])
def arc_distance(theta1, phi1, theta2, phi2):
    across = np.sin((theta2 - theta1) / 2) ** 2
    along = np.cos(theta1) * np.cos(theta2) * np.sin((phi2 - phi1) / 2) ** 2
    t = across + along
    return 2 * np.arctan2(np.sqrt(t), np.sqrt(1 - t))


@kernel(S=dict(M=4000, N=5000), M=dict(M=10000, N=12500), arrays=lambda r, M, N: [r((M, N)), r(N)])
def atax(a, x):
    return (a @ x) @ a


def histogram_loops(data, radius, count):
    low, high = radius.min(), radius.max()
    width = (high - low) / count
    sums, hits = np.zeros(count), np.zeros(count)
    for i in range(data.shape[0]):
        bin = min(int((radius[i] - low) / width), count - 1)
        sums[bin] += data[i]
        hits[bin] += 1.0
    return sums / hits


@kernel(
    S=dict(N=400000, npt=1000),
    M=dict(N=4000000, npt=1000),
    arrays=lambda r, N, npt: [r(N), r(N)],
    numbers=lambda N, npt: (npt,),
    loops=histogram_loops,
)
def azimint_hist(data, radius, count):
    low, high = radius.min(), radius.max()
    bins = np.minimum(((radius - low) / ((high - low) / count)).astype(np.int64), count - 1)
    return np.bincount(bins, data, count) / np.bincount(bins, minlength=count)


@kernel(
    S=dict(N=400000, npt=1000),
    M=dict(N=4000000, npt=1000),
    arrays=lambda r, N, npt: [r(N), r(N)],
    numbers=lambda N, npt: (npt,),
)
def azimint_naive(data, radius, count):
    most = radius.max()
    means = np.zeros(count)
    for i in range(count):
        is_in = (radius >= most * i / count) & (radius < most * (i + 1) / count)
        means[i] = data[is_in].mean()
    return means


@kernel(
    S=dict(M=4000, N=5000), M=dict(M=10000, N=12500), arrays=lambda r, M, N: [r((N, M)), r(M), r(N)]
)
def bicg(a, p, r):
    return r @ a, a @ p


def pressure(p, b, dx, dy, rounds):
    across, down = dx * dx, dy * dy
    for _ in range(rounds):
        old = p.copy()
        beside = (old[1:-1, 2:] + old[1:-1, :-2]) * down
        above = (old[2:, 1:-1] + old[:-2, 1:-1]) * across
        p[1:-1, 1:-1] = (beside + above) / (2 * (across + down)) - across * down / (
            2 * (across + down)
        ) * b
        p[:, -1] = p[:, -2]
        p[0, :] = p[1, :]
        p[:, 0] = p[:, 1]
        p[-1, :] = 0.0
    return p


@kernel(
    S=dict(ny=61, nx=61, nt=25, nit=5),
    M=dict(ny=121, nx=121, nt=50, nit=10),
    arrays=lambda r, ny, nx, nt, nit: [np.zeros((ny, nx)), np.zeros((ny, nx)), np.zeros((ny, nx))],
    numbers=lambda ny, nx, nt, nit: (nt, nit),
)
def cavity_flow(u0, v0, p0, steps, rounds):
    rho, nu = 1.0, 0.1
    u, v, p = u0.copy(), v0.copy(), p0.copy()
    dx, dy, dt = (
        2.0 / (u.shape[1] - 1),
        2.0 / (u.shape[0] - 1),
        0.1 / ((u.shape[1] - 1) * (u.shape[0] - 1)),
    )
    for _ in range(steps):
        ux = (u[1:-1, 2:] - u[1:-1, :-2]) / (2 * dx)
        uy = (u[2:, 1:-1] - u[:-2, 1:-1]) / (2 * dy)
        vx = (v[1:-1, 2:] - v[1:-1, :-2]) / (2 * dx)
        vy = (v[2:, 1:-1] - v[:-2, 1:-1]) / (2 * dy)
        b = rho * ((ux + vy) / dt - ux**2 - 2 * uy * vx - vy**2)
        p = pressure(p, b, dx, dy, rounds)
        un, vn = u.copy(), v.copy()
        inner, other = un[1:-1, 1:-1], vn[1:-1, 1:-1]
        u[1:-1, 1:-1] = (
            inner
            - inner * dt / dx * (inner - un[1:-1, :-2])
            - other * dt / dy * (inner - un[:-2, 1:-1])
            - dt / (2 * rho * dx) * (p[1:-1, 2:] - p[1:-1, :-2])
            + nu * dt / dx**2 * (un[1:-1, 2:] - 2 * inner + un[1:-1, :-2])
            + nu * dt / dy**2 * (un[2:, 1:-1] - 2 * inner + un[:-2, 1:-1])
        )
        v[1:-1, 1:-1] = (
            other
            - inner * dt / dx * (other - vn[1:-1, :-2])
            - other * dt / dy * (other - vn[:-2, 1:-1])
            - dt / (2 * rho * dy) * (p[2:, 1:-1] - p[:-2, 1:-1])
            + nu * dt / dx**2 * (vn[1:-1, 2:] - 2 * other + vn[1:-1, :-2])
            + nu * dt / dy**2 * (vn[2:, 1:-1] - 2 * other + vn[:-2, 1:-1])
        )
        u[0, :] = 0.0
        u[:, 0] = 0.0
        u[:, -1] = 0.0
        u[-1, :] = 1.0
        v[0, :] = 0.0
        v[-1, :] = 0.0
        v[:, 0] = 0.0
        v[:, -1] = 0.0
    return u, v, p


@kernel(
    S=dict(ny=61, nx=61, nit=5),
    M=dict(ny=121, nx=121, nit=10),
    arrays=lambda r, ny, nx, nit: [np.zeros((ny, nx)), np.zeros((ny, nx)), np.ones((ny, nx))],
    numbers=lambda ny, nx, nit: (nit,),
)
def channel_flow(u0, v0, p0, rounds):
    # The flow is periodic from left to right.
    rho, nu, force = 1.0, 0.1, 1.0
    u, v, p = u0.copy(), v0.copy(), p0.copy()
    nx, ny = u.shape[1], u.shape[0]
    dx, dy = 2.0 / (nx - 1), 2.0 / (ny - 1)
    dt = 0.1 / ((nx - 1) * (ny - 1))
    across, down = dx * dx, dy * dy
    east = np.concatenate((np.arange(1, nx), np.zeros(1, np.int64)))
    west = np.concatenate((np.full(1, nx - 1), np.arange(nx - 1)))
    change = 1.0
    while change > 0.001:
        ux = (u[:, east] - u[:, west])[1:-1] / (2 * dx)
        uy = (u[2:] - u[:-2]) / (2 * dy)
        vx = (v[:, east] - v[:, west])[1:-1] / (2 * dx)
        vy = (v[2:] - v[:-2]) / (2 * dy)
        b = rho * ((ux + vy) / dt - ux**2 - 2 * uy * vx - vy**2)
        for _ in range(rounds):
            beside = (p[:, east] + p[:, west])[1:-1] * down
            above = (p[2:] + p[:-2]) * across
            p[1:-1] = (beside + above) / (2 * (across + down)) - across * down / (
                2 * (across + down)
            ) * b
            p[-1, :] = p[-2, :]
            p[0, :] = p[1, :]
        un, vn = u.copy(), v.copy()
        inner, other = un[1:-1], vn[1:-1]
        to_west, to_east = un[:, west][1:-1], un[:, east][1:-1]
        u[1:-1] = (
            inner
            - inner * dt / dx * (inner - to_west)
            - other * dt / dy * (inner - un[:-2])
            - dt / (2 * rho * dx) * (p[:, east] - p[:, west])[1:-1]
            + nu * dt / dx**2 * (to_east - 2 * inner + to_west)
            + nu * dt / dy**2 * (un[2:] - 2 * inner + un[:-2])
            + force * dt
        )
        to_west, to_east = vn[:, west][1:-1], vn[:, east][1:-1]
        v[1:-1] = (
            other
            - inner * dt / dx * (other - to_west)
            - other * dt / dy * (other - vn[:-2])
            - dt / (2 * rho * dy) * (p[2:] - p[:-2])
            + nu * dt / dx**2 * (to_east - 2 * other + to_west)
            + nu * dt / dy**2 * (vn[2:] - 2 * other + vn[:-2])
        )
        u[0, :] = 0.0
        u[-1, :] = 0.0
        v[0, :] = 0.0
        v[-1, :] = 0.0
        change = (np.sum(u) - np.sum(un)) / np.sum(u)
    return u, v, p


@kernel(S=dict(N=100), M=dict(N=300), arrays=lambda r, N: [dominant(r, N)])
def cholesky(matrix):
    a = matrix.copy()
    n = a.shape[0]
    for i in range(n):
        for j in range(i):
            a[i, j] = (a[i, j] - a[i, :j] @ a[j, :j]) / a[j, j]
        a[i, i] = np.sqrt(a[i, i] - a[i, :i] @ a[i, :i])
    return a


@kernel(S=dict(N=1000), M=dict(N=2200), arrays=lambda r, N: [dominant(r, N)])
def cholesky2(a):
    return np.linalg.cholesky(a) + np.triu(a, 1)


def clip_loops(a, b):
    return np.minimum(np.maximum(a, 2.0), 10.0) * 4.0 + b * 3.0 + 9.0


@kernel(
    S=dict(M=2000, N=2000),
    M=dict(M=5000, N=5000),
    arrays=lambda r, M, N: [np.floor(1000 * r((M, N))), np.floor(1000 * r((M, N)))],
    loops=clip_loops,
)
def compute(a, b):
    return np.clip(a, 2.0, 10.0) * 4.0 + b * 3.0 + 9.0


def conv2d(image, weights):
    k = weights.shape[0]
    n, h, w = image.shape[0], image.shape[1] - k + 1, image.shape[2] - k + 1
    out = np.zeros((n, h, w, weights.shape[3]))
    for i in range(k):
        for j in range(k):
            part = np.ascontiguousarray(image[:, i : i + h, j : j + w, :])
            flat = part.reshape((n * h * w, part.shape[3]))
            out += (flat @ weights[i, j]).reshape((n, h, w, weights.shape[3]))
    return out


@kernel(
    S=dict(N=8, C_in=3, C_out=16, K=2, H=32, W=32),
    M=dict(N=8, C_in=3, C_out=8, K=5, H=64, W=64),
    arrays=lambda r, N, C_in, C_out, K, H, W: [
        r((N, H, W, C_in)),
        r((K, K, C_in, C_out)),
        r(C_out),
    ],
)
def conv2d_bias(image, weights, bias):
    return conv2d(image, weights) + bias


def correlation_loops(data):
    n, m = data.shape
    centred = data.copy()
    for j in range(m):
        column = data[:, j]
        mean = np.mean(column)
        deviation = np.sqrt(np.mean((column - mean) ** 2))
        if deviation <= 0.1:
            deviation = 1.0
        centred[:, j] = (column - mean) / (np.sqrt(float(n)) * deviation)
    result = centred.T @ centred
    for j in range(m):
        result[j, j] = 1.0
    return result


@kernel(
    S=dict(M=500, N=600),
    M=dict(M=1400, N=1800),
    arrays=lambda r, M, N: [r((N, M))],
    loops=correlation_loops,
)
def correlation(data):
    deviation = data.std(axis=0)
    deviation[deviation <= 0.1] = 1.0
    centred = (data - data.mean(axis=0)) / (np.sqrt(len(data)) * deviation)
    result = centred.T @ centred
    np.fill_diagonal(result, 1.0)
    return result


def covariance_loops(data):
    centred = data - np.sum(data, axis=0) / data.shape[0]
    return centred.T @ centred / (data.shape[0] - 1.0)


@kernel(
    S=dict(M=500, N=600),
    M=dict(M=1400, N=1800),
    arrays=lambda r, M, N: [r((N, M))],
    loops=covariance_loops,
)
def covariance(data):
    centred = data - data.mean(axis=0)
    return centred.T @ centred / (len(data) - 1.0)


@kernel(S=dict(W=400, H=200), M=dict(W=1500, H=1000), arrays=lambda r, W, H: [r((W, H))])
def deriche(image):
    alpha = 0.25
    w, h = image.shape
    small = np.exp(-alpha)
    k = (1 - small) ** 2 / (1 + alpha * 2 * small - small**2)
    a1, a2 = k, k * small * (alpha - 1)
    a3, a4 = k * small * (alpha + 1), -k * small**2
    b1, b2 = 2.0**-alpha, -np.exp(-2 * alpha)
    y1, y2 = np.zeros((w, h)), np.zeros((w, h))
    y1[:, 0] = a1 * image[:, 0]
    y1[:, 1] = a1 * image[:, 1] + a2 * image[:, 0] + b1 * y1[:, 0]
    for j in range(2, h):
        y1[:, j] = a1 * image[:, j] + a2 * image[:, j - 1] + b1 * y1[:, j - 1] + b2 * y1[:, j - 2]
    y2[:, h - 2] = a3 * image[:, h - 1]
    for j in range(h - 3, -1, -1):
        y2[:, j] = (
            a3 * image[:, j + 1] + a4 * image[:, j + 2] + b1 * y2[:, j + 1] + b2 * y2[:, j + 2]
        )
    out = y1 + y2
    y1[0, :] = a1 * out[0, :]
    y1[1, :] = a1 * out[1, :] + a2 * out[0, :] + b1 * y1[0, :]
    for i in range(2, w):
        y1[i, :] = a1 * out[i, :] + a2 * out[i - 1, :] + b1 * y1[i - 1, :] + b2 * y1[i - 2, :]
    y2[w - 1, :] = 0.0
    y2[w - 2, :] = a3 * out[w - 1, :]
    for i in range(w - 3, -1, -1):
        y2[i, :] = a3 * out[i + 1, :] + a4 * out[i + 2, :] + b1 * y2[i + 1, :] + b2 * y2[i + 2, :]
    return y1 + y2


@kernel(
    S=dict(NR=60, NQ=60, NP=128),
    M=dict(NR=110, NQ=125, NP=256),
    arrays=lambda r, NR, NQ, NP: [r((NR, NQ, NP)), r((NP, NP))],
)
def doitgen(a, c):
    r, q, p = a.shape
    return (a.reshape((r * q, p)) @ c).reshape((r, q, p))


@kernel(S=dict(N=1000), M=dict(N=6000), arrays=lambda r, N: [(N + 1 - np.arange(N)) / (N * 30.0)])
def durbin(r):
    n = r.shape[0]
    y = np.zeros(n)
    y[0] = -r[0]
    alpha, beta = -r[0], 1.0
    for k in range(1, n):
        beta *= 1 - alpha * alpha
        alpha = -(r[k] + r[:k][::-1] @ y[:k]) / beta
        y[:k] = y[:k] + alpha * y[:k][::-1]
        y[k] = alpha
    return y


@kernel(
    S=dict(TMAX=20, NX=200, NY=220),
    M=dict(TMAX=60, NX=400, NY=450),
    arrays=lambda r, TMAX, NX, NY: [r((NX, NY)), r((NX, NY)), r((NX, NY))],
    numbers=lambda TMAX, NX, NY: (TMAX,),
)
def fdtd_2d(ex0, ey0, hz0, steps):
    ex, ey, hz = ex0.copy(), ey0.copy(), hz0.copy()
    for t in range(steps):
        ey[0, :] = t
        ey[1:, :] -= 0.5 * (hz[1:, :] - hz[:-1, :])
        ex[:, 1:] -= 0.5 * (hz[:, 1:] - hz[:, :-1])
        hz[:-1, :-1] -= 0.7 * (ex[:-1, 1:] - ex[:-1, :-1] + ey[1:, :-1] - ey[:-1, :-1])
    return ex, ey, hz


@kernel(S=dict(N=200), M=dict(N=400), arrays=lambda r, N: [np.floor(1 + 99 * r((N, N)))])
def floyd_warshall(distance):
    path = distance.copy()
    for k in range(path.shape[0]):
        path = np.minimum(path, path[:, k : k + 1] + path[k : k + 1, :])
    return path


@kernel(
    S=dict(NI=1000, NJ=1100, NK=1200),
    M=dict(NI=2500, NJ=2750, NK=3000),
    arrays=lambda r, NI, NJ, NK: [r((NI, NJ)), r((NI, NK)), r((NK, NJ))],
)
def gemm(c, a, b):
    return 1.5 * (a @ b) + 1.2 * c


@kernel(
    S=dict(N=1000),
    M=dict(N=3000),
    arrays=lambda r, N: [r((N, N))] + [r(N) for _ in range(6)],
)
def gemver(a, u1, v1, u2, v2, y, z):
    alpha, beta = 1.5, 1.2
    sum = a + np.outer(u1, v1) + np.outer(u2, v2)
    x = beta * (y @ sum) + z
    return sum, x, alpha * (sum @ x)


@kernel(S=dict(N=2000), M=dict(N=4000), arrays=lambda r, N: [r((N, N)), r((N, N)), r(N)])
def gesummv(a, b, x):
    return 1.5 * (a @ x) + 1.2 * (b @ x)


@kernel(S=dict(N=2000), M=dict(N=6000), arrays=lambda r, N: [r((N, N))])
def go_fast(a):
    trace = 0.0
    for i in range(a.shape[0]):
        trace += np.tanh(a[i, i])
    return a + trace


@kernel(S=dict(M=70, N=60), M=dict(M=220, N=180), arrays=lambda r, M, N: [r((M, N)) + np.eye(M, N)])
def gramschmidt(matrix):
    a = matrix.copy()
    n = a.shape[1]
    q, r = np.zeros_like(a), np.zeros((n, n))
    for k in range(n):
        r[k, k] = np.sqrt(np.sum(a[:, k] ** 2))
        q[:, k] = a[:, k] / r[k, k]
        for j in range(k + 1, n):
            r[k, j] = np.sum(q[:, k] * a[:, j])
            a[:, j] -= q[:, k] * r[k, j]
    return q, r


@kernel(
    S=dict(I=64, J=64, K=60),
    M=dict(I=128, J=128, K=160),
    arrays=lambda r, I, J, K: [r((I + 4, J + 4, K)), r((I, J, K))],
)
def hdiff(field, coefficient):
    lap = 4 * field[1:-1, 1:-1] - (
        field[2:, 1:-1] + field[:-2, 1:-1] + field[1:-1, 2:] + field[1:-1, :-2]
    )
    step = lap[1:, 1:-1] - lap[:-1, 1:-1]
    across = np.where(step * (field[2:-1, 2:-2] - field[1:-2, 2:-2]) > 0, 0.0, step)
    step = lap[1:-1, 1:] - lap[1:-1, :-1]
    along = np.where(step * (field[2:-2, 2:-1] - field[2:-2, 1:-2]) > 0, 0.0, step)
    return field[2:-2, 2:-2] - coefficient * (
        across[1:] - across[:-1] + along[:, 1:] - along[:, :-1]
    )


@kernel(
    S=dict(TSTEPS=25, N=25),
    M=dict(TSTEPS=50, N=40),
    arrays=lambda r, TSTEPS, N: [r((N, N, N)), r((N, N, N))],
    numbers=lambda TSTEPS, N: (TSTEPS,),
)
def heat_3d(a0, b0, steps):
    a, b = a0.copy(), b0.copy()
    for _ in range(1, steps):
        heat(a, b)
        heat(b, a)
    return a, b


def heat(old, new):
    centre = old[1:-1, 1:-1, 1:-1]
    new[1:-1, 1:-1, 1:-1] = (
        0.125 * (old[2:, 1:-1, 1:-1] - 2 * centre + old[:-2, 1:-1, 1:-1])
        + 0.125 * (old[1:-1, 2:, 1:-1] - 2 * centre + old[1:-1, :-2, 1:-1])
        + 0.125 * (old[1:-1, 1:-1, 2:] - 2 * centre + old[1:-1, 1:-1, :-2])
        + centre
    )


@kernel(
    S=dict(TSTEPS=800, N=3200),
    M=dict(TSTEPS=3000, N=12000),
    arrays=lambda r, TSTEPS, N: [r(N), r(N)],
    numbers=lambda TSTEPS, N: (TSTEPS,),
)
def jacobi_1d(a0, b0, steps):
    a, b = a0.copy(), b0.copy()
    for _ in range(1, steps):
        b[1:-1] = 0.33333 * (a[:-2] + a[1:-1] + a[2:])
        a[1:-1] = 0.33333 * (b[:-2] + b[1:-1] + b[2:])
    return a, b


@kernel(
    S=dict(TSTEPS=50, N=150),
    M=dict(TSTEPS=80, N=350),
    arrays=lambda r, TSTEPS, N: [r((N, N)), r((N, N))],
    numbers=lambda TSTEPS, N: (TSTEPS,),
)
def jacobi_2d(a0, b0, steps):
    a, b = a0.copy(), b0.copy()
    for _ in range(1, steps):
        b[1:-1, 1:-1] = 0.2 * (
            a[1:-1, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] + a[2:, 1:-1] + a[:-2, 1:-1]
        )
        a[1:-1, 1:-1] = 0.2 * (
            b[1:-1, 1:-1] + b[1:-1, :-2] + b[1:-1, 2:] + b[2:, 1:-1] + b[:-2, 1:-1]
        )
    return a, b


@kernel(
    S=dict(NI=800, NJ=850, NK=900, NL=950),
    M=dict(NI=2000, NJ=2250, NK=2500, NL=2750),
    arrays=lambda r, NI, NJ, NK, NL: [r((NI, NK)), r((NK, NJ)), r((NJ, NL)), r((NI, NL))],
)
def k2mm(a, b, c, d):
    return 1.5 * (a @ b) @ c + 1.2 * d


@kernel(
    S=dict(NI=800, NJ=850, NK=900, NL=950, NM=1000),
    M=dict(NI=2000, NJ=2200, NK=2400, NL=2600, NM=2800),
    arrays=lambda r, NI, NJ, NK, NL, NM: [r((NI, NK)), r((NK, NJ)), r((NJ, NM)), r((NM, NL))],
)
def k3mm(a, b, c, d):
    return (a @ b) @ (c @ d)


def pooled(x):
    n, h, w, c = x.shape
    out = np.zeros((n, h // 2, w // 2, c))
    for i in range(h // 2):
        for j in range(w // 2):
            first = np.maximum(x[:, 2 * i, 2 * j, :], x[:, 2 * i, 2 * j + 1, :])
            second = np.maximum(x[:, 2 * i + 1, 2 * j, :], x[:, 2 * i + 1, 2 * j + 1, :])
            out[:, i, j, :] = np.maximum(first, second)
    return out


def lenet_arrays(r, N, H, W):
    features = 16 * ((H - 4) // 2 - 4) // 2 * (((W - 4) // 2 - 4) // 2)
    features = 16 * (((H - 4) // 2 - 4) // 2) * (((W - 4) // 2 - 4) // 2)
    return [
        r((N, H, W, 1)),
        r((5, 5, 1, 6)),
        r(6),
        r((5, 5, 6, 16)),
        r(16),
        r((features, 120)),
        r(120),
        r((120, 84)),
        r(84),
        r((84, 10)),
        r(10),
    ]


@kernel(S=dict(N=4, H=28, W=28), M=dict(N=8, H=56, W=56), arrays=lenet_arrays)
def lenet(image, w1, b1, w2, b2, w3, b3, w4, b4, w5, b5):
    x = pooled(np.maximum(conv2d(image, w1) + b1, 0.0))
    x = pooled(np.maximum(conv2d(x, w2) + b2, 0.0))
    x = x.reshape((x.shape[0], w3.shape[0]))
    x = np.maximum(x @ w3 + b3, 0.0)
    x = np.maximum(x @ w4 + b4, 0.0)
    return x @ w5 + b5


def decomposed(a):
    n = a.shape[0]
    for i in range(n):
        for j in range(i):
            a[i, j] = (a[i, j] - a[i, :j] @ a[:j, j]) / a[j, j]
        for j in range(i, n):
            a[i, j] -= a[i, :i] @ a[:i, j]
    return a


@kernel(S=dict(N=60), M=dict(N=220), arrays=lambda r, N: [dominant(r, N)])
def lu(a):
    return decomposed(a.copy())


@kernel(S=dict(N=60), M=dict(N=220), arrays=lambda r, N: [dominant(r, N), r(N)])
def ludcmp(matrix, b):
    a = decomposed(matrix.copy())
    n = a.shape[0]
    x, y = np.zeros(n), np.zeros(n)
    for i in range(n):
        y[i] = b[i] - a[i, :i] @ y[:i]
    for i in range(n - 1, -1, -1):
        x[i] = (y[i] - a[i, i + 1 :] @ x[i + 1 :]) / a[i, i]
    return x, y


@kernel(
    S=dict(XN=125, YN=125, maxiter=60),
    M=dict(XN=250, YN=250, maxiter=150),
    arrays=lambda r, XN, YN, maxiter: [np.linspace(-1.75, 0.25, XN), np.linspace(-1, 1, YN)],
    numbers=lambda XN, YN, maxiter: (maxiter,),
)
def mandelbrot1(xs, ys, most):
    # Complex numbers as pairs: each point is iterated as long as it is within the horizon.
    cr = xs.reshape((1, -1)) + np.zeros((len(ys), len(xs)))
    ci = ys.reshape((-1, 1)) + np.zeros((len(ys), len(xs)))
    zr, zi, count = np.zeros_like(cr), np.zeros_like(cr), np.zeros_like(cr)
    for n in range(most):
        is_in = zr * zr + zi * zi < 4.0
        count = np.where(is_in, float(n), count)
        zr, zi = np.where(is_in, zr * zr - zi * zi + cr, zr), np.where(is_in, 2 * zr * zi + ci, zi)
    return np.where(count == most - 1, 0.0, count)


def perceptron_arrays(r, C_in, N, S0, S1, S2):
    return [r((N, C_in)), r((C_in, S0)), r(S0), r((S0, S1)), r(S1), r((S1, S2)), r(S2)]


def softmax_rows(x):
    out = np.zeros_like(x)
    for i in range(x.shape[0]):
        row = np.exp(x[i] - np.max(x[i]))
        out[i] = row / np.sum(row)
    return out


@kernel(
    S=dict(C_in=3, N=8, S0=30000, S1=2000, S2=2000),
    M=dict(C_in=3, N=8, S0=30000, S1=10000, S2=10000),
    arrays=perceptron_arrays,
)
def mlp(x, w1, b1, w2, b2, w3, b3):
    x = np.maximum(x @ w1 + b1, 0.0)
    x = np.maximum(x @ w2 + b2, 0.0)
    return softmax_rows((x @ w3 + b3) / 1e6)


@kernel(
    S=dict(N=5500),
    M=dict(N=11000),
    arrays=lambda r, N: [r(N), r(N), r(N), r(N), r((N, N))],
)
def mvt(x1, x2, y1, y2, a):
    return x1 + a @ y1, x2 + y2 @ a


def bodies(r, N, Nt, dt):
    return [np.full(N, 20.0 / N), r((N, 3)) - 0.5, r((N, 3)) - 0.5]


@kernel(
    S=dict(N=25, Nt=40, dt=0.05),
    M=dict(N=50, Nt=250, dt=0.02),
    arrays=bodies,
    numbers=lambda N, Nt, dt: (Nt, dt),
)
def nbody(mass, place, speed, steps, dt):
    p = place.copy()
    v = speed - np.sum(mass.reshape((-1, 1)) * speed, axis=0) / np.sum(mass)
    kinetic, potential = np.zeros(steps + 1), np.zeros(steps + 1)
    acc = acceleration(p, mass)
    kinetic[0], potential[0] = energy(p, v, mass)
    for t in range(steps):
        v = v + acc * dt / 2
        p = p + v * dt
        acc = acceleration(p, mass)
        v = v + acc * dt / 2
        kinetic[t + 1], potential[t + 1] = energy(p, v, mass)
    return kinetic, potential


def acceleration(p, mass):
    x, y, z = (
        np.ascontiguousarray(p[:, 0]),
        np.ascontiguousarray(p[:, 1]),
        np.ascontiguousarray(p[:, 2]),
    )
    dx = x.reshape((1, -1)) - x.reshape((-1, 1))
    dy = y.reshape((1, -1)) - y.reshape((-1, 1))
    dz = z.reshape((1, -1)) - z.reshape((-1, 1))
    weight = (dx**2 + dy**2 + dz**2 + 0.01) ** -1.5
    out = np.zeros_like(p)
    out[:, 0], out[:, 1], out[:, 2] = (
        (dx * weight) @ mass,
        (dy * weight) @ mass,
        (dz * weight) @ mass,
    )
    return out


def energy(p, v, mass):
    x, y, z = (
        np.ascontiguousarray(p[:, 0]),
        np.ascontiguousarray(p[:, 1]),
        np.ascontiguousarray(p[:, 2]),
    )
    dx = x.reshape((1, -1)) - x.reshape((-1, 1))
    dy = y.reshape((1, -1)) - y.reshape((-1, 1))
    dz = z.reshape((1, -1)) - z.reshape((-1, 1))
    distance = np.sqrt(dx**2 + dy**2 + dz**2)
    near = np.where(distance > 0, 1.0 / np.where(distance > 0, distance, 1.0), distance)
    potential = np.sum(np.triu(-np.outer(mass, mass) * near, 1))
    return 0.5 * np.sum(mass.reshape((-1, 1)) * v**2), potential


@kernel(S=dict(N=40), M=dict(N=90), arrays=lambda r, N: [np.floor(4 * r(N))])
def nussinov(seq):
    n = len(seq)
    table = np.zeros((n, n))
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, n):
            best = max(table[i, j - 1], table[i + 1, j])
            inner = table[i + 1, j - 1]
            if i < j - 1 and seq[i] + seq[j] == 3:
                inner += 1
            best = max(best, inner)
            for k in range(i + 1, j):
                best = max(best, table[i, k] + table[k + 1, j])
            table[i, j] = best
    return table


def batch_norm(x):
    mean = np.sum(x, axis=0) / x.shape[0]
    centred = x - mean
    deviation = np.sqrt(np.sum(centred * centred, axis=0) / x.shape[0] + 1e-5)
    return centred / deviation


@kernel(
    S=dict(N=8, W=14, H=14, C1=32, C2=8),
    M=dict(N=8, W=28, H=28, C1=64, C2=16),
    arrays=lambda r, N, W, H, C1, C2: [
        r((N, H, W, C1)),
        r((1, 1, C1, C2)),
        r((3, 3, C2, C2)),
        r((1, 1, C2, C1)),
    ],
)
def resnet(image, w1, w2, w3):
    n, h, w, _ = image.shape
    padded = np.zeros((n, h + 2, w + 2, w1.shape[3]))
    padded[:, 1:-1, 1:-1, :] = conv2d(image, w1)
    x = np.maximum(batch_norm(padded), 0.0)
    x = np.maximum(batch_norm(conv2d(x, w2)), 0.0)
    x = batch_norm(conv2d(x, w3))
    return np.maximum(x + image, 0.0)


@kernel(
    S=dict(TSTEPS=8, N=50),
    M=dict(TSTEPS=15, N=100),
    arrays=lambda r, TSTEPS, N: [r((N, N))],
    numbers=lambda TSTEPS, N: (TSTEPS,),
)
def seidel_2d(start, steps):
    a = start.copy()
    n = a.shape[0]
    for _ in range(steps - 1):
        for i in range(1, n - 1):
            a[i, 1:-1] += (
                a[i - 1, :-2]
                + a[i - 1, 1:-1]
                + a[i - 1, 2:]
                + a[i, 2:]
                + a[i + 1, :-2]
                + a[i + 1, 1:-1]
                + a[i + 1, 2:]
            )
            for j in range(1, n - 1):
                a[i, j] = (a[i, j] + a[i, j - 1]) / 9.0
    return a


def softmax_loops(x):
    flat = x.reshape((-1, x.shape[3]))
    return softmax_rows(flat)


@kernel(
    S=dict(N=16, H=16, SM=128),
    M=dict(N=32, H=8, SM=256),
    arrays=lambda r, N, H, SM: [r((N, H, SM, SM))],
    loops=softmax_loops,
)
def softmax(x):
    powers = np.exp(x - x.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


@kernel(
    S=dict(M=40, N=50),
    M=dict(M=120, N=150),
    arrays=lambda r, M, N: [r((M, N)), r((M, M)), r((M, N))],
)
def symm(c0, a, b):
    alpha, beta = 1.5, 1.2
    c = beta * c0
    n = c.shape[1]
    for i in range(c.shape[0]):
        row = np.zeros(n)
        for k in range(i):
            c[k] += alpha * b[i] * a[i, k]
            row += b[k] * a[i, k]
        c[i] += alpha * b[i] * a[i, i] + alpha * row
    return c


@kernel(
    S=dict(M=35, N=50),
    M=dict(M=110, N=140),
    arrays=lambda r, M, N: [r((N, N)), r((N, M)), r((N, M))],
)
def syr2k(c0, a, b):
    c = c0.copy()
    for i in range(c.shape[0]):
        c[i, : i + 1] *= 1.2
        for k in range(a.shape[1]):
            c[i, : i + 1] += a[: i + 1, k] * (1.5 * b[i, k]) + b[: i + 1, k] * (1.5 * a[i, k])
    return c


@kernel(S=dict(M=50, N=70), M=dict(M=150, N=200), arrays=lambda r, M, N: [r((N, N)), r((N, M))])
def syrk(c0, a):
    c = c0.copy()
    for i in range(c.shape[0]):
        c[i, : i + 1] *= 1.2
        for k in range(a.shape[1]):
            c[i, : i + 1] += (1.5 * a[i, k]) * a[: i + 1, k]
    return c


@kernel(
    S=dict(N=2000), M=dict(N=5000), arrays=lambda r, N: [np.tril(r((N, N))) + N * np.eye(N), r(N)]
)
def trisolv(l, b):
    x = np.zeros(len(b))
    for i in range(len(b)):
        x[i] = (b[i] - l[i, :i] @ x[:i]) / l[i, i]
    return x


@kernel(S=dict(M=65, N=80), M=dict(M=200, N=250), arrays=lambda r, M, N: [r((M, M)), r((M, N))])
def trmm(a, b0):
    b = b0.copy()
    for i in range(b.shape[0]):
        for j in range(b.shape[1]):
            b[i, j] += np.sum(a[i + 1 :, i] * b[i + 1 :, j])
    return 1.5 * b


@kernel(
    S=dict(I=60, J=60, K=40),
    M=dict(I=112, J=112, K=80),
    arrays=lambda r, I, J, K: [
        r((I, J, K)),
        r((I, J, K)),
        r((I + 1, J, K)),
        r((I, J, K)),
        r((I, J, K)),
    ],
)
def vadv(utens_stage, u_stage, wcon, u_pos, utens):
    bet_m, bet_p, dtr = 0.5 * (1 - 0.1), 0.5 * (1 + 0.1), 3.0 / 20.0
    I, J, K = u_stage.shape
    cc, dd, out = np.zeros((I, J, K)), np.zeros((I, J, K)), np.zeros((I, J, K))
    speed = 0.25 * (wcon[1:] + wcon[:-1])
    for k in range(K):
        right = dtr * u_pos[:, :, k] + utens[:, :, k] + utens_stage[:, :, k]
        diagonal = np.full((I, J), dtr)
        up, down = np.zeros((I, J)), np.zeros((I, J))
        if k > 0:
            g = -speed[:, :, k]
            down = g * bet_p
            right = right - g * bet_m * (u_stage[:, :, k - 1] - u_stage[:, :, k])
            diagonal = diagonal - down
        if k < K - 1:
            g = speed[:, :, k + 1]
            up = g * bet_p
            right = right - g * bet_m * (u_stage[:, :, k + 1] - u_stage[:, :, k])
            diagonal = diagonal - up
        if k > 0:
            diagonal = diagonal - cc[:, :, k - 1] * down
            right = right - dd[:, :, k - 1] * down
        cc[:, :, k] = up / diagonal
        dd[:, :, k] = right / diagonal
    x = dd[:, :, K - 1].copy()
    out[:, :, K - 1] = dtr * (x - u_pos[:, :, K - 1])
    for k in range(K - 2, -1, -1):
        x = dd[:, :, k] - cc[:, :, k] * x
        out[:, :, k] = dtr * (x - u_pos[:, :, k])
    return out
