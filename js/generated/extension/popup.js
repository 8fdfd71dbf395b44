// browser-api.js
var browserAPI = globalThis.browser ?? globalThis.chrome;

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
  let answer;
  try {
    answer = await fetch(address, {
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
  if (answer.status === 204)
    return null;
  const said = await answer.json().catch(() => null);
  if (answer.ok)
    return said;
  if (answer.status === 401) {
    throw new ServiceProblem(401, "The service no longer knows this browser. Pair it again.");
  }
  throw new ServiceProblem(answer.status, String(said?.detail ?? `The service answered ${answer.status}.`));
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

// ../shared/symbols.js
var CHECK_MARK = "M1 47C23 69 27 73 27 73L87 13";
var CROSS = "M1 1L87 87M87 1L1 87";

// signs.js
function sign(kind) {
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
function say(heading, text, kind) {
  const first = document.createElement("h1");
  const second = document.createElement("p");
  first.textContent = heading;
  second.textContent = text;
  const outcome = (
    /** @type {HTMLElement} */
    document.getElementById("outcome")
  );
  outcome.replaceChildren(...kind ? [sign(kind)] : [], first, ...text ? [second] : []);
}
function button(label, run, className = "") {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  made.className = className;
  made.addEventListener("click", run);
  return made;
}
function offer(...actions) {
  document.getElementById("actions").replaceChildren(...actions);
}

// popup.js
var { runtime, tabs } = browserAPI;
var part = (id) => (
  /** @type {HTMLElement} */
  document.getElementById(id)
);
async function ask2(message) {
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
var closing = (work) => work.then(() => window.close());
var showPairing = () => closing(tabs.create({ url: runtime.getURL("pair.html") }));
async function capture(tab2) {
  say("Capturing\u2026", "");
  offer();
  try {
    const place = await ask2({ type: "capture", tab: tab2.id });
    say("Captured", "You can read on.", "check");
    showPlace(place);
    await offerAfter(tab2, place);
  } catch (problem) {
    refuse(
      tab2,
      /** @type {any} */
      problem
    );
  }
}
async function offerAfter(tab2, place) {
  const undo = button("Undo", async () => {
    try {
      await service.forget(place.id);
      part("place").hidden = true;
      say("Forgotten", "Nothing was kept.");
      offer(button("Keep it after all", () => capture(tab2)));
    } catch (problem) {
      say(
        "Not undone",
        /** @type {Error} */
        problem.message,
        "cross"
      );
    }
  });
  const paired = await pairing();
  const all = button("All places", () => closing(tabs.create({ url: paired?.service ?? "" })));
  offer(undo, all);
  const places = await service.placesOn(place.url, 2);
  const earlier = places.find((one) => one.id !== place.id);
  if (!earlier)
    return;
  const go = () => closing(ask2({ type: "restore", tab: tab2.id, id: earlier.id }));
  offer(undo, button("Go to the place before", go), all);
}
function refuse(tab2, problem) {
  const isStranger = problem.status === -1 || problem.status === 401;
  say(isStranger ? "Not paired" : "Not kept", problem.message, "cross");
  offer(isStranger ? button("Pair", showPairing, "primary") : button("Try again", () => capture(tab2), "primary"));
}
var [tab] = await tabs.query({ active: true, currentWindow: true });
if (!await pairing()) {
  say("Pair this browser first", "It takes a code from Leftoff\u2019s install page.");
  offer(button("Pair", showPairing, "primary"));
} else {
  await capture(tab);
}
