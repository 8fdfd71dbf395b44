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

// browser-api.js
var browserAPI = globalThis.browser ?? globalThis.chrome;
function isFirefox() {
  return browserAPI.runtime.getURL("").startsWith("moz-extension:");
}

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

// welcome.js
var { action, commands, tabs } = browserAPI;
function drawRing() {
  const namespace = "http://www.w3.org/2000/svg";
  const [x, y, side] = RING.image;
  for (const [d, name, transform] of [
    [RING.d, "track", ""],
    [RING.d, "ring", ""],
    [CHECK_MARK, "check", `translate(${x} ${y}) scale(${side / 88})`]
  ]) {
    const path = document.createElementNS(namespace, "path");
    path.setAttribute("d", d);
    path.setAttribute("class", name);
    path.setAttribute("pathLength", "1");
    path.setAttribute("transform", transform);
    part("ring").append(path);
  }
}
async function showShortcuts() {
  const all = await commands.getAll();
  let isMissing2 = false;
  for (const [id, command] of [["capture", "_execute_action"], ["restore", "restore"]]) {
    const shortcut = all.find(({ name }) => name === command)?.shortcut;
    part(id).textContent = shortcut || "No shortcut";
    part(id).classList.toggle("missing", !shortcut);
    isMissing2 ||= !shortcut;
  }
  part("missing").hidden = !isMissing2;
  return isMissing2;
}
function shortcutSettings() {
  const open = commands.openShortcutSettings ?? (isFirefox() ? null : () => tabs.create({ url: "chrome://extensions/shortcuts" }));
  if (open)
    return [makeButton("Choose shortcuts", () => open())];
  part("instruction").textContent = "You can choose others at about:addons, with the gear above the list and Manage Extension Shortcuts.";
  return [];
}
drawRing();
var isMissing = await showShortcuts();
var settings = await action.getUserSettings?.();
part("hidden-button").hidden = settings?.isOnToolbar !== false;
showActions(makeButton("Close", () => window.close(), "primary"), ...isMissing ? shortcutSettings() : []);
