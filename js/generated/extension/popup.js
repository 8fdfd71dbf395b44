// browser-api.js
var browserAPI = globalThis.browser ?? globalThis.chrome;

// ../shared/symbols.js
var CHECK_MARK = "M1 47C23 69 27 73 27 73L87 13";
var CROSS = "M1 1L87 87M87 1L1 87";

// outcome.js
function symbol(kind) {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  const path = document.createElementNS(namespace, "path");
  svg.setAttribute("class", kind === "check" ? "mark" : "mark wrong");
  svg.setAttribute("viewBox", "-8 -8 104 104");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", kind === "check" ? CHECK_MARK : CROSS);
  path.setAttribute("pathLength", "1");
  svg.append(path);
  return svg;
}
function showOutcome(heading, text, kind) {
  const first = document.createElement("h1");
  const second = document.createElement("p");
  first.textContent = heading;
  second.textContent = text;
  const outcome = (
    /** @type {HTMLElement} */
    document.getElementById("outcome")
  );
  outcome.replaceChildren(...kind ? [symbol(kind)] : [], first, ...text ? [second] : []);
}
function button(label, run, className = "") {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  made.className = className;
  made.addEventListener("click", run);
  return made;
}
function showActions(...actions) {
  document.getElementById("actions").replaceChildren(...actions);
}

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
   */
  constructor({ transport, origin = "", token = "", encode = JSON.stringify, unauthorized = "" }) {
    this.transport = transport;
    this.origin = origin;
    this.token = token;
    this.encode = encode;
    this.unauthorized = unauthorized;
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
      throw new ServiceError(0, "Cannot reach the Leftoff service. Is \u201Cleftoff serve\u201D running?");
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
async function jsonOf(response) {
  try {
    return JSON.parse(await response.text());
  } catch {
    return null;
  }
}

// service.js
var NOT_PAIRED = -1;
async function pairing() {
  const { service, token } = await browserAPI.storage.local.get(["service", "token"]);
  return typeof service === "string" && typeof token === "string" ? { service, token } : null;
}
async function pairedClient() {
  const paired = await pairing();
  if (!paired)
    throw new ServiceError(NOT_PAIRED, "This browser is not paired with Leftoff yet.");
  return client(paired.service, paired.token);
}
function client(origin, token) {
  const unauthorized = "The service does not recognize this browser any more. Pair it again.";
  return new ServiceClient({ origin, token, transport: fetchTransport("omit"), unauthorized });
}

// popup.js
var { runtime, tabs } = browserAPI;
var part = (id) => (
  /** @type {HTMLElement} */
  document.getElementById(id)
);
async function request(message) {
  const { result, problem, status } = await runtime.sendMessage(message);
  if (problem !== void 0)
    throw Object.assign(new Error(problem), { status });
  return result;
}
function showPlace(place) {
  part("site").textContent = siteOf(place.url);
  part("title").textContent = place.title || place.url;
  part("quote").textContent = place.quote ?? "";
  part("quote").hidden = !place.quote;
  part("place").hidden = false;
}
function siteOf(address) {
  try {
    return new URL(address).host.replace(/^www\./, "");
  } catch {
    return address;
  }
}
var closeAfter = (work) => work.then(() => window.close());
var openPairing = () => closeAfter(tabs.create({ url: runtime.getURL("pair.html") }));
async function capture(tab2) {
  showOutcome("Capturing\u2026", "");
  showActions();
  try {
    const place = await request({ type: "capture", tab: tab2.id });
    showOutcome("Captured", "Your place is saved.", "check");
    showPlace(place);
    await showActionsAfter(tab2, place);
  } catch (problem) {
    showFailure(
      tab2,
      /** @type {any} */
      problem
    );
  }
}
async function showActionsAfter(tab2, place) {
  const client2 = await pairedClient();
  const undo = button("Undo", async () => {
    try {
      await client2.forgetSnapshot(place.id);
      part("place").hidden = true;
      showOutcome("Undone", "The place was deleted.");
      showActions(button("Capture again", () => capture(tab2)));
    } catch (problem) {
      showOutcome(
        "Not undone",
        /** @type {Error} */
        problem.message,
        "cross"
      );
    }
  });
  const all = button("All places", () => closeAfter(tabs.create({ url: client2.origin })));
  showActions(undo, all);
  const places = await client2.snapshotsOn(place.url, 2);
  const previous = places.find((other) => other.id !== place.id);
  if (!previous)
    return;
  const restore = () => closeAfter(request({ type: "restore", tab: tab2.id, id: previous.id }));
  showActions(undo, button("Go to the previous place", restore), all);
}
function showFailure(tab2, problem) {
  const needsPairing = problem.status === NOT_PAIRED || problem.status === 401;
  showOutcome(needsPairing ? "Not paired" : "Not captured", problem.message, "cross");
  const action = needsPairing ? openPairing : () => capture(tab2);
  showActions(button(needsPairing ? "Pair" : "Try again", action, "primary"));
}
var [tab] = await tabs.query({ active: true, currentWindow: true });
if (!await pairing()) {
  showOutcome("Pair this browser first", "You need a code from Leftoff\u2019s install page.");
  showActions(button("Pair", openPairing, "primary"));
} else {
  await capture({ id: tab.id ?? -1, url: tab.url });
}
