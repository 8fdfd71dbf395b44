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


def report_restores(directory):
    """Makes the extension write the status of a restore into `data-restored` of the page's root element at its end."""
    with (directory / "background.js").open("a") as background:
        background.write(REPORT)
