// browser-api.js
var browserAPI = globalThis.browser ?? globalThis.chrome;

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
  return change((all) => [[...all, { key, id, from, at, tab: opened ? opened.tab : null }], void 0]);
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
var UNFINISHED_STATES = /* @__PURE__ */ new Set(["ready", "running", "waiting", "verifying"]);
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
async function countUnfinished() {
  const items = await (await pairedClient()).json("/api/queue");
  return items.filter((item) => UNFINISHED_STATES.has(item.state)).length;
}
function client(origin, token) {
  const unauthorized = "The service does not recognize this browser any more. Pair it again.";
  return new ServiceClient({ origin, token, transport: fetchTransport("omit"), unauthorized });
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
  const client2 = await pairedClient();
  return client2.addSnapshot({ ...snapshot, pageZoom: await tabs.getZoom(tabId) });
}
async function restoreIn(tabId, id) {
  const { snapshot } = await (await pairedClient()).snapshot(id);
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
async function restoreNewest(tab) {
  const [place] = await (await pairedClient()).snapshotsOn(tab.url ?? "", 1);
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
var { action, alarms, commands, contextMenus, permissions, runtime, storage, tabs: tabs2 } = browserAPI;
var BADGE_COLOUR = "#a63d22";
var PROBLEM_COLOUR = "#9b2c2c";
var BADGE_ALARM = "badge";
var PAGES = ["http://*/*", "https://*/*"];
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
async function handle(message, sender) {
  const receivedAt = Date.now();
  switch (message?.type) {
    case "ready":
      return await isService(sender) && permissions.contains({ origins: PAGES });
    case "resume":
      if (!await isService(sender))
        return null;
      await expectPlace(String(message.url), String(message.id), sender.tab?.id ?? -1, receivedAt);
      return null;
    case "capture":
      return isOwn(sender) ? captureIn(message.tab).finally(clearProblem) : null;
    case "restore":
      return isOwn(sender) ? restoreIn(message.tab, message.id) : null;
    case "count":
      return isOwn(sender) ? clearProblem() : null;
    default:
      return null;
  }
}
async function isService(sender) {
  const paired = await pairing();
  return Boolean(paired && sender.tab && new URL(sender.url ?? "").origin === paired.service);
}
function isOwn(sender) {
  return sender.id === runtime.id && String(sender.url).startsWith(runtime.getURL(""));
}
runtime.onMessage.addListener((message, sender, respond) => {
  handle(message, sender).then(
    (result) => respond({ result }),
    (problem) => respond({ problem: problem.message, status: problem.status ?? null })
  );
  return true;
});
tabs2.onCreated.addListener((tab) => {
  if (tab.id !== void 0)
    tabOpened(tab.id, tab.openerTabId, tab.pendingUrl ?? "");
});
tabs2.onUpdated.addListener(async (tabId, changed, tab) => {
  if (!tab.url?.startsWith("http") || !changed.url && changed.status !== "complete")
    return;
  const id = await consumeExpected(tabId, tab.url, changed.status === "complete");
  if (id)
    await report(restoreIn(tabId, id));
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
async function enqueue(url, referer) {
  return (await pairedClient()).enqueue({ urls: [url], referer });
}
function httpOnly(address) {
  return address?.startsWith("http") ? address : void 0;
}
alarms.onAlarm.addListener((alarm) => {
  if (alarm.name === BADGE_ALARM)
    showUnfinished();
});
runtime.onStartup.addListener(() => {
  showUnfinished();
});
runtime.onInstalled.addListener(async ({ reason }) => {
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
  await showUnfinished();
  if (reason === "install" && !await pairing())
    tabs2.create({ url: runtime.getURL("pair.html") });
});
