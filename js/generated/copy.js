(() => { "use strict"; let leftoff;
(() => {
  // dom/node.js
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
  var anyRootOf = (
    /** @type {RootGetter | null} */
    null
  );
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
  function shadowRootOf(element) {
    return openRootOf(element) ?? (false ? null : closedRootOf(element));
  }
  function closedRootOf(element) {
    if (!anyRootOf || firstChildOf(element) && !localNameOf(element).includes("-"))
      return null;
    try {
      return anyRootOf(element) ?? null;
    } catch {
      return null;
    }
  }
  function isElement(node) {
    return node !== null && nodeTypeOf(node) === 1;
  }

  // wire/base64url.js
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

  // wire/json.js
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
  function lengthInJSON(text) {
    let length = 0;
    for (let i = 0; i < text.length; i += 1) {
      const unit = text.charCodeAt(i);
      if (unit < 32 || unit === 127 || unit === 8232 || unit === 8233)
        length += 6;
      else if (unit === 34 || unit === 92)
        length += 2;
      else
        length += unit < 128 ? 1 : unit < 2048 ? 2 : 3;
    }
    return length;
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

  // dom/composed-tree.js
  function frameDocument(element) {
    try {
      return read(element, "contentDocument") ?? null;
    } catch {
      return null;
    }
  }
  function viewOf(node) {
    const document = (
      /** @type {any} */
      nodeTypeOf(node) === 9 ? node : ownerDocumentOf(node)
    );
    return document ? defaultViewOf(document) : null;
  }
  function composedParent(node) {
    const child = (
      /** @type {any} */
      node
    );
    const slot = isElement(node) ? assignedSlotOf(child) : child.assignedSlot;
    if (slot)
      return slot;
    const parent = parentNodeOf(node);
    if (!parent)
      return null;
    const type = nodeTypeOf(parent);
    if (type === 11)
      return (
        /** @type {any} */
        parent.host ?? null
      );
    return type === 1 ? (
      /** @type {Element} */
      parent
    ) : null;
  }
  function assignedNodes(slot) {
    const assigned = (
      /** @type {any} */
      slot.assignedNodes
    );
    return typeof assigned === "function" ? assigned.call(slot) : [];
  }
  function summaryOf(details) {
    for (let child = firstChildOf(details); child; child = nextSiblingOf(child)) {
      if (isElement(child) && localNameOf(
        /** @type {Element} */
        child
      ) === "summary") {
        return (
          /** @type {Element} */
          child
        );
      }
    }
    return null;
  }

  // dom/rendered.js
  var VISIBLE = { visibilityProperty: true, checkVisibilityCSS: true };
  function isRendered(element) {
    if (typeof read(element, "checkVisibility") === "function") {
      return call(element, "checkVisibility", VISIBLE) || showsWithoutBox(element);
    }
    const view = viewOf(element);
    return call(element, "getClientRects").length > 0 && (!view || view.getComputedStyle(element).visibility === "visible");
  }
  function showsWithoutBox(element) {
    const style = viewOf(element)?.getComputedStyle(element);
    if (!style || style.display !== "contents" || style.visibility !== "visible")
      return false;
    const parent = composedParent(element);
    return parent !== null && isRendered(parent);
  }

  // anchoring/text-index.js
  var UNREAD = new Set("script,style,template,noscript,head,textarea,select,input,datalist,object,embed,audio,video,canvas,math-field".split(","));
  var INLINE = new Set("a,abbr,acronym,b,bdi,bdo,big,cite,code,data,del,dfn,em,font,i,ins,kbd,label,mark,nobr,q,rb,rp,rt,rtc,ruby,s,samp,small,span,strike,strong,sub,sup,time,tt,u,var,wbr,slot,script,style,template,tspan".split(","));
  var MAXIMUM_DEPTH = 1200;
  var SHADOW_HOSTS = new Set("article,aside,blockquote,body,div,footer,h1,h2,h3,h4,h5,h6,header,main,nav,p,section,span".split(","));
  var IGNORED = /[\u00ad\u200b\u2060]/g;
  var WHITE_SPACE = /[^\S ]\s*| \s+/g;
  var UNCOLLAPSED = /[\u00ad\u200b\u2060]|[^\S ]| {2}/;
  var HAS_IGNORED = /[\u00ad\u200b\u2060]/;
  function collapsed(text) {
    if (!UNCOLLAPSED.test(text))
      return text;
    return (HAS_IGNORED.test(text) ? text.replace(IGNORED, "") : text).replace(WHITE_SPACE, " ");
  }
  function showsText(element) {
    return isShown(element, true);
  }
  function isShown(element, mayEdit) {
    if (!element || mayEdit && read(element, "isContentEditable") === true)
      return false;
    return isRendered(element);
  }

  // copy/editors.js
  var EDITORS = '.monaco-editor, .ace_editor, .CodeMirror, .cm-editor, [role~="textbox" i]';
  function hasEditors(root) {
    return call(root, "querySelector", EDITORS) !== null;
  }
  function isEditor(element, mayMatch = true) {
    if (
      /** @type {any} */
      element.editContext
    )
      return true;
    return mayMatch && Element.prototype.matches.call(element, EDITORS);
  }
  function isInEditor(element) {
    return Element.prototype.closest.call(element, EDITORS) !== null;
  }

  // copy/composed-walk.js
  var SEEN_CHARACTER = /\S/;
  var LONGEST_NODE = 1 << 20;
  var NODE_TEXT = 1 << 10;
  var ComposedWalk = class {
    /**
     * @param {Document} document
     * @param {Visitor} visitor
     * @param {Element | null} [root] the element that is visited, with all that is in it
     */
    constructor(document, visitor, root = read(document, "documentElement")) {
      this.visitor = visitor;
      this.levels = [];
      this.left = 0;
      this.hasEditors = hasEditors(document);
      this.isCut = false;
      if (root)
        this.enter(root);
    }
    /**
     * @param {number} count of nodes
     * @returns {boolean} true at the end
     */
    visit(count) {
      const { levels, visitor } = this;
      for (this.left = count; this.left > 0 && levels.length > 0; this.left -= 1) {
        const level = levels[levels.length - 1];
        const child = level.list ? level.list[level.at] ?? null : level.next;
        if (!child) {
          levels.pop();
          visitor.leave(level.element, level.name);
          continue;
        }
        const type = nodeTypeOf(child);
        if (level.list)
          level.at += 1;
        else
          level.next = nextSiblingOf(child);
        if (type === 3 || type === 4)
          this.visitText(
            /** @type {Text} */
            child.data,
            level
          );
        else if (type === 1)
          this.enter(
            /** @type {Element} */
            child
          );
      }
      return levels.length === 0;
    }
    /** Ends the walk. The visitor leaves the elements that it has entered. */
    stop() {
      this.isCut = true;
      for (let level = this.levels.pop(); level; level = this.levels.pop()) {
        this.visitor.leave(level.element, level.name);
      }
    }
    /**
     * @param {string} whole
     * @param {Level} level
     */
    visitText(whole, level) {
      this.left -= whole.length / NODE_TEXT;
      const isLong = whole.length > LONGEST_NODE;
      if (isLong)
        this.isCut = true;
      const data = isLong ? whole.slice(0, LONGEST_NODE) : whole;
      if (!SEEN_CHARACTER.test(data)) {
        if (data !== "")
          this.visitor.text(data);
        return;
      }
      if (level.shows === null)
        level.shows = showsText(level.owner);
      if (level.shows)
        this.visitor.text(data);
    }
    /** @param {Element} element */
    enter(element) {
      const name = localNameOf(element);
      if (!this.visitor.enter(element, name))
        return;
      const level = isEditor(element, this.hasEditors) ? null : this.levelOf(element, name);
      if (level)
        this.levels.push(level);
      else
        this.visitor.leave(element, name);
    }
    /**
     * @param {Element} element
     * @param {string} name
     * @returns {Level | null} null if the element's content is not read
     */
    levelOf(element, name) {
      if (UNREAD.has(name) || this.levels.length >= MAXIMUM_DEPTH)
        return null;
      const level = { element, name, next: null, list: null, at: 0, owner: element, shows: null };
      const shadow = SHADOW_HOSTS.has(name) || name.includes("-") ? shadowRootOf(element) : null;
      if (shadow) {
        level.next = firstChildOf(shadow);
        this.hasEditors = this.hasEditors || hasEditors(shadow);
      } else if (name === "iframe" || name === "frame") {
        const inner = frameDocument(element);
        const root = inner && showsText(element) ? read(inner, "documentElement") : null;
        if (!inner || !root)
          return null;
        level.list = [root];
        level.owner = null;
        this.hasEditors = this.hasEditors || hasEditors(inner);
      } else if (name === "details" && !element.hasAttribute("open")) {
        const summary = summaryOf(element);
        if (!summary)
          return null;
        level.list = [summary];
      } else {
        const assigned = name === "slot" ? assignedNodes(element) : [];
        if (assigned.length > 0) {
          level.list = assigned;
          level.owner = composedParent(element);
        } else {
          level.next = firstChildOf(element);
        }
      }
      return level;
    }
  };

  // wire/page-key.js
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

  // copy/links.js
  var MAXIMUM_LENGTH = 8192;
  var KEPT = /^(?:https?:\/\/|mailto:)/i;
  function linkOf(element) {
    const given = element.getAttribute("href");
    if (given === null || given.length > MAXIMUM_LENGTH)
      return null;
    const { href } = (
      /** @type {any} */
      element
    );
    return typeof href === "string" ? storableAddress(href) : null;
  }
  function storableAddress(address) {
    if (typeof address !== "string" || address.length > MAXIMUM_LENGTH || !KEPT.test(address))
      return null;
    try {
      return new URL(address) && withoutCredentials(address);
    } catch {
      return null;
    }
  }

  // copy/markup.js
  var PLAIN_VALUE = /^[\w.,:/#%+-]+$/;
  function escapeText(text) {
    return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/\0/g, "");
  }
  function attribute(name, value) {
    if (PLAIN_VALUE.test(value) && !value.endsWith("/"))
      return " " + name + "=" + value;
    return " " + name + '="' + escapeText(value).replace(/"/g, "&quot;") + '"';
  }

  // copy/picture-size.js
  var SAME_WIDTH = 1.5;
  function ownSizes(element, name, style, parent) {
    if (!style || style.display === "inline" || style.display.startsWith("table-"))
      return "";
    const isItem = parent !== null && parent.style !== null && /flex|grid/.test(parent.style.display);
    const isInLine = style.display.startsWith("inline");
    const isLoose = isItem || isInLine || style.isFloating || style.position === "absolute";
    const { offsetWidth, offsetHeight } = (
      /** @type {HTMLElement} */
      element
    );
    const isFrame = name === "iframe" || name === "frame";
    if (isFrame)
      return "width:" + offsetWidth + "px;height:" + offsetHeight + "px;overflow:auto";
    let sizes = "";
    const isOwn = isLoose ? !isInLine : parent !== null && Math.abs(offsetWidth - parent.width) > SAME_WIDTH;
    if (isOwn)
      sizes = "width:" + Math.ceil(100 * element.getBoundingClientRect().width) / 100 + "px";
    if (isItem && isOwn)
      sizes += ";flex:none";
    if (!element.firstChild && offsetHeight > 0)
      sizes += (sizes ? ";" : "") + "height:" + offsetHeight + "px";
    return sizes;
  }
  function sizeOf({ width, height }) {
    return "width:" + Math.round(width) + "px;height:" + Math.round(height) + "px";
  }

  // copy/picture-box.js
  function boxOf(element, label, style) {
    const isInline = !style || style.display === "inline";
    const className = (style && style.className ? style.className + " " : "") + (isInline ? "x i" : "x");
    const named = label ? attribute("role", "img") + attribute("aria-label", label) : "";
    const size = sizeOf(element.getBoundingClientRect());
    return "<span" + attribute("class", className) + attribute("style", size) + named + "></span>";
  }

  // copy/picture-drawings.js
  var SMALLEST = 1e3;
  function newDrawing({ parts, length, open }, box, hasWords2) {
    return {
      part: parts.length,
      start: length,
      depth: open.length,
      box,
      boxLength: lengthInJSON(box),
      hasWords: hasWords2,
      isCut: false,
      end: parts.length,
      length: 0
    };
  }
  var Drawings = class {
    constructor() {
      this.all = [];
    }
    /** @param {Drawing} drawing */
    add(drawing) {
      if (drawing.length > SMALLEST + drawing.boxLength)
        this.all.push(drawing);
    }
    /**
     * Removes the largest drawing; those with words come last.
     *
     * @returns {Drawing | null} null if there is none
     */
    removeLargest() {
      let found = -1;
      for (let i = 0; i < this.all.length; i += 1) {
        if (found < 0 || isLeftOutBefore(this.all[i], this.all[found]))
          found = i;
      }
      return found < 0 ? null : this.all.splice(found, 1)[0];
    }
  };
  function isLeftOutBefore(drawing, other) {
    if (drawing.hasWords !== other.hasWords)
      return other.hasWords;
    return drawing.length > other.length;
  }

  // copy/picture-images.js
  var LONGEST_SIDE = 1280;
  var MOST_PIXELS = 25e6;
  var LONGEST_IMAGE = 4e5;
  var LONGEST_TOTAL = 25e5;
  var MOST_TIME = 150;
  var DECODING_TIME = 1e3;
  var FEWEST_TIMED = 4;
  var QUALITY = 0.72;
  var LONGEST_ALTERNATIVE = 500;
  var DATA = /^data:image\/(?:webp|png|jpeg);base64,[\w+/=]+$/;
  function* imageSteps(top, images) {
    const read2 = [];
    let left = LONGEST_TOTAL;
    let spent = 0;
    let omissions = 0;
    for (const image of [...images].sort((a, b) => a.distance - b.distance)) {
      const { element } = image;
      const [width, height] = sizeOf2(element);
      const isLate = spent > MOST_TIME && read2.length >= FEWEST_TIMED;
      if (left <= 0 || isLate || width * height === 0 || width * height > MOST_PIXELS) {
        omissions += 1;
        continue;
      }
      if (typeof element.decode === "function")
        yield withTimeout(top, element.decode());
      const began = top.performance.now();
      const pixels = readPixels(element, width, height, image);
      spent += top.performance.now() - began;
      let address = "";
      if (pixels) {
        yield pixels.then((found) => {
          address = found;
        }, () => void 0);
      }
      if (DATA.test(address) && address.length <= Math.min(left, LONGEST_IMAGE)) {
        left -= address.length;
        read2.push({ image, address });
      } else {
        omissions += 1;
      }
    }
    return { images: read2, omissions };
  }
  function addSmallestFirst(images, add) {
    const sorted = [...images].sort((a, b) => a.address.length - b.address.length);
    return sorted.filter(({ image, address }) => !add(image, address)).length;
  }
  function alternativeOf(element, name) {
    let given = name === "img" ? element.getAttribute("alt") : null;
    if (name === "svg")
      given = element.getAttribute("aria-label") ?? element.querySelector("title")?.textContent;
    return (given ?? "").slice(0, LONGEST_ALTERNATIVE);
  }
  function sizeOf2(element) {
    if ("naturalWidth" in element)
      return element.complete ? [element.naturalWidth, element.naturalHeight] : [0, 0];
    if ("videoWidth" in element)
      return element.readyState > 1 ? [element.videoWidth, element.videoHeight] : [0, 0];
    return [element.width, element.height];
  }
  function readPixels(element, width, height, image) {
    try {
      const scale = Math.min(
        1,
        LONGEST_SIDE / width,
        LONGEST_SIDE / height,
        Math.max(image.width / width, image.height / height)
      );
      const side = (length) => Math.max(1, Math.round(length * scale));
      const canvas = new OffscreenCanvas(side(width), side(height));
      const context = canvas.getContext("2d");
      if (!context)
        return null;
      context.drawImage(element, 0, 0, canvas.width, canvas.height);
      return canvas.convertToBlob({ type: "image/webp", quality: QUALITY }).then(dataURLOf);
    } catch {
      return null;
    }
  }
  function dataURLOf(blob) {
    return new Promise((resolve, reject) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result));
      reader.onerror = reject;
      reader.readAsDataURL(blob);
    });
  }
  function withTimeout(top, work) {
    return new Promise((resolve) => {
      top.setTimeout(resolve, DECODING_TIME);
      work.then(resolve, resolve);
    });
  }

  // copy/picture-style.js
  var INHERITED = [
    "color",
    "direction",
    "font-family",
    "font-size",
    "font-style",
    "font-weight",
    "letter-spacing",
    "line-height",
    "list-style-type",
    "overflow-wrap",
    "text-align",
    "text-indent",
    "text-transform",
    "visibility",
    "white-space",
    "word-break",
    "writing-mode"
  ];
  var BOX = [
    ["background-color", "rgba(0, 0, 0, 0)"],
    ["background-image", "none"],
    ["margin-top", "0px"],
    ["margin-right", "0px"],
    ["margin-bottom", "0px"],
    ["margin-left", "0px"],
    ["padding-top", "0px"],
    ["padding-right", "0px"],
    ["padding-bottom", "0px"],
    ["padding-left", "0px"],
    ["border-top-left-radius", "0px"],
    ["opacity", "1"],
    ["text-decoration-line", "none"],
    ["vertical-align", "baseline"]
  ];
  var BLOCK = [["box-shadow", "none"], ["clear", "none"], ["column-count", "auto"], ["overflow-x", "visible"]];
  var POSITIONED = [
    ["top", "auto"],
    ["right", "auto"],
    ["bottom", "auto"],
    ["left", "auto"],
    ["transform", "none"],
    ["z-index", "auto"]
  ];
  var FLEX = [
    ["flex-direction", "row"],
    ["flex-wrap", "nowrap"],
    ["justify-content", "normal"],
    ["align-items", "normal"],
    ["align-content", "normal"],
    ["column-gap", "normal"],
    ["row-gap", "normal"]
  ];
  var GRID = [["grid-template-columns", "none"], ...FLEX.slice(2)];
  var ITEM = [["align-self", "auto"], ["order", "0"]];
  var GRID_ITEM = [
    ["grid-column-start", "auto"],
    ["grid-column-end", "auto"],
    ["grid-row-start", "auto"],
    ["grid-row-end", "auto"]
  ];
  var TABLE = [["border-collapse", "separate"], ["border-spacing", "0px"], ["table-layout", "auto"]];
  var SIDES = ["top", "right", "bottom", "left"];
  var LONGEST_VALUE = 4e3;
  var UNSAFE = /url|image-set|image\(|src\(|element\(|paint\(|expression|@|[<>{};\\]/i;
  var PictureStyles = class {
    constructor() {
      this.known = /* @__PURE__ */ new Map();
      this.classes = /* @__PURE__ */ new Map();
      this.count = 0;
      this.length = 0;
      this.isFull = false;
      this.omissions = 0;
      this.backgrounds = 0;
    }
    /**
     * @param {Element} element
     * @param {ElementStyle | null} parent
     * @returns {ElementStyle | null} null if no style is computed any more
     */
    of(element, parent) {
      const key = keyOf(element, parent);
      const known = key === "" ? void 0 : this.known.get(key);
      if (known)
        return known;
      if (this.isFull) {
        this.omissions += 1;
        return plainStyle(element, parent);
      }
      const view = viewOf(element);
      if (!view)
        return parent;
      const made = this.read(view.getComputedStyle(element), parent);
      if (key !== "")
        this.known.set(key, made);
      return made;
    }
    /**
     * @param {CSSStyleDeclaration} style
     * @param {ElementStyle | null} parent
     * @returns {ElementStyle}
     */
    read(style, parent) {
      const { display, position } = style;
      const isFloating = style.float !== "none";
      const inherited = INHERITED.map((name) => style.getPropertyValue(name));
      const declarations = [];
      const add = (name, value) => {
        if (value.length <= LONGEST_VALUE && !UNSAFE.test(value))
          declarations.push(name + ":" + value);
        else if (name === "background-image")
          this.backgrounds += 1;
      };
      const addAll = (list) => {
        for (const [name, initial] of list) {
          const value = style.getPropertyValue(name);
          if (value !== initial && value !== "")
            add(name, value);
        }
      };
      inherited.forEach((value, at) => {
        if (!parent || parent.inherited[at] !== value)
          add(INHERITED[at], value);
      });
      if (display !== "inline")
        add("display", display);
      addAll(BOX);
      let padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight) || 0;
      for (const side of SIDES) {
        const width = style.getPropertyValue("border-" + side + "-width");
        const kind = style.getPropertyValue("border-" + side + "-style");
        if (kind === "none" || width === "0px")
          continue;
        add("border-" + side, width + " " + kind + " " + style.getPropertyValue("border-" + side + "-color"));
        if (side === "left" || side === "right")
          padding += parseFloat(width) || 0;
      }
      if (isFloating)
        add("float", style.float);
      if (display !== "inline")
        addAll(BLOCK);
      if (position === "absolute" || position === "relative") {
        add("position", position);
        addAll(POSITIONED);
      }
      if (display.includes("flex"))
        addAll(FLEX);
      else if (display.includes("grid"))
        addAll(GRID);
      else if (display.includes("table"))
        addAll(TABLE);
      if (parent && /flex|grid/.test(parent.display))
        addAll(ITEM);
      if (parent && parent.display.includes("grid"))
        addAll(GRID_ITEM);
      this.count += 1;
      const className = this.className(declarations.join(";"));
      return { id: this.count, className, display, position, isFloating, padding, inherited };
    }
    /**
     * @param {string} declarations
     * @returns {string}
     */
    className(declarations) {
      if (declarations === "")
        return "";
      const known = this.classes.get(declarations);
      if (known)
        return known;
      const name = "c" + this.classes.size.toString(36);
      this.length += lengthOf(rule(name, declarations));
      this.classes.set(declarations, name);
      return name;
    }
    /**
     * Returns the style sheet. It first removes what browsers do to elements by name.
     *
     * @param {number} space for the classes, in bytes; those of elements that were not written may not fit
     */
    sheet(space) {
      let left = space;
      const rules = ["body,body :not(svg,svg *,math,math *){all:unset;box-sizing:border-box}body{display:block}"];
      for (const [declarations, name] of this.classes) {
        const made = rule(name, declarations);
        left -= lengthOf(made);
        if (left < 0)
          break;
        rules.push(made);
      }
      rules.push(".x{outline:1px dashed #8888;outline-offset:-1px;overflow:hidden}.i{display:inline-block}");
      rules.push(".p{display:block}");
      rules.push(".x::before{content:attr(aria-label)}");
      return rules.join("\n");
    }
  };
  function rule(name, declarations) {
    return "." + name + "{" + declarations + "}";
  }
  function lengthOf(made) {
    return lengthInJSON(made + "\n");
  }
  function keyOf(element, parent) {
    const name = localNameOf(element);
    if (name === "html")
      return "";
    const names = element.getAttribute("class") ?? "";
    const style = element.getAttribute("style") ?? "";
    const id = element.getAttribute("id") ?? "";
    if (names.length + style.length + id.length > LONGEST_VALUE)
      return "";
    return (parent ? parent.id : 0) + " " + name + " " + names + "|" + style + "|" + id + (element.previousElementSibling ? "" : "<") + (element.nextElementSibling ? "" : ">");
  }
  function plainStyle(element, parent) {
    const isInline = INLINE.has(localNameOf(element));
    return {
      id: parent ? parent.id : 0,
      className: isInline ? "" : "p",
      display: isInline ? "inline" : "block",
      position: "static",
      isFloating: false,
      padding: 0,
      inherited: parent ? parent.inherited : []
    };
  }

  // copy/picture-vector.js
  var DRAWING = /* @__PURE__ */ new Set([
    "circle",
    "clipPath",
    "defs",
    "ellipse",
    "g",
    "line",
    "linearGradient",
    "mask",
    "path",
    "polygon",
    "polyline",
    "radialGradient",
    "rect",
    "stop",
    "svg",
    "symbol",
    "text",
    "tspan"
  ]);
  var SHAPES = /* @__PURE__ */ new Set(["circle", "ellipse", "line", "path", "polygon", "polyline", "rect"]);
  var FORMULA = /* @__PURE__ */ new Set([
    "math",
    "mfrac",
    "mi",
    "mmultiscripts",
    "mn",
    "mo",
    "mover",
    "mpadded",
    "mphantom",
    "mprescripts",
    "mroot",
    "mrow",
    "mspace",
    "msqrt",
    "mstyle",
    "msub",
    "msubsup",
    "msup",
    "mtable",
    "mtd",
    "mtext",
    "mtr",
    "munder",
    "munderover",
    "semantics"
  ]);
  var ATTRIBUTES = /* @__PURE__ */ new Set([
    "clip-path",
    "clip-rule",
    "columnalign",
    "cx",
    "cy",
    "d",
    "display",
    "dominant-baseline",
    "dx",
    "dy",
    "fill",
    "fill-opacity",
    "fill-rule",
    "font-family",
    "font-size",
    "font-weight",
    "gradientTransform",
    "gradientUnits",
    "mathvariant",
    "mask",
    "offset",
    "opacity",
    "points",
    "preserveAspectRatio",
    "r",
    "rx",
    "ry",
    "stop-color",
    "stop-opacity",
    "stroke",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-opacity",
    "stroke-width",
    "text-anchor",
    "transform",
    "viewBox",
    "x",
    "x1",
    "x2",
    "y",
    "y1",
    "y2"
  ]);
  var REFERENCE = /^url\(\s*["']?#([\w-]+)["']?\s*\)$/;
  var LONGEST_VALUE2 = 1e5;
  var UNSAFE2 = /url|image\(|src\(|expression|javascript|[<>{}\\&]/i;
  function isVectorElement(name) {
    return DRAWING.has(name) || FORMULA.has(name);
  }
  function isShape(element, name) {
    return SHAPES.has(name) && !element.closest("clipPath, mask");
  }
  function vectorAttributes(element, name) {
    let markup = "";
    for (const { name: found, value } of element.attributes) {
      if (!ATTRIBUTES.has(found) || found === "fill" || found === "stroke")
        continue;
      if (value.length > LONGEST_VALUE2)
        continue;
      markup += reference(found, value);
    }
    const id = element.getAttribute("id");
    if (id && /^[\w-]{1,200}$/.test(id))
      markup += attribute("id", "svg-" + id);
    if (!DRAWING.has(name) || name === "defs" || name === "svg")
      return markup;
    const view = viewOf(element);
    if (!view)
      return markup;
    const { fill, stroke } = view.getComputedStyle(element);
    const line = stroke && stroke !== "none" ? reference("stroke", stroke) : "";
    return markup + (fill ? reference("fill", fill) : "") + line;
  }
  function reference(name, value) {
    const inner = REFERENCE.exec(value);
    if (inner)
      return attribute(name, "url(#svg-" + inner[1] + ")");
    return UNSAFE2.test(value) ? "" : attribute(name, value);
  }

  // copy/picture-markup.js
  var KEPT2 = /* @__PURE__ */ new Set([
    "a",
    "abbr",
    "address",
    "article",
    "aside",
    "b",
    "bdi",
    "bdo",
    "blockquote",
    "br",
    "caption",
    "cite",
    "code",
    "col",
    "colgroup",
    "dd",
    "del",
    "dfn",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "i",
    "ins",
    "kbd",
    "li",
    "main",
    "mark",
    "nav",
    "ol",
    "p",
    "pre",
    "q",
    "rp",
    "rt",
    "ruby",
    "s",
    "samp",
    "section",
    "small",
    "span",
    "strong",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "time",
    "tr",
    "u",
    "ul",
    "var",
    "wbr"
  ]);
  var EMPTY = /* @__PURE__ */ new Set(["br", "col", "hr", "wbr"]);
  var OMITTED = /* @__PURE__ */ new Set([
    "head",
    "script",
    "style",
    "template",
    "noscript",
    "link",
    "meta",
    "title",
    "base",
    "datalist",
    "annotation",
    "annotation-xml",
    "foreignObject",
    "param",
    "source",
    "track",
    "area",
    "use",
    "image",
    "desc"
  ]);
  var IMAGES = /* @__PURE__ */ new Set(["img", "canvas", "video"]);
  var BOXES = /* @__PURE__ */ new Set(["input", "textarea", "select", "object", "embed", "audio", "progress", "meter", "math-field"]);
  var ATTRIBUTES2 = /* @__PURE__ */ new Map([
    ["td", ["colspan", "rowspan"]],
    ["th", ["colspan", "rowspan"]],
    ["col", ["span"]],
    ["colgroup", ["span"]],
    ["ol", ["start", "reversed"]],
    ["li", ["value"]]
  ]);
  var PLAIN = /^[\w-]{0,35}$/;
  var BLOCKS = "address,article,aside,blockquote,div,dl,figure,footer,h1,h2,h3,h4,h5,h6,header,hr,main,nav,ol,p,pre,section,table,ul";
  var LONGEST_MARKUP = 35e5;
  var TEXT_PART = 4096;
  var LONGEST_END = 17;
  var PictureMarkup = class {
    /**
     * @param {Window} top
     * @param {boolean} hasImages
     */
    constructor(top, hasImages) {
      this.top = top;
      this.hasImages = hasImages;
      this.limit = Infinity;
      this.styles = new PictureStyles();
      this.parts = [];
      this.length = 0;
      this.images = [];
      this.open = [];
      this.drawings = new Drawings();
      this.drawing = null;
      this.links = 0;
      this.isFull = false;
      this.omittedParts = 0;
      this.omittedImages = 0;
      this.frames = 0;
      this.bodyClass = "";
      this.bodyWidth = top.innerWidth;
    }
    /**
     * Writes a part if it fits.
     *
     * @param {string} part
     * @returns {boolean} false if it is omitted
     */
    write(part) {
      const length = lengthInJSON(part);
      if (!this.fits(length)) {
        if (this.drawing)
          this.drawing.isCut = true;
        else
          this.omittedParts += 1;
        return false;
      }
      this.parts.push(part);
      this.length += length;
      return true;
    }
    /**
     * Writes a part if it fits. Drawings that were written before are left out for it. If it does not fit, nothing more
     * is written, so that the picture has no gaps.
     *
     * @param {string} part
     * @returns {boolean} false if it is omitted
     */
    append(part) {
      if (this.drawing)
        return this.write(part);
      const length = lengthInJSON(part);
      let drawing = this.fits(length) ? null : this.drawings.removeLargest();
      while (drawing) {
        this.leaveOut(drawing);
        drawing = this.fits(length) ? null : this.drawings.removeLargest();
      }
      this.isFull = !this.write(part);
      return !this.isFull;
    }
    /**
     * @param {number} length in bytes of JSON
     * @returns {boolean}
     */
    fits(length) {
      const box = this.drawing ? this.drawing.boxLength : 0;
      const others = this.styles.length + this.open.length * LONGEST_END + box;
      return this.length + length + others <= Math.min(this.limit, LONGEST_MARKUP);
    }
    /** @param {Drawing} drawing */
    leaveOut(drawing) {
      this.parts[drawing.part] = drawing.box;
      this.parts.fill("", drawing.part + 1, drawing.end);
      this.length += drawing.boxLength - drawing.length;
      if (this.hasImages)
        this.omittedImages += 1;
    }
    /**
     * @param {Element} element
     * @param {string} name
     * @returns {boolean}
     */
    enter(element, name) {
      if (OMITTED.has(name))
        return false;
      if (this.isFull) {
        this.omittedParts += 1;
        return false;
      }
      const parent = this.open[this.open.length - 1] ?? null;
      if (parent && parent.isVector)
        return this.enterVector(element, name, parent);
      const isShown2 = element.checkVisibility();
      const style = this.styles.of(element, parent ? parent.style : null);
      if (!isShown2 && (!style || style.display !== "contents"))
        return false;
      const isTop = element.ownerDocument === this.top.document;
      if (isTop && (name === "html" || name === "body"))
        return this.enterRoot(element, name, style);
      if (name === "slot" || !isShown2) {
        this.open.push({ tag: "", style, width: parent ? parent.width : 0, isVector: false });
        return true;
      }
      if (name === "svg" || name === "math")
        return this.enterVector(element, name, parent, style);
      const isOtherFrame = (name === "iframe" || name === "frame") && !frameDocument(element);
      if (isOtherFrame)
        this.frames += 1;
      const isEdited = (
        /** @type {HTMLElement} */
        element.isContentEditable === true || isEditor(element)
      );
      if (isOtherFrame || isEdited || BOXES.has(name))
        return this.writeBox(element, "", style);
      if (IMAGES.has(name))
        return this.writeImage(element, name, style);
      return this.enterElement(element, name, style, parent);
    }
    /**
     * @param {Element} element
     * @param {string} name
     * @param {ElementStyle | null} style
     * @returns {boolean}
     */
    enterRoot(element, name, style) {
      if (name === "body") {
        this.bodyClass = style ? style.className : "";
        this.bodyWidth = /** @type {HTMLElement} */
        element.offsetWidth;
      }
      this.open.push({ tag: "", style, width: element.clientWidth - (style ? style.padding : 0), isVector: false });
      return true;
    }
    /**
     * @param {Element} element
     * @param {string} name
     * @param {ElementStyle | null} style
     * @param {OpenElement | null} parent
     * @returns {boolean}
     */
    enterElement(element, name, style, parent) {
      let tag = KEPT2.has(name) ? name : INLINE.has(name) ? "span" : "div";
      if (tag === "a" && this.links > 0)
        tag = "span";
      if (tag === "p" && element.querySelector(BLOCKS))
        tag = "div";
      let markup = "<" + tag + classOf(style);
      const href = tag === "a" ? linkOf(element) : null;
      if (href)
        markup += attribute("href", href) + ' rel="noreferrer noopener"';
      for (const kept of ["lang", "dir", ...ATTRIBUTES2.get(tag) ?? []]) {
        const value = element.getAttribute(kept);
        if (value !== null && PLAIN.test(value))
          markup += attribute(kept, value);
      }
      const sizes = ownSizes(element, name, style, parent);
      const isWritten = this.append(markup + (sizes ? attribute("style", sizes) : "") + ">");
      if (!isWritten || EMPTY.has(tag))
        return false;
      if (tag === "a")
        this.links += 1;
      const inner = element.clientWidth - (style ? style.padding : 0);
      const width = element.clientWidth > 0 ? inner : parent ? parent.width : 0;
      this.open.push({ tag, style, width, isVector: false });
      return true;
    }
    /**
     * @param {Element} element
     * @param {string} name
     * @param {OpenElement | null} parent
     * @param {ElementStyle | null} [style]
     * @returns {boolean}
     */
    enterVector(element, name, parent, style = null) {
      if (!isVectorElement(name) || this.drawing && this.drawing.isCut)
        return false;
      if (!this.hasImages && isShape(element, name))
        return false;
      const isInner = parent !== null && parent.isVector;
      if (name === "svg" && !isInner)
        return this.enterDrawing(element, style);
      if (name === "svg" && !this.hasImages && !hasWords(element))
        return false;
      return this.openVector(element, name, style ?? (parent ? parent.style : null), style ? classOf(style) : "");
    }
    /**
     * @param {Element} element
     * @param {ElementStyle | null} style
     * @returns {boolean}
     */
    enterDrawing(element, style) {
      const alternative = alternativeOf(element, "svg");
      const { width, height } = element.getBoundingClientRect();
      if (!this.hasImages) {
        if (width > 0 && height > 0)
          this.omittedImages += 1;
        if (!hasWords(element))
          return this.writeBox(element, alternative, style);
      }
      if (!this.append(boxOf(element, alternative, style)))
        return false;
      const box = (
        /** @type {string} */
        this.parts.pop()
      );
      this.length -= lengthInJSON(box);
      this.drawing = newDrawing(this, box, hasWords(element));
      const size = classOf(style) + attribute("style", sizeOf({ width, height }));
      if (this.openVector(element, "svg", style, size))
        return true;
      this.endDrawing(this.drawing);
      return false;
    }
    /**
     * @param {Element} element
     * @param {string} name
     * @param {ElementStyle | null} style
     * @param {string} look attributes of the element's style
     * @returns {boolean}
     */
    openVector(element, name, style, look) {
      if (!this.write("<" + name + vectorAttributes(element, name) + look + ">"))
        return false;
      this.open.push({ tag: name, style, width: 0, isVector: true });
      return true;
    }
    /** @param {Drawing} drawing */
    endDrawing(drawing) {
      this.drawing = null;
      drawing.end = this.parts.length;
      drawing.length = this.length - drawing.start;
      if (drawing.isCut)
        this.leaveOut(drawing);
      else
        this.drawings.add(drawing);
    }
    /**
     * @param {Element} element
     * @param {string} name
     * @param {ElementStyle | null} style
     * @returns {false}
     */
    writeImage(element, name, style) {
      if (!showsText(element) || /** @type {any} */
      element.srcObject)
        return this.writeBox(element, "", style);
      const box = element.getBoundingClientRect();
      const distance = Math.max(0, box.top - this.top.innerHeight, -box.bottom);
      const { width, height } = box;
      const alternative = alternativeOf(element, name);
      const part = this.parts.length;
      this.writeBox(element, alternative, style);
      if (this.isFull || width === 0 || height === 0)
        return false;
      if (this.hasImages)
        this.images.push({ element, part, width, height, distance, alternative, style });
      else
        this.omittedImages += 1;
      return false;
    }
    /**
     * Writes an empty box of the element's size.
     *
     * @param {Element} element
     * @param {string} label
     * @param {ElementStyle | null} style
     * @returns {false}
     */
    writeBox(element, label, style) {
      this.append(boxOf(element, label, style));
      return false;
    }
    /**
     * Replaces the box of an image with the image, if it fits.
     *
     * @param {FoundImage} image
     * @param {string} address
     * @returns {boolean} false if it does not fit
     */
    addImage(image, address) {
      const { part, style, alternative } = image;
      const markup = "<img" + classOf(style) + attribute("style", sizeOf(image)) + attribute("alt", alternative) + ' src="' + address + '">';
      const length = this.length + lengthInJSON(markup) - lengthInJSON(this.parts[part]);
      if (length + this.styles.length > this.limit)
        return false;
      this.parts[part] = markup;
      this.length = length;
      return true;
    }
    leave() {
      const open = this.open.pop();
      if (!open || open.tag === "")
        return;
      if (open.tag === "a" && !open.isVector)
        this.links -= 1;
      const end = "</" + open.tag + ">";
      this.parts.push(end);
      this.length += end.length;
      if (this.drawing && this.drawing.depth === this.open.length)
        this.endDrawing(this.drawing);
    }
    /** @param {string} data */
    text(data) {
      const open = this.open[this.open.length - 1];
      if (open && open.isVector && open.tag !== "text" && !/\S/.test(data))
        return;
      for (let at = 0; at < data.length && !this.isFull; at += TEXT_PART) {
        this.append(escapeText(data.slice(at, at + TEXT_PART)));
      }
    }
    /**
     * @param {string} title
     * @returns {string} the whole document
     */
    document(title) {
      const { document } = this.top;
      const root = read(document, "documentElement");
      const width = root.clientWidth;
      const style = this.top.getComputedStyle(root);
      const dark = style.colorScheme === "dark" ? "#111" : "#fff";
      const background = /^rgba\(\d+, \d+, \d+, 0\)$/.test(style.backgroundColor) ? dark : style.backgroundColor;
      const lang = root.getAttribute("lang") ?? "";
      return "<!DOCTYPE html><html" + (lang && PLAIN.test(lang) ? attribute("lang", lang) : "") + '><head><meta charset=utf-8><meta name=viewport content="width=' + width + '"><meta name=referrer content=no-referrer><title>' + escapeText(title) + "</title><style>\nhtml{background:" + background + "}\n" + this.styles.sheet(this.limit - this.length) + "</style></head><body" + (this.bodyClass ? attribute("class", this.bodyClass) : "") + attribute("style", "width:" + this.bodyWidth + "px;margin-left:auto;margin-right:auto") + ">" + this.parts.join("") + "</body></html>";
    }
  };
  function classOf(style) {
    return style && style.className ? attribute("class", style.className) : "";
  }
  function hasWords(drawing) {
    return drawing.querySelector("text") !== null;
  }

  // copy/byline.js
  var LONGEST_BYLINE = 200;
  var MOST_NODES = 100;
  var MOST_ELEMENTS = 20;
  var ShownText = class {
    constructor() {
      this.words = "";
    }
    /**
     * @param {Element} _
     * @param {string} name
     */
    enter(_, name) {
      this.leave(_, name);
      return true;
    }
    /**
     * @param {Element} _
     * @param {string} name
     */
    leave(_, name) {
      if (!INLINE.has(name))
        this.words += " ";
    }
    /** @param {string} data */
    text(data) {
      this.words += data;
    }
  };
  function byline(document) {
    const meta = call(document, "querySelector", 'meta[name="author" i][content]');
    const named = collapsed((meta?.getAttribute("content") ?? "").slice(0, 2 * LONGEST_BYLINE)).trim();
    if (named !== "" && !/^https?:/.test(named))
      return named.slice(0, LONGEST_BYLINE);
    const elements = call(document, "querySelectorAll", '[itemprop~="author"], [rel~="author"], .byline');
    for (let at = 0; at < Math.min(elements.length, MOST_ELEMENTS); at += 1) {
      if (isInEditor(elements[at]))
        continue;
      const shown = new ShownText();
      const walk = new ComposedWalk(document, shown, elements[at]);
      if (!walk.visit(MOST_NODES))
        return "";
      const text = collapsed(shown.words).trim();
      if (text !== "")
        return text.length <= LONGEST_BYLINE ? text : "";
    }
    return "";
  }

  // copy/main-content.js
  var NEARLY_ALL = 0.9;
  var MOST = 0.6;
  var ASIDE_WEIGHT = 0.2;
  var KEPT_SHARE = 0.3;
  var LINK_DENSITY = 0.6;
  var SHORT_BLOCK = 25;
  var SMALLEST_REST = 0.35;
  function mainContent(blocks, containers, line) {
    if (containers.length === 0)
      return blocks.map((_, ordinal) => ordinal);
    const page = new Page(blocks, containers, line);
    const root = page.findRoot();
    let kept = page.blocksWithoutOthers(root, true);
    const whole = page.textLength(page.blocksIn(root));
    if (page.textLength(kept) < SMALLEST_REST * whole)
      kept = page.blocksWithoutOthers(root, false);
    if (line >= 0 && !kept.includes(line))
      kept = page.withLine(root, kept);
    return kept;
  }
  var Page = class {
    /**
     * @param {FoundBlock[]} blocks
     * @param {Container[]} containers
     * @param {number} line
     */
    constructor(blocks, containers, line) {
      this.blocks = blocks;
      this.containers = containers;
      this.line = line;
      this.ofLine = new Set(line >= 0 ? this.ancestors(blocks[line].container) : []);
      const isAside = containers.map(() => false);
      containers.forEach(({ parent, hint }, at) => {
        isAside[at] = (hint === "aside" || hint === "" && parent >= 0 && isAside[parent]) && !this.ofLine.has(at);
      });
      this.prose = [0];
      this.texts = [0];
      this.linked = [0];
      for (const found of blocks) {
        const factor = found.isControl || isAside[found.container] ? ASIDE_WEIGHT : 1;
        this.prose.push(this.prose[this.prose.length - 1] + factor * proseOf(found));
        this.texts.push(this.texts[this.texts.length - 1] + found.text.length);
        this.linked.push(this.linked[this.linked.length - 1] + found.linked);
      }
      this.children = containers.map(() => []);
      containers.forEach(({ parent }, at) => parent >= 0 && this.children[parent].push(at));
    }
    /**
     * @param {number} container
     * @returns {number[]} the container and those around it
     */
    ancestors(container) {
      const found = [];
      for (let at = container; at >= 0; at = this.containers[at].parent)
        found.push(at);
      return found;
    }
    /**
     * @param {number[]} sums
     * @param {number} container
     * @returns {number}
     */
    sum(sums, container) {
      const { first, end } = this.containers[container];
      return sums[end] - sums[first];
    }
    /** Returns the container that holds the main content. */
    findRoot() {
      let root = 0;
      for (; ; ) {
        const whole = this.sum(this.prose, root);
        const part = this.children[root].find((child) => {
          const share = whole > 0 ? this.sum(this.prose, child) / whole : 0;
          const { hint } = this.containers[child];
          return share >= (hint === "article" || hint === "body" ? MOST : NEARLY_ALL);
        });
        if (part === void 0)
          return root;
        if (this.containers[part].end - this.containers[part].first < 2)
          return root;
        root = part;
      }
    }
    /**
     * @param {number} root
     * @returns {number[]}
     */
    blocksIn(root) {
      const { first, end } = this.containers[root];
      return Array.from({ length: end - first }, (_, at) => first + at);
    }
    /**
     * @param {number} root
     * @param {boolean} areLinksOmitted
     * @returns {number[]} the blocks without those of parts that are something else
     */
    blocksWithoutOthers(root, areLinksOmitted) {
      const isOmitted = new Uint8Array(this.blocks.length);
      const whole = this.sum(this.prose, root);
      const { end: last } = this.containers[root];
      for (let at = root + 1; at < this.containers.length; at += 1) {
        const container = this.containers[at];
        if (container.first >= last)
          break;
        if (this.ofLine.has(at) || container.first === container.end)
          continue;
        if (this.isOtherContent(at, whole, areLinksOmitted))
          isOmitted.fill(1, container.first, container.end);
      }
      return this.blocksIn(root).filter((at) => at === this.line || !(isOmitted[at] || areLinksOmitted && this.blocks[at].isControl));
    }
    /**
     * @param {number} at
     * @param {number} whole the prose of the root
     * @param {boolean} areLinksOmitted
     * @returns {boolean} true if the container is not part of the article
     */
    isOtherContent(at, whole, areLinksOmitted) {
      const { hint, name, first, end } = this.containers[at];
      const text = this.sum(this.texts, at);
      if (hint === "aside")
        return text < KEPT_SHARE * whole;
      if (!areLinksOmitted || name === "p" || name === "tr" || end - first < 2)
        return false;
      return text > 0 && this.sum(this.linked, at) > LINK_DENSITY * text && text < KEPT_SHARE * whole;
    }
    /**
     * @param {number} root
     * @param {number[]} kept
     * @returns {number[]} the blocks with those of the largest container of the line that does not contain the root
     */
    withLine(root, kept) {
      const around = new Set(this.ancestors(root));
      const ofLine = this.ancestors(this.blocks[this.line].container).filter((at) => !around.has(at));
      const added = ofLine.length > 0 ? this.blocksWithoutOthers(ofLine[ofLine.length - 1], true) : [this.line];
      return [.../* @__PURE__ */ new Set([...kept, ...added, this.line])].sort((a, b) => a - b);
    }
    /**
     * @param {number[]} ordinals
     * @returns {number}
     */
    textLength(ordinals) {
      return ordinals.reduce((sum, at) => sum + this.blocks[at].text.length, 0);
    }
  };
  function proseOf({ block, text, linked }) {
    const { length } = text;
    if (length === 0)
      return 0;
    const unlinked = length - linked;
    const weight = unlinked * (unlinked / length);
    if (length < SHORT_BLOCK)
      return 0.3 * weight;
    return block.kind === "paragraph" || block.kind === "quote" || length > 80 ? weight : 0.6 * weight;
  }

  // copy/runs.js
  function runsOf(parts) {
    const last = parts[parts.length - 1];
    if (last)
      last.text = last.text.trimEnd();
    return parts.filter(({ text }) => text !== "").map((run) => run.link || run.style ? run : run.text);
  }
  function textOf(runs) {
    if (runs.length === 1 && typeof runs[0] === "string")
      return runs[0];
    return runs.map((run) => typeof run === "string" ? run : run.text).join("");
  }
  function lengthOf2({ runs = [], rows = [] }) {
    let length = 0;
    for (const all of [runs, ...rows.flat().map((cell) => cell.runs)]) {
      for (const run of all)
        length += (typeof run === "string" ? run : run.text).length;
    }
    return length;
  }
  function resolveLinks(block) {
    const { runs, rows } = block;
    if (rows) {
      return { ...block, rows: rows.map((row) => row.map((cell) => ({ ...cell, runs: resolveRuns(cell.runs) }))) };
    }
    return runs && runs.some((run) => typeof run !== "string") ? { ...block, runs: resolveRuns(runs) } : block;
  }
  function resolveRuns(runs) {
    const found = [];
    for (const run of runs) {
      const { text, style, link } = typeof run === "string" ? { text: run, style: void 0, link: void 0 } : run;
      const href = link ? linkOf(link) ?? void 0 : void 0;
      const last = found[found.length - 1];
      if (href || style) {
        const isSame = typeof last === "object" && last.href === href && last.style === style;
        if (isSame)
          last.text += text;
        else
          found.push({ text, href, style });
      } else if (typeof last === "string") {
        found[found.length - 1] = last + text;
      } else {
        found.push(text);
      }
    }
    return found;
  }

  // copy/block-kinds.js
  var HEADING = /^h[1-6]$/;
  var BlockKinds = class {
    constructor() {
      this.heading = 0;
      this.quotes = 0;
      this.controls = 0;
      this.items = [];
      this.lists = [];
    }
    /** @param {string} name */
    enter(name) {
      if (HEADING.test(name))
        this.heading = Number(name[1]);
      else if (name === "ul" || name === "ol" || name === "menu")
        this.lists.push(name === "ol");
      else if (name === "li") {
        const depth = Math.max(1, this.lists.length);
        this.items.push({ ordered: this.lists[depth - 1] === true, depth, isUsed: false });
      } else if (name === "blockquote")
        this.quotes += 1;
      else if (name === "button")
        this.controls += 1;
    }
    /**
     * @param {string} name
     * @param {number} heading the level of the heading around the element
     */
    leave(name, heading) {
      this.heading = heading;
      if (name === "ul" || name === "ol" || name === "menu")
        this.lists.pop();
      else if (name === "li")
        this.items.pop();
      else if (name === "blockquote")
        this.quotes -= 1;
      else if (name === "button")
        this.controls -= 1;
    }
    /** @returns {import('./runs.js').Block} a block without runs; only the first block of an item is one */
    next() {
      if (this.heading > 0)
        return { kind: "heading", level: this.heading };
      const item = this.items[this.items.length - 1];
      if (item && !item.isUsed) {
        item.isUsed = true;
        return { kind: "item", ordered: item.ordered, depth: item.depth };
      }
      return { kind: this.quotes > 0 ? "quote" : "paragraph" };
    }
  };

  // copy/boilerplate.js
  var ASIDE_ROLES = new Set("alert,alertdialog,banner,complementary,contentinfo,dialog,menu,menubar,navigation,search,toolbar,tooltip".split(","));
  var ASIDE_NAMES = new Set("aside,dialog,footer,nav,menu,fieldset,form,label,button".split(","));
  var ASIDE_WORDS = new RegExp([
    "-ad-|^ads?$|^ad-|adsense|advert|banner|breadcrumb|combx|comment|consent|cookie|disqus|footer|footnav|gdpr",
    "infobar|masthead|menu|modal|^nav|-nav|navbar|navigation|newsletter|outbrain|pager|pagination|popup|promo|recirc",
    "recommend|related|remark|replies|^rss|share|sharing|shoutbox|sidebar|skyscraper|social|sponsor|subscri|signup",
    "taboola|^tags?$|toolbar|widget|yom-remote|^meta$|utility|trending|most-(?:popular|read)|read-?(?:more|next)",
    "more-(?:stories|from)"
  ].join("|"));
  var ARTICLE_WORDS = /(?:article|post|entry|story)[-_]{0,2}(?:body|content|text)|mw-parser-output|markdown-body/;
  var AMBIGUOUS_WORDS = /article|body|column|content|main|wrapper|container|has-|with-|no-|page/;
  var ASCII_WHITE_SPACE = /[\t\n\f\r ]+/;
  var LONGEST_NAMES = 1e3;
  function boilerplateOf(element, name) {
    const role = element.getAttribute("role");
    if (ASIDE_NAMES.has(name) || role && ASIDE_ROLES.has(role))
      return "aside";
    if (name === "body" || name === "html")
      return "";
    if (element.getAttribute("itemprop") === "articleBody")
      return "body";
    if (element.getAttribute("aria-modal") === "true")
      return "aside";
    const names = (attribute2) => (element.getAttribute(attribute2) ?? "").slice(0, LONGEST_NAMES);
    const words = [names("id"), ...names("class").split(ASCII_WHITE_SPACE)];
    let isAside = false;
    for (const word of words) {
      if (!word)
        continue;
      const folded = word.toLowerCase();
      if (ARTICLE_WORDS.test(folded))
        return "body";
      if (ASIDE_WORDS.test(folded) && !AMBIGUOUS_WORDS.test(folded))
        isAside = true;
    }
    if (name === "article" || name === "main" || role === "main" || role === "article")
      return "article";
    return isAside ? "aside" : "";
  }

  // copy/cell-spans.js
  var MOST_COLUMNS = 100;
  var MOST_ROWS = 1e3;
  function readSpans(all, element, name) {
    const cell = all.at(-1)?.at(-1);
    if (!cell || name !== "td" && name !== "th")
      return;
    const columns = spanOf(element, "colspan", MOST_COLUMNS);
    const rows = spanOf(element, "rowspan", MOST_ROWS);
    if (columns > 1)
      cell.columns = columns;
    if (rows > 1)
      cell.rows = rows;
  }
  function omitEmptyRows(rows) {
    const isKept = rows.map((row) => row.some(({ runs }) => runs.length > 0));
    rows.forEach((row, at) => {
      for (const cell of row) {
        if (cell.rows === void 0)
          continue;
        const left = isKept.slice(at, at + cell.rows).filter(Boolean).length;
        if (left > 1)
          cell.rows = left;
        else
          delete cell.rows;
      }
    });
  }
  function spanOf(element, name, most) {
    const digits = /^[\t\n\f\r ]*\+?(\d+)/.exec(element.getAttribute(name) ?? "")?.[1] ?? "1";
    return Math.min(Math.max(Number(digits), 1), most);
  }

  // copy/code-text.js
  function divideCode(code, longest) {
    const parts = [];
    let rest = code;
    while (rest.length > longest) {
      const end = rest.lastIndexOf("\n", longest - 1) + 1 || rest.indexOf("\n", longest) + 1;
      if (end === 0)
        break;
      parts.push(rest.slice(0, end));
      rest = rest.slice(end);
    }
    return [...parts, rest];
  }
  function trimCode(code) {
    return code.replace(/\r\n?/g, "\n").replace(/^[^\S\n]*\n/, "").trimEnd();
  }

  // copy/data-table.js
  var LAYOUT = "table, h1, h2, h3, article, section, form, blockquote, pre, nav, iframe";
  var LONGEST_CELL = 1500;
  var EXAMINED_ROWS = 8;
  function isDataTable(table) {
    const role = table.getAttribute("role");
    if (role === "presentation" || role === "none")
      return false;
    const { rows } = (
      /** @type {HTMLTableElement} */
      table
    );
    if (!rows || rows.length === 0 || table.querySelector(LAYOUT))
      return false;
    let columns = 0;
    for (let at = 0; at < Math.min(rows.length, EXAMINED_ROWS); at += 1) {
      const { cells } = rows[at];
      columns = Math.max(columns, cells.length);
      for (const cell of cells)
        if ((cell.textContent ?? "").length > LONGEST_CELL)
          return false;
    }
    return columns > 1 && (rows.length > 1 || table.querySelector("th") !== null);
  }

  // copy/image-block.js
  var SMALLEST_IMAGE = 48;
  var LONGEST_ALTERNATIVE2 = 2e3;
  function imageBlock(element) {
    if (!showsText(element))
      return null;
    const image = (
      /** @type {HTMLImageElement} */
      element
    );
    const box = image.getBoundingClientRect();
    const isSmall = box.width < SMALLEST_IMAGE || box.height < SMALLEST_IMAGE;
    if (isSmall && (image.naturalWidth > 0 || box.width * box.height <= 1))
      return null;
    const src = storableAddress(image.currentSrc) ?? storableAddress(image.src) ?? void 0;
    const given = (image.getAttribute("alt") ?? "").slice(0, 2 * LONGEST_ALTERNATIVE2);
    const alt = collapsed(given).trim().slice(0, LONGEST_ALTERNATIVE2);
    if (alt === "" && (!src || isSmall))
      return null;
    const width = Math.round(box.width) || void 0;
    const height = Math.round(box.height) || void 0;
    return { kind: "image", src, alt, width, height };
  }

  // copy/open-block.js
  var OpenBlock = class {
    constructor() {
      this.parts = [];
      this.afterSpace = true;
      this.length = 0;
      this.linked = 0;
    }
    /**
     * @param {string} piece
     * @param {Element | undefined} link
     * @param {string | undefined} style
     */
    append(piece, link, style) {
      const { parts } = this;
      const last = parts[parts.length - 1];
      if (last && last.link === link && last.style === style)
        last.text += piece;
      else
        parts.push({ text: piece, link, style });
      this.length += piece.length;
      if (link)
        this.linked += piece.length;
      this.afterSpace = piece.charCodeAt(piece.length - 1) === 32;
    }
    /** @returns {import('./runs.js').Run[]} */
    runs() {
      return runsOf(this.parts);
    }
  };

  // copy/table-rows.js
  var TableRows = class {
    constructor() {
      this.rows = [];
      this.length = 0;
      this.linked = 0;
    }
    addRow() {
      this.rows.push([]);
    }
    /** @param {boolean} isHeader */
    addCell(isHeader) {
      if (this.rows.length === 0)
        this.addRow();
      this.rows[this.rows.length - 1].push(isHeader ? { runs: [], header: true } : { runs: [] });
    }
    /**
     * Adds text to the last cell.
     *
     * @param {Run[]} runs
     * @param {{length: number, linked: number}} lengths
     * @returns {boolean} false if there is no cell: the text is before the cells
     */
    fill(runs, { length, linked }) {
      const row = this.rows[this.rows.length - 1];
      if (!row || row.length === 0)
        return false;
      const cell = row[row.length - 1];
      cell.runs = cell.runs.length > 0 ? [...cell.runs, " ", ...runs] : runs;
      this.length += length;
      this.linked += linked;
      return true;
    }
    /** @returns {{rows: Cell[][], text: string}} without empty rows */
    content() {
      if (true)
        omitEmptyRows(this.rows);
      const rows = this.rows.filter((row) => row.some(({ runs }) => runs.length > 0));
      const text = rows.map((row) => row.map(({ runs }) => textOf(runs)).filter(Boolean).join(" ")).join(" ");
      return { rows, text };
    }
  };

  // copy/text-blocks.js
  var OMITTED2 = /* @__PURE__ */ new Set(["script", "style", "template", "head", "noscript"]);
  var SEPARATORS = new Set("area,audio,br,canvas,embed,iframe,img,input,map,math,meter,object,param,picture,progress,select,source,svg,textarea,track,video".split(","));
  var STYLES = /* @__PURE__ */ new Map([
    ["b", "strong"],
    ["strong", "strong"],
    ["cite", "emphasis"],
    ["dfn", "emphasis"],
    ["em", "emphasis"],
    ["i", "emphasis"],
    ["var", "emphasis"],
    ["code", "code"],
    ["kbd", "code"],
    ["samp", "code"],
    ["tt", "code"]
  ]);
  var LONGEST_BLOCK = 1e5;
  var TextBlocks = class {
    constructor() {
      this.blocks = [];
      this.containers = [];
      this.container = -1;
      this.open = null;
      this.pendingSpace = false;
      this.table = null;
      this.code = null;
      this.links = [];
      this.styles = [];
      this.kinds = new BlockKinds();
      this.drawings = 0;
      this.levels = [];
    }
    /**
     * @param {Element} element
     * @param {string} name
     * @returns {boolean}
     */
    enter(element, name) {
      if (OMITTED2.has(name))
        return false;
      if (SEPARATORS.has(name))
        return this.separate(element, name);
      if (this.drawings > 0) {
        this.pendingSpace = true;
        return true;
      }
      if (INLINE.has(name)) {
        const style = STYLES.get(name);
        if (style)
          this.styles.push(style);
        if (name === "a")
          this.links.push(element);
        return true;
      }
      const isInBlock = this.code !== null || this.table !== null || this.kinds.heading > 0 && name === "button";
      this.levels.push(isInBlock ? null : { heading: this.kinds.heading });
      if (!isInBlock) {
        this.flush();
        this.enterBlock(element, name);
      } else if (this.code !== null) {
        this.breakLine();
      } else if (this.table) {
        this.enterInTable(this.table, name);
        if (true)
          readSpans(this.table.rows, element, name);
      } else {
        this.pendingSpace = true;
      }
      return true;
    }
    /**
     * @param {Element} element
     * @param {string} name
     */
    enterBlock(element, name) {
      const hint = boilerplateOf(element, name);
      this.containers.push({ parent: this.container, name, first: this.blocks.length, end: -1, hint });
      this.container = this.containers.length - 1;
      this.kinds.enter(name);
      if (name === "pre")
        this.code = "";
      else if (name === "table" && isDataTable(element))
        this.table = new TableRows();
    }
    /**
     * @param {TableRows} table
     * @param {string} name
     */
    enterInTable(table, name) {
      if (name === "tr") {
        this.closeCell();
        if (table.length > LONGEST_BLOCK) {
          this.closeTable();
          this.table = new TableRows();
        }
        this.table?.addRow();
      } else if (name === "td" || name === "th") {
        this.closeCell();
        table.addCell(name === "th");
      } else {
        this.pendingSpace = true;
      }
    }
    /**
     * @param {Element} element
     * @param {string} name
     */
    leave(element, name) {
      if (name === "math" || name === "svg")
        this.drawings -= 1;
      if (SEPARATORS.has(name) || this.drawings > 0) {
        this.pendingSpace = true;
        return;
      }
      if (INLINE.has(name)) {
        if (STYLES.has(name))
          this.styles.pop();
        if (name === "a")
          this.links.pop();
        return;
      }
      const level = this.levels.pop();
      if (level) {
        if (this.code !== null)
          this.closeCode();
        else if (this.table)
          this.closeTable();
        else
          this.flush();
        this.leaveBlock(name, level);
      } else if (this.code !== null) {
        this.breakLine();
      } else if (this.table && (name === "td" || name === "th" || name === "caption")) {
        this.closeCell(name === "caption");
      } else {
        this.pendingSpace = true;
      }
    }
    /**
     * @param {string} name
     * @param {{heading: number}} level
     */
    leaveBlock(name, { heading }) {
      this.kinds.leave(name, heading);
      const container = this.containers[this.container];
      container.end = this.blocks.length;
      this.container = container.parent;
    }
    /**
     * @param {string} data
     */
    text(data) {
      if (this.code !== null) {
        this.addCode(data);
        return;
      }
      let rest = collapsed(data);
      while (rest.length > LONGEST_BLOCK && !this.table) {
        const end = rest.lastIndexOf(" ", LONGEST_BLOCK) + 1;
        if (end === 0)
          break;
        this.addText(rest.slice(0, end));
        rest = rest.slice(end);
      }
      this.addText(rest);
    }
    /** @param {string} collapsedText */
    addText(collapsedText) {
      let piece = collapsedText;
      if (piece === "")
        return;
      if (!this.open) {
        if (piece === " ")
          return;
        this.open = new OpenBlock();
      }
      const { open } = this;
      if (this.pendingSpace && !open.afterSpace)
        this.append(" ");
      this.pendingSpace = false;
      if (open.afterSpace && piece.charCodeAt(0) === 32)
        piece = piece.slice(1);
      if (piece !== "")
        this.append(piece);
      if (open.length > LONGEST_BLOCK && open.afterSpace && !this.table)
        this.flush();
    }
    /** @param {string} piece */
    append(piece) {
      this.open?.append(piece, this.links[this.links.length - 1], this.styles[this.styles.length - 1]);
    }
    /** Ends a line of code, because a block starts or ends there. */
    breakLine() {
      if (this.code && !this.code.endsWith("\n"))
        this.addCode("\n");
    }
    /** @param {string} data */
    addCode(data) {
      this.code += data;
      const { code } = this;
      if (code === null || code.length <= LONGEST_BLOCK || !data.includes("\n"))
        return;
      const parts = divideCode(code, LONGEST_BLOCK);
      const rest = parts.pop() ?? "";
      for (this.code of parts)
        this.closeCode();
      this.code = rest;
    }
    /**
     * @param {Element} element
     * @param {string} name
     * @returns {boolean} true if its content is read
     */
    separate(element, name) {
      if (name === "br") {
        if (this.code !== null)
          this.addCode("\n");
        else if (!this.table && this.kinds.heading === 0 && this.kinds.items.length === 0)
          this.flush();
      }
      this.pendingSpace = true;
      const image = name === "img" && this.code === null && !this.table ? imageBlock(element) : null;
      if (image) {
        this.flush();
        this.add(image, "", 0);
      }
      if (name === "iframe")
        this.flush();
      if (name === "math" || name === "svg")
        this.drawings += 1;
      return name === "picture" || name === "math" || name === "svg" || name === "iframe" || name === "map" || name === "object";
    }
    /** Ends the block that is being read. */
    flush() {
      this.pendingSpace = false;
      const { open } = this;
      this.open = null;
      if (!open)
        return;
      const runs = open.runs();
      if (runs.length === 0)
        return;
      this.add({ ...this.kinds.next(), runs }, textOf(runs), open.linked);
    }
    /**
     * @param {Block} block
     * @param {string} text
     * @param {number} linked
     */
    add(block, text, linked) {
      const isControl = this.kinds.controls > 0;
      this.blocks.push({ block, text, linked: Math.min(linked, text.length), container: this.container, isControl });
    }
    closeCode() {
      const text = trimCode(this.code ?? "");
      this.code = null;
      if (text !== "")
        this.add({ kind: "code", runs: [text] }, collapsed(text).trim(), 0);
    }
    /** @param {boolean} [isCaption] true for the caption of the table, which may stand behind its rows */
    closeCell(isCaption = false) {
      this.pendingSpace = false;
      const { open, table } = this;
      this.open = null;
      if (!open || !table)
        return;
      const runs = open.runs();
      if (isCaption || !table.fill(runs, open))
        this.add({ kind: "paragraph", runs }, textOf(runs), open.linked);
    }
    closeTable() {
      this.closeCell();
      const { table } = this;
      this.table = null;
      if (!table)
        return;
      const { rows, text } = table.content();
      if (text !== "")
        this.add({ kind: "table", rows }, text, table.linked);
    }
  };

  // copy/timed-walk.js
  var SMALL_PAGE = 2e3;
  var SMALL_PAGE_TIME = 1e3;
  function* walkSteps(top, walk, count, onStep) {
    let spent = 0;
    for (let seen = count; ; seen += count) {
      const began = top.performance.now();
      const isDone = walk.visit(count);
      spent += top.performance.now() - began;
      const isSmall = seen < SMALL_PAGE && spent < SMALL_PAGE_TIME;
      if (isDone || onStep(isSmall ? 0 : spent))
        return;
      yield void 0;
    }
  }

  // copy/text-copy.js
  var LONGEST_TEXT = 1 << 20;
  var NODES_PER_STEP = 500;
  var BLOCKS_PER_STEP = 500;
  var LONGEST_TITLE = 500;
  var WALK_TIME = 350;
  function* textCopySteps(top, snapshot) {
    const { document } = top;
    const found = new TextBlocks();
    const walk = new ComposedWalk(document, found);
    yield* walkSteps(top, walk, NODES_PER_STEP, (spent) => {
      if (spent > WALK_TIME)
        walk.stop();
      return spent > WALK_TIME;
    });
    found.flush();
    yield void 0;
    const line = lineBlock(found.blocks, snapshot);
    yield void 0;
    const kept = mainContent(found.blocks, found.containers, line);
    yield void 0;
    const blocks = kept.map((at) => found.blocks[at].block);
    return { head: pageHead(top, snapshot), blocks, line: kept.indexOf(line), isCut: walk.isCut };
  }
  function* textJSONSteps({ head, blocks, line, isCut = false }, limit) {
    const start = encodeJSON(head).slice(0, -1) + ',"blocks":[';
    let left = limit - utf8Length(start) - "]}".length;
    let first = Math.max(0, line);
    let end = first;
    const before = [];
    const after = [];
    const add = (at, list) => {
      if (at < 0 || at >= blocks.length || lengthOf2(blocks[at]) > left)
        return false;
      const json2 = encodeJSON(resolveLinks(blocks[at]));
      const length = utf8Length(json2) + 1;
      if (length > left)
        return false;
      left -= length;
      list.push(json2);
      return true;
    };
    let mayAppend = true;
    let mayPrepend = true;
    while (mayAppend || mayPrepend) {
      if ((end - first) % BLOCKS_PER_STEP === BLOCKS_PER_STEP - 1)
        yield void 0;
      if (mayAppend && (!mayPrepend || end - line <= 2 * (line - first))) {
        mayAppend = add(end, after);
        if (mayAppend)
          end += 1;
      } else {
        mayPrepend = add(first - 1, before);
        if (mayPrepend)
          first -= 1;
      }
    }
    const json = start + [...before.reverse(), ...after].join(",") + "]}";
    return { json, isWhole: !isCut && first === 0 && end === blocks.length };
  }
  function* textDocumentSteps(top, snapshot) {
    const copy = yield* textCopySteps(top, snapshot);
    yield void 0;
    return copy.blocks.length > 0 ? yield* textJSONSteps(copy, LONGEST_TEXT) : null;
  }
  function pageHead(top, snapshot) {
    const { document } = top;
    const title = String(read(document, "title") ?? "").slice(0, LONGEST_TITLE);
    return {
      schema: 1,
      url: copyAddress(top.location.href),
      title: title || void 0,
      byline: byline(document) || void 0,
      lang: snapshot && snapshot.lang || void 0,
      dir: snapshot && (snapshot.dir === "rtl" || snapshot.dir === "ltr") ? snapshot.dir : void 0
    };
  }
  function copyAddress(address) {
    const [page, fragment = ""] = withoutCredentials(address).split(/#(.*)/s);
    return fragment.startsWith("/") || fragment.startsWith("!") ? page + "#" + fragment : page;
  }
  function lineBlock(blocks, snapshot) {
    const anchors = snapshot && Array.isArray(snapshot.anchors) ? snapshot.anchors : [];
    const primary = anchors.find((anchor) => anchor.role === "primary") ?? anchors[0];
    const quote = primary && primary.quote;
    if (!quote || typeof quote.exact !== "string" || quote.exact === "")
      return -1;
    const { exact, prefix = "", suffix = "" } = quote;
    const containing = [];
    for (let at = 0; at < blocks.length; at += 1)
      if (blocks[at].text.includes(exact))
        containing.push(at);
    if (containing.length === 1)
      return containing[0];
    return blockAcross(blocks, exact, prefix, suffix, Number(primary.ordinal) || 0);
  }
  function blockAcross(blocks, exact, prefix, suffix, which) {
    const starts = [];
    let length = 0;
    for (const { text: text2 } of blocks) {
      starts.push(length);
      if (text2 !== "")
        length += text2.length + 1;
    }
    const text = blocks.map((found) => found.text).filter(Boolean).join(" ");
    let at = text.indexOf(prefix + exact + suffix);
    at = at >= 0 ? at + prefix.length : occurrence(text, exact, which);
    if (at < 0)
      return -1;
    let ordinal = starts.length - 1;
    while (ordinal > 0 && (starts[ordinal] > at || blocks[ordinal].text === ""))
      ordinal -= 1;
    return ordinal;
  }
  function occurrence(text, words, ordinal) {
    const first = text.indexOf(words);
    let at = first;
    for (let left = ordinal; left > 0 && at >= 0; left -= 1)
      at = text.indexOf(words, at + 1);
    return at >= 0 ? at : first;
  }

  // copy/picture-copy.js
  var NODES_PER_STEP2 = 100;
  var STYLE_TIME = 200;
  var MARKUP_TIME = 330;
  var LONGEST_TITLE2 = 500;
  var LARGEST_PICTURE = 6e6;
  var LATER_HEAD = 200;
  function* pictureCopySteps(top, { images = true, limit = null } = {}) {
    const { document } = top;
    const title = String(read(document, "title") ?? "").slice(0, LONGEST_TITLE2);
    const head = { schema: 1, url: copyAddress(top.location.href), title: title || void 0 };
    const markup = new PictureMarkup(top, images);
    const empty = encodeJSON({ ...head, html: markup.document(title), omissions: {} });
    markup.limit = Math.min(limit ?? LARGEST_PICTURE, LARGEST_PICTURE) - utf8Length(empty) - LATER_HEAD;
    const walk = new ComposedWalk(document, markup);
    yield* walkSteps(top, walk, NODES_PER_STEP2, (spent) => {
      if (spent > STYLE_TIME)
        markup.styles.isFull = true;
      if (spent > MARKUP_TIME)
        markup.isFull = true;
      return false;
    });
    const found = yield* imageSteps(top, markup.images);
    const unfit = addSmallestFirst(found.images, (image, address) => markup.addImage(image, address));
    const omissions = {
      images: markup.omittedImages + found.omissions + unfit,
      frames: markup.frames,
      styles: markup.styles.omissions,
      backgrounds: markup.styles.backgrounds,
      parts: markup.omittedParts + (walk.isCut ? 1 : 0)
    };
    const html = markup.document(title);
    yield void 0;
    const json = encodeJSON({ ...head, html, omissions });
    const missing = images ? omissions : { ...omissions, images: 0, backgrounds: 0 };
    return { json, isWhole: Object.values(missing).every((count) => count === 0) };
  }

  // dom/later-task.js
  function inLaterTask(task) {
    try {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        task();
      };
      port2.postMessage(null);
      return true;
    } catch {
      return false;
    }
  }

  // copy/slices.js
  var SLICE = 12;
  function runInSlices(top, steps, done) {
    const slice = () => {
      let result = null;
      try {
        const began = top.performance.now();
        for (let step = steps.next(); ; step = steps.next()) {
          if (step.done) {
            result = step.value;
            break;
          }
          if (step.value) {
            step.value.then(next, next);
            return;
          }
          if (top.performance.now() - began > SLICE && inLaterTask(slice))
            return;
        }
      } catch {
        result = null;
      }
      done(result);
    };
    const next = () => {
      if (!inLaterTask(slice))
        slice();
    };
    slice();
  }

  // copy/copy-script.js
  function copyText(snapshot) {
    return new Promise((resolve) => {
      runInSlices(window, textDocumentSteps(window, snapshot), (copy) => resolve(copy));
    });
  }
  function copyPicture(snapshot, options) {
    return new Promise((resolve) => runInSlices(window, pictureCopySteps(window, options), resolve));
  }
  function defineCopy() {
    Reflect.set(globalThis, "leftoffCopy", { text: copyText, picture: copyPicture });
  }

  // <stdin>
  leftoff = { defineCopy };
})();
return leftoff; })()
