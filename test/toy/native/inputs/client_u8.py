"""Calls the functions of test/toy/native/python-u8.toy."""

import compiled
import numpy as np


def refused(function, *arguments):
    try:
        print("not refused:", function(*arguments))
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


x = np.array([[255, 1, 200], [3, 4, 0]], np.uint8)
w = np.array([127, -128, 127], np.int8)
result = compiled.product(x, w)
print("product:", result.dtype, result.tolist())
print("converted:", compiled.product(x.astype("i8"), w.tolist()).tolist())
result = compiled.stored(np.array([0, 1.25, 1e9]))
print("stored:", result.dtype, result.tolist())
print("next:", compiled.next(254), compiled.next(255))
refused(compiled.product, np.array([[1, 2, 256], [0, 0, 0]]), w)
refused(compiled.next, -1)
refused(compiled.product, x.astype("f8"), w)
