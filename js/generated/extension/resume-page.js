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
function part(id2) {
  return (
    /** @type {HTMLElement} */
    document.getElementById(id2)
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
function showPlace({ url, title, quote }) {
  part("site").textContent = siteOf(url);
  part("title").textContent = title || url;
  part("quote").textContent = quote ?? "";
  part("quote").hidden = !quote;
  part("place").hidden = false;
}
function siteOf(address) {
  try {
    return new URL(address).host.replace(/^www\./, "");
  } catch {
    return address;
  }
}
function showActions(...actions) {
  part("actions").replaceChildren(...actions);
}

// permissions.js
var ALL_PAGES = ["http://*/*", "https://*/*"];
function pagesOfSite(address) {
  const { protocol, hostname } = new URL(address);
  return [`${protocol}//${hostname}/*`];
}

// request.js
async function request(message) {
  const { result, problem, status, connection } = await browserAPI.runtime.sendMessage(message);
  if (problem !== void 0)
    throw Object.assign(new Error(problem), { status, connection });
  return { result, connection };
}

// resume-page.js
var { permissions, tabs } = browserAPI;
var id = new URLSearchParams(location.hash.slice(1)).get("id") ?? "";
async function open() {
  try {
    const tab = await tabs.getCurrent();
    await request({ type: "resume-here", id, tab: tab?.id ?? -1 });
  } catch (problem) {
    showProblem("Not opened", problem);
  }
}
async function allow(origins) {
  const isAllowed = await permissions.request({ origins }).catch(() => false);
  if (isAllowed)
    await open();
  else
    showOutcome("Not allowed", "The page can be opened all the same: choose \u201CNot now\u201D.");
}
async function show() {
  try {
    const { result: place } = await request({ type: "place", id });
    const site = new URL(place.url).hostname.replace(/^www\./, "");
    showPlace(place);
    showActions(
      makeButton(`Allow on ${site}`, () => allow(pagesOfSite(place.url)), "primary"),
      makeButton("Allow on all sites", () => allow(ALL_PAGES)),
      makeButton("Not now", open)
    );
  } catch (problem) {
    showProblem("Not loaded", problem);
    showActions(makeButton("Try again", show, "primary"));
  }
}
await show();
