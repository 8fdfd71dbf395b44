// browser-api.js
var browserAPI = globalThis.browser ?? globalThis.chrome;

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
var NOT_CONNECTED = -1;
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
  const choice = current ??= chosen();
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
async function chosen() {
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
  return withConnection(({ client: client2 }) => client2.json("/host/page", { method: "POST", body: {} }));
}

// button.js
var { action, alarms, runtime: runtime2 } = browserAPI;
var BADGE_COLOUR = "#a63d22";
var PROBLEM_COLOUR = "#9b2c2c";
var RING_COLOUR = "#2f9058";
var ICON_SIZES = [16, 32];
var ICON_SIDE = 128;
var ICON_STROKE_WIDTH = 12;
var CHECK_MARK_TIME = 1500;
var BADGE_ALARM = "badge";
var shown = 0;
async function showUnfinished() {
  let count = 0;
  try {
    count = await countUnfinished();
  } catch {
  }
  await action.setBadgeBackgroundColor({ color: BADGE_COLOUR });
  await action.setBadgeText({ text: count > 999 ? "999+" : count > 0 ? String(count) : "" });
  if (count > 0)
    alarms.create(BADGE_ALARM, { delayInMinutes: 0.5 });
  return count;
}
async function showProblem(problem) {
  await action.setBadgeBackgroundColor({ color: PROBLEM_COLOUR });
  await action.setBadgeText({ text: "!" });
  await action.setTitle({ title: `Leftoff: ${problem.message}` });
}
async function clearProblem() {
  await action.setTitle({ title: "" });
  return showUnfinished();
}
async function report(work) {
  try {
    await work;
    await clearProblem();
  } catch (problem) {
    await showProblem(
      /** @type {Error} */
      problem
    );
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
function delay(time) {
  return new Promise((resolve) => setTimeout(resolve, time));
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

// ../wire/page-key.js
var TRACKING_NAMES = /* @__PURE__ */ new Set([
  "_ga",
  "_gl",
  "_hsenc",
  "_hsmi",
  "_openstat",
  "dclid",
  "fb_action_ids",
  "fb_action_types",
  "fb_ref",
  "fb_source",
  "fbclid",
  "gad_campaignid",
  "gad_source",
  "gbraid",
  "gclid",
  "gclsrc",
  "hsctatracking",
  "igsh",
  "igshid",
  "li_fat_id",
  "mc_cid",
  "mc_eid",
  "mkt_tok",
  "msclkid",
  "oly_anon_id",
  "oly_enc_id",
  "rb_clickid",
  "srsltid",
  "ttclid",
  "twclid",
  "vero_conv",
  "vero_id",
  "wbraid",
  "wickedid",
  "yclid",
  "ysclid"
]);
var TRACKING_PREFIXES = ["utm_", "mtm_", "pk_"];
function isTracking(parameter) {
  const name = parameter.split("=")[0].toLowerCase();
  return TRACKING_NAMES.has(name) || TRACKING_PREFIXES.some((prefix) => name.startsWith(prefix));
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
  try {
    const url = new URL(withoutCredentials(address));
    const fragment = url.hash;
    const query = url.search;
    url.hash = "";
    url.search = "";
    let key = url.href;
    const kept = query.slice(1).split("&").filter((parameter) => parameter !== "" && !isTracking(parameter));
    if (kept.length > 0)
      key += "?" + kept.join("&");
    if (fragment.startsWith("#/") || fragment.startsWith("#!"))
      key += fragment.split(":~:")[0];
    return key;
  } catch {
    return address;
  }
}

// expected.js
var EXPECTATION_TIME = 6e4;
var OPENING_TIME = 3e3;
var REPORTING_TIME = 500;
var MOST_OPENED = 20;
var openedTabs = [];
var lastChange = Promise.resolve();
function change(decide) {
  const done = lastChange.then(async () => {
    const { expected = [] } = await browserAPI.storage.session.get("expected");
    const oldest = Date.now() - EXPECTATION_TIME;
    const [left, result] = decide(expected.filter((one) => one.at >= oldest));
    if (left.length > 0 || expected.length > 0)
      await browserAPI.storage.session.set({ expected: left });
    return result;
  });
  lastChange = done.catch(() => void 0);
  return done;
}
function expectPlace(address, id, from, at) {
  const key = pageKey(address);
  const matches = (one) => one.opener === from || one.key === key;
  const opened = openedTabs.findLast((one) => matches(one) && one.at >= at - REPORTING_TIME);
  const tab = opened ? opened.tab : null;
  return change((all) => [[...all, { key, id, from, at, tab }], tab]);
}
function tabOpened(tab, opener, address) {
  const at = Date.now();
  const since = at - OPENING_TIME;
  const key = pageKey(address);
  openedTabs.push({ tab, opener, key, at });
  if (openedTabs.length > MOST_OPENED)
    openedTabs.shift();
  return change((all) => {
    const matches = (one) => one.from === opener || one.key === key;
    const newest = all.findLast((one) => matches(one) && one.tab === null && one.at >= since);
    return [all.map((one) => one === newest ? { ...one, tab } : one), void 0];
  });
}
function consumeExpected(tab, address, isComplete) {
  const key = pageKey(address);
  return change((all) => {
    const found = all.findLast((one) => one.key === key || isComplete && one.tab === tab);
    return [all.filter((one) => one !== found), found ? found.id : null];
  });
}

// places.js
var { scripting, tabs } = browserAPI;
var SAME_ZOOM = 0.01;
async function captureIn(tabId) {
  let snapshot;
  try {
    [{ result: snapshot }] = await scripting.executeScript({ target: { tabId }, files: ["page/capture.js"] });
  } catch {
    throw new Error("The browser does not allow extensions on this page.");
  }
  if (!snapshot)
    throw new Error("This page has nothing to capture.");
  const complete = { ...snapshot, pageZoom: await tabs.getZoom(tabId) };
  return withConnection(({ client: client2 }) => client2.addSnapshot(complete));
}
async function restoreIn(tabId, id) {
  const { snapshot } = await withConnection(({ client: client2 }) => client2.snapshot(id));
  const zoom = await restoreZoom(snapshot.pageZoom, tabId);
  const target = { tabId };
  await scripting.executeScript({ target, files: ["page/restore.js"] });
  const [{ result }] = await scripting.executeScript({
    target,
    args: [snapshot],
    // Runs in the page, in the extension's isolated world.
    func: (given) => globalThis.leftoffRestore(given)
  });
  return zoom ? { ...result, zoom } : result;
}
async function previousPlace(url, id) {
  const places = await withConnection(({ client: client2 }) => client2.snapshotsOn(url, 2));
  return places.find((place) => place.id !== id) ?? null;
}
async function restoreNewest(tab) {
  const [place] = await withConnection(({ client: client2 }) => client2.snapshotsOn(tab.url ?? "", 1));
  if (!place)
    throw new Error("No place is saved for this page.");
  return restoreIn(tab.id ?? -1, place.id);
}
async function restoreZoom(wanted, tabId) {
  if (typeof wanted !== "number" || !(wanted >= 0.25 && wanted <= 5))
    return null;
  const now = await tabs.getZoom(tabId);
  if (Math.abs(now - wanted) < SAME_ZOOM)
    return null;
  await tabs.setZoom(tabId, wanted);
  return "applied";
}

// background.js
var { alarms: alarms2, commands, contextMenus, permissions, runtime: runtime3, storage, tabs: tabs2 } = browserAPI;
var PAGES = ["http://*/*", "https://*/*"];
async function handleServicePage(message, sender) {
  const receivedAt = Date.now();
  if (!sender.tab || !await isServiceOrigin(new URL(sender.url ?? "").origin))
    return null;
  if (message.type === "ready")
    return permissions.contains({ origins: PAGES });
  const opened = await expectPlace(String(message.url), String(message.id), sender.tab.id ?? -1, receivedAt);
  if (opened !== null)
    await restoreExpected(await tabs2.get(opened));
  return null;
}
async function restoreExpected({ id = -1, url, status }) {
  if (!url?.startsWith("http"))
    return;
  const place = await consumeExpected(id, url, status === "complete");
  if (place)
    await report(restoreIn(id, place));
}
async function handleOwnPage(message) {
  switch (message.type) {
    case "capture":
      return capture(message.tab, message.isStill === true);
    case "previous":
      return previousPlace(message.url, message.id);
    case "restore":
      return restoreIn(message.tab, message.id);
    case "forget":
      return withConnection(({ client: client2 }) => client2.forgetSnapshot(message.id));
    case "places":
      return openPlaces();
    case "sign-in":
      return signIn();
    case "connect":
      resetConnection();
      return withConnection(({ kind }) => countUnfinished().then(clearProblem).then(() => kind));
    default:
      return null;
  }
}
async function capture(tab, isStill) {
  try {
    const place = await captureIn(tab);
    showCaptured(isStill);
    return place;
  } finally {
    clearProblem();
  }
}
async function openPlaces() {
  await withConnection(({ kind, client: client2 }) => tabs2.create({ url: kind === "native" ? runtime3.getURL("open.html") : client2.origin }));
  return null;
}
function isOwn(sender) {
  return sender.id === runtime3.id && String(sender.url).startsWith(runtime3.getURL(""));
}
runtime3.onMessage.addListener((message, sender, respond) => {
  const isFromService = message?.type === "ready" || message?.type === "resume";
  const work = isFromService ? handleServicePage(message, sender) : isOwn(sender) ? handleOwnPage(message) : null;
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
tabs2.onCreated.addListener((tab) => {
  if (tab.id !== void 0)
    tabOpened(tab.id, tab.openerTabId, tab.pendingUrl ?? "");
});
tabs2.onUpdated.addListener((tabId, { url, status }, tab) => {
  if (url || status === "complete")
    restoreExpected({ id: tabId, url: tab.url, status });
});
commands.onCommand.addListener((command, tab) => {
  if (command === "restore" && tab)
    report(restoreNewest(tab));
});
contextMenus.onClicked.addListener((clicked, tab) => {
  if (clicked.menuItemId === "queue")
    report(enqueue(clicked.linkUrl ?? "", httpOnly(clicked.pageUrl)));
  if (clicked.menuItemId === "restore" && tab)
    report(restoreNewest(tab));
});
function enqueue(url, referer) {
  return withConnection(({ client: client2 }) => client2.enqueue({ urls: [url], referer }));
}
function httpOnly(address) {
  return address?.startsWith("http") ? address : void 0;
}
alarms2.onAlarm.addListener((alarm) => {
  if (alarm.name === BADGE_ALARM)
    showUnfinished();
});
runtime3.onStartup.addListener(() => {
  showUnfinished();
});
runtime3.onInstalled.addListener(async ({ reason }) => {
  await storage.local.setAccessLevel?.({ accessLevel: "TRUSTED_CONTEXTS" });
  await contextMenus.removeAll();
  contextMenus.create({
    id: "queue",
    title: "Add this link to the download queue",
    contexts: ["link"],
    targetUrlPatterns: PAGES
  });
  contextMenus.create({
    id: "restore",
    title: "Go to the place where I left off",
    contexts: ["page", "selection"],
    documentUrlPatterns: PAGES
  });
  await welcome(reason);
  await showUnfinished();
});
async function welcome(reason) {
  const { isWelcomed } = await storage.local.get("isWelcomed");
  if (isWelcomed)
    return;
  await storage.local.set({ isWelcomed: true });
  if (reason === "install")
    await tabs2.create({ url: runtime3.getURL("welcome.html") });
}
