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
var openRootOf = getterOf("Element", "shadowRoot");
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

// ../dom/overlay.js
function overlayParent(document2) {
  return read(document2, "body") ?? read(document2, "documentElement");
}
function setStyles(element, styles) {
  for (const [name, value] of Object.entries(styles))
    element.style.setProperty(name, value, "important");
}

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

// ../userscript/page-card.js
var CARD_TIME = 8e3;
var SVG = "http://www.w3.org/2000/svg";
var SYMBOLS = { busy: [RING.d, "#ee9274"], check: [CHECK_MARK, "#8cc79e"], cross: [CROSS, "#f0998f"] };
var closeCard = null;
function showCard({ heading, text, symbol = "check", isLasting = false, action }) {
  if (closeCard)
    closeCard();
  const host = call(document, "createElement", "div");
  setStyles(host, { all: "initial", position: "fixed", right: "16px", bottom: "16px", "z-index": "2147483647" });
  const card = call(document, "createElement", "div");
  card.setAttribute("role", "status");
  setStyles(card, {
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
  const box = makeText(heading, text);
  card.append(makeSymbol(symbol), box);
  const actions = action ? [action] : [];
  if (isLasting)
    box.append(makeButtonRow([...actions, { label: "Close", run: () => closeCard && closeCard() }]));
  else
    card.append(...actions.map(makeButton));
  host.attachShadow({ mode: "closed" }).append(card);
  overlayParent(document)?.append(host);
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
function makeText(heading, text) {
  const box = call(document, "createElement", "div");
  const first = call(document, "createElement", "strong");
  const second = call(document, "createElement", "div");
  first.textContent = heading;
  second.textContent = text;
  setStyles(second, { "overflow-wrap": "anywhere", opacity: "0.85" });
  box.append(first, second);
  return box;
}
function makeButtonRow(actions) {
  const row = call(document, "createElement", "div");
  setStyles(row, { display: "flex", gap: "8px", margin: "6px 0 0 -10px" });
  row.append(...actions.map(makeButton));
  return row;
}
function makeButton({ label, run }) {
  const button = (
    /** @type {HTMLButtonElement} */
    call(document, "createElement", "button")
  );
  button.type = "button";
  button.textContent = label;
  setStyles(button, {
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
function makeSymbol(symbol) {
  const svg = call(document, "createElementNS", SVG, "svg");
  const path = call(document, "createElementNS", SVG, "path");
  for (const [name, value] of Object.entries({ viewBox: "-8 -8 104 104", width: "28", height: "28" })) {
    svg.setAttribute(name, value);
  }
  const isBusy = symbol === "busy";
  const [d, stroke] = SYMBOLS[symbol];
  const attributes = {
    d,
    fill: "none",
    stroke,
    "stroke-width": "9",
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    pathLength: "1",
    "stroke-dasharray": isBusy ? "0.5 1" : "1"
  };
  for (const [name, value] of Object.entries(attributes))
    path.setAttribute(name, value);
  svg.setAttribute("aria-hidden", "true");
  svg.append(path);
  setStyles(svg, { flex: "none" });
  const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches || !path.animate;
  if (isBusy && !isStill) {
    svg.animate([{ rotate: "0turn" }, { rotate: "1turn" }], { duration: 1e3, iterations: Infinity });
  } else if (!isStill) {
    path.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], { duration: 500, easing: "ease-out" });
  }
  return svg;
}

// browser-api.js
var browserAPI = globalThis.browser ?? globalThis.chrome;

// offer.js
function showOffer({ heading, text, symbol, isLasting, hasCopies }) {
  const action = {
    label: "See the copies",
    run: () => {
      browserAPI.runtime.sendMessage({ type: "offered" }).catch(() => void 0);
    }
  };
  showCard({ heading, text, symbol: symbol ?? "check", isLasting, action: hasCopies ? action : void 0 });
}
function define() {
  globalThis.leftoffOffer = showOffer;
  globalThis.leftoffWithdrawOffer = hideCard;
}
define();
