// ../wire/embedded-address.js
var MAXIMUM_NESTING = 8;
var WAYBACK = /^\/web\/\d{4,14}(?:[a-z]{2}_)?\/(.+)$/;
var ARCHIVE_TODAY_HOST = /^archive\.(?:today|ph|is|li|vn|fo|md)$/;
var ARCHIVE_TODAY = /^\/(?:(?:\d{14}|\d{4}\.\d\d\.\d\d-\d{6}|newest|oldest)|o\/[A-Za-z0-9]+)\/(.+)$/;
var GOOGLE_HOST = /^www\.google\.(?:com|[a-z]{2}|com?\.[a-z]{2})$/;
var GOOGLE_AMP = /^\/amp\/(s\/)?(.+)$/;
var AMP_CACHE = /^\/[cv]\/(s\/)?(.+)$/;
var AMP_PARAMETER = /^(?:amp_[^=]*|usqp)(?:=|$)/;
var HTTP = /^https?:$/;
var HOST_FIRST = /^[a-z0-9_%-]+(?:\.[a-z0-9_%-]+)+\.?(?::\d{1,5})?(?:[/?#]|$)/i;
function embeddedAddress(address, containedIn2 = embeddedIn) {
  let original = null;
  let inner = address;
  for (let level = 0; level <= MAXIMUM_NESTING; level += 1) {
    const url = parseURL(inner);
    const next = url && containedIn2(url);
    if (!next)
      return original;
    original = original ? { ...next, edition: original.edition } : next;
    inner = next.address;
  }
  return null;
}
function embeddedIn({ protocol, hostname, pathname, search, hash }) {
  if (!HTTP.test(protocol))
    return null;
  const tail = pathname + search;
  if (hostname === "web.archive.org")
    return originalOf("archive", WAYBACK.exec(tail)?.[1], hash);
  if (ARCHIVE_TODAY_HOST.test(hostname))
    return originalOf("archive", ARCHIVE_TODAY.exec(tail)?.[1], hash);
  if (GOOGLE_HOST.test(hostname))
    return originalOfAMP(GOOGLE_AMP.exec(tail));
  return hostname.endsWith(".cdn.ampproject.org") ? originalOfAMP(AMP_CACHE.exec(tail)) : null;
}
function isArchiveToday(address) {
  const url = parseURL(address);
  return url !== null && HTTP.test(url.protocol) && url.port === "" && ARCHIVE_TODAY_HOST.test(url.hostname);
}
function originalOf(edition, text, fragment = "") {
  const decoded = text && /^https?%3a/i.test(text) ? percentDecode(text) : text;
  if (!decoded)
    return null;
  const isComplete = /^https?:\//i.test(decoded);
  if (!isComplete && !HOST_FIRST.test(decoded))
    return null;
  const url = parseURL((isComplete ? "" : "http://") + decoded + fragment);
  if (!url || !HTTP.test(url.protocol))
    return null;
  url.username = "";
  url.password = "";
  return { edition, address: url.href };
}
function originalOfAMP(match) {
  if (!match || !HOST_FIRST.test(match[2]))
    return null;
  const [page, ...query] = match[2].split("?");
  const kept = query.join("?").split("&").filter((text) => text !== "" && !AMP_PARAMETER.test(text));
  return originalOf("amp", `http${match[1] ? "s" : ""}://${page}${kept.length > 0 ? "?" : ""}${kept.join("&")}`);
}
function parseURL(address) {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
function percentDecode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

// ../wire/media-time.js
var TIME = /^(?:t|start|time_continue)=(?:npt:)?(?=\d)(?:\d+h)?(?:\d+m)?(?:\d+(?:\.\d+)?s?)?$/;
var TIMED_PAGES = [
  /^(?:www\.)?(?:m\.)?(?:(?:music\.)?youtube\.com\/(?:watch$|live\/)|youtube(?:-nocookie)?\.com\/embed\/)/,
  /^(?:www\.)?(?:m\.)?(?:youtu\.be\/|twitch\.tv\/videos\/|dailymotion\.com\/(?:embed\/)?video\/)/,
  /^(?:www\.)?(?:m\.)?archive\.org\/(?:details|embed)\//
];
function isMediaTime(parameter2) {
  return TIME.test(parameter2);
}
function takesMediaTime({ hostname, pathname, protocol }) {
  return /^https?:$/.test(protocol) && TIMED_PAGES.some((pages) => pages.test(hostname + pathname));
}
function withoutMediaTime(address) {
  return address.replace(/\?([^#]*)/, (_, query) => {
    const kept = query.split("&").filter((parameter2) => !isMediaTime(parameter2));
    return kept.length > 0 ? "?" + kept.join("&") : "";
  });
}

// ../wire/original-address.js
var CACHE_IDENTIFIER = /^[\w-]{12}:/;
function originalAddress(address) {
  return embeddedAddress(address, containedIn);
}
function containedIn(url) {
  const { protocol, hostname, pathname, search } = url;
  if (protocol === "about:")
    return pathname === "reader" ? originalOf("reader", parameter(search, "url")) : null;
  if (hostname !== "webcache.googleusercontent.com" || !/^https?:$/.test(protocol))
    return embeddedIn(url);
  return pathname === "/search" ? originalOf("archive", cachedIn(parameter(search, "q"))) : null;
}
function cachedIn(search) {
  if (!search || !search.startsWith("cache:"))
    return null;
  return search.slice("cache:".length).split(" ")[0].replace(CACHE_IDENTIFIER, "");
}
function parameter(query, name) {
  const pair = query.slice(1).split("&").find((text) => text.startsWith(name + "="));
  return pair === void 0 ? null : percentDecode(pair.slice(name.length + 1).replaceAll("+", " "));
}

// ../wire/page-key.js
var TRACKING = [
  /^(?:_ga|_gl|_hsenc|_hsmi|_openstat|dclid|fb_action_ids|fb_action_types|fb_ref|fb_source|fbclid)$/i,
  /^(?:gad_campaignid|gad_source|gbraid|gclid|gclsrc|hsctatracking|igsh|igshid|li_fat_id|mc_cid|mc_eid)$/i,
  /^(?:mkt_tok|msclkid|oly_anon_id|oly_enc_id|rb_clickid|srsltid|ttclid|twclid|vero_conv|vero_id|wbraid)$/i,
  /^(?:wickedid|yclid|ysclid)$/i,
  /^(?:mtm_|pk_|utm_)/i
];
function isTracking(parameter2) {
  const [name] = parameter2.split("=");
  return TRACKING.some((names) => names.test(name));
}
function withoutCredentials(address) {
  if (!address.includes("@"))
    return address;
  try {
    const url = new URL(address);
    url.username = "";
    url.password = "";
    return url.href;
  } catch {
    return address;
  }
}
function pageKey(address) {
  return keyOf(address, originalAddress(address));
}
function keyOf(address, original) {
  try {
    const url = new URL(withoutCredentials(original?.address ?? address));
    const fragment = url.hash;
    const query = url.search;
    url.hash = "";
    url.search = "";
    let key = url.href;
    const isTimed = takesMediaTime(url);
    const kept = query.slice(1).split("&").filter((parameter2) => {
      return parameter2 !== "" && !isTracking(parameter2) && !(isTimed && isMediaTime(parameter2));
    });
    if (kept.length > 0)
      key += "?" + kept.join("&");
    if (fragment.startsWith("#/") || fragment.startsWith("#!"))
      key += fragment.split(":~:")[0];
    return key;
  } catch {
    return address;
  }
}

// browser-api.js
var browserAPI = globalThis.browser ?? globalThis.chrome;
function isFirefox() {
  return browserAPI.runtime.getURL("").startsWith("moz-extension:");
}

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
function coveringSite(sites, host2) {
  const name = host2.replace(/\.$/, "");
  return sites.find((site) => name === site || name.endsWith("." + site));
}
function covers(sites, host2) {
  return coveringSite(sites, host2) !== void 0;
}

// automatic-settings.js
var USUAL = { mode: "off", sites: [], stopped: STOP_LIST, showsDistance: false };
async function automaticSettings() {
  const { automatic = {} } = await browserAPI.storage.local.get("automatic");
  return { ...USUAL, ...automatic };
}
function isAutomaticOn({ mode, sites, stopped }, host2) {
  return !covers(stopped, host2) && (mode === "all" || mode === "named" && covers(sites, host2));
}

// ../shared/symbols.js
var CHECK_MARK = "M1 47C23 69 27 73 27 73L87 13";

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
var SingleFlight = class {
  constructor() {
    this.running = /* @__PURE__ */ new Map();
  }
  /**
   * Does work, or returns the result of the work for the same key that is being done.
   *
   * @param {Key} key
   * @param {() => Promise<Result>} work
   * @returns {Promise<Result>}
   */
  run(key, work) {
    const known2 = this.running.get(key);
    if (known2)
      return known2;
    const result = work().finally(() => this.running.delete(key));
    this.running.set(key, result);
    return result;
  }
};
async function mapConcurrently(items, count, work) {
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next;
      next += 1;
      results[index] = await work(items[index]);
    }
  };
  await Promise.all(Array.from({ length: count }, worker));
  return results;
}
function withTimeout(time, work) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The page does not respond.")), time);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
function delay(time) {
  return new Promise((resolve) => setTimeout(() => resolve(null), time));
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

// native-host.js
var IDLE_TIME = 3e3;
var RESPONSE_TIMEOUT = 45e3;
function schedule(run, time) {
  const timer = setTimeout(run, time);
  return () => clearTimeout(timer);
}
var NativeHost = class {
  /**
   * @param {object} options
   * @param {() => NativePort} options.connect opens a port, and throws if the browser does not allow it
   * @param {typeof schedule} [options.schedule] the clock
   */
  constructor({ connect, schedule: clock = schedule }) {
    this.connect = connect;
    this.schedule = clock;
    this.port = null;
    this.stopIdleTime = () => {
    };
    this.nextID = 1;
    this.pending = /* @__PURE__ */ new Map();
  }
  /**
   * Sends a request. If the port breaks before the response, the request is sent once more, which is safe because the
   * host's operations are idempotent. A transport of `ServiceClient`.
   *
   * @param {import('../shared/service-client.js').ServiceRequest} request
   * @returns {Promise<import('../shared/service-client.js').ServiceResponse>}
   */
  send({ method, url, body }) {
    return new Promise((resolve, reject) => {
      const id = this.nextID++;
      const message = { id, method, path: url, ...body === void 0 ? {} : { body: String(body) } };
      const stopTimeout = this.schedule(() => this.expire(id), RESPONSE_TIMEOUT);
      const request = { message, status: 0, parts: [], isRepeated: false, stopTimeout, resolve, reject };
      this.pending.set(id, request);
      this.post([request]);
    });
  }
  /**
   * Posts requests to the port, and opens it if necessary.
   *
   * @param {PendingRequest[]} requests
   */
  post(requests) {
    this.stopIdleTime();
    try {
      this.port ??= this.open();
      for (const { message } of requests)
        this.port.postMessage(message);
    } catch (problem) {
      this.interrupt(
        /** @type {Error} */
        problem
      );
    }
  }
  open() {
    const port = this.connect();
    port.onMessage.addListener((message) => {
      if (port === this.port)
        this.receive(message);
    });
    port.onDisconnect.addListener(() => {
      if (port === this.port)
        this.interrupt(new Error("The native messaging host ended."));
    });
    return port;
  }
  /** @param {HostMessage} message */
  receive(message) {
    const request = this.pending.get(message?.id);
    if (!request)
      return;
    request.status = request.status || Number(message.status);
    request.parts.push(message.body ?? "");
    if (message.more === true)
      return;
    const { status } = request;
    const isGone = status === 404 && request.isRepeated && request.message.method === "DELETE";
    this.finish(request);
    if (!(status >= 200 && status <= 599)) {
      request.reject(new Error("The native messaging host sent a response without a status."));
      return;
    }
    if (isGone)
      request.resolve({ ok: true, status: 204, text: async () => "" });
    else
      request.resolve({ ok: status < 300, status, text: async () => request.parts.join("") });
  }
  /**
   * Handles a broken port: sends each request again once on a new port, and fails those that were repeated before.
   *
   * @param {Error} problem
   */
  interrupt(problem) {
    this.disconnect();
    const failed = [...this.pending.values()].filter((request) => request.isRepeated);
    for (const request of failed) {
      this.finish(request);
      request.reject(problem);
    }
    const repeated = [...this.pending.values()];
    for (const request of repeated)
      Object.assign(request, { isRepeated: true, status: 0, parts: [] });
    if (repeated.length > 0)
      this.post(repeated);
  }
  /**
   * Fails a request that has had no response for too long, and ends the host, which is stuck.
   *
   * @param {number} id
   */
  expire(id) {
    const request = this.pending.get(id);
    if (!request)
      return;
    this.finish(request);
    request.reject(new Error("The native messaging host did not respond."));
    this.interrupt(new Error("The native messaging host did not respond."));
  }
  /** @param {PendingRequest} request */
  finish(request) {
    request.stopTimeout();
    this.pending.delete(request.message.id);
    if (this.pending.size > 0)
      return;
    this.stopIdleTime();
    this.stopIdleTime = this.schedule(() => this.disconnect(), IDLE_TIME);
  }
  disconnect() {
    this.stopIdleTime();
    const port = this.port;
    this.port = null;
    port?.disconnect();
  }
};

// request.js
var NOT_CONNECTED = -1;

// service.js
async function pairing() {
  const { service, token } = await browserAPI.storage.local.get(["service", "token"]);
  return typeof service === "string" && typeof token === "string" ? { service, token } : null;
}
async function pairedClient() {
  const paired = await pairing();
  if (!paired)
    throw new ServiceError(401, "This browser is not paired with Leftoff yet.");
  return client(paired.service, paired.token);
}
function client(origin, token) {
  const unauthorized = "The service does not recognize this browser any more. Pair it again.";
  return new ServiceClient({ origin, token, transport: fetchTransport("omit"), unauthorized });
}

// connection.js
var { runtime } = browserAPI;
var UNFINISHED_STATES = ["ready", "running", "waiting", "verifying"];
var PAGE_LIMIT = 1e3;
var INSTRUCTION = "Run \u201Cleftoff native-host install\u201D in a terminal, or pair this browser with a code.";
var host = new NativeHost({
  connect: () => {
    const port = runtime.connectNative("leftoff");
    port.onDisconnect.addListener(() => runtime.lastError);
    return port;
  }
});
var nativeClient = new ServiceClient({
  transport: (request) => host.send(request),
  unreachable: "Leftoff stopped before it responded. Try again."
});
var current = null;
var lastLabel = "";
function connectionLabel() {
  return lastLabel;
}
function resetConnection() {
  current = null;
}
async function withConnection(work) {
  const choice = current ??= chooseConnection();
  let isChosen = false;
  try {
    const connection = await choice;
    isChosen = true;
    lastLabel = connection.label;
    return await work(connection);
  } catch (problem) {
    const { status } = (
      /** @type {ServiceError} */
      problem
    );
    if (status === NOT_CONNECTED)
      lastLabel = "";
    const isUseless = !isChosen || status === NOT_CONNECTED || status === 0 || status === 401;
    if (isUseless && current === choice)
      resetConnection();
    throw problem;
  }
}
async function chooseConnection() {
  let problem;
  try {
    const { version } = await describeHost();
    return { kind: "native", label: `Direct connection \xB7 Leftoff ${version}`, client: nativeClient };
  } catch (thrown) {
    problem = /** @type {ServiceError} */
    thrown;
  }
  const paired = await pairing();
  if (paired) {
    const address = new URL(paired.service).host;
    return { kind: "service", label: `Paired service \xB7 ${address}`, client: await pairedClient() };
  }
  if (problem.status > 0)
    throw problem;
  throw new ServiceError(NOT_CONNECTED, INSTRUCTION);
}
async function describeHost() {
  const { version } = runtime.getManifest();
  return nativeClient.json("/host", { method: "POST", body: { version, browser: await browserName() } });
}
async function browserName() {
  if (runtime.getBrowserInfo)
    return (await runtime.getBrowserInfo()).name;
  const brands = navigator.userAgentData?.brands ?? [];
  return brands.some(({ brand }) => brand === "Google Chrome") ? "Chrome" : "Chromium";
}
async function isServiceOrigin(origin) {
  const paired = await pairing();
  if (paired && origin === paired.service)
    return true;
  try {
    return await withConnection(async ({ kind }) => kind === "native" && (await describeHost()).service === origin);
  } catch {
    return false;
  }
}
async function countUnfinished() {
  const query = new URLSearchParams(UNFINISHED_STATES.map((state) => ["state", state]));
  query.set("limit", String(PAGE_LIMIT));
  return withConnection(async ({ client: client2 }) => (await client2.json(`/api/queue?${query}`)).length);
}
function signIn() {
  return withConnection(({ kind, client: client2 }) => kind === "native" ? client2.json("/host/page", { method: "POST", body: {} }) : client2.json("/api/logins", { method: "POST" }));
}

// expectation.js
var OPENING_TIME = 6e4;
var RESUMING_TIME = 15 * 6e4;
var MOST_TRIES = 8;
var QUIET_TRIES = 3;
function resumedKey(address) {
  return pageKey(withoutMediaTime(address));
}
function newExpectation(given) {
  const until = given.at + (given.tab === null ? OPENING_TIME : RESUMING_TIME);
  return { ...given, until, tries: 0, last: null, isTold: false };
}
function withExpectation(all, added) {
  return [...all.filter(({ tab }) => tab === null || tab !== added.tab), added];
}
function bindTo(all, one, tab) {
  if (!one)
    return all;
  return withExpectation(all.filter((other) => other !== one), { ...one, tab, until: one.at + RESUMING_TIME });
}
function expectationFor(all, { tab, key, isComplete }) {
  return all.findLast((one) => {
    if (one.tab === null)
      return one.key === key;
    return one.tab === tab && one.tries < MOST_TRIES && (one.key === key || isComplete && !one.isTold);
  });
}
function tryOn(all, one, { tab, key, document: document2 }) {
  if (one.last?.document === document2 && one.last.key === key)
    return null;
  const [bound] = bindTo([], one, tab);
  return { ...bound, tries: one.tries + 1, last: { document: document2, key } };
}
function settle(all, { tab, id, outcome, tries, isTold = false }) {
  const one = all.find((other) => other.tab === tab && other.id === id);
  if (!one)
    return all;
  const isLeft = outcome === "aborted" && tries !== void 0 && tries !== one.tries;
  if (isLeft || outcome === "interrupted")
    return all;
  const rest = all.filter((other) => other !== one);
  return ["wrongPage", "abstained"].includes(outcome) ? [...rest, { ...one, isTold: one.isTold || isTold }] : rest;
}
function moveTo(all, from, to) {
  return all.some(({ tab }) => tab === from) ? all.map((one) => one.tab === from ? { ...one, tab: to } : one) : all;
}
function isOnTheWay({ tries }, isSure, asksForLogin2) {
  return !isSure || asksForLogin2 && tries < QUIET_TRIES;
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
var REASON_TEXTS = /* @__PURE__ */ new Map([
  ["frame", "Your place is in a part of this page that Leftoff cannot read."],
  ["unreadable", "Your place is in a part of this page that Leftoff cannot read."],
  ["translated", "This page is in another language now, so this is approximately your place."],
  ["motion", "This page moves its content by itself, and Leftoff cannot move it to your place."],
  ["movedAway", "This page has scrolled away from your place by itself."],
  ["lost", "This page has removed the words of your place."],
  // The same reasons in a result after which the restore does not go on.
  ["locked", "This page could not be scrolled."],
  ["covered", "Something covers this page, and your words were not found."],
  ["control", "This page has more to show, and your words were not found in what it has shown."]
]);
var CONTINUING = /* @__PURE__ */ new Map(
  /** @type {[string, Kind][]} */
  [
    ["control", "needsControl"],
    ["locked", "blocked"],
    ["covered", "blocked"]
  ]
);
var WAITING = [...CONTINUING.values()];
var REASON_HEADINGS = /* @__PURE__ */ new Map([
  ["motion", "Your place was not reached"],
  ["movedAway", "Your place was not kept"],
  ["frame", "Your place was not reached"],
  ["unreadable", "Your place was not reached"],
  ["locked", "Your place was not reached"],
  ["covered", "Your place was not reached"],
  ["control", "Your place was not reached"]
]);
var COLOURS = { count: "#a63d22", problem: "#9b2c2c", quiet: "#5c554c" };
function present(state, also = {}) {
  const { kind, message = "", reason = "", control = "" } = state;
  const { unfinished = 0, distance = null } = also;
  const { symbol = null, badge = "", card, showsDistance = false, ...row } = TABLE[kind];
  const words = wordsFor(kind, reason, control);
  const tooltip = words.tooltip ?? row.tooltip ?? (badge === "!" ? message : "");
  const near = showsDistance ? distance : null;
  const count = unfinished > 999 ? "999+" : unfinished > 0 ? String(unfinished) : "";
  const colour = badge === "!" ? COLOURS.problem : badge || !count ? COLOURS.quiet : COLOURS.count;
  return {
    symbol,
    colour,
    badge: badge || count || near?.text || "",
    tooltip: near?.title ?? (tooltip && badge === "!" ? `Leftoff: ${tooltip}` : tooltip),
    card: card ? { isLasting: false, hasCopies: false, ...card, ...words.card, symbol } : null
  };
}
function wordsFor(kind, reason, control) {
  if (kind === "needsControl" && control)
    return { card: { heading: `Press \u201C${control}\u201D` } };
  const given = WAITING.includes(kind) ? void 0 : REASON_TEXTS.get(reason);
  const text = given ? { text: given } : {};
  const heading = kind === "abstained" ? REASON_HEADINGS.get(reason) : void 0;
  return heading ? { tooltip: `${heading}.`, card: { heading, ...text } } : { card: text };
}
function stateOfResult(result) {
  const { status = "problem", reason = "", control = "", continues = false } = result ?? {};
  const waits = continues ? CONTINUING.get(reason) : void 0;
  return { kind: waits ?? (Object.hasOwn(TABLE, status) ? status : "problem"), reason, control };
}
function stateOfProblem({ message = "", kind = "problem", status = 0 }) {
  if (status === NOT_CONNECTED)
    return { kind: "notConnected", message: String(message) };
  return { kind: Object.hasOwn(TABLE, kind) ? kind : "problem", message: String(message) };
}
function problemOf(kind, message) {
  return Object.assign(new Error(message), { kind });
}

// button.js
var { action, alarms, runtime: runtime2, storage } = browserAPI;
var RING_COLOUR = "#2f9058";
var ICON_SIZES = [16, 32];
var ICON_SIDE = 128;
var ICON_STROKE_WIDTH = 12;
var CHECK_MARK_TIME = 1500;
var BADGE_ALARM = "badge";
var NOTHING = { kind: (
  /** @type {const} */
  "nothing"
) };
var LASTING = ["restoring", "searching", "waiting"];
var changes = new SerialQueue();
async function loadShown() {
  const { button = {} } = await storage.session.get("button");
  return { unfinished: 0, general: NOTHING, states: {}, distances: {}, ...button };
}
var shown = 0;
async function showUnfinished() {
  const unfinished = await countUnfinished().catch(() => 0);
  if (unfinished > 0)
    alarms.create(BADGE_ALARM, { delayInMinutes: 0.5 });
  await change(async (shown2) => {
    shown2.unfinished = unfinished;
    return null;
  });
  return unfinished;
}
async function clearProblem() {
  await change(async (shown2) => {
    shown2.general = NOTHING;
    return null;
  });
  return showUnfinished();
}
function showState(tabId, state) {
  return change(async (shown2) => {
    if (state.kind === "nothing" || state.kind === "interrupted")
      delete shown2.states[tabId];
    else
      shown2.states[tabId] = state;
    return tabId;
  });
}
async function stateOf(tabId) {
  await changes.settled;
  return (await loadShown()).states[tabId] ?? NOTHING;
}
function resetState(tabId) {
  return change(async (shown2) => {
    const state = shown2.states[tabId];
    if (!state)
      return void 0;
    const isOver = state.kind === "waiting" && Date.now() - (state.at ?? 0) > RESUMING_TIME;
    if (LASTING.includes(state.kind) && !isOver)
      return void 0;
    delete shown2.states[tabId];
    return tabId;
  });
}
function redrawState(tabId) {
  return change(async (shown2) => shown2.states[tabId] ? tabId : void 0);
}
function moveState(from, to) {
  return change(async (shown2) => {
    const { [from]: state } = shown2.states;
    delete shown2.states[from];
    delete shown2.distances[from];
    if (state)
      shown2.states[to] = state;
    return state ? to : from;
  });
}
function forgetState(tabId) {
  return change(async (shown2) => {
    delete shown2.states[tabId];
    delete shown2.distances[tabId];
    return tabId;
  });
}
function showDistance(tabId, label) {
  return change(async (shown2) => {
    const old = shown2.distances[tabId];
    if (label ? old?.title === label.title : !old)
      return void 0;
    if (label)
      shown2.distances[tabId] = label;
    else
      delete shown2.distances[tabId];
    return tabId;
  });
}
function change(decide) {
  return changes.run(async () => {
    const shown2 = await loadShown();
    const tabId = await decide(shown2);
    if (tabId === void 0)
      return;
    await storage.session.set({ button: shown2 });
    if (tabId !== null)
      return showTab(tabId, shown2);
    const { badge, colour, tooltip } = present(shown2.general, { unfinished: shown2.unfinished });
    await action.setBadgeBackgroundColor({ color: colour });
    await action.setBadgeText({ text: badge });
    await action.setTitle({ title: tooltip });
    const tabs12 = new Set([...Object.keys(shown2.states), ...Object.keys(shown2.distances)].map(Number));
    for (const tab of tabs12)
      await showTab(tab, shown2).catch(() => void 0);
  }).catch(() => void 0);
}
async function showTab(tabId, { unfinished, general, states, distances }) {
  const own = states[tabId] ?? general;
  const { badge, colour, tooltip } = present(own, { unfinished, distance: distances[tabId] ?? null });
  const usual = present(general, { unfinished });
  await action.setBadgeBackgroundColor({ tabId, color: colour });
  await action.setBadgeText({ tabId, text: badge === usual.badge ? null : badge });
  await action.setTitle({ tabId, title: tooltip });
}
async function report(work, tabId) {
  try {
    await work;
    await clearProblem();
  } catch (problem) {
    const state = stateOfProblem(problem);
    if (tabId !== void 0)
      return showState(tabId, state);
    await change(async (shown2) => {
      shown2.general = state;
      return null;
    });
  }
}
async function showCaptured(isStill) {
  shown += 1;
  const own = shown;
  const frames = isStill ? RING.frames.slice(-1) : RING.frames;
  const start = Date.now();
  for (const [index, frame] of frames.entries()) {
    const isLate = Date.now() >= start + (index + 1) * RING.interval;
    if (isLate && index < frames.length - 1)
      continue;
    const imageData = Object.fromEntries(ICON_SIZES.map((size) => [size, ringIcon(size, frame)]));
    await action.setIcon({ imageData });
    await delay(start + (index + 1) * RING.interval - Date.now());
    if (own !== shown)
      return;
  }
  await delay(CHECK_MARK_TIME);
  if (own === shown)
    await action.setIcon({ path: runtime2.getManifest().action.default_icon });
}
function ringIcon(size, [rotation, strokeEnd, opacity]) {
  const context = (
    /** @type {CanvasRenderingContext2D} */
    new OffscreenCanvas(size, size).getContext("2d")
  );
  const center = RING.frame[0] + RING.frame[2] / 2;
  context.scale(size / ICON_SIDE, size / ICON_SIDE);
  context.translate(ICON_SIDE / 2 - center, ICON_SIDE / 2 - center);
  context.strokeStyle = RING_COLOUR;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.lineWidth = ICON_STROKE_WIDTH;
  context.save();
  context.translate(center, center);
  context.rotate(rotation);
  context.translate(-center, -center);
  context.setLineDash([strokeEnd * RING.length, RING.length]);
  context.stroke(new Path2D(RING.d));
  context.restore();
  const [left, top, image] = RING.image;
  const scale = image / 88;
  context.translate(left, top);
  context.scale(scale, scale);
  context.globalAlpha = opacity;
  context.lineWidth = ICON_STROKE_WIDTH / scale;
  context.stroke(new Path2D(CHECK_MARK));
  return context.getImageData(0, 0, size, size);
}

// capture-settings.js
var SETTINGS_TIME = 2e3;
var UNSUPPORTED = [403, 404, 405];
var KNOWN_HOSTS = "neverCaptured";
var cached = null;
var requested = null;
async function captureSettings() {
  if (cached && Date.now() - cached.at < SETTINGS_TIME)
    return cached.settings;
  requested ??= requestSettings().finally(() => {
    requested = null;
  });
  return requested;
}
async function requestSettings() {
  try {
    return cacheSettings(await withConnection(({ client: client2 }) => client2.settings()));
  } catch (problem) {
    if (!UNSUPPORTED.includes(
      /** @type {any} */
      problem.status
    ))
      throw problem;
    return cacheSettings({});
  }
}
async function changeCaptureSettings(patch) {
  return cacheSettings(await withConnection(({ client: client2 }) => client2.changeSettings(patch)));
}
function cacheSettings({ copyText, copyPicture, pictureImages, pictureLimit, neverCaptured }) {
  const hosts = Array.isArray(neverCaptured) ? neverCaptured.map(String) : [];
  const settings = {
    copyText: copyText === true,
    copyPicture: copyPicture === true,
    pictureImages: pictureImages !== false,
    pictureLimit: Number.isSafeInteger(pictureLimit) ? pictureLimit : null,
    neverCaptured: hosts
  };
  cached = { settings, at: Date.now() };
  if (Array.isArray(neverCaptured))
    browserAPI.storage.local.set({ [KNOWN_HOSTS]: hosts });
  return settings;
}
async function refuseNeverCaptured(address) {
  const current2 = captureSettings();
  current2.catch(() => void 0);
  const { [KNOWN_HOSTS]: known2 } = await browserAPI.storage.local.get(KNOWN_HOSTS);
  if (Array.isArray(known2) && !neverCapturedHost(address, known2))
    return;
  const { neverCaptured } = await current2;
  const host2 = neverCapturedHost(address, neverCaptured);
  if (!host2)
    return;
  throw problemOf("neverCaptured", `Pages of ${host2} are never captured. You chose this in Leftoff\u2019s settings.`);
}
function neverCapturedHost(address, hosts) {
  return coveringHost(address, hosts) ?? coveringHost(pageKey(address), hosts);
}
function coveringHost(address, hosts) {
  try {
    return coveringSite(hosts, new URL(address).hostname) ?? null;
  } catch {
    return null;
  }
}

// copies.js
var { scripting } = browserAPI;
var REMEMBERED = 20;
var copies = /* @__PURE__ */ new Map();
function copyAfterCapture(tabId, place, snapshot, hasPicture) {
  const outcome = copyPage(tabId, place, snapshot, hasPicture);
  outcome.catch(() => void 0);
  copies.set(place.id, outcome);
  const [oldest] = copies.keys();
  if (copies.size > REMEMBERED)
    copies.delete(oldest);
  return outcome;
}
async function copiesOf(id) {
  return await copies.get(id) ?? [];
}
async function copyTextOf(tabId, place, snapshot) {
  const { copyText } = await captureSettings();
  if (copyText)
    await copyOne(tabId, place, snapshot, "text");
}
async function copyPage(tabId, place, snapshot, hasPicture) {
  const { copyText, copyPicture, pictureImages, pictureLimit } = await captureSettings();
  const options = { images: pictureImages, limit: pictureLimit };
  const kinds = [];
  if (copyText || hasPicture)
    kinds.push("text");
  if (copyPicture || hasPicture)
    kinds.push("picture");
  const outcomes = [];
  for (const kind of kinds) {
    const outcome = await copyOne(tabId, place, snapshot, kind, options).catch((problem) => ({
      kind,
      bytes: 0,
      notice: (
        /** @type {Error} */
        problem.message
      )
    }));
    outcomes.push(outcome);
  }
  return outcomes;
}
async function copyOne(tabId, { id }, snapshot, kind, options = {}) {
  const target = { tabId };
  await scripting.executeScript({ target, files: ["page/copy.js"] });
  const [{ result: { copy, addresses } }] = await scripting.executeScript({
    target,
    args: [kind, snapshot, options],
    // Runs in the page, in the extension's isolated world.
    func: async (wanted, given, chosen) => {
      const before = location.href;
      const isSameSite = new URL(given.url).origin === location.origin;
      const made = isSameSite ? await globalThis.leftoffCopy[wanted](given, chosen) : null;
      return { copy: made, addresses: [before, location.href] };
    }
  });
  const key = pageKey(snapshot.url);
  if (addresses.some((address) => pageKey(address) !== key)) {
    return { kind, bytes: 0, notice: "Another page was shown before the copy was complete." };
  }
  if (!copy)
    return { kind, bytes: 0, notice: "The page has nothing to copy." };
  const stored = await withConnection(({ client: client2 }) => client2.addCopy(id, kind, copy.json));
  const notice = stored.notice ?? (copy.isWhole ? "" : "Part of the page is missing.");
  return { kind, bytes: stored.bytes ?? 0, notice };
}

// excluded-hosts.js
var { storage: storage2 } = browserAPI;
var SETTINGS_TIME2 = 5e3;
var known = null;
function forgetExcludedHosts() {
  known = null;
}
async function excludedHosts() {
  if (known && Date.now() - known.at < SETTINGS_TIME2)
    return known.hosts;
  let hosts;
  try {
    const { neverCaptured } = await withConnection(({ client: client2 }) => client2.settings());
    hosts = Array.isArray(neverCaptured) ? neverCaptured.map(String) : [];
    await storage2.local.set({ neverCaptured: hosts });
  } catch {
    hosts = (await storage2.local.get("neverCaptured")).neverCaptured ?? null;
  }
  known = { hosts, at: Date.now() };
  return hosts;
}

// page-scripts.js
var { scripting: scripting2 } = browserAPI;
async function captureAt(target) {
  const [{ result }] = await scripting2.executeScript({ target, files: ["page/capture.js"] });
  return result;
}
async function restoreAt(target, snapshot, options = {}) {
  await scripting2.executeScript({ target, files: ["page/restore.js"] });
  const [{ result }] = await scripting2.executeScript({
    target,
    args: [snapshot, options],
    // Runs in the page, in the extension's isolated world.
    func: (given, how) => {
      const { runtime: runtime9 } = globalThis.browser ?? globalThis.chrome;
      const onLater = ({ status, reason, control, continues }) => {
        const message = { type: "restore-changed", status, reason, control, continues };
        Promise.resolve().then(() => runtime9.sendMessage(message)).catch(() => void 0);
      };
      return globalThis.leftoffRestore(given, how.isOuter ? how : { ...how, onLater });
    }
  });
  return result;
}
async function stopAt(target) {
  await scripting2.executeScript({ target, func: () => globalThis.leftoffStopRestore?.() }).catch(() => void 0);
}

// ../wire/publisher.js
var EDITION_LABELS = /* @__PURE__ */ new Set(["www", "amp", "m", "mobile"]);
var COPY = /^https?:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d+)?\/copies\/[^/]+\/(?:text|picture)(?:[?#]|$)/;
function mayDeclare(page, canonical) {
  return isSamePublisher(page, canonical) || isArchiveToday(page) && isArchiveToday(canonical);
}
function isCopyAddress(page) {
  return COPY.test(page);
}
function isSamePublisher(one, other) {
  const publisher = publisherOf(one);
  return publisher !== null && publisher === publisherOf(other);
}
function publisherOf(address) {
  try {
    const { protocol, hostname, port } = new URL(address);
    if (protocol !== "http:" && protocol !== "https:")
      return null;
    const labels = hostname.replace(/\.$/, "").split(".");
    const kept = labels.filter((label, index) => index >= labels.length - 2 || !EDITION_LABELS.has(label));
    return `${kept.join(".")}:${port}`;
  } catch {
    return null;
  }
}

// permissions.js
var ALL_PAGES = ["http://*/*", "https://*/*"];
function pagesOfSite(address) {
  const { protocol, hostname } = new URL(address);
  return [`${protocol}//${hostname}/*`];
}
function windowPermissions() {
  return { permissions: browserAPI.tabs.group ? ["tabs", "tabGroups"] : ["tabs"], origins: ALL_PAGES };
}

// editions.js
var { permissions, scripting: scripting3, tabs } = browserAPI;
var LOADING_TIME = 2e4;
var LOADING_STEP = 200;
function addressOf({ url = "", isInReaderMode = false }) {
  return isInReaderMode ? new URL(url).searchParams.get("url") ?? "" : url;
}
async function declaredOriginalIn(tabId) {
  try {
    const [{ result }] = await scripting3.executeScript({
      target: { tabId },
      // Runs in the page, in the extension's isolated world. Both values come from one document.
      func: () => {
        const link = Document.prototype.querySelector.call(document, 'link[rel~="canonical" i][href]');
        return [location.href, link ? Reflect.get(link, "href") : ""];
      }
    });
    const [page, canonical] = result;
    if (typeof canonical !== "string" || canonical === "")
      return "";
    const isDeclared = mayDeclare(page, canonical) || isCopyAddress(page) && await isServiceOrigin(new URL(page).origin) && /^https?:/.test(canonical);
    return isDeclared ? canonical : "";
  } catch {
    return "";
  }
}
async function leaveReaderView(tabId) {
  await tabs.toggleReaderMode?.(tabId);
  for (let waited = 0; waited < LOADING_TIME; waited += LOADING_STEP) {
    await delay(LOADING_STEP);
    const { url, status, isInReaderMode } = await tabs.get(tabId);
    if (url === void 0 && status === "complete")
      return false;
    if (isInReaderMode || status !== "complete" || !url?.startsWith("http"))
      continue;
    if (!await permissions.contains({ origins: pagesOfSite(url) }))
      return false;
    if (await hasLoaded(tabId))
      return true;
  }
  return false;
}
async function hasLoaded(tabId) {
  try {
    const [{ result }] = await scripting3.executeScript({
      target: { tabId },
      func: () => document.readyState === "complete" && location.protocol !== "about:"
    });
    return result === true;
  } catch {
    return false;
  }
}

// ../wire/base64url.js
function utf8Length(text) {
  let length = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 128)
      length += 1;
    else if (unit < 2048)
      length += 2;
    else if (unit >= 55296 && unit <= 57343)
      length += 2;
    else
      length += 3;
  }
  return length;
}

// ../wire/json.js
var ESCAPED = /["\\\u0000-\u001f\u007f\u2028\u2029\ud800-\udfff]/g;
var UNPLAIN = /["\\\u0000-\u001f\u007f\u2028\u2029\ud800-\udfff]/;
var PAIRS = /[\ud800-\udbff][\udc00-\udfff]/;
function stringJSON(text) {
  if (!UNPLAIN.test(text))
    return '"' + text + '"';
  const wellFormed = text.replace(/[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g, (unit) => {
    return PAIRS.test(unit) ? unit : "\uFFFD";
  });
  const body = wellFormed.replace(ESCAPED, (unit) => {
    const code = unit.charCodeAt(0);
    if (code >= 55296 && code <= 57343)
      return unit;
    if (unit === '"' || unit === "\\")
      return "\\" + unit;
    return "\\u" + ("000" + code.toString(16)).slice(-4);
  });
  return '"' + body + '"';
}
function encodeJSON(value) {
  if (value === null || value === void 0)
    return "null";
  if (typeof value === "string")
    return stringJSON(value);
  if (typeof value === "number")
    return Number.isFinite(value) ? String(value) : "null";
  if (typeof value === "boolean")
    return value ? "true" : "false";
  if (Array.isArray(value)) {
    let items = "";
    for (let i = 0; i < value.length; i += 1)
      items += (i > 0 ? "," : "") + encodeJSON(value[i]);
    return "[" + items + "]";
  }
  let members = "";
  for (const key of Object.keys(value)) {
    if (value[key] === void 0)
      continue;
    members += (members === "" ? "" : ",") + stringJSON(key) + ":" + encodeJSON(value[key]);
  }
  return "{" + members + "}";
}

// ../wire/size-limit.js
var MAXIMUM_SIZE = 65536;
var SHORT_ADDRESS = 2048;
var FEW_MARKS = 4;
var FEW_PICTURES = 2;
function withinSizeLimit(snapshot, size = MAXIMUM_SIZE) {
  const reductions = [
    (s) => withMember(withMember(s, "pictures", nearestPictures), "shape", firstMarks),
    (s) => withMember(withMember(s, "pictures", () => null), "shape", () => null),
    (s) => ({ ...s, links: s.links.slice(0, 10) }),
    (s) => ({ ...s, links: [], media: [] }),
    (s) => ({ ...s, selection: null }),
    (s) => ({ ...s, canonical: null, scrollers: s.scrollers.slice(0, 4) }),
    (s) => ({ ...s, anchors: s.anchors.slice(0, 1), bracket: null }),
    (s) => withMember({ ...s, anchors: [], scrollers: [] }, "frame", withoutPlace),
    (s) => ({ ...s, url: shortAddress(s.url), baseURI: shortAddress(s.baseURI), title: "" }),
    (s) => withMember(withMember(s, "frame", () => null), "unread", () => null)
  ];
  let bounded = snapshot;
  for (const reduce of reductions) {
    if (utf8Length(encodeJSON(bounded)) <= size)
      break;
    bounded = reduce(bounded);
  }
  return bounded;
}
function withMember(object, key, change3) {
  return object[key] ? { ...object, [key]: change3(object[key]) } : object;
}
function nearestPictures(pictures) {
  const { at, list } = pictures;
  const from = Math.max(0, at - FEW_PICTURES);
  return { ...pictures, at: at - from, list: list.slice(from, at + FEW_PICTURES + 1) };
}
function firstMarks(shape) {
  return { ...shape, marks: shape.marks.slice(0, FEW_MARKS) };
}
function withoutPlace(frame) {
  return { ...frame, place: null };
}
function shortAddress(address) {
  return typeof address === "string" && address.length > SHORT_ADDRESS ? address.split(/[?#]/)[0] : address;
}

// frame-search.js
var { scripting: scripting4 } = browserAPI;
var LISTING_TIME = 1e3;
async function findFrame(target, wanted, mayGuess) {
  const [{ result }] = await scripting4.executeScript({ target, func: frameInDocument, args: [wanted, mayGuess] });
  return result ?? null;
}
async function documentOf(tabId, found) {
  const { frameId, chain } = found;
  if (frameId > 0)
    return (await describeFrames({ tabId, frameIds: [frameId] }))[0] ?? null;
  const own = chain.join();
  const same = (await describeFrames({ tabId, allFrames: true })).filter((frame) => frame.chain.join() === own);
  return same.find(({ url }) => same.length === 1 || withoutQuery(url) === found.src) ?? null;
}
async function describeFrames(target) {
  const run = scripting4.executeScript({ target, func: ownDescription }).catch(() => []);
  const results = await Promise.race([run, delay(LISTING_TIME)]) ?? [];
  return results.filter(({ result }) => result).map(({ frameId = -1, result }) => ({ frameId, ...result }));
}
function withoutQuery(address) {
  return address.split(/[?#]/)[0].slice(0, 256);
}
function ownDescription() {
  const chain = [];
  for (let view = (
    /** @type {Window} */
    window
  ); view !== view.parent && chain.length < 9; view = view.parent) {
    let index = 0;
    while (index < view.parent.length && index < 1e3 && view.parent[index] !== view)
      index += 1;
    chain.unshift(index);
  }
  return { chain, url: location.href };
}
function frameInDocument(wanted, mayGuess) {
  const all = (root2, selector2) => {
    const { querySelectorAll } = (root2 === document ? Document : DocumentFragment).prototype;
    try {
      return [.../** @type {NodeListOf<any>} */
      querySelectorAll.call(root2, selector2)];
    } catch {
      return [];
    }
  };
  const shadowOf = (host2) => {
    const api2 = (
      /** @type {any} */
      globalThis.chrome
    );
    return host2.openOrClosedShadowRoot ?? api2?.dom?.openOrClosedShadowRoot(host2) ?? null;
  };
  const srcOf = (frame) => String(frame.src ?? "").split(/[?#]/)[0].slice(0, 256);
  const indexOf = (frame) => {
    let index2 = 0;
    while (index2 < window.length && index2 < 1e3 && window[index2] !== frame.contentWindow)
      index2 += 1;
    return index2;
  };
  let root = document;
  for (const part of wanted.path) {
    const [host2] = root ? all(root, part) : [];
    root = host2 ? shadowOf(host2) : null;
  }
  const frames = all(root ?? document, "iframe, frame");
  const { selector, src, name, index, width, height } = wanted;
  const [selected] = root && selector ? all(root, selector) : [];
  const isNear = (one, other) => Math.abs(one - other) <= 0.2 * other;
  const signs = (frame) => {
    const rect2 = frame.getBoundingClientRect();
    const isSimilar = isNear(rect2.width, width) && isNear(rect2.height, height);
    const isNamed = name !== "" && frame.name === name;
    return [frame === selected, isNamed, isSimilar && indexOf(frame) === index, isSimilar];
  };
  const rank = (frame) => Number(signs(frame).map(Number).join(""));
  const best = (list) => list.map((frame) => ({ frame, rank: rank(frame) })).sort((one, other) => other.rank - one.rank)[0]?.frame;
  const isSame = (frame) => src ? srcOf(frame) === src : frame === selected;
  const isGuess = (frame) => signs(frame).slice(0, 3).includes(true);
  const element = best(frames.filter(isSame)) ?? (mayGuess ? best(frames.filter(isGuess)) : void 0);
  if (!element?.contentWindow)
    return null;
  const chain = [];
  for (let view = element.contentWindow; view !== view.parent && chain.length < 9; view = view.parent) {
    let position = 0;
    while (position < view.parent.length && position < 1e3 && view.parent[position] !== view)
      position += 1;
    chain.unshift(position);
  }
  const rect = element.getBoundingClientRect();
  const seenWidth = Math.min(rect.right, innerWidth) - Math.max(rect.left, 0);
  const seenHeight = Math.min(rect.bottom, innerHeight) - Math.max(rect.top, 0);
  const api = (
    /** @type {any} */
    globalThis.browser
  );
  return {
    src: srcOf(element),
    chain,
    // Firefox
    frameId: api?.runtime?.getFrameId?.(element) ?? -1,
    isInView: 2 * seenWidth > Math.min(rect.width, innerWidth) && 2 * seenHeight > Math.min(rect.height, innerHeight),
    isTall: rect.height > innerHeight * 1.25
  };
}

// frames.js
var MOST_NESTED = 8;
var SEARCH_TIME = 8e3;
var SEARCH_STEP = 250;
var GUESS_TIME = 3e3;
var ANSWER_TIME = 3e3;
var UNREAD_CONFIDENCE = 0.5;
var POSITION_KEYS = [
  "title",
  "lang",
  "dir",
  "writingMode",
  "pageXOffset",
  "pageYOffset",
  "viewport",
  "scrollers",
  "anchors",
  "bracket",
  "progress",
  "stickyTop",
  "sketch",
  "shape",
  "pictures",
  "motion",
  "lock",
  "unread"
];
async function captureFrames(tabId, snapshot, mayCapture2) {
  const path = [];
  let inner = snapshot;
  let target = { tabId };
  for (let steps = framesIn(snapshot); steps.length > 0 && path.length < MOST_NESTED; steps = framesIn(inner)) {
    path.push(...steps);
    const reached = await followFrames(tabId, target, steps, false);
    if (reached && !await mayCapture2(reached.url))
      return { ...snapshot, frame: null };
    const isOwn2 = reached !== null && !reached.isTall;
    inner = isOwn2 ? await answerOf(captureAt(reached.target)) : null;
    if (inner && inner.url !== reached?.url && !await mayCapture2(String(inner.url))) {
      return { ...snapshot, frame: null };
    }
    if (reached)
      target = reached.target;
  }
  if (path.length === 0)
    return snapshot;
  const keys = inner ? POSITION_KEYS.filter((key) => key in inner) : [];
  const place = inner ? Object.fromEntries(keys.map((key) => [key, inner[key]])) : null;
  const frame = { path: path.slice(0, MOST_NESTED), url: inner ? inner.url : null, place };
  return withinSizeLimit({ ...snapshot, frame });
}
function answerOf(script) {
  return Promise.race([script.catch(() => null), delay(ANSWER_TIME)]);
}
function framesIn(snapshot) {
  return snapshot?.unread?.kind === "frame" ? snapshot.frame?.path ?? [] : [];
}
async function followFrames(tabId, start, steps, mayGuess) {
  let reached = null;
  for (const step of steps) {
    const target = reached?.target ?? start;
    const found = await answerOf(findFrame(target, step, mayGuess));
    const document2 = found ? await documentOf(tabId, found) : null;
    if (!found || !document2 || document2.url === "about:blank")
      return null;
    reached = { target: { tabId, frameIds: [document2.frameId] }, url: document2.url, isTall: found.isTall };
  }
  return reached;
}
function isInFrame({ frame }) {
  return Array.isArray(frame?.path) && frame.path.length > 0 && Boolean(frame.place);
}
async function restoreFrames(tabId, snapshot, outer) {
  const search = new FrameRestore(tabId, snapshot.frame);
  outer.then((result) => !result || result.status === "aborted" ? search.stop() : void 0, () => search.stop());
  const inner = search.run().catch(() => null);
  inner.then((found) => found?.result?.status === "aborted" ? stopAt({ tabId }) : void 0);
  return resultOfBoth(await outer, await inner);
}
var FrameRestore = class {
  /**
   * @param {number} tabId
   * @param {{path: FrameStep[], url: string | null, place: any}} frame
   */
  constructor(tabId, frame) {
    this.tabId = tabId;
    this.frame = frame;
    this.isStopped = false;
    this.target = null;
  }
  /**
   * @returns {Promise<{result: any, isInView: boolean} | null>} null if the extension may not work in the frame, or
   *     if there is none
   */
  async run() {
    const start = Date.now();
    const path = this.frame.path.slice(0, MOST_NESTED);
    for (let waited = 0; waited <= SEARCH_TIME && !this.isStopped; waited = Date.now() - start) {
      const reached = await followFrames(this.tabId, { tabId: this.tabId }, path, waited >= GUESS_TIME);
      if (reached && !this.isStopped)
        return this.restore(reached.target);
      await delay(SEARCH_STEP);
    }
    return null;
  }
  /** @param {Target} target */
  async restore(target) {
    this.target = target;
    const { path, url, place } = this.frame;
    const result = await restoreAt(target, { schema: 1, ...place, url: url ?? "" });
    const shown2 = await findFrame({ tabId: this.tabId }, path[0], true);
    return { result, isInView: shown2?.isInView === true };
  }
  /** Ends the search, or the restore. */
  async stop() {
    this.isStopped = true;
    if (this.target)
      await stopAt(this.target);
  }
};
function resultOfBoth(outer, inner) {
  if (!outer || outer.status === "aborted" || !inner?.result)
    return withoutFrame(outer);
  const { result, isInView } = inner;
  const isThere = ["restored", "approximate"].includes(result.status) && isInView;
  if (!isThere && result.status !== "aborted")
    return withoutFrame(outer);
  return {
    ...result,
    zoom: outer.zoom,
    movedPx: outer.movedPx + result.movedPx,
    settledMs: Math.max(outer.settledMs, result.settledMs)
  };
}
function withoutFrame(outer) {
  if (!outer || ["aborted", "wrongPage"].includes(outer.status))
    return outer;
  const isThere = outer.status === "restored" || outer.status === "approximate";
  const rest = { ...outer };
  delete rest.continues;
  delete rest.control;
  return {
    ...rest,
    reason: "frame",
    ...isThere ? { status: "approximate" } : {},
    confidence: Math.min(outer.confidence, UNREAD_CONFIDENCE)
  };
}

// highlights.js
var SITES_TIME = 6e5;
var SITES = "highlightSites";
var PAINTS = "paintsHighlights";
var STYLE = "::highlight(leftoff) { background-color: rgb(255 200 0 / 40%); }@media (forced-colors: active) { ::highlight(leftoff) { background-color: Mark; color: MarkText; } }";
async function paintsHighlights() {
  const { [PAINTS]: paints } = await browserAPI.storage.local.get(PAINTS);
  return paints !== false;
}
async function savePaintsHighlights(paints) {
  await browserAPI.storage.local.set({ [PAINTS]: paints });
}
async function highlightsOn(url) {
  const query = new URLSearchParams({ page: url });
  const found = await withConnection(({ client: client2 }) => client2.json(`/api/shelf/highlights?${query}`));
  return Array.isArray(found) ? found : [];
}
async function paintIn(tabId) {
  const { url = "" } = await browserAPI.tabs.get(tabId);
  const highlights = await highlightsOn(url);
  const { painted, gone, unsupported } = await paint(tabId, url, await paintsHighlights() ? highlights : []);
  const those = (ids) => highlights.filter(({ id }) => ids.includes(id));
  return { painted: those(painted), gone: those(gone), unsupported };
}
async function paintOnVisit({ id = -1, url = "" }, isLoaded) {
  if (!/^https?:/.test(url) || !await paintsHighlights())
    return;
  if (!await browserAPI.permissions.contains({ origins: pagesOfSite(url) }))
    return;
  if (!covers(await highlightSites(), siteHost(url)))
    return;
  const highlights = await highlightsOn(url);
  if (highlights.length > 0 || !isLoaded)
    await paint(id, url, highlights);
}
async function paintAfterRestore(tabId) {
  const { url } = await browserAPI.tabs.get(tabId);
  await paintOnVisit({ id: tabId, url }, true);
}
async function recordHighlight(url) {
  const { hosts, at } = await storedSites();
  const host2 = siteHost(url);
  if (covers(hosts, host2))
    return;
  await browserAPI.storage.session.set({ [SITES]: { hosts: [...hosts, host2], at } });
}
function asHighlight(snapshot) {
  if (!snapshot.selection?.exact)
    throw new Error("Select the words to highlight first.");
  return { ...snapshot, purpose: "highlight" };
}
async function paint(tabId, url, highlights) {
  await refuseNeverCaptured(url);
  const quotes = highlights.map(({ id, exact, prefix, suffix }) => ({ id, exact, prefix, suffix }));
  const { scripting: scripting8 } = browserAPI;
  await scripting8.executeScript({ target: { tabId }, files: ["page/paint.js"] });
  const [{ result }] = await scripting8.executeScript({
    target: { tabId },
    args: [url, quotes],
    // Runs in the page, in the extension's isolated world.
    func: (address, given) => {
      const { origin, pathname, search } = new URL(address);
      const isSame = origin === location.origin && pathname === location.pathname && search === location.search;
      return isSame ? globalThis.leftoffPaint(given) : null;
    }
  });
  if (!result)
    return { painted: [], gone: [], unsupported: false };
  if (result.needsStyle) {
    await scripting8.insertCSS({ target: { tabId, allFrames: true }, css: STYLE, origin: "USER" });
  }
  return result;
}
function siteHost(url) {
  return new URL(originalAddress(url)?.address ?? url).hostname;
}
async function highlightSites() {
  const { hosts, at } = await storedSites();
  if (Date.now() - at < SITES_TIME)
    return hosts;
  const found = await withConnection(({ client: client2 }) => client2.json("/api/shelf/highlight-sites")).catch(() => null);
  const next = Array.isArray(found) ? found.map(String) : hosts;
  await browserAPI.storage.session.set({ [SITES]: { hosts: next, at: Date.now() } });
  return next;
}
async function storedSites() {
  const { [SITES]: stored } = await browserAPI.storage.session.get(SITES);
  return stored ?? { hosts: [], at: 0 };
}

// places.js
var { tabs: tabs2 } = browserAPI;
var NOT_ALLOWED = "The browser does not allow extensions on this page.";
var SAME_ZOOM = 0.01;
async function storeSnapshot(snapshot, onStored) {
  const place = await withConnection(({ client: client2 }) => client2.addSnapshot(snapshot));
  onStored(place, snapshot);
  return place;
}
async function captureTab(tabId) {
  const { url } = await tabs2.get(tabId);
  if (url)
    await refuseNeverCaptured(url);
  const snapshot = await captureAt({ tabId }).catch(() => {
    throw problemOf("notAllowed", NOT_ALLOWED);
  });
  if (!snapshot)
    throw new Error("This page has nothing to capture.");
  if (snapshot.url !== url)
    await refuseNeverCaptured(snapshot.url);
  return withZoom(await captureFrames(tabId, snapshot, mayCapture), tabId);
}
function mayCapture(url) {
  return refuseNeverCaptured(url).then(() => true, () => false);
}
async function withZoom(snapshot, tabId) {
  return { ...snapshot, pageZoom: await tabs2.getZoom(tabId) };
}
async function restoreIn(tabId, id) {
  const { snapshot } = await placeNamed(id);
  return snapshot ? restoreSnapshot(tabId, snapshot) : null;
}
function placeNamed(name) {
  const [kind, set, number] = name.split(":");
  return withConnection(async ({ client: client2 }) => {
    if (kind !== "window")
      return client2.snapshot(name);
    const { snapshot } = await client2.windowTab(set, Number(number));
    const { tabs: all, storedAt } = await client2.window(set);
    const { url, title, quote } = all[Number(number) - 1];
    return { id: name, url: snapshot?.url || url, title: title || null, quote, storedAt, snapshot };
  });
}
async function restoreSnapshot(tabId, snapshot, options = {}) {
  const { isProbe = false } = options;
  const zoom = isProbe ? null : await restoreZoom(snapshot.pageZoom, tabId);
  const isOuter = !isProbe && isInFrame(snapshot);
  const restored = restoreAt({ tabId }, snapshot, { isProbe, isOuter });
  const result = await (isOuter ? restoreFrames(tabId, snapshot, restored) : restored);
  if (!isProbe)
    paintAfterRestore(tabId).catch(() => void 0);
  return zoom && result ? { ...result, zoom } : result;
}
async function previousPlace(url, id) {
  const places = await withConnection(({ client: client2 }) => client2.snapshotsOn(url, 2));
  return places.find((place) => place.id !== id) ?? null;
}
async function restoreNewest(tab, restore = restoreIn) {
  const { id = -1 } = tab;
  const place = await placeToResume(tab);
  if (!place)
    throw problemOf("noPlace", "No place is saved for this page.");
  if (tab.isInReaderMode && !await leaveReaderView(id)) {
    throw problemOf(
      "readerView",
      "Firefox allows no extensions in its reader view, which was closed. Please try again."
    );
  }
  return restore(id, place.id);
}
async function placeToResume(tab) {
  return await newestPlace(addressOf(tab)) ?? newestPlace(await declaredOriginalIn(tab.id ?? -1));
}
async function newestWholePlace(url) {
  const query = new URLSearchParams({ page: url, limit: "1", whole: "true" });
  const [place] = await withConnection(({ client: client2 }) => client2.json(`/api/snapshots?${query}`));
  return place ?? null;
}
async function newestPlace(url) {
  if (!url)
    return null;
  const [place] = await withConnection(({ client: client2 }) => client2.snapshotsOn(url, 1));
  return place ?? null;
}
async function restoreZoom(wanted, tabId) {
  if (typeof wanted !== "number" || !(wanted >= 0.25 && wanted <= 5))
    return null;
  const now = await tabs2.getZoom(tabId);
  if (Math.abs(now - wanted) < SAME_ZOOM)
    return null;
  await tabs2.setZoom(tabId, wanted);
  return "applied";
}

// reading-progress.js
var SHORTEST_TEXT = 1500;
var START_PROGRESS = 0.05;
var END_PROGRESS = 0.95;
var SAME_PROGRESS = 0.01;
function effectOf(snapshot) {
  const { px = 0, text = null, length = 0 } = snapshot?.progress ?? {};
  if (length < SHORTEST_TEXT)
    return null;
  if (px >= END_PROGRESS || text >= END_PROGRESS)
    return "end";
  const hasText = snapshot.anchors?.some((anchor) => anchor.quote?.exact);
  return hasText && (text ?? px) > START_PROGRESS ? "keep" : null;
}
function distanceLabel(reader, place, isAutomatic) {
  const kept = isAutomatic ? " Kept automatically." : "";
  const percent = Math.max(1, Math.round(Math.abs(reader - place) * 100));
  if (Math.abs(reader - place) < SAME_PROGRESS)
    return { text: "\u2022", title: `You are at your place.${kept}` };
  return reader > place ? { text: `\u2191${percent}`, title: `You are ${percent} % further than your place.${kept}` } : { text: `\u2193${percent}`, title: `Your place is ${percent} % further on.${kept}` };
}

// visits.js
var { scripting: scripting5, storage: storage3 } = browserAPI;
var UNKNOWN_DOCUMENT = 0;
var turns = /* @__PURE__ */ new Map();
function runInTurn(tabId, work) {
  const done = (turns.get(tabId) ?? Promise.resolve()).then(work).catch(() => void 0);
  turns.set(tabId, done);
  done.then(() => {
    if (turns.get(tabId) === done)
      turns.delete(tabId);
  });
  return done;
}
var PREFIX = "visit-";
function nameOf(tabId) {
  return PREFIX + tabId;
}
async function visitIn(tabId) {
  return (await storage3.session.get(nameOf(tabId)))[nameOf(tabId)] ?? null;
}
function saveVisit(tabId, visit) {
  return storage3.session.set({ [nameOf(tabId)]: visit });
}
function removeVisit(tabId) {
  return storage3.session.remove(nameOf(tabId));
}
async function allVisits() {
  const stored = await storage3.session.get(null);
  return Object.keys(stored).filter((name) => name.startsWith(PREFIX)).map((name) => ({ tabId: Number(name.slice(PREFIX.length)), visit: stored[name] }));
}
async function documentIn(tabId) {
  try {
    const [{ result }] = await scripting5.executeScript({ target: { tabId }, func: () => performance.timeOrigin });
    return result;
  } catch {
    return null;
  }
}

// automatic.js
var { alarms: alarms2, scripting: scripting6, tabs: tabs3 } = browserAPI;
var STORE_ALARM = "store-places";
var STORE_INTERVAL = 3e4;
function observeTab({ id = -1, url, incognito }, isChanged = false) {
  if (incognito)
    return Promise.resolve();
  return runInTurn(id, async () => {
    const settings = await automaticSettings();
    const old = await visitIn(id);
    const isUnused = settings.mode === "off" && !settings.showsDistance;
    if (isUnused && !old && !isChanged)
      return;
    const key = url?.startsWith("http") && !await isExcluded(url, settings) ? pageKey(url) : "";
    if (old && old.key !== key)
      await store(old);
    const document2 = key ? await documentIn(id) : null;
    if (old && old.key === key && old.document === document2 && !isChanged)
      return;
    if (old?.key === key)
      await store(old);
    await removeVisit(id);
    const visit = key && document2 !== null ? await newVisit(String(url), key, document2, settings) : null;
    await showDistance(id, null);
    if (visit)
      await saveVisit(id, visit);
    const isAutomatic = visit?.isAutomatic ?? false;
    if (key)
      await observe(id, { key, isAutomatic, hasPlace: Boolean(visit?.place) });
    else if (old && isChanged && old.key === pageKey(url ?? "")) {
      await observe(id, { key: old.key, isAutomatic: false, hasPlace: false });
    }
  });
}
async function isExcluded(url, settings) {
  const never = await excludedHosts();
  if (!never)
    return true;
  const excluded = [...settings.stopped, ...never];
  return [url, pageKey(url)].some((address) => covers(excluded, new URL(address).hostname));
}
async function newVisit(url, key, document2, settings) {
  const { hostname, origin } = new URL(url);
  if (hostname === "127.0.0.1" && await isServiceOrigin(origin))
    return null;
  const isAutomatic = isAutomaticOn(settings, hostname);
  const place = settings.showsDistance ? await newestPlace2(url).catch(() => null) : null;
  return { key, document: document2, isAutomatic, place, held: null, isEnding: false, storedAt: 0 };
}
async function observe(tabId, wanted) {
  const target = { tabId };
  const isWanted = wanted.isAutomatic || wanted.hasPlace;
  if (isWanted)
    await scripting6.executeScript({ target, files: ["reading.js"] });
  await scripting6.executeScript({
    target,
    args: [wanted],
    // Runs in the page, in the extension's isolated world.
    func: (given) => globalThis.leftoffObserve?.(given)
  });
}
async function newestPlace2(url) {
  const place = await newestWholePlace(url);
  const progress = place?.snapshot?.progress?.px;
  return typeof progress === "number" ? { progress, isAutomatic: place.origin === "automatic" } : null;
}
function handleReading(message, sender) {
  const { tab, frameId } = sender;
  if (tab?.id === void 0 || frameId !== 0 || tab.incognito)
    return Promise.resolve(null);
  const tabId = tab.id;
  return runInTurn(tabId, async () => {
    const visit = await visitIn(tabId);
    if (!visit || visit.key !== message.key)
      return null;
    const wasReached = visit.place?.isReached === true;
    if (visit.place) {
      const { isAutomatic } = visit.place;
      if (visit.place.isReached)
        visit.place = { progress: Number(message.progress), isAutomatic };
      const { progress } = visit.place;
      await showDistance(tabId, distanceLabel(Number(message.progress), progress, isAutomatic));
    }
    if (!visit.isAutomatic || message.event === "progress") {
      if (wasReached)
        await saveVisit(tabId, visit);
      return null;
    }
    if (message.isMoved)
      await captureVisit(tabId, visit);
    const isDue = message.event === "leave" || visit.isEnding || Date.now() - visit.storedAt >= STORE_INTERVAL;
    if (visit.held && isDue)
      await storeShown(tabId, visit);
    await saveVisit(tabId, visit);
    if (visit.held)
      storeLater();
    return null;
  });
}
async function captureVisit(tabId, visit) {
  const snapshot = await captureAt({ tabId }).catch(() => null);
  if (!snapshot || pageKey(String(snapshot.url)) !== visit.key)
    return;
  const effect = effectOf(snapshot);
  visit.isEnding = effect === "end";
  if (effect)
    visit.held = await withZoom(snapshot, tabId);
}
async function storeShown(tabId, visit) {
  const { held } = visit;
  const place = await store(visit);
  if (visit.held)
    return;
  if (place)
    copyTextOf(tabId, place, held).catch(() => void 0);
  await refreshPlace(tabId, visit, held.url);
}
async function refreshPlace(tabId, visit, url) {
  const { showsDistance } = await automaticSettings();
  if (!showsDistance || await documentIn(tabId) !== visit.document)
    return;
  visit.place = await newestPlace2(url).catch(() => visit.place);
  if (!visit.place)
    await showDistance(tabId, null);
  const { key, isAutomatic, place } = visit;
  await observe(tabId, { key, isAutomatic, hasPlace: place !== null }).catch(() => void 0);
}
function recordArrival(tabId) {
  return runInTurn(tabId, async () => {
    const visit = await visitIn(tabId);
    if (!visit?.place)
      return;
    visit.place.isReached = true;
    await saveVisit(tabId, visit);
    const { key, isAutomatic } = visit;
    await observe(tabId, { key, isAutomatic, hasPlace: true });
  });
}
async function refreshDistances(url) {
  const key = pageKey(url);
  const shown2 = (await allVisits()).filter(({ visit }) => visit.key === key);
  await Promise.all(shown2.map(({ tabId }) => runInTurn(tabId, async () => {
    const visit = await visitIn(tabId);
    if (visit?.key !== key)
      return;
    await refreshPlace(tabId, visit, url);
    await saveVisit(tabId, visit);
  })));
}
async function store(visit) {
  const { held } = visit;
  if (!held)
    return null;
  const settings = await automaticSettings();
  if (!isAutomaticOn(settings, new URL(held.url).hostname) || await isExcluded(held.url, settings)) {
    visit.isAutomatic = false;
    visit.held = null;
    return null;
  }
  try {
    const stored = await withConnection(({ client: client2 }) => client2.json("/api/snapshots?origin=automatic", { method: "POST", body: held }));
    if (stored.notice)
      visit.isAutomatic = false;
    visit.held = null;
    visit.storedAt = Date.now();
    return stored.notice ? null : stored;
  } catch (problem) {
    const { status } = (
      /** @type {{status?: number}} */
      problem
    );
    if (status === void 0 || status < 400 || status >= 500 || status === 401)
      return null;
    visit.isAutomatic = false;
    visit.held = null;
    return null;
  }
}
function storeLater() {
  alarms2.create(STORE_ALARM, { delayInMinutes: 0.5 });
}
async function storeHeld() {
  const unsaved = (await allVisits()).filter(({ visit }) => visit.held);
  for (const { tabId } of unsaved) {
    await runInTurn(tabId, async () => {
      const visit = await visitIn(tabId);
      if (!visit?.held)
        return;
      await store(visit);
      const isOpen = await tabs3.get(tabId).then(() => true, () => false);
      if (visit.held || isOpen)
        await saveVisit(tabId, visit);
      else
        await removeVisit(tabId);
      if (visit.held)
        storeLater();
    });
  }
}
function endVisit(tabId) {
  return runInTurn(tabId, async () => {
    const visit = await visitIn(tabId);
    if (visit)
      await store(visit);
    if (visit?.held)
      await saveVisit(tabId, visit);
    else
      await removeVisit(tabId);
    if (visit?.held)
      storeLater();
    await showDistance(tabId, null);
  });
}
async function applyAutomaticSettings() {
  forgetExcludedHosts();
  for (const tab of await tabs3.query({})) {
    if (tab.url?.startsWith("http"))
      await observeTab(tab, true);
  }
  await storeHeld();
  return null;
}

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

// actions.js
var { runtime: runtime3, tabs: tabs4 } = browserAPI;
async function capture(tab, isStill, hasPicture = false) {
  await showState(tab, { kind: "capturing" });
  try {
    return await storeCapture(tab, await captureTab(tab), isStill, hasPicture);
  } catch (problem) {
    await showState(tab, { kind: "nothing" });
    throw problem;
  }
}
async function storeCapture(tab, snapshot, isStill, hasPicture = false) {
  const place = await storeSnapshot(
    snapshot,
    (stored) => copyAfterCapture(tab, stored, snapshot, hasPicture)
  );
  await showState(tab, { kind: place.renewed ? "renewed" : "captured" });
  showCaptured(isStill);
  refreshDistances(place.url);
  clearProblem();
  return place;
}
async function changePlaces(page, work) {
  const result = await withConnection(({ client: client2 }) => work(client2));
  if (page)
    await refreshDistances(page);
  return result;
}
async function changeSettings(patch) {
  const settings = await changeCaptureSettings(patch);
  await applyAutomaticSettings();
  return settings;
}
async function showStored(work) {
  const stored = await work;
  if (stored)
    showCaptured(false);
  return stored;
}
async function captureWithPicture(tab) {
  const { id } = await capture(tab, false, true);
  const outcomes = await copiesOf(id);
  if (outcomes.some(({ bytes }) => bytes === 0))
    throw new Error(describeCopies(outcomes));
}
async function highlight(tab) {
  await showState(tab, { kind: "capturing" });
  try {
    const place = await storeCapture(tab, asHighlight(await captureTab(tab)), false);
    await recordHighlight(place.url);
    await paintIn(tab).catch(() => void 0);
    return place;
  } catch (problem) {
    await showState(tab, { kind: "nothing" });
    throw problem;
  }
}
async function openPlaces() {
  await withConnection(() => tabs4.create({ url: runtime3.getURL("open.html") }));
  return null;
}

// stored-value.js
var changes2 = new SerialQueue();
function changeStored(area, key, standard, decide) {
  return changes2.run(async () => {
    const old = (await area.get(key))[key] ?? standard;
    const [value, result] = decide(old);
    if (value !== old)
      await area.set({ [key]: value });
    return result;
  });
}

// expected.js
var LOADING_TIME2 = 3e3;
var REPORTING_TIME = 500;
var MOST_OPENED = 20;
var openedTabs = [];
function change2(decide) {
  return changeStored(browserAPI.storage.session, "expected", [], (stored) => {
    const [left, result] = decide(stored.filter((one) => one.until > Date.now()));
    return [left.length > 0 || stored.length > 0 ? left : stored, result];
  });
}
function expectPlace(address, id, from, at) {
  const key = resumedKey(address);
  const matches = (one) => one.opener === from || one.key === key;
  const opened = openedTabs.findLast((one) => matches(one) && one.at >= at - REPORTING_TIME);
  const tab = opened ? opened.tab : null;
  return change2((all) => [withExpectation(all, newExpectation({ key, id, from, at, tab })), tab]);
}
function expectIn(tab, address, id) {
  const added = newExpectation({ key: resumedKey(address), id, from: -1, at: Date.now(), tab });
  return change2((all) => [withExpectation(all, added), void 0]);
}
function bindExpected(id, tab) {
  return change2((all) => [bindTo(all, all.findLast((one) => one.id === id && one.tab === null), tab), void 0]);
}
function recordOpenedTab(tab, opener, address) {
  const at = Date.now();
  const since = at - LOADING_TIME2;
  const key = resumedKey(address);
  openedTabs.push({ tab, opener, key, at });
  if (openedTabs.length > MOST_OPENED)
    openedTabs.shift();
  return change2((all) => {
    const matches = (one) => one.from === opener || one.key === key;
    const newest = all.findLast((one) => matches(one) && one.tab === null && one.at >= since);
    return [bindTo(all, newest, tab), void 0];
  });
}
function isExpected(tab, address, isComplete) {
  return change2((all) => [all, expectationFor(all, { tab, key: resumedKey(address), isComplete }) !== void 0]);
}
function takeExpected(tab, address, isComplete, document2) {
  const key = resumedKey(address);
  return change2((all) => {
    const found = expectationFor(all, { tab, key, isComplete });
    const tried = found ? tryOn(all, found, { tab, key, document: document2 }) : null;
    if (!tried)
      return [all, null];
    const { id, tries } = tried;
    const rest = all.filter((one) => one !== found);
    return [withExpectation(rest, tried), { id, isSure: tried.key === key, tries, document: document2 }];
  });
}
function settleExpected(tab, id, outcome, end = {}) {
  return change2((all) => [settle(all, { tab, id, outcome, ...end }), void 0]);
}
function moveExpected(from, to) {
  return change2((all) => [moveTo(all, from, to), void 0]);
}

// set-records.js
var { storage: storage4 } = browserAPI;
var OPEN_TIME = 30 * 24 * 36e5;
var INTERRUPTED_TIME = 2 * 24 * 36e5;
function isCurrent({ state, at }) {
  return Date.now() - at < (state === "open" ? OPEN_TIME : INTERRUPTED_TIME);
}
function recordSet(id, state) {
  return changeStored(storage4.local, "windowSets", {}, (all) => {
    const kept = Object.entries(all).filter(([, record]) => isCurrent(record));
    return [{ ...Object.fromEntries(kept), [id]: { state, at: Date.now() } }, void 0];
  });
}
function removeSets(ids) {
  return changeStored(storage4.local, "windowSets", {}, (all) => [Object.fromEntries(Object.entries(all).filter(([id]) => !ids.includes(id))), void 0]);
}
async function stateOfSet(id) {
  const { windowSets = {} } = await storage4.local.get("windowSets");
  return windowSets[id] && isCurrent(windowSets[id]) ? windowSets[id].state : null;
}
function isFirstOpening(id) {
  return changeStored(storage4.session, "openedSets", [], (all) => all.includes(id) ? [all, false] : [[...all, id], true]);
}

// window-tabs.js
var { runtime: runtime4, storage: storage5 } = browserAPI;
var WAITING_TIME = 60 * 24 * 36e5;
var MOST_WAITING = 4e3;
function isOwnPage(address) {
  return address.startsWith(runtime4.getURL(""));
}
function waitingAddress({ set, number, url, title }) {
  const query = new URLSearchParams({ set, tab: String(number), title: title.slice(0, 200) });
  return runtime4.getURL(`tab.html?${query}#${url}`);
}
function readWaitingAddress(address) {
  if (!address.startsWith(runtime4.getURL("tab.html?")))
    return null;
  const query = new URL(address).searchParams;
  const url = address.slice(address.indexOf("#") + 1);
  const number = Number(query.get("tab"));
  const set = query.get("set") ?? "";
  if (!set || !(number >= 1) || !address.includes("#"))
    return null;
  return { set, number, url, title: query.get("title") ?? "" };
}
function placeOf({ set, number }) {
  return `window:${set}:${number}`;
}
function recordWaiting(added) {
  const at = Date.now();
  const isSame = (one) => added.some(({ set, number }) => set === one.set && number === one.number);
  return changeStored(storage5.local, "waiting", [], (all) => {
    const kept = all.filter((one) => !isSame(one) && one.at > at - WAITING_TIME);
    const records = added.map(({ set, number, url }) => ({ set, number, url, at }));
    return [[...kept, ...records].slice(-MOST_WAITING), void 0];
  });
}
function recordOpened(opened) {
  return changeStored(storage5.session, "windowTabs", {}, (all) => [{ ...all, ...Object.fromEntries(opened) }, void 0]);
}
async function openedTabs2() {
  const { windowTabs = {} } = await storage5.session.get("windowTabs");
  return (
    /** @type {Record<string, {set: string, number: number}>} */
    windowTabs
  );
}
async function waitingTabOf(tab) {
  const shown2 = readWaitingAddress(tab.url ?? "");
  if (shown2)
    return shown2;
  if (tab.discarded !== true || tab.incognito)
    return null;
  const { waiting = [] } = await storage5.local.get("waiting");
  const found = await findWaiting(waiting, tab);
  return found ? { ...found, title: tab.title ?? "" } : null;
}
async function findWaiting(waiting, tab) {
  const known2 = (await openedTabs2())[tab.id ?? -1];
  const isKnown = (one) => one.set === known2?.set && one.number === known2?.number;
  const key = pageKey(tab.url ?? "");
  return waiting.find(isKnown) ?? waiting.find((one) => pageKey(one.url) === key) ?? null;
}
async function prepareWaitingTab(tab) {
  if (tab.incognito)
    return;
  const { waiting = [] } = await storage5.local.get("waiting");
  if (waiting.length === 0)
    return;
  const found = await findWaiting(waiting, tab);
  if (!found)
    return;
  await expectIn(tab.id ?? null, found.url, placeOf(found));
  await stopWaiting(found);
}
function stopWaiting({ set, number }) {
  return changeStored(storage5.local, "waiting", [], (all) => [all.filter((one) => one.set !== set || one.number !== number), void 0]);
}
async function forgetTab(id, isWindowClosing) {
  const known2 = (await openedTabs2())[id];
  if (!known2)
    return null;
  const isLast = await changeStored(storage5.session, "windowTabs", {}, (all) => {
    const { [id]: closed, ...rest } = all;
    const others = (
      /** @type {{set: string}[]} */
      Object.values(rest)
    );
    return [rest, !others.some(({ set }) => set === closed?.set)];
  });
  if (isWindowClosing)
    return null;
  await stopWaiting(known2);
  return isLast ? known2.set : null;
}

// open-sets.js
var { tabs: tabs5 } = browserAPI;
var BLANK = /^(about:(blank|newtab|home|privatebrowsing)|(chrome|edge|brave|vivaldi):\/\/(newtab|new-tab-page)\/?)$/;
async function findOpen(set) {
  const all = (await tabs5.query({ windowType: "normal" })).filter((tab) => !tab.incognito);
  const known2 = await openedTabs2();
  const found = /* @__PURE__ */ new Map();
  const others = [];
  for (const tab of all) {
    const reference = readWaitingAddress(tab.url ?? "") ?? known2[tab.id ?? -1];
    if (reference?.set === set.id && !found.has(reference.number))
      found.set(reference.number, tab);
    else if (!reference)
      others.push(tab);
  }
  const state = await stateOfSet(set.id);
  const isRestarted = await isFirstOpening(set.id) && state !== null;
  const window2 = mostFrequentWindow([...found.values()]) ?? (isRestarted ? restoredWindow(set, others, state === "open") : null);
  if (!isRestarted || window2 === null)
    return { found, window: window2 };
  const candidates = others.filter((tab) => tab.windowId === window2);
  for (const { number, url } of set.tabs) {
    if (found.has(number) || BLANK.test(url))
      continue;
    const index = candidates.findIndex((tab) => shows(tab, url));
    if (index >= 0)
      found.set(number, candidates.splice(index, 1)[0]);
  }
  return { found, window: window2 };
}
function shows(tab, url) {
  return tab.url === url || tab.pendingUrl === url;
}
function mostFrequentWindow(all) {
  const counts = /* @__PURE__ */ new Map();
  for (const { windowId = -1 } of all)
    counts.set(windowId, (counts.get(windowId) ?? 0) + 1);
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most ? most[0] : null;
}
function restoredWindow(set, open2, isWhole) {
  const urls = set.tabs.map(({ url }) => url).filter((url) => !BLANK.test(url));
  const matching = open2.filter((tab) => urls.some((url) => shows(tab, url)));
  const window2 = mostFrequentWindow(matching);
  const count = matching.filter((tab) => tab.windowId === window2).length;
  return !isWhole || 2 * count >= urls.length ? window2 : null;
}

// web-address.js
function isWebAddress(address) {
  return /^https?:\/\//i.test(address);
}
function requireWebAddress(address) {
  if (!isWebAddress(address))
    throw new Error("Leftoff opens only web pages.");
}

// bring-back.js
var { tabs: tabs6, windows } = browserAPI;
var running = new SingleFlight();
function bringBack(id, windowId) {
  return running.run(id, () => open(id, windowId));
}
async function open(id, windowId) {
  if (windowId !== null && (await windows.get(windowId, { populate: false })).incognito) {
    throw new Error("A set cannot be added to a private window.");
  }
  const set = await withConnection(({ client: client2 }) => client2.window(id));
  const { found, window: window2 } = await findOpen(set);
  await recordSet(set.id, "opening");
  const front = set.tabs.find((tab) => tab.active) ?? set.tabs[0];
  const missing = set.tabs.filter((tab) => !found.has(tab.number));
  if (isFirefox()) {
    const waiting = missing.filter((tab) => tab !== front && isWebAddress(tab.url));
    await recordWaiting(waiting.map(({ number, url, title }) => ({ set: set.id, number, url, title })));
  }
  const opening = new Opening(set, found, windowId ?? window2);
  await recordOpened(new Map([...opening.ids].map(([number, tab]) => [tab, { set: set.id, number }])));
  await opening.showFront(front);
  for (const tab of missing)
    if (tab !== front)
      await opening.add(tab);
  await opening.group();
  await recordSet(set.id, "open");
  return { window: opening.windowId ?? -1, opened: missing.length };
}
var Opening = class {
  /**
   * @param {WindowSet} set
   * @param {Map<number, ExtensionTab>} found the tabs that are open already
   * @param {number | null} windowId null for a new window
   */
  constructor(set, found, windowId) {
    this.set = set;
    this.found = found;
    this.windowId = windowId;
    this.isNew = windowId === null;
    this.ids = new Map([...found].map(([number, tab]) => [number, tab.id ?? -1]));
  }
  /**
   * Shows the tab that was in front, and opens it if necessary.
   *
   * @param {Tab} front
   */
  async showFront(front) {
    const id = this.ids.get(front.number);
    if (id !== void 0) {
      const shown2 = await tabs6.update(id, { active: true });
      await windows.update(shown2.windowId ?? -1, { focused: true });
      return;
    }
    const place = placeOf({ set: this.set.id, number: front.number });
    if (isWebAddress(front.url))
      await expectIn(null, front.url, place);
    if (this.windowId === null) {
      const window2 = await this.createWindow(front);
      this.windowId = window2.id ?? -1;
      const [tab] = window2.tabs ?? await tabs6.query({ windowId: this.windowId });
      await bindExpected(place, tab.id ?? -1);
      if (front.pinned)
        await tabs6.update(tab.id ?? -1, { pinned: true });
      await this.record(front, tab);
      return;
    }
    const made = await this.create(front, { active: true, pinned: front.pinned });
    await bindExpected(place, made.id ?? -1);
    await this.record(front, made);
    await windows.update(this.windowId, { focused: true });
  }
  /** @param {Tab} front */
  async createWindow(front) {
    const url = this.directAddress(front) ?? void 0;
    try {
      return await windows.create({ url, focused: true });
    } catch {
      return windows.create({ url: this.waitingAddress(front), focused: true });
    }
  }
  /**
   * Opens a tab that is loaded when it is viewed.
   *
   * @param {Tab} tab
   */
  async add(tab) {
    const index = this.isNew ? this.set.tabs.findIndex(({ number }) => number === tab.number) : void 0;
    const options = { active: false, pinned: tab.pinned, index: index ?? await this.indexOf(tab) };
    await this.record(tab, await this.create(tab, options));
  }
  /**
   * Returns the index of a tab in the window: after the preceding tab of the set, or before the following one.
   *
   * @param {Tab} tab
   * @returns {Promise<number | undefined>} undefined for the end
   */
  async indexOf(tab) {
    const before = this.set.tabs.filter(({ number }) => number < tab.number).reverse();
    const after = this.set.tabs.filter(({ number }) => number > tab.number);
    for (const { number } of [...before, ...after]) {
      const id = this.ids.get(number);
      const open2 = id === void 0 ? null : await tabs6.get(id).catch(() => null);
      if (open2?.windowId !== this.windowId || open2.pinned !== tab.pinned)
        continue;
      return (open2.index ?? 0) + (number < tab.number ? 1 : 0);
    }
    return void 0;
  }
  /**
   * @param {Tab} tab
   * @param {{active: boolean, pinned: boolean, index?: number}} options
   * @returns {Promise<ExtensionTab>}
   */
  async create(tab, { pinned, ...options }) {
    const windowId = this.windowId ?? void 0;
    const isWaiting = !options.active && isWebAddress(tab.url);
    if (isWaiting && isFirefox()) {
      const made = await tabs6.create({
        ...options,
        windowId,
        url: tab.url,
        discarded: true,
        title: tab.title || tab.url
      });
      if (pinned)
        await tabs6.update(made.id ?? -1, { pinned });
      return made;
    }
    const url = isWaiting ? this.waitingAddress(tab) : this.directAddress(tab) ?? void 0;
    try {
      return await tabs6.create({ ...options, windowId, pinned, url });
    } catch {
      return tabs6.create({ ...options, windowId, pinned, url: this.waitingAddress(tab) });
    }
  }
  /** @param {Tab} tab */
  waitingAddress({ number, url, title }) {
    return waitingAddress({ set: this.set.id, number, url, title });
  }
  /**
   * Returns the address that shows the page itself; null for a new tab. A page of the extension shows the addresses
   * that are not on the web, for the reader to copy.
   *
   * @param {Tab} tab
   */
  directAddress(tab) {
    if (BLANK.test(tab.url))
      return null;
    return isWebAddress(tab.url) ? tab.url : this.waitingAddress(tab);
  }
  /**
   * Records a tab at once, so that it is known if the work is interrupted.
   *
   * @param {Tab} tab
   * @param {ExtensionTab} made
   */
  async record(tab, made) {
    this.ids.set(tab.number, made.id ?? -1);
    await recordOpened(/* @__PURE__ */ new Map([[made.id ?? -1, { set: this.set.id, number: tab.number }]]));
  }
  /** Groups the tabs. A browser without groups shows the tabs side by side. */
  async group() {
    if (!tabs6.group)
      return;
    for (const [index, group] of this.set.groups.entries()) {
      const members = this.set.tabs.filter((tab) => tab.group === index && !tab.pinned);
      const old = members.map((tab) => this.found.get(tab.number)?.groupId ?? -1).find((id) => id >= 0);
      const tabIds = members.map((tab) => this.ids.get(tab.number) ?? -1).filter((id) => id >= 0);
      if (tabIds.length === 0)
        continue;
      try {
        const target = old === void 0 ? { createProperties: { windowId: this.windowId ?? -1 } } : {
          groupId: old
        };
        const id = await tabs6.group({ tabIds, ...target });
        const { title, color, collapsed } = group;
        await browserAPI.tabGroups?.update(id, { title, ...color ? { color } : {}, collapsed });
      } catch {
      }
    }
  }
};

// archive-address.js
function archiveAddress(address, time) {
  const date = new Date(time);
  if (!/^https?:\/\//i.test(address) || Number.isNaN(date.getTime()))
    return null;
  const digits = date.toISOString().slice(0, 19).replace(/[^0-9]/g, "");
  return `https://web.archive.org/web/${digits}/${address}`;
}

// restoring.js
var { storage: storage6 } = browserAPI;
function nameOf2(tabId) {
  return `restoring-${tabId}`;
}
function recordRestoring(tabId, restoring) {
  return storage6.session.set({ [nameOf2(tabId)]: restoring });
}
async function restoringIn(tabId) {
  return (await storage6.session.get(nameOf2(tabId)))[nameOf2(tabId)] ?? null;
}
function forgetRestoring(tabId) {
  return storage6.session.remove(nameOf2(tabId));
}

// fallback.js
var { runtime: runtime5, scripting: scripting7, storage: storage7, tabs: tabs7 } = browserAPI;
var MISSING_STATUSES = [404, 410];
var MISSING_TIME = 650;
var SEARCH_TIME2 = 500;
var CLICK_TIME = 500;
var PASSING = ["wrongPage", "abstained", "aborted"];
var ERROR_ICON = /^chrome:\/\/global\/skin\/icons\/(info|warning)\.svg$/;
var ICON_TIME = 2e3;
var ICON_STEP = 50;
var MOST_PLACES = 50;
async function resumeIn(tabId, id, expected = null) {
  let document2 = expected?.document || null;
  try {
    const { snapshot } = await placeNamed(id);
    if (!snapshot)
      return null;
    await showState(tabId, { kind: "restoring" });
    const page = await pageIn(tabId);
    if (page === null) {
      if (mayReplace(expected))
        return await showInstead(tabId, id, "unreachable");
      await waitFor(tabId, id, snapshot);
      return null;
    }
    if (document2 !== null && page.document !== document2)
      throw new Error("The page has gone.");
    document2 = page.document;
    return await restoreOn(page, tabId, id, snapshot, expected);
  } catch (problem) {
    const isOver = await isInterrupted(tabId, document2);
    await showState(tabId, { kind: "interrupted" });
    if (isOver)
      return null;
    throw problem;
  }
}
async function restoreOn({ status, document: document2 }, tabId, id, snapshot, expected) {
  const isProbe = expected !== null && !expected.isSure;
  await forgetRestoring(tabId);
  const restored = restoreSnapshot(tabId, snapshot, { isProbe });
  restored.catch(() => void 0);
  if (MISSING_STATUSES.includes(status) && mayReplace(expected) && (!isProbe || !await asksForLogin(tabId))) {
    const early = await Promise.race([restored.catch(() => null), delay(MISSING_TIME)]);
    if (!isRestored(early))
      return showInstead(tabId, id, "missing");
  }
  const hasCard = !isProbe && await offerDuringSearch(tabId, id, restored);
  const result = await restored;
  if (!result && await isInterrupted(tabId, document2))
    throw new Error("The page has gone.");
  const state = stateOfResult(result);
  if (hasCard && !TABLE[state.kind].card) {
    if (state.kind === "aborted")
      await delay(CLICK_TIME);
    await withdrawOffer(tabId);
  }
  const isPassed = expected !== null && PASSING.includes(state.kind) && isOnTheWay(expected, expected.isSure, await asksForLogin(tabId));
  if (isPassed) {
    if (hasCard)
      await withdrawOffer(tabId);
    await waitFor(tabId, id, snapshot);
    return result;
  }
  const isTold = !result?.continues;
  await settleExpected(tabId, id, result?.status ?? "interrupted", { tries: expected?.tries, isTold });
  if (state.kind !== "aborted")
    await recordRestoring(tabId, { id, document: document2 });
  await showResult(tabId, id, state);
  return result;
}
function mayReplace(expected) {
  return expected === null || expected.isSure || expected.tries === 1;
}
function waitFor(tabId, id, { url }) {
  return showState(tabId, { kind: "waiting", id, key: resumedKey(url), at: Date.now() });
}
async function offerDuringSearch(tabId, id, restored) {
  const ended = restored.then(() => true, () => true);
  while (await Promise.race([ended, delay(SEARCH_TIME2)]) === null) {
    if (await phaseIn(tabId) !== "searching")
      continue;
    await offerIn(tabId, id, { kind: "searching" });
    return true;
  }
  return false;
}
async function phaseIn(tabId) {
  const [{ result }] = await scripting7.executeScript({
    target: { tabId },
    func: () => globalThis.leftoffRestoreState?.().phase ?? "searching"
  });
  return String(result);
}
async function asksForLogin(tabId) {
  try {
    const [{ result }] = await scripting7.executeScript({
      target: { tabId },
      // Runs in the page, in the extension's isolated world.
      func: () => {
        const names = ["type=password", "autocomplete~=username", "autocomplete~=one-time-code"];
        const selector = names.map((name) => `input[${name}]`).join();
        const fields = Document.prototype.querySelectorAll.call(document, selector);
        return [...fields].some((field) => field.checkVisibility({ checkVisibilityCSS: true }));
      }
    });
    return result === true;
  } catch {
    return false;
  }
}
async function showResult(tabId, id, state) {
  if (TABLE[state.kind].card)
    await offerIn(tabId, id, state);
  else
    await showState(tabId, state);
  if (state.kind === "restored" || state.kind === "approximate")
    await recordArrival(tabId);
}
async function isInterrupted(tabId, document2) {
  const isOpen = await tabs7.get(tabId).then(() => true, () => false);
  return !isOpen || document2 !== null && await documentIn(tabId) !== document2;
}
function isRestored(result) {
  return ["restored", "approximate", "aborted"].includes(result?.status);
}
async function pageIn(tabId) {
  try {
    const [{ result }] = await scripting7.executeScript({
      target: { tabId },
      func: () => {
        const [entry] = (
          /** @type {any[]} */
          performance.getEntriesByType("navigation")
        );
        return [entry?.responseStatus ?? 0, performance.timeOrigin];
      }
    });
    return { status: Number(result[0]), document: Number(result[1]) };
  } catch (problem) {
    if (String(problem).includes("error page") || isFirefox() && await showsErrorPage(tabId))
      return null;
    throw problemOf("notAllowed", NOT_ALLOWED);
  }
}
async function showsErrorPage(tabId) {
  for (let waited = 0; waited <= ICON_TIME; waited += ICON_STEP) {
    const { favIconUrl } = await tabs7.get(tabId);
    if (favIconUrl)
      return ERROR_ICON.test(favIconUrl);
    await delay(ICON_STEP);
  }
  return false;
}
async function showInstead(tabId, id, reason) {
  await settleExpected(tabId, id, reason);
  await showState(tabId, { kind: reason });
  await tabs7.update(tabId, { url: pageOf(id, reason) });
  return null;
}
function pageOf(id, reason) {
  return `${runtime5.getURL("copy.html")}#${new URLSearchParams({ id, reason })}`;
}
function readFallbackAddress(address) {
  if (!address.startsWith(`${runtime5.getURL("copy.html")}#`))
    return null;
  return new URLSearchParams(new URL(address).hash.slice(1)).get("id") || null;
}
async function offerIn(tabId, id, state) {
  await showState(tabId, state);
  const { card } = present(state);
  const target = { tabId };
  if (card?.hasCopies) {
    const [{ result: page }] = await scripting7.executeScript({ target, func: () => location.href });
    await storage7.session.set({ [offerKey(tabId)]: { id, reason: state.kind, page: pageKey(String(page)) } });
  }
  await scripting7.executeScript({ target, files: ["offer.js"] });
  await scripting7.executeScript({
    target,
    args: [card],
    // Runs in the page, in the extension's isolated world.
    func: (given) => globalThis.leftoffOffer(given)
  });
}
async function withdrawOffer(tabId) {
  await storage7.session.remove(offerKey(tabId));
  await scripting7.executeScript({ target: { tabId }, func: () => globalThis.leftoffWithdrawOffer?.() });
}
function offerKey(tabId) {
  return `offer-${tabId}`;
}
async function moveOffer(from, to) {
  const { [offerKey(from)]: offer } = await storage7.session.get(offerKey(from));
  await forgetOffer(from);
  if (offer)
    await storage7.session.set({ [offerKey(to)]: offer });
}
function forgetOffer(tabId) {
  return storage7.session.remove(offerKey(tabId));
}
async function openOffered({ tab, url, frameId }) {
  const key = offerKey(tab?.id ?? -1);
  const { [key]: offer } = await storage7.session.get(key);
  if (frameId !== 0 || !offer || offer.page !== pageKey(url ?? ""))
    return null;
  await storage7.session.remove(key);
  await tabs7.create({ url: pageOf(offer.id, offer.reason), openerTabId: tab?.id, index: (tab?.index ?? 0) + 1 });
  return null;
}
async function fallbackOf(id) {
  const { snapshot, ...place } = await placeNamed(id);
  const others = await withConnection(({ client: client2 }) => client2.snapshotsOn(place.url, MOST_PLACES)).catch(() => []);
  const isInSet = id.startsWith("window:");
  const copies2 = [place, ...others].flatMap(({ copies: kinds2 }) => kinds2 ?? []);
  const holder = isInSet ? others.find((other) => other.copies?.length > 0)?.id ?? "" : place.id;
  const capturedAt = snapshot?.capturedAt || place.storedAt;
  const kinds = (
    /** @type {CopyKind[]} */
    ["text", "picture"].filter((kind) => copies2.includes(kind))
  );
  return { place, holder, kinds, archive: archiveAddress(place.url, capturedAt), capturedAt };
}
async function signInToCopy(id, kind) {
  const { origin, code } = await signIn();
  const view = kind === "picture" ? "picture" : "text";
  return { origin, code, next: `/copies/${encodeURIComponent(id)}/${view}#leftoff-line` };
}
async function tryAgain(id, tabId) {
  const { url } = await placeNamed(id);
  requireWebAddress(url);
  await expectIn(tabId, url, id);
  await tabs7.update(tabId, { url });
  return null;
}

// expected-page.js
var { tabs: tabs8 } = browserAPI;
async function restoreExpected({ id = -1, url, status }) {
  if (!url?.startsWith("http"))
    return;
  const isComplete = status === "complete";
  if (!await isExpected(id, url, isComplete))
    return;
  const document2 = await documentIn(id) ?? UNKNOWN_DOCUMENT;
  const isHere = await tabs8.get(id).then((tab) => tab.url === url, () => false);
  const expected = isHere ? await takeExpected(id, url, isComplete, document2) : null;
  if (expected)
    await report(resumeIn(id, expected.id, expected), id);
}

// later-result.js
var STATUSES = ["restored", "approximate", "abstained", "wrongPage", "aborted"];
var MOST_CONTROL = 60;
async function handleLaterResult({ status, reason, control, continues }, { tab }) {
  const tabId = tab?.id ?? -1;
  const restoring = await restoringIn(tabId);
  if (!restoring || !STATUSES.includes(status) || await documentIn(tabId) !== restoring.document)
    return;
  const state = stateOfResult({
    status,
    reason: String(reason ?? ""),
    control: String(control ?? "").slice(0, MOST_CONTROL),
    continues: continues === true
  });
  await settleExpected(tabId, restoring.id, status);
  if (status === "aborted")
    await forgetRestoring(tabId);
  if (!TABLE[state.kind].card)
    await withdrawOffer(tabId);
  await showResult(tabId, restoring.id, state);
}

// ../shared/untouched-top.js
function isAtUntouchedTop(snapshot) {
  const inFrame = snapshot.frame?.place;
  if (inFrame && !isAtUntouchedTop(inFrame))
    return false;
  const visual = snapshot.visualViewport ?? {};
  const scrollers = snapshot.scrollers ?? [];
  const offsets = [
    snapshot.pageXOffset,
    snapshot.pageYOffset,
    visual.pageLeft,
    visual.pageTop,
    snapshot.progress?.px,
    ...scrollers.flatMap(({ x, y }) => [x, y]),
    snapshot.motion?.x,
    snapshot.motion?.y,
    snapshot.motion?.slide
  ];
  const hasMoved = offsets.some((offset) => Math.abs(offset ?? 0) > 0);
  const isPlayed = (snapshot.media ?? []).length > 0;
  if (hasMoved || isPlayed || snapshot.selection || String(snapshot.url ?? "").includes(":~:text="))
    return false;
  const hasAnchors = (snapshot.anchors ?? []).length > 0;
  return typeof snapshot.pageYOffset === "number" || !(hasAnchors || snapshot.progress?.text > 0);
}

// resume.js
var { permissions: permissions2, runtime: runtime6, storage: storage8, tabs: tabs9 } = browserAPI;
var ASKED = "isAskedForPages";
async function openToResume(id, from, isActive) {
  const place = await placeNamed(id);
  requireWebAddress(place.url);
  const beside = { openerTabId: from.id, index: (from.index ?? 0) + 1, active: isActive };
  const isAllowed = await permissions2.contains({ origins: pagesOfSite(place.url) });
  const { [ASKED]: isAsked } = await storage8.local.get(ASKED);
  if (!isAllowed && !isAsked) {
    const url = runtime6.getURL(`resume.html#${new URLSearchParams({ id })}`);
    await tabs9.create({ ...beside, active: true, url });
    return null;
  }
  if (isAllowed)
    await expectIn(null, place.url, id);
  const tab = await tabs9.create({ ...beside, url: addressOfPlace(place, isAllowed) });
  if (isAllowed)
    await bindExpected(id, tab.id ?? -1);
  else
    await waitIn(tab.id ?? -1, place.url, id);
  return null;
}
async function openAfterQuestion(id, tabId) {
  const place = await placeNamed(id);
  requireWebAddress(place.url);
  await storage8.local.set({ [ASKED]: true });
  const isAllowed = await permissions2.contains({ origins: pagesOfSite(place.url) });
  if (isAllowed)
    await expectIn(tabId, place.url, id);
  else
    await waitIn(tabId, place.url, id);
  await tabs9.update(tabId, { url: addressOfPlace(place, isAllowed) });
  return null;
}
function addressOfPlace({ url, address = url, fragment = address }, isAllowed) {
  const opened = isAllowed ? address : fragment;
  requireWebAddress(opened);
  return opened;
}
function waitIn(tabId, url, id) {
  return showState(tabId, { kind: "waiting", id, key: resumedKey(url), at: Date.now() });
}
async function waitingPlace(tab) {
  const { kind, id, key } = await stateOf(tab.id ?? -1);
  if (kind !== "waiting" || !id)
    return null;
  return { id, isHere: resumedKey(addressOf(tab)) === key };
}
async function goToPlace(tab) {
  const waiting = await waitingPlace(tab);
  return waiting?.isHere ? resumeIn(tab.id ?? -1, waiting.id) : restoreNewest(tab, resumeIn);
}

// look.js
async function look(tabId, isStill) {
  const tab = await browserAPI.tabs.get(tabId);
  const waiting = await waitingPlace(tab);
  if (waiting?.isHere)
    return { kind: "waiting", id: waiting.id };
  const capture2 = captureTab(tabId).then((snapshot2) => ({ snapshot: snapshot2, problem: null }), (problem2) => ({
    snapshot: null,
    problem: problem2
  }));
  const isPage = /^(https?|file):/.test(addressOf(tab));
  const place = waiting ? await placeNamed(waiting.id) : isPage ? await placeToResume(tab).catch(async (problem2) => {
    throw (await capture2).problem ?? problem2;
  }) : null;
  const { snapshot, problem } = await capture2;
  if (place) {
    const { px = 0, text = null } = snapshot?.progress ?? {};
    const anchors = snapshot?.frame?.place?.anchors ?? snapshot?.anchors;
    const words = anchors?.[0]?.quote?.exact;
    return {
      kind: "place",
      place: waiting ? { ...place, snapshot: void 0 } : place,
      here: snapshot && !waiting ? text ?? px : null,
      isHere: !waiting && words !== void 0 && words === place.quote
    };
  }
  if (problem)
    throw problem;
  const { title = "", url } = snapshot;
  if (isAtUntouchedTop(snapshot))
    return { kind: "untouched", title, url };
  return { kind: "captured", place: await storeCapture(tabId, snapshot, isStill) };
}

// windows.js
var { permissions: permissions3, runtime: runtime7, tabs: tabs10, windows: windows2 } = browserAPI;
var CONCURRENCY = 8;
var CAPTURE_TIME = 15e3;
var MOST_TABS = 500;
var LONGEST_ADDRESS = 64 * 1024;
var running2 = new SingleFlight();
async function setAsideOrAsk(windowId, keepsOpen) {
  if (await permissions3.contains(windowPermissions()))
    return setAside(windowId, keepsOpen);
  const query = new URLSearchParams({ window: String(windowId), ...keepsOpen ? { open: "" } : {} });
  await tabs10.create({ windowId, url: runtime7.getURL(`windows.html?${query}`) });
  return null;
}
function setAside(windowId, keepsOpen) {
  return running2.run(windowId, () => storeAndClose(windowId, keepsOpen));
}
async function storeAndClose(windowId, keepsOpen) {
  const window2 = await windows2.get(windowId, { populate: true });
  if (window2.incognito)
    throw new Error("Private windows are never stored.");
  if (window2.type !== "normal")
    throw new Error("Only a window with tabs can be set aside.");
  const all = (window2.tabs ?? []).filter((tab) => !tab.incognito);
  const candidates = all.filter(isStorable);
  if (candidates.length > MOST_TABS) {
    throw new Error(`This window has ${candidates.length} tabs. At most ${MOST_TABS} can be set aside at once.`);
  }
  const { neverCaptured } = await captureSettings();
  const records = await mapConcurrently(candidates, CONCURRENCY, (tab) => recordOf(tab, neverCaptured));
  const storable = candidates.filter((_, index) => records[index]);
  if (storable.length === 0)
    throw new Error("This window has no tab to set aside.");
  const groups = await groupsOf(storable);
  const body = {
    request: crypto.randomUUID(),
    browser: runtime7.getBrowserInfo ? "Firefox" : "Chromium",
    groups: groups.map(({ title = "", color = "", collapsed = false }) => ({ title, color, collapsed })),
    tabs: records.filter(Boolean).map((record, index) => {
      const group = groups.findIndex(({ id }) => id === storable[index].groupId);
      return { ...record, group: group < 0 ? null : group };
    })
  };
  const stored = await withConnection(({ client: client2 }) => client2.addWindow(body));
  const left = keepsOpen ? 0 : await closeStored(stored.id, windowId, storable);
  const placeCount = stored.tabs.filter((tab) => tab.hasPlace).length;
  return { id: stored.id, title: stored.title, tabCount: stored.tabs.length, placeCount, left };
}
function isStorable(tab) {
  const address = addressOf2(tab);
  if (isOwnPage(address))
    return readWaitingAddress(address) !== null || readFallbackAddress(address) !== null;
  return address !== "" && address.length <= LONGEST_ADDRESS / 3 && !address.startsWith("javascript:");
}
function addressOf2(tab) {
  if (tab.isInReaderMode && tab.url)
    return addressOf(tab) || tab.url;
  return tab.url && tab.url !== "about:blank" ? tab.url : tab.pendingUrl || tab.url || "";
}
async function groupsOf(all) {
  const ids = [...new Set(all.map((tab) => tab.groupId ?? -1).filter((id) => id >= 0))];
  return Promise.all(ids.map(async (id) => {
    const group = await browserAPI.tabGroups?.get(id).catch(() => null);
    return { ...group, id };
  }));
}
async function recordOf(tab, neverCaptured) {
  const content = await contentOf(tab, neverCaptured);
  if (!content)
    return null;
  const record = { pinned: tab.pinned === true, active: tab.active === true, ...content };
  return neverCapturedHost(record.url, neverCaptured) ? { ...record, title: "", snapshot: null } : record;
}
async function contentOf(tab, neverCaptured) {
  const address = addressOf2(tab);
  const title = tab.title || "";
  const gone = readFallbackAddress(address);
  if (gone) {
    const place2 = await placeIfStored(gone);
    return place2 && { url: place2.url, title: place2.title || "", sleeping: true, snapshot: place2.snapshot };
  }
  const waiting = await waitingTabOf(tab);
  if (waiting) {
    const place2 = await placeIfStored(placeOf(waiting));
    return {
      url: waiting.url,
      title: waiting.title || title,
      sleeping: true,
      snapshot: place2?.snapshot ?? null
    };
  }
  const sleeping = tab.discarded === true || tab.status === "unloaded" || tab.frozen === true;
  const record = { url: address, title, sleeping, snapshot: null };
  if (!/^(https?|file):/.test(address) || neverCapturedHost(address, neverCaptured))
    return record;
  if (!sleeping && !tab.isInReaderMode) {
    const snapshot = await withTimeout(CAPTURE_TIME, captureTab(tab.id ?? -1)).catch(() => null);
    if (snapshot)
      return { ...record, url: snapshot.url || address, snapshot: withoutLinks(snapshot) };
  }
  const place = await newestWholePlace(address);
  return { ...record, snapshot: place ? withoutLinks(place.snapshot) : null };
}
function withoutLinks(snapshot) {
  return { ...snapshot, links: [] };
}
async function placeIfStored(name) {
  return placeNamed(name).catch((problem) => {
    if (problem.status === 404)
      return null;
    throw problem;
  });
}
async function closeStored(set, windowId, stored) {
  await recordSet(set, "closing");
  const now = await tabs10.query({ windowId });
  const addresses = new Map(stored.map((tab) => [tab.id, addressOf2(tab)]));
  const done = now.filter((tab) => addresses.get(tab.id) === addressOf2(tab) || isListOfWindows(addressOf2(tab)));
  const left = now.length - done.length;
  const known2 = await openedTabs2();
  const earlier = done.map((tab) => (readWaitingAddress(tab.url ?? "") ?? known2[tab.id ?? -1])?.set ?? "");
  const query = new URLSearchParams({ stored: set, ...left > 0 ? { left: String(left) } : {} });
  const url = runtime7.getURL(`windows.html?${query}`);
  if (left === 0 && await otherWindow(windowId) !== null) {
    await windows2.remove(windowId);
    await tabs10.create({ windowId: await otherWindow(windowId) ?? void 0, url });
  } else {
    await tabs10.create({ windowId, url });
    await tabs10.remove(done.map((tab) => tab.id ?? -1));
  }
  await removeSets([set, ...earlier]);
  return left;
}
function isListOfWindows(address) {
  return address.split(/[?#]/)[0] === runtime7.getURL("windows.html");
}
async function otherWindow(windowId) {
  const all = (await windows2.getAll({ windowTypes: ["normal"] })).filter(({ id, incognito }) => id !== windowId && !incognito);
  return (all.find(({ focused }) => focused) ?? all[0])?.id ?? null;
}

// background.js
var { alarms: alarms3, commands, contextMenus, permissions: permissions4, runtime: runtime8, storage: storage9, tabs: tabs11 } = browserAPI;
async function handleServicePage(message, sender) {
  const receivedAt = Date.now();
  if (!sender.tab || !await isServiceOrigin(new URL(sender.url ?? "").origin))
    return null;
  if (message.type === "ready")
    return await permissions4.contains({ origins: ALL_PAGES }) ? "ready" : "limited";
  if (message.type === "open")
    return openToResume(String(message.id), sender.tab, message.isActive === true);
  if (message.type === "bring-back")
    return bringBack(String(message.id), null);
  const opened = await expectPlace(String(message.url), String(message.id), sender.tab.id ?? -1, receivedAt);
  if (opened !== null)
    await restoreExpected(await tabs11.get(opened));
  return null;
}
var PLACE_REQUESTS = {
  "look": ({ tab, isStill }) => look(tab, isStill === true),
  "capture": ({ tab, isStill }) => capture(tab, isStill === true),
  "place": ({ id }) => placeNamed(id),
  "previous": ({ url, id }) => previousPlace(url, id),
  "restore": ({ tab, id }) => resumeIn(tab, id),
  "resume-here": ({ id, tab }) => openAfterQuestion(id, tab),
  "places": () => openPlaces(),
  "forget": ({ page, id }) => changePlaces(page, (client2) => client2.forgetSnapshot(id)),
  "undo": ({ page, id }) => changePlaces(page, (client2) => client2.undo(id)),
  // Automatic places
  "keep": ({ page, id }) => changePlaces(page, (client2) => client2.keepSnapshot(id)),
  "refuse": ({ page }) => changePlaces(page, (client2) => client2.refuseAutomatic(page)),
  // The copies of a page, and the page that offers them
  "copies": ({ id }) => copiesOf(id),
  "fallback": ({ id }) => fallbackOf(id),
  "copy": ({ id, kind }) => signInToCopy(id, kind),
  "again": ({ id, tab }) => tryAgain(id, tab),
  // Highlights
  "highlight": ({ tab }) => highlight(tab),
  "highlights": ({ tab }) => paintIn(tab)
};
var WINDOW_REQUESTS = {
  "set-aside-or-ask": ({ window: window2, keepsOpen }) => showStored(setAsideOrAsk(window2, keepsOpen === true)),
  "set-aside": ({ window: window2, keepsOpen }) => showStored(setAside(window2, keepsOpen === true)),
  "bring-back": ({ id, window: window2 }) => bringBack(id, window2 ?? null),
  "window-tab": (message, { tab }) => expectIn(tab?.id ?? null, message.url, placeOf(message)),
  "window-set": ({ id }) => withConnection(({ client: client2 }) => client2.window(id)),
  "window-sets": ({ limit }) => withConnection(({ client: client2 }) => client2.windows(limit)),
  "forget-window": ({ id }) => withConnection(({ client: client2 }) => client2.forgetWindow(id)),
  "undo-window": ({ id }) => withConnection(({ client: client2 }) => client2.undoWindow(id))
};
var SETTING_REQUESTS = {
  "paints-highlights": () => paintsHighlights(),
  "paint-highlights": ({ paints }) => savePaintsHighlights(paints === true),
  "settings": () => captureSettings(),
  "change-settings": ({ patch }) => changeSettings(patch),
  "automatic-settings": () => applyAutomaticSettings(),
  "refusals": () => withConnection(({ client: client2 }) => client2.json("/api/automatic/refusals")),
  "allow": ({ page }) => withConnection(({ client: client2 }) => client2.allowAutomatic(page)),
  "sign-in": () => signIn(),
  "connect": () => connectAgain()
};
var OWN_PAGE_REQUESTS = { ...PLACE_REQUESTS, ...WINDOW_REQUESTS, ...SETTING_REQUESTS };
function connectAgain() {
  resetConnection();
  return withConnection(({ kind }) => countUnfinished().then(clearProblem).then(() => kind));
}
async function handleOwnPage(message, sender) {
  if (!Object.hasOwn(OWN_PAGE_REQUESTS, message.type))
    return null;
  return OWN_PAGE_REQUESTS[message.type](message, sender);
}
function isOwn(sender) {
  return sender.id === runtime8.id && String(sender.url).startsWith(runtime8.getURL(""));
}
runtime8.onMessage.addListener((message, sender, respond) => {
  if (message?.type === "reading") {
    if (sender.id === runtime8.id)
      handleReading(message, sender);
    return false;
  }
  if (message?.type === "restore-changed") {
    if (sender.id === runtime8.id) {
      handleLaterResult(message, sender);
      paintAfterRestore(sender.tab?.id ?? -1).catch(() => void 0);
    }
    return false;
  }
  const isFromService = !isOwn(sender) && ["ready", "resume", "open", "bring-back"].includes(message?.type);
  const isOffer = message?.type === "offered" && sender.id === runtime8.id && sender.tab !== void 0;
  const work = isFromService ? handleServicePage(message, sender) : isOffer ? openOffered(sender) : isOwn(sender) ? handleOwnPage(message, sender) : null;
  if (!work)
    return false;
  work.then(
    (result) => respond({ result, connection: isFromService ? "" : connectionLabel() }),
    (problem) => respond({
      problem: problem.message,
      status: problem.status ?? null,
      connection: connectionLabel()
    })
  );
  return true;
});
tabs11.onCreated.addListener((tab) => {
  if (tab.id !== void 0)
    recordOpenedTab(tab.id, tab.openerTabId, tab.pendingUrl ?? "");
});
tabs11.onUpdated.addListener((tabId, { url, status, discarded }, tab) => {
  if (discarded === false)
    prepareWaitingTab(tab);
  if (status === "loading")
    resetState(tabId);
  if (status === "complete")
    redrawState(tabId);
  if (url || status === "complete")
    restoreExpected({ id: tabId, url: tab.url, status });
  if (url || status === "complete")
    observeTab({ ...tab, id: tabId });
  if (url || status === "complete") {
    paintOnVisit({ id: tabId, url: url ?? tab.url }, status === "complete").catch(() => void 0);
  }
});
tabs11.onReplaced?.addListener(async (added, removed) => {
  await moveExpected(removed, added);
  await moveState(removed, added);
  await moveOffer(removed, added);
});
tabs11.onRemoved.addListener((tabId) => {
  endVisit(tabId).then(() => forgetState(tabId));
});
tabs11.onRemoved.addListener(async (tabId, { isWindowClosing }) => {
  await forgetOffer(tabId);
  await forgetRestoring(tabId);
  const closedSet = await forgetTab(tabId, isWindowClosing);
  if (closedSet)
    await removeSets([closedSet]);
});
commands.onCommand.addListener((command, tab) => {
  if (command === "set-aside" && tab)
    report(showStored(setAsideOrAsk(tab.windowId ?? -1, false)));
  if (command === "restore" && tab)
    report(goToPlace(tab), tab.id);
});
contextMenus.onClicked.addListener((clicked, tab) => {
  if (clicked.menuItemId === "queue")
    report(enqueue(clicked.linkUrl ?? "", httpOnly(clicked.pageUrl)));
  if (clicked.menuItemId === "restore" && tab)
    report(goToPlace(tab), tab.id);
  if (clicked.menuItemId === "highlight" && tab)
    report(highlight(tab.id ?? -1), tab.id);
  if (clicked.menuItemId === "picture" && tab)
    report(captureWithPicture(tab.id ?? -1), tab.id);
  if (clicked.menuItemId === "set-aside" && tab)
    report(showStored(setAsideOrAsk(tab.windowId ?? -1, false)));
  if (clicked.menuItemId === "store-window" && tab)
    report(showStored(setAsideOrAsk(tab.windowId ?? -1, true)));
  if (clicked.menuItemId === "windows")
    report(tabs11.create({ url: runtime8.getURL("windows.html") }));
});
function enqueue(url, referer) {
  return withConnection(({ client: client2 }) => client2.enqueue({ urls: [url], referer }));
}
function httpOnly(address) {
  return address?.startsWith("http") ? address : void 0;
}
alarms3.onAlarm.addListener((alarm) => {
  if (alarm.name === BADGE_ALARM)
    showUnfinished();
  if (alarm.name === STORE_ALARM)
    storeHeld();
});
runtime8.onStartup.addListener(() => {
  showUnfinished();
});
runtime8.onInstalled.addListener(async ({ reason }) => {
  await storage9.local.setAccessLevel?.({ accessLevel: "TRUSTED_CONTEXTS" });
  await contextMenus.removeAll();
  contextMenus.create({
    id: "queue",
    title: "Add this link to the download queue",
    contexts: ["link"],
    targetUrlPatterns: ALL_PAGES
  });
  contextMenus.create({
    id: "restore",
    title: "Go to the place where I left off",
    contexts: ["page", "selection"],
    documentUrlPatterns: ALL_PAGES
  });
  contextMenus.create({
    id: "highlight",
    title: "Highlight",
    contexts: ["selection"],
    documentUrlPatterns: ALL_PAGES
  });
  contextMenus.create({
    id: "picture",
    title: "Capture with a picture of the page",
    contexts: ["action"]
  });
  contextMenus.create({ id: "set-aside", title: "Set aside this window", contexts: ["action"] });
  contextMenus.create({ id: "store-window", title: "Store this window and keep it open", contexts: ["action"] });
  contextMenus.create({ id: "windows", title: "Windows that were set aside", contexts: ["action"] });
  await welcome(reason);
  await showUnfinished();
});
async function welcome(reason) {
  const { isWelcomed } = await storage9.local.get("isWelcomed");
  if (isWelcomed)
    return;
  await storage9.local.set({ isWelcomed: true });
  if (reason === "install")
    await tabs11.create({ url: runtime8.getURL("welcome.html") });
}
