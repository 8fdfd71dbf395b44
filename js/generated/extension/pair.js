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
  document.getElementById(id)
);
var form = (
  /** @type {HTMLFormElement} */
  document.getElementById("form")
);
var ORIGINS = ["http://*/*", "https://*/*"];
var SERVICE_ORIGINS = ["http://127.0.0.1/*"];
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const origins = field("restore").checked ? ORIGINS : SERVICE_ORIGINS;
  const permission = browserAPI.permissions.request({ origins });
  showOutcome("Pairing\u2026", "");
  const isAllowed = await permission.catch(() => false);
  try {
    await pair(`http://127.0.0.1:${Number(field("port").value)}`, field("code").value);
    form.hidden = true;
    const restoring = isAllowed && field("restore").checked ? "Resume on Leftoff\u2019s page restores your place automatically." : "Alt+Shift+K restores the newest place on a page.";
    showOutcome("Paired", `Alt+Shift+L or the toolbar button captures the current page. ${restoring}`, "check");
    showActions(button("Close", () => window.close()));
    await browserAPI.runtime.sendMessage({ type: "count" });
  } catch (problem) {
    showOutcome(
      "Not paired",
      /** @type {Error} */
      problem.message,
      "cross"
    );
    field("code").select();
  }
});
form.inert = false;
field("code").focus();
