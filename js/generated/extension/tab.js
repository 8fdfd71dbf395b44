// browser-api.js
var browserAPI = globalThis.browser ?? globalThis.chrome;

// concurrency.js
var SerialQueue = class {
  constructor() {
    this.settled = Promise.resolve();
  }
  /**
   * Does work when the work before it is done.
   *
   * @template Result
   * @param {() => Promise<Result>} work
   * @returns {Promise<Result>}
   */
  run(work) {
    const result = this.settled.then(work);
    this.settled = result.catch(() => void 0);
    return result;
  }
};
function delay(time) {
  return new Promise((resolve) => setTimeout(() => resolve(null), time));
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
function part(id) {
  return (
    /** @type {HTMLElement} */
    document.getElementById(id)
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

// request.js
async function request(message) {
  const { result, problem, status, connection } = await browserAPI.runtime.sendMessage(message);
  if (problem !== void 0)
    throw Object.assign(new Error(problem), { status, connection });
  return { result, connection };
}

// web-address.js
function isWebAddress(address) {
  return /^https?:\/\//i.test(address);
}

// expectation.js
var RESUMING_TIME = 15 * 6e4;

// stored-value.js
var changes = new SerialQueue();

// window-tabs.js
var { runtime, storage } = browserAPI;
var WAITING_TIME = 60 * 24 * 36e5;
function readWaitingAddress(address) {
  if (!address.startsWith(runtime.getURL("tab.html?")))
    return null;
  const query = new URL(address).searchParams;
  const url = address.slice(address.indexOf("#") + 1);
  const number = Number(query.get("tab"));
  const set = query.get("set") ?? "";
  if (!set || !(number >= 1) || !address.includes("#"))
    return null;
  return { set, number, url, title: query.get("title") ?? "" };
}

// tab.js
var { tabs } = browserAPI;
var PREPARATION_TIME = 1500;
var waiting = readWaitingAddress(location.href);
var isLeaving = false;
async function leave() {
  if (!waiting || isLeaving)
    return;
  isLeaving = true;
  const { set, number, url } = waiting;
  const preparation = request({ type: "window-tab", set, number, url }).catch(() => void 0);
  await Promise.race([preparation, delay(PREPARATION_TIME)]);
  location.replace(url);
}
async function leaveIfViewed() {
  const own = await tabs.getCurrent();
  if (own?.active && document.visibilityState === "visible")
    await leave();
}
if (waiting) {
  document.title = waiting.title || waiting.url;
  part("title").textContent = waiting.title || waiting.url;
  part("address").textContent = waiting.url;
  if (isWebAddress(waiting.url)) {
    showActions(makeButton("Open", leave, "primary"));
    document.addEventListener("visibilitychange", leaveIfViewed);
    tabs.onActivated.addListener(leaveIfViewed);
    await leaveIfViewed();
  } else {
    part("explanation").hidden = false;
    const copied = makeButton("Copy the address", async () => {
      copied.textContent = await navigator.clipboard.writeText(waiting.url).then(() => "Copied", () => "Not copied");
    }, "primary");
    showActions(copied);
  }
}
