def power(base, exponent, modulus):
    result = 1
    while exponent > 0:
        if exponent & 1:
            result = result * base % modulus
        base = base * base % modulus
        exponent >>= 1
    return result


def passes(n, witness):
    odd = n - 1
    while odd % 2 == 0:
        odd //= 2
    x = power(witness, odd, n)
    first = x
    while x != n - 1 and odd != n - 1:
        x = x * x % n
        odd *= 2
    return first == 1 or x == n - 1


def is_prime(n):
    if n < 2 or n % 2 == 0 or n % 3 == 0 or n % 5 == 0 or n % 7 == 0:
        return n in (2, 3, 5, 7)
    return passes(n, 2) and passes(n, 3) and passes(n, 5) and passes(n, 7)


count = 0
for n in range(1000):
    count += is_prime(n)
print("primes below 1000:", count)
print("power", power(3, 1000, 1000007))
print("2^31 - 1:", is_prime(2147483647))
print("2^31 + 1:", is_prime(2147483649))
print("the largest with a square below 2^63:", is_prime(3037000493))
