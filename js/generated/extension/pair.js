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

// request.js
var NOT_CONNECTED = -1;
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
  const form2 = document.createElement("form");
  form2.method = "POST";
  form2.action = `${origin}/login`;
  form2.hidden = true;
  for (const [name, value] of Object.entries({ code, ...next ? { next } : {} })) {
    const field2 = document.createElement("input");
    field2.name = name;
    field2.value = value;
    field2.autocomplete = "off";
    form2.append(field2);
  }
  document.body.append(form2);
  form2.submit();
  form2.remove();
}

// never-captured.js
var list = () => (
  /** @type {HTMLTextAreaElement} */
  part("hosts")
);
async function showNeverCaptured(kind) {
  const response = kind ? await request({ type: "settings" }).catch(() => null) : null;
  part("never").hidden = !response;
  list().readOnly = kind === "native";
  part("save-hosts").hidden = kind === "native";
  part("hosts-outcome").textContent = kind === "native" ? "The settings on Leftoff\u2019s page change this list." : "";
  if (kind === "native")
    part("hosts-outcome").append(" ", makeButton("Open the settings", openSettings));
  if (response)
    list().value = response.result.neverCaptured.join("\n");
}
async function openSettings() {
  try {
    const { result } = await request({ type: "sign-in" });
    openService(result, "/settings");
  } catch (problem) {
    part("hosts-outcome").textContent = `Not opened. ${/** @type {Error} */
    problem.message}`;
  }
}
function saveHostsOnClick() {
  part("save-hosts").addEventListener("click", async () => {
    const neverCaptured = list().value.split(/[\s,;]+/).filter(Boolean).map(hostOf);
    try {
      const { result } = await request({ type: "change-settings", patch: { neverCaptured } });
      list().value = result.neverCaptured.join("\n");
      part("hosts-outcome").textContent = "Saved.";
    } catch (problem) {
      part("hosts-outcome").textContent = `Not saved. ${/** @type {Error} */
      problem.message}`;
    }
  });
}
function hostOf(text) {
  try {
    return text.includes("://") ? new URL(text).hostname : text;
  } catch {
    return text;
  }
}

// permissions.js
var ALL_PAGES = ["http://*/*", "https://*/*"];
var SERVICE_PAGES = ["http://127.0.0.1/*"];

