"""Changes to the files of the extension that let tests see what it does, or move its time limits."""

# Writes into a page how the restore of its place has ended.
REPORT = """
{
    const {scripting} = globalThis.browser ?? globalThis.chrome;
    const resume = resumeIn;
    resumeIn = async (tabId, id, expected) => {
        const result = await resume(tabId, id, expected);
        await scripting.executeScript({
            target: {tabId}, args: [result?.status ?? ''],
            func: (status) => { document.documentElement.dataset.restored = status; },
        }).catch(() => undefined);
        return result;
    };
}
"""


def replaced(path, old, new):
    """Replaces the only occurrence of a text in a file."""
    text = path.read_text()
    assert text.count(old) == 1, (path, old)
    path.write_text(text.replace(old, new))


def wait_for_small_pages(directory):
    """Makes copies of small pages complete, although a busy machine may stand still for a second meanwhile."""
    for limit in ("SMALL_PAGE_TIME = 1e3;", "DECODING_TIME = 1e3;"):
        replaced(directory / "page" / "copy.js", limit, f"{limit.split(' = ')[0]} = 36e5;")


def report_restores(directory):
    """Makes the extension write the status of a restore into `data-restored` of the page's root element at its end."""
    with (directory / "background.js").open("a") as background:
        background.write(REPORT)
