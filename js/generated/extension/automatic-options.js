// browser-api.js
var browserAPI = globalThis.browser ?? globalThis.chrome;

// stop-list.js
var STOP_LIST = [
  // Banks and payments
  "americanexpress.com",
  "bankofamerica.com",
  "barclays.co.uk",
  "chase.com",
  "commerzbank.de",
  "deutsche-bank.de",
  "dkb.de",
  "hsbc.com",
  "ing.com",
  "klarna.com",
  "n26.com",
  "paypal.com",
  "revolut.com",
  "santander.com",
  "sparkasse.de",
  "stripe.com",
  "wellsfargo.com",
  "wise.com",
  // Mail and messages
  "mail.google.com",
  "mail.yahoo.com",
  "mail.proton.me",
  "mail.zoho.com",
  "outlook.live.com",
  "outlook.office.com",
  "app.fastmail.com",
  "gmx.net",
  "web.de",
  "web.whatsapp.com",
  "messages.google.com",
  "discord.com",
  // Health
  "doctolib.de",
  "doctolib.fr",
  "healthcare.gov",
  "kp.org",
  "medicare.gov",
  "mychart.org",
  "nhs.uk",
  "teladoc.com",
  "zocdoc.com"
];
var LIMITS = { sites: 500, length: 253 };
function parseSites(text) {
  const sites2 = [];
  const wrong = [];
  for (const line of text.split(/[\s,]+/).filter(Boolean).slice(0, LIMITS.sites)) {
    const site = hostOf(line);
    if (!site)
      wrong.push(line);
    else if (!sites2.includes(site))
      sites2.push(site);
  }
  return { sites: sites2, wrong };
}
function hostOf(line) {
  const bare = line.toLowerCase().replace(/^(\*|[a-z]+):\/\//, "").replace(/^\*\./, "").replace(/^www\./, "");
  try {
    const { hostname } = new URL("https://" + bare);
    const isHost = /^[^*%]+$/.test(hostname) && hostname.length <= LIMITS.length;
    return isHost ? hostname.replace(/\.$/, "") : "";
  } catch {
    return "";
  }
}
function patternsOf(sites2) {
  return sites2.flatMap((site) => {
    const isAddress = site.startsWith("[") || /^[0-9.]+$/.test(site);
    const hosts = isAddress ? [site] : [site, `*.${site}`];
    return hosts.flatMap((host) => [`http://${host}/*`, `https://${host}/*`]);
  });
}

// automatic-settings.js
var USUAL = { mode: "off", sites: [], stopped: STOP_LIST, showsDistance: false };
async function automaticSettings() {
  const { automatic = {} } = await browserAPI.storage.local.get("automatic");
  return { ...USUAL, ...automatic };
}
async function saveAutomaticSettings(settings2) {
  await browserAPI.storage.local.set({ automatic: settings2 });
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

// permissions.js
var ALL_PAGES = ["http://*/*", "https://*/*"];

// request.js
async function request(message) {
  const { result, problem, status, connection } = await browserAPI.runtime.sendMessage(message);
  if (problem !== void 0)
    throw Object.assign(new Error(problem), { status, connection });
  return { result, connection };
}

// automatic-options.js
var form = (
  /** @type {HTMLFormElement} */
  part("form")
);
var modes = (
  /** @type {HTMLInputElement[]} */
  [...form.querySelectorAll("input[name=mode]")]
);
var sites = (
  /** @type {HTMLTextAreaElement} */
  part("sites")
);
var stopped = (
  /** @type {HTMLTextAreaElement} */
  part("stopped")
);
var distance = (
  /** @type {HTMLInputElement} */
  part("distance")
);
var chosenMode = () => modes.find(({ checked }) => checked)?.value ?? "off";
function showMode() {
  part("named").hidden = chosenMode() !== "named";
}
function readLists() {
  const [named, never] = [parseSites(sites.value), parseSites(stopped.value)];
  const wrong = [...named.wrong, ...never.wrong];
  if (wrong.length > 0)
    showOutcome("Not saved", `\u201C${wrong[0].slice(0, 60)}\u201D is not a site.`, "cross");
  else if (chosenMode() === "named" && named.sites.length === 0) {
    showOutcome("Not saved", "Name at least one site.", "cross");
  } else
    return { sites: named.sites, stopped: never.sites };
  return null;
}
function neededOrigins(mode, named) {
  if (mode === "named")
    return patternsOf(named);
  return mode === "all" || distance.checked ? ALL_PAGES : [];
}
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const mode = chosenMode();
  const found = readLists();
  if (!found)
    return;
  const origins = neededOrigins(mode, found.sites);
  const isAllowed = origins.length === 0 || await browserAPI.permissions.request({ origins }).catch(() => false);
  if (!isAllowed) {
    showOutcome("Not saved", "The browser did not allow the extension to work on these sites.", "cross");
    return;
  }
  await saveAutomaticSettings({ mode, ...found, showsDistance: distance.checked });
  await request({ type: "automatic-settings" }).catch(() => void 0);
  const text = mode === "off" ? "No place is kept without a click." : "Open pages are observed too.";
  showOutcome("Saved", text, "check");
});
async function showRefusals() {
  const { result } = await request({ type: "refusals" });
  part("refused").hidden = result.length === 0;
  part("refusals").replaceChildren(...result.map(({ page }) => {
    const item = document.createElement("li");
    const name = document.createElement("span");
    name.textContent = page;
    const allow = makeButton("Allow again", async () => {
      try {
        await request({ type: "allow", page });
        await showRefusals();
      } catch (problem) {
        showProblem("Not allowed", problem);
      }
    });
    allow.setAttribute("aria-label", `Allow again: ${page}`);
    item.append(name, allow);
    return item;
  }));
}
for (const mode of modes)
  mode.addEventListener("change", showMode);
part("usual").addEventListener("click", () => {
  stopped.value = STOP_LIST.join("\n");
});
var settings = await automaticSettings();
for (const mode of modes)
  mode.checked = mode.value === settings.mode;
sites.value = settings.sites.join("\n");
stopped.value = settings.stopped.join("\n");
distance.checked = settings.showsDistance;
showMode();
form.inert = false;
await showRefusals().catch(() => void 0);