// ../shared/service-client.js
var ServiceError = class extends Error {
  /**
   * @param {number} status of the response, or 0 if there was none
   * @param {string} message
   */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
};
var ServiceClient = class {
  /**
   * @param {object} options
   * @param {(request: ServiceRequest) => Promise<Received>} options.transport rejects if there is no response
   * @param {string} [options.origin] of the service; empty on its own pages
   * @param {string} [options.token] sent as the bearer token of each request
   * @param {(value: any) => string} [options.encode] writes JSON; pages may have replaced `JSON.stringify`
   * @param {string} [options.unauthorized] the message for status 401, instead of the service's own
   * @param {string} [options.unreachable] the message for a request without a response
   */
  constructor({
    transport,
    origin = "",
    token = "",
    encode = JSON.stringify,
    unauthorized = "",
    unreachable = "Cannot reach the Leftoff service. Is \u201Cleftoff serve\u201D running?"
  }) {
    this.transport = transport;
    this.origin = origin;
    this.token = token;
    this.encode = encode;
    this.unauthorized = unauthorized;
    this.unreachable = unreachable;
  }
  /**
   * Sends a request and returns the response if it is a success.
   *
   * @param {string} path such as `/api/queue`
   * @param {RequestOptions} [options]
   * @returns {Promise<Received>}
   * @throws {ServiceError}
   */
  async send(path, options = {}) {
    const { method = "GET", type = "application/json", token = this.token, signal } = options;
    const body = options.rawBody ?? (options.body === void 0 ? void 0 : this.encode(options.body));
    const headers = {};
    if (body !== void 0)
      headers["Content-Type"] = type;
    if (token)
      headers.Authorization = "Bearer " + token;
    let response;
    try {
      response = await this.transport({ method, url: this.origin + path, headers, body, signal });
    } catch (error) {
      if (signal && signal.aborted)
        throw error;
      throw new ServiceError(0, this.unreachable);
    }
    if (response.ok)
      return response;
    throw new ServiceError(response.status, await this.messageOf(response));
  }
  /**
   * Sends a request and returns the JSON of its response.
   *
   * @param {string} path
   * @param {RequestOptions} [options]
   * @returns {Promise<any>} null if the response has no content
   * @throws {ServiceError}
   */
  async json(path, options) {
    const response = await this.send(path, options);
    return response.status === 204 ? null : jsonOf(response);
  }
  /**
   * @param {ServiceResponse} response
   * @returns {Promise<string>} the `detail` of the service's problem details (RFC 9457), if it has any
   */
  async messageOf(response) {
    if (response.status === 401 && this.unauthorized)
      return this.unauthorized;
    const problem = await jsonOf(response);
    return String(problem && problem.detail || "The service responded with status " + response.status + ".");
  }
  /**
   * Adds a snapshot.
   *
   * @param {unknown} snapshot
   * @returns {Promise<any>} the stored place; with a capture token its `undo` is an undo ticket
   */
  addSnapshot(snapshot) {
    return this.json("/api/snapshots", { method: "POST", body: snapshot });
  }
  /**
   * @param {string} id
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  snapshot(id, signal) {
    return this.json(snapshotPath(id), { signal });
  }
  /**
   * Returns the newest places on a page, the newest first.
   *
   * @param {string} page the URL of the page
   * @param {number} limit
   * @returns {Promise<any[]>}
   */
  snapshotsOn(page, limit) {
    return this.json("/api/snapshots?" + new URLSearchParams({ page, limit: String(limit) }));
  }
  /**
   * @param {string} id
   * @returns {Promise<null>}
   */
  forgetSnapshot(id) {
    return this.json(snapshotPath(id), { method: "DELETE" });
  }
  /**
   * Stores a copy of a place's page, in place of the previous one.
   *
   * @param {string} id of the place
   * @param {'text' | 'picture'} kind
   * @param {string} json the copy
   * @param {string} [ticket] the undo ticket of the capture
   * @param {string} [token] the capture token that the ticket belongs to, if it is not the client's own
   * @returns {Promise<any>} the stored copy, or an object with a `notice` if the service keeps none
   */
  addCopy(id, kind, json, ticket, token) {
    const query = ticket ? "?" + new URLSearchParams({ ticket }) : "";
    return this.json(snapshotPath(id) + "/copies/" + kind + query, { method: "PUT", rawBody: json, token });
  }
  /**
   * Returns the settings.
   *
   * @returns {Promise<any>}
   */
  settings() {
    return this.json("/api/settings");
  }
  /**
   * Changes some of the settings.
   *
   * @param {object} patch a merge patch (RFC 7396)
   * @returns {Promise<any>} all settings
   */
  changeSettings(patch) {
    return this.json("/api/settings", { method: "PATCH", body: patch });
  }
  /**
   * Keeps an automatic place for good.
   *
   * @param {string} id
   * @returns {Promise<any>} the place
   */
  keepSnapshot(id) {
    return this.json(snapshotPath(id), { method: "PATCH", body: { origin: "click" } });
  }
  /**
   * Removes the automatic place of a page, which gets no other one until the reader allows it.
   *
   * @param {string} page the URL of the page
   * @returns {Promise<any>} the refusal; `undo` of its place ends it
   */
  refuseAutomatic(page) {
    return this.json("/api/automatic/refusals", { method: "POST", body: { page } });
  }
  /**
   * Allows automatic places on a page again.
   *
   * @param {string} page the URL of the page
   * @returns {Promise<null>}
   */
  allowAutomatic(page) {
    return this.json("/api/automatic/refusals?" + new URLSearchParams({ page }), { method: "DELETE" });
  }
  /**
   * Takes back a capture, or restores a place that was forgotten within the last hour.
   *
   * @param {string} id
   * @param {string} [ticket] the undo ticket of a capture; without it the place is restored
   * @param {string} [token] the capture token that the ticket belongs to, if it is not the client's own
   * @returns {Promise<any>}
   */
  undo(id, ticket, token) {
    const body = ticket === void 0 ? void 0 : { ticket };
    return this.json(snapshotPath(id) + "/undo", { method: "POST", body, token });
  }
  /**
   * Stores the tabs of a window.
   *
   * @param {object} set with a `request` that the caller has chosen at random
   * @returns {Promise<any>} the stored set
   */
  addWindow(set) {
    return this.json("/api/windows", { method: "POST", body: set });
  }
  /**
   * Returns the window sets, the newest first.
   *
   * @param {number} limit
   * @param {string} [query] words to search for
   * @returns {Promise<any[]>}
   */
  windows(limit, query) {
    const parameters = new URLSearchParams({ limit: String(limit), ...query ? { q: query } : {} });
    return this.json("/api/windows?" + parameters);
  }
  /**
   * @param {string} id
   * @returns {Promise<any>}
   */
  window(id) {
    return this.json(windowPath(id));
  }
  /**
   * Returns the place of a tab of a window set.
   *
   * @param {string} id of the set
   * @param {number} number of the tab
   * @returns {Promise<{snapshot: any}>} `snapshot` is null if the tab has no place
   */
  windowTab(id, number) {
    return this.json(windowPath(id) + "/tab?number=" + number);
  }
  /**
   * @param {string} id
   * @param {string} title
   * @returns {Promise<any>}
   */
  renameWindow(id, title) {
    return this.json(windowPath(id), { method: "PATCH", body: { title } });
  }
  /**
   * @param {string} id
   * @returns {Promise<null>}
   */
  forgetWindow(id) {
    return this.json(windowPath(id), { method: "DELETE" });
  }
  /**
   * Restores a window set that was forgotten within the last hour.
   *
   * @param {string} id
   * @returns {Promise<any>}
   */
  undoWindow(id) {
    return this.json(windowPath(id) + "/undo", { method: "POST" });
  }
  /**
   * Adds downloads to the queue.
   *
   * @param {object} downloads
   * @param {(string | {url: string, suggestedName?: string})[]} downloads.urls
   * @param {string} [downloads.snapshot] the id of the place whose page contains the links
   * @param {string} [downloads.referer]
   * @returns {Promise<any>}
   */
  enqueue(downloads) {
    return this.json("/api/queue", { method: "POST", body: downloads });
  }
  /**
   * Requests a pairing code, which only a signed-in browser may do.
   *
   * @returns {Promise<{code: string}>}
   */
  createPairingCode() {
    return this.json("/api/pairings/code", { method: "POST" });
  }
  /**
   * Exchanges a pairing code for a token.
   *
   * @param {string} code
   * @param {'full' | 'capture'} [access] full by default
   * @returns {Promise<{token: string}>}
   */
  pair(code, access) {
    return this.json("/api/pairings", { method: "POST", body: { code, access } });
  }
};
function fetchTransport(credentials) {
  return ({ url, ...init }) => fetch(url, { ...init, credentials, cache: "no-store", redirect: "error" });
}
function snapshotPath(id) {
  return "/api/snapshots/" + encodeURIComponent(id);
}
function windowPath(id) {
  return "/api/windows/" + encodeURIComponent(id);
}
async function jsonOf(response) {
  try {
    return JSON.parse(await response.text());
  } catch {
    return null;
  }
}

