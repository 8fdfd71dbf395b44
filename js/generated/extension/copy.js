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

// request.js
async function request(message) {
  const { result, problem, status, connection } = await browserAPI.runtime.sendMessage(message);
  if (problem !== void 0)
    throw Object.assign(new Error(problem), { status, connection });
  return { result, connection };
}

// sign-in.js
var LOOPBACK = /^http:\/\/127\.0\.0\.1:[0-9]{1,5}$/;
function openService({ origin, code }, next) {
  if (!LOOPBACK.test(origin))
    throw new Error("Leftoff returned an address that is not on this computer.");
  const form = document.createElement("form");
  form.method = "POST";
  form.action = `${origin}/login`;
  form.hidden = true;
  for (const [name, value] of Object.entries({ code, ...next ? { next } : {} })) {
    const field = document.createElement("input");
    field.name = name;
    field.value = value;
    field.autocomplete = "off";
    form.append(field);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}

// web-address.js
function isWebAddress(address) {
  return /^https?:\/\//i.test(address);
}

// copy.js
var REASONS = /* @__PURE__ */ new Map([
  ["unreachable", ["This page cannot be reached", "Its server did not respond."]],
  ["offline", ["This page cannot be reached", "This computer is offline."]],
  ["missing", ["This page is gone", "Its server says that there is no page at this address any more."]],
  ["wrongPage", ["Another page is at this address now", "It is not the page on which you captured your place."]],
  ["searching", ["Your place was not found yet", "The page is still being searched."]],
  ["needsControl", ["Your place was not found yet", "The page shows the rest of its content by a button."]],
  ["blocked", ["Your place was not found yet", "The page waits for an answer."]],
  ["abstained", ["Your words are no longer on this page", "The page has changed since you captured your place."]]
]);
var parameters = new URLSearchParams(location.hash.slice(1));
var id = parameters.get("id") ?? "";
var given = parameters.get("reason") ?? "";
var reason = given === "unreachable" && !navigator.onLine ? "offline" : given;
var holder = id;
async function openCopy(kind) {
  try {
    const { result } = await request({ type: "copy", id: holder, kind });
    openService(result, result.next);
  } catch (problem) {
    showProblem("Not opened", problem);
  }
}
async function tryAgain() {
  const tab = await browserAPI.tabs.getCurrent();
  try {
    await request({ type: "again", id, tab: tab?.id ?? -1 });
  } catch (problem) {
    showProblem("Not opened", problem);
  }
}
function openPage(address) {
  if (isWebAddress(address))
    location.href = address;
}
function showArchive(address, time) {
  part("archive").hidden = !address;
  if (!address)
    return;
  const captured = (
    /** @type {HTMLTimeElement} */
    part("captured")
  );
  captured.dateTime = time;
  captured.textContent = new Date(time).toLocaleDateString(void 0, { dateStyle: "long" });
  part("archive-actions").replaceChildren(makeButton("Open the archive\u2019s copy", () => {
    location.href = address;
  }));
}
async function show() {
  const [heading, text] = REASONS.get(reason) ?? ["Your place", ""];
  showOutcome(heading, text);
  try {
    const { result } = await request({ type: "fallback", id });
    const { place, kinds, archive, capturedAt } = result;
    holder = result.holder;
    document.title = `${place.title || siteOf(place.url)} \xB7 Leftoff`;
    showPlace(place);
    const actions = [];
    if (kinds.includes("text"))
      actions.push(makeButton("Open your copy", () => openCopy("text"), "primary"));
    if (kinds.includes("picture")) {
      actions.push(makeButton("As it was", () => openCopy("picture"), kinds.length === 1 ? "primary" : ""));
    }
    if (kinds.length === 0)
      showOutcome(heading, `${text} Leftoff has no copy of it.`.trim());
    showActions(...actions);
    part("live").replaceChildren(
      makeButton("Try the page again", tryAgain),
      makeButton("Open the page anyway", () => openPage(place.url))
    );
    showArchive(archive, capturedAt);
  } catch (problem) {
    showProblem("Not loaded", problem);
    showActions(makeButton("Try again", show, "primary"));
  }
}
await show();
