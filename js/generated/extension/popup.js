// browser-api.js
var browserAPI = globalThis.browser ?? globalThis.chrome;

// copy-report.js
function describeCopies(outcomes) {
  return outcomes.map(({ kind, bytes, notice }) => {
    const what = kind === "text" ? "text" : "picture of the page";
    if (bytes === 0)
      return `No copy of the ${what} was kept: ${notice}`;
    return `A copy of the ${what} was kept (${formatSize(bytes)}). ${notice}`.trim();
  }).join(" ");
}
function formatSize(bytes) {
  if (bytes < 1e3)
    return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

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
function showPlace({ url: url2, title, quote }) {
  part("site").textContent = siteOf(url2);
  part("title").textContent = title || url2;
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

// request.js
var NOT_CONNECTED = -1;
async function request(message) {
  const { result, problem, status, connection } = await browserAPI.runtime.sendMessage(message);
  if (problem !== void 0)
    throw Object.assign(new Error(problem), { status, connection });
  return { result, connection };
}

// presentation.js
var TABLE = {
  nothing: { showsDistance: true },
  capturing: { symbol: "busy", tooltip: "Saving your place\u2026" },
  captured: { symbol: "check", tooltip: "Your place is saved.", showsDistance: true },
  renewed: { symbol: "check", tooltip: "Your place was saved here before.", showsDistance: true },
  restoring: { symbol: "busy", badge: "\u2026", tooltip: "Going to your place\u2026" },
  searching: {
    symbol: "busy",
    badge: "\u2026",
    tooltip: "Still looking for your place\u2026",
    card: {
      heading: "Still looking",
      text: "Leftoff has not found your place on this page yet.",
      isLasting: true,
      hasCopies: true
    }
  },
  restored: { symbol: "check", tooltip: "Leftoff went to your place.", showsDistance: true },
  approximate: {
    symbol: "check",
    badge: "\u2248",
    tooltip: "Leftoff went near your place.",
    card: {
      heading: "Near your place",
      text: "The text has changed, so this is approximately your place."
    }
  },
  abstained: {
    symbol: "cross",
    badge: "?",
    tooltip: "Your words are gone from this page.",
    card: {
      heading: "Your words are gone",
      text: "This page no longer contains the words of your place.",
      isLasting: true,
      hasCopies: true
    }
  },
  // The restore goes on when the reader has done what the card says.
  needsControl: {
    symbol: "busy",
    badge: "\u2026",
    tooltip: "This page has more to show.",
    card: {
      heading: "Show more of this page",
      text: "Your place is further on. Leftoff goes there when it is shown.",
      isLasting: true,
      hasCopies: true
    }
  },
  blocked: {
    symbol: "busy",
    badge: "\u2026",
    tooltip: "The page waits for you.",
    card: {
      heading: "The page waits for you",
      text: "Leftoff goes to your place when you have closed what covers the page.",
      isLasting: true,
      hasCopies: true
    }
  },
  wrongPage: {
    symbol: "cross",
    badge: "?",
    tooltip: "Another page is here now.",
    card: {
      heading: "Another page is here now",
      text: "Your place is on the page that was at this address before.",
      isLasting: true,
      hasCopies: true
    }
  },
  // The reader has scrolled, which ends a restore.
  aborted: { showsDistance: true },
  // The tab was closed, or shows another page by now.
  interrupted: { showsDistance: true },
  missing: { symbol: "cross", tooltip: "The page is gone." },
  unreachable: { symbol: "cross", tooltip: "The page cannot be reached." },
  waiting: { badge: "\u25B6", tooltip: "Click to go to your place." },
  noPlace: { symbol: "cross", badge: "?", tooltip: "No place is saved for this page." },
  readerView: { symbol: "cross", badge: "!" },
  notAllowed: { symbol: "cross", badge: "!" },
  neverCaptured: { symbol: "cross", badge: "!" },
  notConnected: { symbol: "cross", badge: "!" },
  problem: { symbol: "cross", badge: "!" }
};
var CONTINUING = /* @__PURE__ */ new Map(
  /** @type {[string, Kind][]} */
  [
    ["control", "needsControl"],
    ["locked", "blocked"],
    ["covered", "blocked"]
  ]
);
var WAITING = [...CONTINUING.values()];

// reading-progress.js
var SAME_PROGRESS = 0.01;
function distanceLabel(reader, place, isAutomatic) {
  const kept = isAutomatic ? " Kept automatically." : "";
  const percent = Math.max(1, Math.round(Math.abs(reader - place) * 100));
  if (Math.abs(reader - place) < SAME_PROGRESS)
    return { text: "\u2022", title: `You are at your place.${kept}` };
  return reader > place ? { text: `\u2191${percent}`, title: `You are ${percent} % further than your place.${kept}` } : { text: `\u2193${percent}`, title: `Your place is ${percent} % further on.${kept}` };
}

// popup.js
var { runtime, tabs } = browserAPI;
function showConnection(label) {
  part("connection").textContent = label;
  part("connection").hidden = !label;
}
function closeAfter(work) {
  return work.then(() => window.close(), (problem) => showProblem("That did not work", problem));
}
var openConnecting = () => closeAfter(tabs.create({ url: runtime.getURL("pair.html") }));
var isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
async function look(tab) {
  showOutcome("Looking\u2026", "", "busy");
  try {
    const { result, connection } = await request({ type: "look", tab: tab.id, isStill });
    showConnection(connection);
    if (result.kind === "waiting")
      await resume(tab, result.id);
    else if (result.kind === "place")
      showFound(tab, result);
    else if (result.kind === "untouched")
      showUntouched(tab, result);
    else
      await showCaptured(tab, result.place);
  } catch (problem) {
    showFailure(
      tab,
      /** @type {any} */
      problem,
      look
    );
  }
}
function resume(tab, id2) {
  showOutcome("Going to your place\u2026", "", "busy");
  showActions();
  return closeAfter(request({ type: "restore", tab: tab.id, id: id2 }));
}
function showFound(tab, { place, here, isHere }) {
  const isFar = !isHere && here !== null && typeof place.progress === "number";
  const far = isFar ? distanceLabel(here, place.progress ?? 0, false).title : "";
  showOutcome(isHere ? "You are at your place" : "Your place on this page", far);
  showPlace(place);
  const time = place.storedAt ? new Date(place.storedAt).toLocaleString(void 0, {
    dateStyle: "medium",
    timeStyle: "short"
  }) : "";
  const share = typeof place.progress === "number" ? `${percentOf(place)} % of the page` : "";
  part("when").textContent = [time, share].filter(Boolean).join(" \xB7 ");
  part("when").hidden = !part("when").textContent;
  const resumeButton = makeButton("Resume", () => resume(tab, place.id), "primary");
  const captureButton = makeButton("Capture here", () => capture(tab));
  captureButton.dataset.key = "c";
  captureButton.title = "C";
  const all = makeButton("All places", () => closeAfter(request({ type: "places" })));
  showActions(resumeButton, captureButton, all, ...windowActions(tab));
  resumeButton.focus();
  if (place.origin === "automatic")
    showAutomatic(place);
}
function showUntouched(tab, { title, url: url2 }) {
  showOutcome("No place on this page yet", "You are at its top.");
  showPlace({ url: url2, title, quote: null });
  const save = makeButton("Save this page", () => capture(tab), "primary");
  const all = makeButton("All places", () => closeAfter(request({ type: "places" })));
  save.dataset.key = "c";
  save.title = "C";
  showActions(save, all, ...windowActions(tab));
  save.focus();
}
function percentOf({ progress }) {
  return Math.round(Math.min(1, Math.max(0, progress ?? 0)) * 100);
}
async function capture(tab) {
  showOutcome("Capturing\u2026", "", "busy");
  showActions();
  part("place").hidden = true;
  part("copies").hidden = true;
  part("when").hidden = true;
  part("automatic").hidden = true;
  try {
    const { result, connection } = await request({ type: "capture", tab: tab.id, isStill });
    showConnection(connection);
    await showCaptured(tab, result);
  } catch (problem) {
    showFailure(
      tab,
      /** @type {any} */
      problem,
      capture
    );
  }
}
async function showCaptured(tab, place) {
  const { tooltip = "", symbol } = TABLE[place.renewed ? "renewed" : "captured"];
  showOutcome(place.renewed ? "Already saved" : "Captured", tooltip, symbol);
  showPlace(place);
  showCopies(place);
  await showActionsAfter(tab, place);
}
async function showCopies({ id: id2 }) {
  const { result } = await request({ type: "copies", id: id2 }).catch(() => ({ result: [] }));
  if (part("place").hidden)
    return;
  part("copies").textContent = describeCopies(result);
  part("copies").hidden = result.length === 0;
}
async function showActionsAfter(tab, place) {
  const undo = makeButton("Undo", async () => {
    try {
      await request({ type: "forget", id: place.id, page: place.url });
      part("place").hidden = true;
      part("copies").hidden = true;
      showOutcome("Undone", "The place was deleted.");
      showActions(makeButton("Capture again", () => capture(tab), "primary"), ...windowActions(tab));
    } catch (problem) {
      showProblem("Not undone", problem);
    }
  });
  const all = makeButton("All places", () => closeAfter(request({ type: "places" })));
  showActions(...place.renewed ? [] : [undo], all, ...windowActions(tab));
  const { result: previous } = await request({ type: "previous", url: place.url, id: place.id });
  if (!previous || !all.isConnected)
    return;
  const restore = () => closeAfter(request({ type: "restore", tab: tab.id, id: previous.id }));
  part("actions").append(makeButton("Go to the previous place", restore));
  if (previous.origin === "automatic")
    showAutomatic(previous);
}
function showAutomatic(place) {
  const show = (text, ...actions) => {
    part("automatic-text").textContent = text;
    part("automatic-actions").replaceChildren(...actions);
  };
  const act = (work) => async () => {
    await work().catch((problem) => show(problem.message));
  };
  const keep = act(async () => {
    await request({ type: "keep", id: place.id, page: place.url });
    show("Your place is kept.");
  });
  const undo = act(async () => {
    await request({ type: "undo", id: place.id, page: place.url });
    showAutomatic(place);
  });
  const refuse = act(async () => {
    await request({ type: "refuse", page: place.url });
    show("Forgotten for good. This page gets no automatic place.", makeButton("Undo", undo));
  });
  const share = typeof place.progress === "number" ? `, ${percentOf(place)} % read` : "";
  show(
    `Your place was kept automatically${share}.`,
    makeButton("Keep", keep),
    makeButton("Forget for good", refuse)
  );
  part("automatic").hidden = false;
}
function windowActions({ windowId: windowId2 }) {
  const setAside = async () => {
    showOutcome("Setting aside\u2026", "", "busy");
    showActions();
    try {
      await request({ type: "set-aside-or-ask", window: windowId2 });
      window.close();
    } catch (problem) {
      showProblem("Not set aside", problem);
      showActions(makeButton("Try again", setAside, "primary"), makeButton("Windows", list));
    }
  };
  const list = () => closeAfter(tabs.create({ url: runtime.getURL("windows.html") }));
  return [makeButton("Set aside this window", setAside), makeButton("Windows", list)];
}
function showFailure(tab, problem, again) {
  const isUnconnected = problem.status === NOT_CONNECTED || problem.status === 401;
  showOutcome(isUnconnected ? "Not connected" : "Not captured", problem.message, "cross");
  showConnection(isUnconnected ? "" : problem.connection);
  const action = isUnconnected ? openConnecting : () => again(tab);
  const windows = isUnconnected ? [] : windowActions(tab);
  showActions(makeButton(isUnconnected ? "Connect" : "Try again", action, "primary"), ...windows);
}
function showReaderView(tab) {
  showOutcome("Not captured", "Firefox allows no extensions in its reader view. Leave it, and press again.", "cross");
  const leave = () => closeAfter(tabs.toggleReaderMode?.(tab.id) ?? Promise.resolve());
  showActions(makeButton("Leave the reader view", leave, "primary"), ...windowActions(tab));
}
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat)
    return;
  const named = (
    /** @type {HTMLElement | null} */
    document.querySelector(`button[data-key="${CSS.escape(event.key.toLowerCase())}"]`)
  );
  named?.click();
});
var [{ id = -1, url, isInReaderMode, windowId }] = await tabs.query({ active: true, currentWindow: true });
if (isInReaderMode)
  showReaderView({ id, windowId });
else
  await look({ id, url, windowId });
