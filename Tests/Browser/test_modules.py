"""Runs the tests of js/test/browser in the browsers. `make test-js` runs the other tests of js/test."""

import pathlib

import pytest

TESTS = pathlib.Path(__file__).resolve().parents[2] / "js" / "test" / "browser"


@pytest.mark.parametrize("file", sorted(path.name for path in TESTS.glob("*.test.js")))
def test_module(browser, site, file):
    browser.open(f"{site.origin}/modules")
    results = browser.run(f"import('/js/test/browser/{file}').then((module) => module.default.run())")
    assert results, "no tests in the file"
    failed = [f"{result['name']}: {result['problem']}" for result in results if result["problem"]]
    assert not failed, "\n".join(failed)
