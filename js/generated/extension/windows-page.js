// browser-api.js
var browserAPI = globalThis.browser ?? globalThis.chrome;

// ../shared/ring.js
var RING = {
  // The frame of the ring and the frame of the check mark: x, y, width and height.
  frame: [-8, -8, 104, 104],
  image: [20.6, 20.6, 46.8, 46.8],
  d: "M44 -3.667C70.326 -3.667 91.667 17.674 91.667 44C91.667 70.326 70.326 91.667 44 91.667C17.674 91.667 -3.667 70.326 -3.667 44C-3.667 17.674 17.674 -3.667 44 -3.667",
  length: 299.498,
  strokeWidth: 8.667,
  // The time between two frames, in ms.
  interval: 50,
  // The rotation in radians, the stroked part of the ring, and the opacity of the check mark.
  frames: [
    [0, 0.5, 0],
    [0.314, 0.525, 0],
    [0.628, 0.55, 0],
    [0.942, 0.575, 0],
    [1.257, 0.6, 0],
    [1.571, 0.625, 0],
    [1.885, 0.65, 0],
    [2.199, 0.675, 0],
    [2.513, 0.7, 0],
    [2.827, 0.725, 0],
    [3.142, 0.75, 0],
    [3.456, 0.775, 0],
    [3.77, 0.8, 0],
    [4.084, 0.825, 0],
    [4.398, 0.85, 0],
    [4.712, 0.875, 0],
    [5.027, 0.9, 0],
    [5.341, 0.925, 0],
    [5.655, 0.95, 0],
    [5.969, 0.975, 0],
    [6.283, 1, 0],
    [6.597, 1, 0.044],
    [6.912, 1, 0.156],
    [7.226, 1, 0.315],
    [7.54, 1, 0.512],
    [7.854, 1, 0.74],
    [8.168, 1, 1]
  ]
};

// ../shared/symbols.js
var CHECK_MARK = "M1 47C23 69 27 73 27 73L87 13";
var CROSS = "M1 1L87 87M87 1L1 87";

// outcome.js
var SYMBOLS = {
  busy: [RING.d, "mark busy"],
  check: [CHECK_MARK, "mark"],
  cross: [CROSS, "mark wrong"]
};
function part(id) {
  return (
    /** @type {HTMLElement} */
    document.getElementById(id)
  );
}
function makeSymbol(kind) {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  const path = document.createElementNS(namespace, "path");
  const [d, className] = SYMBOLS[kind];
  svg.setAttribute("class", className);
  svg.setAttribute("viewBox", RING.frame.join(" "));
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", d);
  path.setAttribute("pathLength", "1");
  svg.append(path);
  return svg;
}
function showOutcome(heading, text, kind) {
  const first = document.createElement("h1");
  const second = document.createElement("p");
  first.textContent = heading;
  second.textContent = text;
  part("outcome").replaceChildren(...kind ? [makeSymbol(kind)] : [], first, ...text ? [second] : []);
}
function showProblem(heading, problem) {
  showOutcome(
    heading,
    /** @type {Error} */
    problem.message,
    "cross"
  );
}
function makeButton(label, run, className = "") {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  made.className = className;
  made.addEventListener("click", run);
  return made;
}
function showActions(...actions) {
  part("actions").replaceChildren(...actions);
}

// permissions.js
var ALL_PAGES = ["http://*/*", "https://*/*"];
function windowPermissions() {
  return { permissions: browserAPI.tabs.group ? ["tabs", "tabGroups"] : ["tabs"], origins: ALL_PAGES };
}

// request.js
async function request(message) {
  const { result, problem, status, connection } = await browserAPI.runtime.sendMessage(message);
  if (problem !== void 0)
    throw Object.assign(new Error(problem), { status, connection });
  return { result, connection };
}