// service.js
async function pair(origin, code) {
  const { token } = await client(origin, "").pair(code);
  await browserAPI.storage.local.set({ service: origin, token });
}
function client(origin, token) {
  const unauthorized = "The service does not recognize this browser any more. Pair it again.";
  return new ServiceClient({ origin, token, transport: fetchTransport("omit"), unauthorized });
}

// pair.js
var field = (id) => (
  /** @type {HTMLInputElement} */
  part(id)
);
var form = (
  /** @type {HTMLFormElement} */
  part("form")
);
var { permissions } = browserAPI;
async function showConnection() {
  let kind = "";
  try {
    const { result, connection } = await request({ type: "connect" });
    kind = result;
    part("connection").textContent = connection;
    showOutcome("Connected", "The toolbar button captures the current page.", "check");
  } catch (problem) {
    const { message, status } = (
      /** @type {Error & {status: number}} */
      problem
    );
    if (status === NOT_CONNECTED)
      showOutcome("Connect this browser to Leftoff", "There are two ways.");
    else
      showOutcome("Not connected", message, "cross");
  }
  part("connection").hidden = !kind;
  part("install").hidden = kind === "native";
  part("automatic").hidden = kind === "" || await permissions.contains({ origins: ALL_PAGES });
  part("pairing").open = kind === "";
  await showNeverCaptured(kind);
}
part("check").addEventListener("click", showConnection);
part("allow").addEventListener("click", async () => {
  const isAllowed = await permissions.request({ origins: ALL_PAGES }).catch(() => false);
  part("automatic").hidden = isAllowed;
});
async function showPaintsHighlights() {
  const box = field("paint-highlights");
  box.addEventListener("change", () => request({ type: "paint-highlights", paints: box.checked }));
  const { result } = await request({ type: "paints-highlights" });
  box.checked = result !== false;
}
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const origins = field("restore").checked ? ALL_PAGES : SERVICE_PAGES;
  const permission = permissions.request({ origins });
  showOutcome("Pairing\u2026", "", "busy");
  const isAllowed = await permission.catch(() => false);
  try {
    await pair(`http://127.0.0.1:${Number(field("port").value)}`, field("code").value);
    for (const id of ["connection", "install", "automatic", "pairing"])
      part(id).hidden = true;
    const restoring = isAllowed && field("restore").checked ? "Resume on Leftoff\u2019s page restores your place automatically." : "Alt+Shift+K restores the newest place on a page.";
    showOutcome("Paired", `Alt+Shift+L or the toolbar button captures the current page. ${restoring}`, "check");
    showActions(makeButton("Close", () => window.close()));
    await request({ type: "connect" }).catch(() => void 0);
  } catch (problem) {
    showProblem("Not paired", problem);
    field("code").select();
  }
});
saveHostsOnClick();
await showPaintsHighlights();
await showConnection();
form.inert = false;
if (
  /** @type {HTMLDetailsElement} */
  part("pairing").open
)
  field("code").focus();
