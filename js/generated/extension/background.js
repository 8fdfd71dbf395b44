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
var HEARING_TIME = 500;
var MOST_OPENED = 20;
var lately = [];
var turn = Promise.resolve();
function change(decide) {
  const done = turn.then(async () => {
    const { expected = [] } = await browserAPI.storage.session.get("expected");
    const oldest = Date.now() - EXPECTATION_TIME;
    const [left, result] = decide(expected.filter((one) => one.at >= oldest));
    if (left.length > 0 || expected.length > 0)
      await browserAPI.storage.session.set({ expected: left });
    return result;
  });
  turn = done.catch(() => void 0);
  return done;
}
function expect(address, id, from, at) {
  const key = pageKey(address);
  const isMeant = (one) => one.opener === from || one.key === key;
  const tab = lately.findLast((one) => isMeant(one) && one.at >= at - HEARING_TIME)?.tab ?? null;
  return change((all) => [[...all, { key, id, from, at, tab }], void 0]);
}
function opened(tab, opener, address) {
  const at = Date.now();
  const since = at - OPENING_TIME;
  const key = pageKey(address);
  lately.push({ tab, opener, key, at });
  if (lately.length > MOST_OPENED)
    lately.shift();
  return change((all) => {
    const isMeant = (one) => one.from === opener || one.key === key;
    const newest = all.findLast((one) => isMeant(one) && one.tab === null && one.at >= since);
    return [all.map((one) => one === newest ? { ...one, tab } : one), void 0];
  });
}
function take(tab, address, isComplete) {
  const key = pageKey(address);
  return change((all) => {
    const found = all.findLast((one) => one.key === key || isComplete && one.tab === tab);
    return [all.filter((one) => one !== found), found?.id ?? null];
  });
}

// service.js
var LIVE_STATES = /* @__PURE__ */ new Set(["ready", "running", "waiting", "verifying"]);
var ServiceProblem = class extends Error {
  /**
   * @param {number} status 0 without an answer, -1 without a pairing
   * @param {string} text
   */
  constructor(status, text) {
    super(text);
    this.status = status;
  }
};
async function pairing() {
  const { service: service2, token } = await browserAPI.storage.local.get(["service", "token"]);
  return typeof service2 === "string" && typeof token === "string" ? { service: service2, token } : null;
}
async function ask(path, { method = "GET", body } = {}) {
  const paired = await pairing();
  if (!paired)
    throw new ServiceProblem(-1, "This browser is not paired with Leftoff yet.");
  const headers = { Authorization: `Bearer ${paired.token}` };
  return exchange(paired.service + path, method, body, headers);
}
async function exchange(address, method, body, headers) {
  let answer2;
  try {
    answer2 = await fetch(address, {
      method,
      headers: body === void 0 ? headers : { ...headers, "Content-Type": "application/json" },
      body: body === void 0 ? void 0 : JSON.stringify(body),
      cache: "no-store",
      credentials: "omit",
      redirect: "error"
    });
  } catch {
    throw new ServiceProblem(0, "The service does not answer. Is \u201Cleftoff serve\u201D running?");
  }
  if (answer2.status === 204)
    return null;
  const said = await answer2.json().catch(() => null);
  if (answer2.ok)
    return said;
  if (answer2.status === 401) {
    throw new ServiceProblem(401, "The service no longer knows this browser. Pair it again.");
  }
  throw new ServiceProblem(answer2.status, String(said?.detail ?? `The service answered ${answer2.status}.`));
}
var enc = encodeURIComponent;
var service = {
  /** @param {unknown} snapshot */
  keep: (snapshot) => ask("/api/snapshots", { method: "POST", body: snapshot }),
  /** @param {string} id */
  forget: (id) => ask(`/api/snapshots/${enc(id)}`, { method: "DELETE" }),
  /** @param {string} id */
  place: (id) => ask(`/api/snapshots/${enc(id)}`),
  /** The places on a page, newest first. @param {string} address @param {number} limit */
  placesOn: (address, limit) => ask(`/api/snapshots?${new URLSearchParams({ page: address, limit: String(limit) })}`),
  /** @param {string} url @param {string | undefined} referer */
  queue: (url, referer) => ask("/api/queue", { method: "POST", body: { urls: [url], referer } }),
  /** How many downloads are still to be done. */
  async queued() {
    const items = await ask("/api/queue");
    return items.filter((item) => LIVE_STATES.has(item.state)).length;
  }
};

