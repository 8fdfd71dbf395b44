// browser-api.js
var browserAPI = globalThis.browser ?? globalThis.chrome;

// service.js
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
async function pair(origin, code) {
  const { token } = await exchange(`${origin}/api/pairings`, "POST", { code }, {});
  await browserAPI.storage.local.set({ service: origin, token });
}

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
  const asked = browserAPI.permissions.request({ origins: field("restore").checked ? ORIGINS : SERVICE_ORIGINS });
  say("Pairing\u2026", "");
  const mayRestore = await asked.catch(() => false);
  try {
    await pair(`http://127.0.0.1:${Number(field("port").value)}`, field("code").value);
    form.hidden = true;
    const how = mayRestore && field("restore").checked ? "Resume on Leftoff\u2019s page brings you back by itself." : "Alt+Shift+K brings you back to a page\u2019s newest place.";
    say("Paired", `Alt+Shift+L or the button captures the page you are on. ${how}`, "check");
    offer(button("Close", () => window.close()));
    await browserAPI.runtime.sendMessage({ type: "count" });
  } catch (problem) {
    say(
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
