// ../dom/node.js
function getterOf(interfaceName, property) {
  const constructor = Reflect.get(globalThis, interfaceName);
  const descriptor = constructor && Object.getOwnPropertyDescriptor(constructor.prototype, property);
  const get = descriptor && descriptor.get;
  return get ? (node) => get.call(node) : (node) => node[property];
}
var nodeTypeOf = getterOf("Node", "nodeType");
var firstChildOf = getterOf("Node", "firstChild");
var nextSiblingOf = getterOf("Node", "nextSibling");
var parentNodeOf = getterOf("Node", "parentNode");
var ownerDocumentOf = getterOf("Node", "ownerDocument");
var defaultViewOf = getterOf("Document", "defaultView");
var localNameOf = getterOf("Element", "localName");
var shadowRootOf = getterOf("Element", "shadowRoot");
var idOf = getterOf("Element", "id");
var classListOf = getterOf("Element", "classList");
var assignedSlotOf = getterOf("Element", "assignedSlot");
var documentProperties = Object.assign(
  /* @__PURE__ */ Object.create(null),
  propertiesOf("EventTarget"),
  propertiesOf("Node"),
  propertiesOf("Document"),
  propertiesOf("HTMLDocument")
);
var formProperties = Object.assign(
  /* @__PURE__ */ Object.create(null),
  propertiesOf("EventTarget"),
  propertiesOf("Node"),
  propertiesOf("Element"),
  propertiesOf("HTMLElement")
);
var namespaceOf = getterOf("Element", "namespaceURI");
function propertiesOf(interfaceName) {
  const constructor = Reflect.get(globalThis, interfaceName);
  return constructor ? Object.getOwnPropertyDescriptors(constructor.prototype) : {};
}
function read(node, property) {
  const properties = shadowedProperties(node);
  if (!properties)
    return node[property];
  const { get, value } = properties[property] ?? {};
  return get ? Reflect.apply(get, node, []) : value;
}
function shadowedProperties(node) {
  if (!documentProperties.nodeType)
    return null;
  const type = nodeTypeOf(node);
  if (type === 9)
    return documentProperties;
  const isForm = type === 1 && localNameOf(node) === "form" && !!namespaceOf(node)?.endsWith("/1999/xhtml");
  return isForm ? formProperties : null;
}
function call(node, method, ...given) {
  return Reflect.apply(read(node, method), node, given);
}

// ../shared/symbols.js
var CHECK_MARK = "M1 47C23 69 27 73 27 73L87 13";
var CROSS = "M1 1L87 87M87 1L1 87";

// ../userscript/page-card.js
var CARD_TIME = 8e3;
var SVG = "http://www.w3.org/2000/svg";
var closeCard = null;
function showCard({ heading, text, isFailure = false, isLasting = false, action }) {
  if (closeCard)
    closeCard();
  const parent = read(document, "body") ?? read(document, "documentElement");
  const host = call(document, "createElement", "div");
  painted(host, { all: "initial", position: "fixed", right: "16px", bottom: "16px", "z-index": "2147483647" });
  const card = call(document, "createElement", "div");
  card.setAttribute("role", "status");
  painted(card, {
    display: "flex",
    gap: "12px",
    "align-items": "center",
    "max-width": "24em",
    padding: "12px 14px",
    font: "14px/1.4 sans-serif",
    color: "#fff",
    background: "#222",
    "border-radius": "10px"
  });
  const box = words(heading, text);
  card.append(sign(isFailure), box);
  const actions = action ? [action] : [];
  if (isLasting)
    box.append(buttonRow([...actions, { label: "Close", run: () => closeCard && closeCard() }]));
  else
    card.append(...actions.map(actionButton));
  host.attachShadow({ mode: "closed" }).append(card);
  parent.append(host);
  let timer = 0;
  const close = () => {
    window.clearTimeout(timer);
    host.remove();
    closeCard = null;
  };
  const wait = () => {
    timer = window.setTimeout(() => host.matches(":hover, :focus-within") ? wait() : close(), CARD_TIME);
  };
  closeCard = close;
  if (!isLasting)
    wait();
}
function hideCard() {
  if (closeCard)
    closeCard();
}
function words(heading, text) {
  const box = call(document, "createElement", "div");
  const first = call(document, "createElement", "strong");
  const second = call(document, "createElement", "div");
  first.textContent = heading;
  second.textContent = text;
  painted(second, { "overflow-wrap": "anywhere", opacity: "0.85" });
  box.append(first, second);
  return box;
}
function buttonRow(actions) {
  const row = call(document, "createElement", "div");
  painted(row, { display: "flex", gap: "8px", margin: "6px 0 0 -10px" });
  row.append(...actions.map(actionButton));
  return row;
}
function actionButton({ label, run }) {
  const button = (
    /** @type {HTMLButtonElement} */
    call(document, "createElement", "button")
  );
  button.type = "button";
  button.textContent = label;
  painted(button, {
    all: "initial",
    padding: "6px 10px",
    font: "bold 14px sans-serif",
    color: "#fff",
    cursor: "pointer",
    "text-decoration": "underline"
  });
  button.addEventListener("click", (event) => event.isTrusted && run());
  return button;
}
function sign(isFailure) {
  const svg = call(document, "createElementNS", SVG, "svg");
  const path = call(document, "createElementNS", SVG, "path");
  for (const [name, value] of Object.entries({ viewBox: "-8 -8 104 104", width: "28", height: "28" })) {
    svg.setAttribute(name, value);
  }
  const attributes = {
    d: isFailure ? CROSS : CHECK_MARK,
    fill: "none",
    stroke: isFailure ? "#f0998f" : "#8cc79e",
    "stroke-width": "9",
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    pathLength: "1",
    "stroke-dasharray": "1"
  };
  for (const [name, value] of Object.entries(attributes))
    path.setAttribute(name, value);
  svg.setAttribute("aria-hidden", "true");
  svg.append(path);
  painted(svg, { flex: "none" });
  if (!window.matchMedia("(prefers-reduced-motion: reduce)").matches && path.animate) {
    path.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], { duration: 500, easing: "ease-out" });
  }
  return svg;
}
function painted(element, styles) {
  for (const [name, value] of Object.entries(styles))
    element.style.setProperty(name, value, "important");
}

// browser-api.js
var browserAPI = globalThis.browser ?? globalThis.chrome;

// offer.js
var WORDS = /* @__PURE__ */ new Map([
  ["wrongPage", ["Another page is here now", "Your place is on the page that was at this address before."]],
  ["searching", ["Still looking", "Leftoff has not found your place on this page yet."]],
  ["abstained", ["Your words are gone", "This page no longer contains the words of your place."]]
]);
function showOffer(reason) {
  const [heading, text] = WORDS.get(reason) ?? ["Not found", ""];
  showCard({
    heading,
    text,
    isFailure: reason !== "searching",
    isLasting: true,
    action: {
      label: "See the copies",
      run: () => {
        browserAPI.runtime.sendMessage({ type: "offered" }).catch(() => void 0);
      }
    }
  });
}
function define() {
  globalThis.leftoffOffer = showOffer;
  globalThis.leftoffWithdrawOffer = hideCard;
}
define();
