import numpy as np

n = 624
m = 397


def seeded(seed):
    state = np.zeros(n, dtype=np.int64)
    state[0] = seed
    for i in range(1, n):
        last = int(state[i - 1])
        state[i] = (1812433253 * (last ^ (last >> 30)) + i) & 0xFFFFFFFF
    return state


def twist(state):
    for i in range(n):
        y = (state[i] & 0x80000000) | (state[(i + 1) % n] & 0x7FFFFFFF)
        state[i] = state[(i + m) % n] ^ (y >> 1) ^ (y & 1) * 0x9908B0DF
    return state


def tempered(y):
    y ^= y >> 11
    y ^= (y << 7) & 0x9D2C5680
    y ^= (y << 15) & 0xEFC60000
    return y ^ (y >> 18)


numbers = tempered(twist(seeded(5489)))
print(numbers[:5])
print("even", np.sum(numbers % 2 == 0), "mean", np.mean(numbers / 2**32))