// places.js
var { scripting, tabs } = browserAPI;
var SAME_ZOOM = 0.01;
async function captureIn(tabId) {
  let snapshot;
  try {
    [{ result: snapshot }] = await scripting.executeScript({ target: { tabId }, files: ["page/capture.js"] });
  } catch {
    throw new Error("The browser lets no extension into this page.");
  }
  if (!snapshot)
    throw new Error("There is nothing in this page to capture.");
  return service.keep({ ...snapshot, pageZoom: await tabs.getZoom(tabId) });
}
async function restoreIn(tabId, id) {
  const { snapshot } = await service.place(id);
  const zoom = await zoomAs(snapshot.pageZoom, tabId);
  const target = { tabId };
  await scripting.executeScript({ target, files: ["page/restore.js"] });
  const [{ result }] = await scripting.executeScript({
    target,
    args: [snapshot],
    // Runs in the page, in the extension's own world there.
    func: (given) => globalThis.leftoffRestore(given)
  });
  return zoom ? { ...result, zoom } : result;
}
async function restoreNewest(tab) {
  const [place] = await service.placesOn(tab.url ?? "", 1);
  if (!place)
    throw new Error("No place is kept on this page.");
  return restoreIn(tab.id ?? -1, place.id);
}
async function zoomAs(wanted, tabId) {
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
var BADGE_ALARM = "badge";
var PAGES = ["http://*/*", "https://*/*"];
async function showQueued() {
  let count = 0;
  try {
    count = await service.queued();
  } catch {
  }
  await action.setBadgeBackgroundColor({ color: BADGE_COLOUR });
  await action.setBadgeText({ text: count > 999 ? "999+" : count > 0 ? String(count) : "" });
  if (count > 0)
    alarms.create(BADGE_ALARM, { delayInMinutes: 0.5 });
  return count;
}
async function showProblem(problem) {
  await action.setBadgeBackgroundColor({ color: "#9b2c2c" });
  await action.setBadgeText({ text: "!" });
  await action.setTitle({ title: `Leftoff: ${/** @type {Error} */
  problem.message}` });
}
async function clearProblem() {
  await action.setTitle({ title: "" });
  return showQueued();
}
async function attempt(work) {
  try {
    await work;
    await clearProblem();
  } catch (problem) {
    await showProblem(problem);
  }
}
async function answer(message, sender) {
  const heard = Date.now();
  switch (message?.type) {
    case "ready":
      return await isService(sender) && permissions.contains({ origins: PAGES });
    case "resume":
      if (await isService(sender))
        await expect(String(message.url), String(message.id), sender.tab.id, heard);
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
  return Boolean(paired && sender.tab && new URL(sender.url).origin === paired.service);
}
function isOwn(sender) {
  return sender.id === runtime.id && String(sender.url).startsWith(runtime.getURL(""));
}
runtime.onMessage.addListener((message, sender, respond) => {
  answer(message, sender).then(
    (result) => respond({ result }),
    (problem) => respond({ problem: problem.message, status: problem.status ?? null })
  );
  return true;
});
tabs2.onCreated.addListener((tab) => {
  if (tab.id !== void 0)
    opened(tab.id, tab.openerTabId, tab.pendingUrl ?? "");
});
tabs2.onUpdated.addListener(async (tabId, changed, tab) => {
  if (!tab.url?.startsWith("http") || !changed.url && changed.status !== "complete")
    return;
  const id = await take(tabId, tab.url, changed.status === "complete");
  if (id)
    await attempt(restoreIn(tabId, id));
});
commands.onCommand.addListener((command, tab) => {
  if (command === "restore" && tab)
    attempt(restoreNewest(tab));
});
contextMenus.onClicked.addListener((clicked, tab) => {
  if (clicked.menuItemId === "queue")
    attempt(service.queue(clicked.linkUrl, httpOnly(clicked.pageUrl)));
  if (clicked.menuItemId === "restore" && tab)
    attempt(restoreNewest(tab));
});
function httpOnly(address) {
  return address?.startsWith("http") ? address : void 0;
}
alarms.onAlarm.addListener((alarm) => {
  if (alarm.name === BADGE_ALARM)
    showQueued();
});
runtime.onStartup.addListener(() => showQueued());
runtime.onInstalled.addListener(async ({ reason }) => {
  await storage.local.setAccessLevel?.({ accessLevel: "TRUSTED_CONTEXTS" });
  await contextMenus.removeAll();
  contextMenus.create({
    id: "queue",
    title: "Queue this link",
    contexts: ["link"],
    targetUrlPatterns: ["http://*/*", "https://*/*"]
  });
  contextMenus.create({
    id: "restore",
    title: "Go to the place where I left off",
    contexts: ["page", "selection"],
    documentUrlPatterns: ["http://*/*", "https://*/*"]
  });
  await showQueued();
  if (reason === "install" && !await pairing())
    tabs2.create({ url: runtime.getURL("pair.html") });
});