// windows-page.js
var { permissions, tabs } = browserAPI;
var MOST_SETS = 50;
function tabsText(count) {
  return count === 1 ? "1 tab" : `${count} tabs`;
}
var isAllowed = await permissions.contains(windowPermissions());
async function requestPermissions() {
  isAllowed ||= await permissions.request(windowPermissions());
  return isAllowed;
}
function askToSetAside(window, keepsOpen) {
  showOutcome(
    keepsOpen ? "Store this window" : "Set this window aside",
    "Leftoff stores where you are in every tab" + (keepsOpen ? "." : ", and then closes the tabs.") + " For this, the browser asks you once to let the extension read the addresses of your tabs and work on all pages. Private windows are never included."
  );
  const allow = async () => {
    try {
      if (!await requestPermissions()) {
        showOutcome("Not set aside", "The browser did not allow it.", "cross");
        return;
      }
      showOutcome(keepsOpen ? "Storing\u2026" : "Setting aside\u2026", "", "busy");
      showActions();
      const { result } = await request({ type: "set-aside", window, keepsOpen });
      await showStored(result.id, result.left, keepsOpen);
    } catch (problem) {
      showProblem("That did not work", problem);
    }
  };
  showActions(makeButton(keepsOpen ? "Allow and store" : "Allow and set aside", allow, "primary"));
}
async function showStored(id, left, keepsOpen) {
  const { result: set } = await request({ type: "window-set", id });
  const stored = `${tabsText(set.tabCount)} ${set.tabCount === 1 ? "is" : "are"} stored: ${set.title}.`;
  const [stay, they] = left === 1 ? ["stays", "it"] : ["stay", "they"];
  const open = left > 0 ? ` ${tabsText(left)} ${stay} open, because ${they} could not be stored or had moved on to another page.` : "";
  showOutcome(keepsOpen ? "Stored" : "Set aside", stored + open, "check");
  showActions(makeButton("Bring back", () => bringBack(id, false), "primary"));
  await showSets();
}
async function bringBack(id, isMerged) {
  if (await requestPermissions().catch(() => false))
    return openSet(id, isMerged);
  showOutcome("Not allowed", "Without this permission, the pages open at their top, and tabs of this set that are open already open once more.", "cross");
  showActions(makeButton("Open them anyway", () => openSet(id, isMerged)));
}
async function openSet(id, isMerged) {
  showOutcome("Opening\u2026", "", "busy");
  showActions();
  try {
    const own = await tabs.getCurrent();
    await request({ type: "bring-back", id, window: isMerged ? own?.windowId : null });
    if (own?.id !== void 0)
      await tabs.remove([own.id]);
  } catch (problem) {
    showProblem("That did not work", problem);
  }
}
function makeEntry(set) {
  const item = document.createElement("li");
  const title = document.createElement("h3");
  const details = document.createElement("p");
  const actions = document.createElement("p");
  title.textContent = set.title;
  title.dir = "auto";
  details.className = "hint";
  const time = new Date(set.storedAt).toLocaleString(void 0, { dateStyle: "medium", timeStyle: "short" });
  details.textContent = [tabsText(set.tabCount), set.browser, time].filter(Boolean).join(" \xB7 ");
  actions.className = "actions";
  const withLabel = (made) => {
    made.setAttribute("aria-label", `${made.textContent}: ${set.title}`);
    return made;
  };
  const forget = makeButton("Forget", async () => {
    try {
      await request({ type: "forget-window", id: set.id });
      const undo = makeButton("Undo", async () => {
        await request({ type: "undo-window", id: set.id }).then(
          showSets,
          (problem) => showProblem("That did not work", problem)
        );
      });
      actions.setAttribute("role", "status");
      actions.replaceChildren("Forgotten. ", withLabel(undo));
      undo.focus();
    } catch (problem) {
      showProblem("That did not work", problem);
    }
  });
  actions.append(
    withLabel(makeButton("Bring back", () => bringBack(set.id, false))),
    withLabel(makeButton("Add to this window", () => bringBack(set.id, true))),
    withLabel(forget)
  );
  item.append(title, details, actions);
  return item;
}
async function showSets() {
  const { result } = await request({ type: "window-sets", limit: MOST_SETS });
  part("list").replaceChildren(...result.map(makeEntry));
  part("sets").hidden = result.length === 0;
  return result.length;
}
var query = new URLSearchParams(location.search);
try {
  const asked = query.get("window");
  const stored = query.get("stored");
  if (asked) {
    askToSetAside(Number(asked), query.has("open"));
    await showSets();
  } else if (stored) {
    await showStored(stored, Number(query.get("left") ?? 0), false);
  } else if (await showSets() === 0) {
    showOutcome("Windows", "No window is set aside. The button\u2019s menu has \u201CSet aside this window\u201D.");
  }
} catch (problem) {
  showProblem("That did not work", problem);
}
