"""Calls the functions of test/toy/native/python-i8.toy."""

import compiled
import numpy as np


def refused(function, *arguments):
    try:
        print("not refused:", function(*arguments))
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


x = np.array([[1, -2, 127], [-128, 0, 0]], np.int8)
w = np.array([127, -128, 127], np.int8)
result = compiled.product(x, w)
print("product:", result.dtype, result.tolist())
print("converted:", compiled.product(x.astype("i8"), w.tolist()).tolist())
result = compiled.stored(np.array([0, 1.25, 1e9]))
print("stored:", result.dtype, result.tolist())
print("next:", compiled.next(126), compiled.next(127))
refused(compiled.product, x, np.array([1, 2, 128]))
refused(compiled.next, -129)
refused(compiled.product, x, np.array([1.0, 2.0, 3.0]))
