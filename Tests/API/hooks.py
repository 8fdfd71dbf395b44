"""Hooks of schemathesis: only one thread at a time parses Python source.

Debian's Python 3.11 keeps the depth of a parse in one variable for all threads, and garbage collection during a parse
lets another thread change it: "SystemError: AST constructor recursion depth mismatch"
(github.com/python/cpython/issues/106905, fixed in 3.11.8).
"""

import ast
import functools
import gc
import threading

_alone = threading.RLock()


def _one_at_a_time(parse):
    @functools.wraps(parse)
    def parse_alone(*arguments, **named):
        with _alone:
            collects = gc.isenabled()
            gc.disable()
            try:
                return parse(*arguments, **named)
            finally:
                if collects:
                    gc.enable()

    return parse_alone


ast.parse = _one_at_a_time(ast.parse)
