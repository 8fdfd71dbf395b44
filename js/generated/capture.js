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
  function isElement(node) {
    return node !== null && nodeTypeOf(node) === 1;
  }
  function isText(node) {
    if (node === null)
      return false;
    const type = nodeTypeOf(node);
    return type === 3 || type === 4;
  }

  // dom/composed-tree.js
  function frameDocument(element) {
    try {
      return read(element, "contentDocument") ?? null;
    } catch {
      return null;
    }
  }
  function frameElementOf(view) {
    try {
      return view ? view.frameElement : null;
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
  function treeRootOf(node) {
    let root = node;
    for (let parent = parentNodeOf(root); parent; parent = parentNodeOf(root))
      root = parent;
    const type = nodeTypeOf(root);
    return type === 9 || type === 11 && /** @type {any} */
    root.host ? (
      /** @type {any} */
      root
    ) : null;
  }
  function hostOf(root) {
    return nodeTypeOf(root) === 11 ? (
      /** @type {any} */
      root.host
    ) : frameElementOf(viewOf(root));
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
  var MAXIMUM_LENGTH = 16e6;
  var NODES_PER_STEP = 4e3;
  var SHADOW_HOSTS = new Set("article,aside,blockquote,body,div,footer,h1,h2,h3,h4,h5,h6,header,main,nav,p,section,span".split(","));
  var IGNORED = /[\u00ad\u200b\u2060]/g;
  var WHITE_SPACE = /[^\S ]\s*| \s+/g;
  var UNCOLLAPSED = /[\u00ad\u200b\u2060]|[^\S ]| {2}/;
  var HAS_IGNORED = /[\u00ad\u200b\u2060]/;
  var SEEN_CHARACTER = /\S/;
  function collapsed(text) {
    if (!UNCOLLAPSED.test(text))
      return text;
    return (HAS_IGNORED.test(text) ? text.replace(IGNORED, "") : text).replace(WHITE_SPACE, " ");
  }
  var TextWalk = class {
    /**
     * @param {Document} document
     */
    constructor(document) {
      this.parts = [];
      this.segments = [];
      this.blocks = [0];
      this.trees = [document];
      this.length = 0;
      this.afterSpace = true;
      this.atBlockStart = true;
      this.pendingSpace = false;
      this.levels = [];
      this.depth = -1;
      const root = read(document, "documentElement");
      if (root)
        this.enter(root, mayBeEdited(document));
    }
    /**
     * @returns {TextIndex}
     */
    index() {
      return { text: this.parts.join(""), segments: this.segments, blocks: this.blocks, trees: this.trees };
    }
    /**
     * @param {number} count
     * @returns {boolean} true at the end
     */
    visit(count2) {
      for (let left = count2; left > 0 && this.depth >= 0; left -= 1) {
        const level = this.levels[this.depth];
        const child = level.list ? level.list[level.at] ?? null : level.next;
        if (!child) {
          this.leave(level);
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
            child,
            level
          );
        else if (type === 1)
          this.enter(
            /** @type {Element} */
            child,
            level.mayEdit
          );
      }
      return this.depth < 0;
    }
    /**
     * @param {Text} node
     * @param {Level} level
     */
    visitText(node, level) {
      const { data } = node;
      if (!SEEN_CHARACTER.test(data)) {
        if (data !== "")
          this.pendingSpace = true;
        return;
      }
      if (level.shows === null)
        level.shows = isShown(level.owner, level.mayEdit);
      if (level.shows)
        this.append(node, data);
    }
    /**
     * @param {Text} node
     * @param {string} data
     */
    append(node, data) {
      let piece = collapsed(data);
      if (piece === "" || this.length > MAXIMUM_LENGTH)
        return;
      if (this.pendingSpace && !this.afterSpace) {
        this.parts.push(" ");
        this.length += 1;
        this.afterSpace = true;
      }
      const trimmed = this.afterSpace && piece.charCodeAt(0) === 32;
      if (trimmed)
        piece = piece.slice(1);
      if (this.atBlockStart && this.length > 0)
        this.blocks.push(this.length);
      this.atBlockStart = false;
      this.pendingSpace = false;
      this.segments.push({ node, start: this.length, length: piece.length, trimmed });
      this.parts.push(piece);
      this.length += piece.length;
      this.afterSpace = piece.charCodeAt(piece.length - 1) === 32;
    }
    /**
     * @param {Element} element
     * @param {boolean} mayEdit
     */
    enter(element, mayEdit) {
      const name = localNameOf(element);
      const isBlock = !INLINE.has(name);
      if (isBlock)
        this.breakBlock();
      if (UNREAD.has(name) || this.depth >= MAXIMUM_DEPTH)
        return;
      const shadow = SHADOW_HOSTS.has(name) || name.includes("-") ? shadowRootOf(element) : null;
      if (shadow) {
        this.trees.push(shadow);
        this.push(firstChildOf(shadow), null, element, isBlock, mayEdit || mayBeEdited(shadow));
      } else if (name === "iframe" || name === "frame") {
        const inner = frameDocument(element);
        const root = inner && isShown(element, mayEdit) ? read(inner, "documentElement") : null;
        if (inner && root) {
          this.trees.push(inner);
          this.push(null, [root], null, isBlock, mayBeEdited(inner));
        }
      } else if (name === "details" && !element.hasAttribute("open")) {
        const summary = summaryOf(element);
        if (summary)
          this.push(null, [summary], element, isBlock, mayEdit);
      } else {
        const assigned = name === "slot" ? assignedNodes(element) : [];
        if (assigned.length > 0)
          this.push(null, assigned, composedParent(element), isBlock, true);
        else
          this.push(firstChildOf(element), null, element, isBlock, mayEdit);
      }
    }
    /**
     * @param {Node | null} next
     * @param {Node[] | null} list
     * @param {Element | null} owner
     * @param {boolean} isBlock
     * @param {boolean} mayEdit
     */
    push(next, list, owner, isBlock, mayEdit) {
      this.depth += 1;
      const level = this.levels[this.depth];
      if (!level) {
        this.levels[this.depth] = { next, list, at: 0, owner, shows: null, isBlock, mayEdit };
        return;
      }
      level.next = next;
      level.list = list;
      level.at = 0;
      level.owner = owner;
      level.shows = null;
      level.isBlock = isBlock;
      level.mayEdit = mayEdit;
    }
    /**
     * @param {Level} level
     */
    leave(level) {
      this.depth -= 1;
      if (level.isBlock)
        this.breakBlock();
    }
    breakBlock() {
      this.atBlockStart = true;
      this.pendingSpace = true;
    }
  };
  function buildTextIndex(document) {
    const walk = new TextWalk(document);
    walk.visit(Infinity);
    return walk.index();
  }
  function* textIndexSteps(document) {
    const walk = new TextWalk(document);
    while (!walk.visit(NODES_PER_STEP))
      yield void 0;
    return walk.index();
  }
  function isInline(element) {
    return INLINE.has(localNameOf(element));
  }
  function blockElementOf(node) {
    let element = composedParent(node);
    while (element && isInline(element))
      element = composedParent(element) ?? read(element, "parentElement");
    return element;
  }
  function showsText(element) {
    return isShown(element, true);
  }
  function isShown(element, mayEdit) {
    if (!element || mayEdit && read(element, "isContentEditable") === true)
      return false;
    return isRendered(element);
  }
  function mayBeEdited(root) {
    return read(root, "designMode") === "on" || call(root, "querySelector", "[contenteditable]") !== null;
  }

  // dom/geometry.js
  function frameOrigin(view, top) {
    let x = 0;
    let y = 0;
    for (let depth = 0; view && view !== top && depth < 32; depth += 1) {
      const frame = frameElementOf(view);
      if (!frame)
        break;
      const rect = frame.getBoundingClientRect();
      const outer = viewOf(frame);
      const style = outer ? outer.getComputedStyle(frame) : null;
      x += rect.left + frame.clientLeft + (style ? parseFloat(style.paddingLeft) || 0 : 0);
      y += rect.top + frame.clientTop + (style ? parseFloat(style.paddingTop) || 0 : 0);
      view = outer;
    }
    return { x, y };
  }
  function shift(rect, origin) {
    return {
      left: rect.left + origin.x,
      top: rect.top + origin.y,
      right: rect.right + origin.x,
      bottom: rect.bottom + origin.y
    };
  }
  function elementBox(element, top) {
    return shift(call(element, "getBoundingClientRect"), frameOrigin(viewOf(element), top));
  }
  function laidOutBox(element, top) {
    return call(element, "getClientRects").length > 0 ? elementBox(element, top) : null;
  }
  function rangeBoxes(node, from, to, top) {
    const document = ownerDocumentOf(node);
    if (!document)
      return [];
    const range = call(document, "createRange");
    range.setStart(node, from);
    range.setEnd(node, to);
    const boxes = [];
    const origin = frameOrigin(viewOf(node), top);
    for (const rect of range.getClientRects()) {
      if (rect.height > 0 && rect.width > 0)
        boxes.push(shift(rect, origin));
    }
    return boxes;
  }
  function characterBox(node, offset, top) {
    const { data } = node;
    if (offset >= data.length)
      return null;
    const code = data.charCodeAt(offset);
    const end = Math.min(data.length, offset + (code >= 55296 && code <= 56319 ? 2 : 1));
    return rangeBoxes(node, offset, end, top)[0] ?? null;
  }
  function intersection(a, b) {
    return {
      left: Math.max(a.left, b.left),
      top: Math.max(a.top, b.top),
      right: Math.min(a.right, b.right),
      bottom: Math.min(a.bottom, b.bottom)
    };
  }
  function asRect(box) {
    return { x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top };
  }

  // dom/scroller.js
  function rootScrollerElement(view) {
    return read(view.document, "scrollingElement") ?? read(view.document, "documentElement");
  }
  function scrollState(scroller) {
    const { view } = scroller;
    const element = scroller.element ?? rootScrollerElement(view);
    const isWindow = scroller.element === null;
    return {
      x: isWindow ? view.pageXOffset : element ? read(element, "scrollLeft") : 0,
      y: isWindow ? view.pageYOffset : element ? read(element, "scrollTop") : 0,
      width: element && read(element, "clientWidth") || view.innerWidth || 0,
      height: element && read(element, "clientHeight") || view.innerHeight || 0,
      scrollWidth: element ? read(element, "scrollWidth") : 0,
      scrollHeight: element ? read(element, "scrollHeight") : 0
    };
  }
  function scrollTo(scroller, x, y) {
    const behavior = (
      /** @type {ScrollBehavior} */
      "instant"
    );
    const target = { left: x, top: y, behavior };
    if (scroller.element)
      call(scroller.element, "scrollTo", target);
    else
      scroller.view.scrollTo(target);
  }
  function isScrollable(element, view) {
    const height = read(element, "clientHeight");
    const tall = read(element, "scrollHeight") > height + 1;
    const wide = read(element, "scrollWidth") > read(element, "clientWidth") + 1;
    if (!tall && !wide || height === 0)
      return false;
    const { document } = view;
    const rootElement = read(document, "documentElement");
    if (element === read(document, "scrollingElement") || element === rootElement)
      return false;
    const style = view.getComputedStyle(element);
    const scrolls = (overflow) => /^(auto|scroll|overlay)$/.test(overflow);
    if (!(tall && scrolls(style.overflowY)) && !(wide && scrolls(style.overflowX))) {
      const hidden = style.overflowY === "hidden" || style.overflowX === "hidden";
      return hidden && (read(element, "scrollTop") !== 0 || read(element, "scrollLeft") !== 0);
    }
    if (element !== read(document, "body"))
      return true;
    const root = view.getComputedStyle(rootElement);
    return root.overflowX !== "visible" || root.overflowY !== "visible";
  }
  function canScrollAlong(scroller, start) {
    const state = scrollState(scroller);
    return start === "top" ? state.scrollHeight > state.height + 1 : state.scrollWidth > state.width + 1;
  }
  function scrollersAround(node, top, known) {
    const found = [];
    let view = viewOf(node);
    let element = nodeTypeOf(node) === 1 ? (
      /** @type {Element | null} */
      node
    ) : composedParent(node);
    for (let steps = 0; view && steps < 4e3; steps += 1) {
      if (element) {
        let scrolls = known ? known.get(element) : void 0;
        if (scrolls === void 0) {
          scrolls = isScrollable(element, view);
          if (known)
            known.set(element, scrolls);
        }
        if (scrolls)
          found.unshift({ view, element });
        element = composedParent(element);
      } else if (view === top) {
        break;
      } else {
        const state = scrollState({ view, element: null });
        const scrolls = state.scrollHeight > state.height + 1 || state.scrollWidth > state.width + 1;
        if (scrolls)
          found.unshift({ view, element: null });
        element = frameElementOf(view);
        if (!element)
          break;
        view = viewOf(element);
      }
    }
    found.unshift({ view: top, element: null });
    return found;
  }
  function windowBox(top) {
    const visual = top.visualViewport;
    if (visual && visual.width > 0) {
      const { offsetLeft, offsetTop, width, height } = visual;
      return { left: offsetLeft, top: offsetTop, right: offsetLeft + width, bottom: offsetTop + height };
    }
    const state = scrollState({ view: top, element: null });
    return { left: 0, top: 0, right: state.width, bottom: state.height };
  }
  function visibleBox(scroller, top) {
    let box = windowBox(top);
    const innermost = scroller.element ?? read(scroller.view.document, "documentElement");
    if (!innermost)
      return box;
    for (const { view, element } of scrollersAround(innermost, top)) {
      const origin = frameOrigin(view, top);
      if (element) {
        const rect = call(element, "getBoundingClientRect");
        const left = rect.left + read(element, "clientLeft");
        const upper = rect.top + read(element, "clientTop");
        const right = left + read(element, "clientWidth");
        const inner = { left, top: upper, right, bottom: upper + read(element, "clientHeight") };
        box = intersection(box, shift(inner, origin));
      } else if (view !== top) {
        const state = scrollState({ view, element: null });
        box = intersection(box, shift({ left: 0, top: 0, right: state.width, bottom: state.height }, origin));
      }
    }
    return box;
  }

  // dom/block-axis.js
  function blockStartOf(writingMode) {
    if (writingMode === "vertical-rl" || writingMode === "sideways-rl")
      return "right";
    if (writingMode === "vertical-lr" || writingMode === "sideways-lr")
      return "left";
    return "top";
  }
  function distanceFromStart(start, inner, outer) {
    if (start === "top")
      return inner.top - outer.top;
    return start === "left" ? inner.left - outer.left : outer.right - inner.right;
  }
  function blockExtent(start, box) {
    return start === "top" ? box.bottom - box.top : box.right - box.left;
  }
  function pointInside(start, box, distance, across) {
    if (start === "top")
      return { x: box.left + (box.right - box.left) * across, y: box.top + distance };
    const y = box.top + (box.bottom - box.top) * across;
    return { x: start === "left" ? box.left + distance : box.right - distance, y };
  }
  function scrollBy(start, distance) {
    if (start === "top")
      return { x: 0, y: distance };
    return { x: start === "left" ? distance : -distance, y: 0 };
  }
  function crosses(start, box, point) {
    if (start === "top")
      return box.top - 2 <= point.y && point.y <= box.bottom + 2;
    return box.left - 2 <= point.x && point.x <= box.right + 2;
  }
  function spans(start, box, point) {
    return start === "top" ? box.left <= point.x && point.x <= box.right : box.top <= point.y && point.y <= box.bottom;
  }
  function areOnLine(start, a, b) {
    const shared = start === "top" ? Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) : Math.min(a.right, b.right) - Math.max(a.left, b.left);
    return shared >= Math.min(blockExtent(start, a), blockExtent(start, b)) / 2;
  }

  // restore/confidence.js
  var CONFIDENCE = {
    /** The exact words, which were out of view: the content in between may have changed. */
    quoteOutOfView: 0.6,
    /** The exact words, but not at their old height, since the page ends too soon. */
    outOfReach: 0.6,
    /** The most for edited words in another edition, which omits words but changes none, and outside the neighbours. */
    doubtfulEdits: 0.6,
    /** The least for edited words in another edition. */
    leastInEdition: 0.5,
    /** The same picture, found by its URL. */
    image: 0.9,
    /** Another picture that the same selector matches. */
    imageBySelector: 0.5,
    /** A block that the selector matches and whose words are similar. */
    selector: 0.5,
    /** A position between the neighbours above and below. */
    bracket: 0.5,
    /** A position next to one neighbour. */
    neighbour: 0.4,
    /** The scroll offsets, in a page of the same size. */
    pixelsSameSize: 0.4,
    /** The same fraction of the text. */
    progressText: 0.3,
    /** The same fraction of the scroll height. */
    progressScroll: 0.25,
    /** The scroll offsets, in a page of another size. */
    pixels: 0.2,
    none: 0,
    /** The least confidence of a place that counts as found. */
    found: 0.7
  };
  var CLEAR_MARGIN = 0.15;
  var DISTINCTIVE_LENGTH = 16;
  function confidenceOf(quote, support, margin, length) {
    const alone = length < DISTINCTIVE_LENGTH ? 0.2 : 0.65 * quote ** 1.5;
    const sure = alone + (1 - alone) * support * (0.4 + 0.6 * quote);
    return sure * (0.8 + 0.2 * Math.min(1, margin / CLEAR_MARGIN));
  }

  // anchoring/block-hash.js
  var HASH_BITS = 64;
  var MAXIMUM_HASHED_WORDS = 400;
  function textHash(text, seed) {
    let hash = (2166136261 ^ seed) >>> 0;
    for (let i = 0; i < text.length; i += 1)
      hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
    hash = Math.imul(hash ^ hash >>> 16, 2246822507);
    hash = Math.imul(hash ^ hash >>> 13, 3266489909);
    return (hash ^ hash >>> 16) >>> 0;
  }
  function wordsOf(text, most = Infinity) {
    const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
    const pieces = [];
    for (let w = 0; w < words.length && pieces.length < most; w += 1) {
      const word = words[w];
      if (word.length <= 20)
        pieces.push(word);
      else
        for (let i = 0; i + 1 < word.length; i += 1)
          pieces.push(word.slice(i, i + 2));
    }
    return pieces;
  }
  function blockHash(text) {
    const words = wordsOf(text, MAXIMUM_HASHED_WORDS);
    if (words.length === 0)
      return "";
    const votes = new Int32Array(HASH_BITS);
    for (const word of words) {
      const low = textHash(word, 0);
      const high = textHash(word, 2654435769);
      for (let bit = 0; bit < 32; bit += 1) {
        votes[bit] += low >>> bit & 1 ? 1 : -1;
        votes[bit + 32] += high >>> bit & 1 ? 1 : -1;
      }
    }
    let digits = "";
    for (let at = HASH_BITS - 4; at >= 0; at -= 4) {
      let digit = 0;
      for (let bit = 3; bit >= 0; bit -= 1)
        digit = digit * 2 + (votes[at + bit] > 0 ? 1 : 0);
      digits += digit.toString(16);
    }
    return digits;
  }
  function hashLikeness(a, b) {
    if (a.length !== HASH_BITS / 4 || b.length !== a.length)
      return 0;
    let same = 0;
    for (let i = 0; i < a.length; i += 1) {
      const [left, right] = [parseInt(a[i], 16), parseInt(b[i], 16)];
      if (!(left >= 0 && right >= 0))
        return 0;
      let differing = left ^ right;
      for (same += 4; differing > 0; differing &= differing - 1)
        same -= 1;
    }
    return Math.max(0, 2 * same / HASH_BITS - 1);
  }

  // anchoring/selector.js
  var MAXIMUM_SELECTOR_LENGTH = 500;
  function escapeName(name) {
    if (typeof CSS !== "undefined" && CSS.escape)
      return CSS.escape(name);
    return name.replace(/[^a-zA-Z0-9_\u0080-\uffff-]|^-?\d/g, (match) => {
      return Array.from(match, (character) => "\\" + character.charCodeAt(0).toString(16) + " ").join("");
    });
  }
  function isOnly(root, selector, element) {
    if (call(root, "querySelector", selector) !== element)
      return false;
    const found = call(root, "querySelectorAll", selector);
    return found.length === 1 && found[0] === element;
  }
  function mayBeOnly(root, list, name, element) {
    const get = read(root, list);
    if (typeof get !== "function")
      return true;
    const found = get.call(root, name);
    return found[0] === element && !found[1];
  }
  function placeAmongSiblings(element) {
    let place = 1;
    let sibling = read(element, "previousElementSibling");
    for (; sibling; sibling = read(sibling, "previousElementSibling"))
      place += 1;
    return place;
  }
  function selectorWithin(element, root) {
    let path = "";
    let node = element;
    while (node && isElement(node)) {
      const current = (
        /** @type {Element} */
        node
      );
      const { part, unique } = step(current, root);
      path = path === "" ? part : part + ">" + path;
      if (path.length > MAXIMUM_SELECTOR_LENGTH)
        return "";
      if (unique)
        return path;
      node = parentNodeOf(current);
    }
    return isOnly(root, path, element) ? path : "";
  }
  function step(element, root) {
    const id = idOf(element);
    if (id && isOnly(root, "#" + escapeName(id), element))
      return { part: "#" + escapeName(id), unique: true };
    const name = escapeName(localNameOf(element));
    if (mayBeOnly(root, "getElementsByTagName", localNameOf(element), element) && isOnly(root, name, element)) {
      return { part: name, unique: true };
    }
    for (const className of Array.from(classListOf(element)).slice(0, 8)) {
      const part = "." + escapeName(className);
      if (!mayBeOnly(root, "getElementsByClassName", className, element))
        continue;
      if (isOnly(root, part, element))
        return { part, unique: true };
    }
    return { part: name + ":nth-child(" + placeAmongSiblings(element) + ")", unique: false };
  }
  function address(element) {
    const path = [];
    const root = treeRootOf(element);
    if (!root)
      return { path, selector: "" };
    const selector = selectorWithin(element, root);
    let host = hostOf(root);
    while (host) {
      const outer = treeRootOf(host);
      const part = outer ? selectorWithin(host, outer) : "";
      if (!outer || part === "")
        return { path: [], selector: "" };
      path.unshift(part);
      host = hostOf(outer);
    }
    return { path, selector };
  }
  function elementAtAddress(document, path, selector) {
    try {
      let root = document;
      for (const part of path) {
        const host = root ? call(root, "querySelector", part) : null;
        root = host ? shadowRootOf(host) ?? frameDocument(host) : null;
      }
      return root && selector ? call(root, "querySelector", selector) : null;
    } catch {
      return null;
    }
  }

  // anchoring/edit-distance.js
  var BLOCK_ROWS = 32;
  function matchBits(pattern) {
    const blocks = Math.ceil(pattern.length / BLOCK_ROWS);
    const bits = /* @__PURE__ */ new Map();
    for (let row = 0; row < pattern.length; row += 1) {
      const unit = pattern.charCodeAt(row);
      const known = bits.get(unit) ?? new Int32Array(blocks);
      known[row >> 5] |= 1 << (row & 31);
      bits.set(unit, known);
    }
    return bits;
  }
  function fewestErrors(text, pattern) {
    const blocks = Math.ceil(pattern.length / BLOCK_ROWS);
    const bits = matchBits(pattern);
    const none = new Int32Array(blocks);
    const positive = new Int32Array(blocks).fill(-1);
    const negative = new Int32Array(blocks);
    const lastRow = 1 << (pattern.length - 1 & 31);
    let errors = pattern.length;
    let best = { end: 0, errors };
    for (let column = 0; column < text.length; column += 1) {
      const matches = bits.get(text.charCodeAt(column)) ?? none;
      let carry = 0;
      for (let block = 0; block < blocks; block += 1) {
        const up = positive[block];
        const down = negative[block];
        const across = matches[block] | (carry < 0 ? 1 : 0);
        const diagonal = ((across & up) + up | 0) ^ up | across;
        let right = down | ~(diagonal | up);
        let left = up & diagonal;
        const row = block === blocks - 1 ? lastRow : 1 << 31;
        const next = (right & row) !== 0 ? 1 : (left & row) !== 0 ? -1 : 0;
        right = right << 1 | (carry > 0 ? 1 : 0);
        left = left << 1 | (carry < 0 ? 1 : 0);
        const vertical = matches[block] | down;
        positive[block] = left | ~(vertical | right);
        negative[block] = right & vertical;
        carry = next;
      }
      errors += carry;
      if (errors < best.errors)
        best = { end: column + 1, errors };
    }
    return best;
  }
  function editLikeness(text, pattern) {
    if (pattern === "")
      return 0;
    const { errors } = fewestErrors(text, pattern);
    return Math.max(0, 1 - 2 * errors / pattern.length);
  }

  // anchoring/quote-search.js
  var MAXIMUM_OCCURRENCES = 500;
  function positionsOf(text, exact, most = MAXIMUM_OCCURRENCES) {
    const positions = [];
    if (exact === "")
      return positions;
    let at = text.indexOf(exact);
    while (at >= 0 && positions.length < most) {
      positions.push(at);
      at = text.indexOf(exact, at + 1);
    }
    return positions;
  }
  function contextLikeness(text, position, quote) {
    const prefix = quote.prefix.trimEnd();
    const suffix = quote.suffix.trimStart();
    const before2 = text.slice(Math.max(0, position - quote.prefix.length - 2), position).trimEnd();
    const end = position + quote.exact.length;
    const after2 = text.slice(end, end + quote.suffix.length + 2).trimStart();
    let same = 0;
    while (same < prefix.length && same < before2.length) {
      if (prefix[prefix.length - 1 - same] !== before2[before2.length - 1 - same])
        break;
      same += 1;
    }
    let sameAfter = 0;
    while (sameAfter < suffix.length && suffix[sameAfter] === after2[sameAfter])
      sameAfter += 1;
    const left = prefix.length > 0 ? same / prefix.length : before2.length === 0 ? 1 : 0;
    const right = suffix.length > 0 ? sameAfter / suffix.length : after2.length === 0 ? 1 : 0;
    return (left + right) / 2;
  }

  // anchoring/word-alignment.js
  var TOKEN = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]|[\p{L}\p{M}\p{N}]+/gu;
  var GAP = 0.15;
  var MOST_TOKENS = 700;
  var DISTINCTIVE_WORD = 6;
  function tokensOf(text) {
    const tokens = [];
    TOKEN.lastIndex = 0;
    for (let match = TOKEN.exec(text); match && tokens.length < MOST_TOKENS; match = TOKEN.exec(text)) {
      tokens.push({ text: match[0].toLowerCase(), start: match.index, end: match.index + match[0].length });
    }
    return tokens;
  }
  function weightOf(word) {
    return word.charCodeAt(0) > 3584 ? 0.6 : Math.min(1, (word.length + 1) / DISTINCTIVE_WORD);
  }
  function alignTokens(wanted, found) {
    const width = found.length + 1;
    const scores = new Float32Array((wanted.length + 1) * width);
    let best = 0;
    let at = 0;
    for (let i = 1; i <= wanted.length; i += 1) {
      const { text } = wanted[i - 1];
      const weight = weightOf(text);
      for (let j = 1; j < width; j += 1) {
        const cell = i * width + j;
        const diagonal = scores[cell - width - 1] + (found[j - 1].text === text ? weight : -GAP);
        const score = Math.max(0, diagonal, scores[cell - 1] - GAP, scores[cell - width] - GAP);
        scores[cell] = score;
        if (score > best) {
          best = score;
          at = cell;
        }
      }
    }
    if (best === 0)
      return null;
    const partner = traceBack(wanted, found, scores, at);
    return { partner, placeOf: (offset) => placeOf(wanted, found, partner, offset) };
  }
  function traceBack(wanted, found, scores, last) {
    const width = found.length + 1;
    const partner = new Int32Array(wanted.length).fill(-1);
    for (let cell = last; scores[cell] > 0; ) {
      const i = Math.floor(cell / width) - 1;
      const j = cell % width - 1;
      const isPair = wanted[i].text === found[j].text;
      const diagonal = scores[cell - width - 1] + (isPair ? weightOf(wanted[i].text) : -GAP);
      if (Math.abs(scores[cell] - diagonal) < 1e-4) {
        if (isPair)
          partner[i] = j;
        cell -= width + 1;
      } else {
        cell -= Math.abs(scores[cell] - (scores[cell - width] - GAP)) < 1e-4 ? width : 1;
      }
    }
    return partner;
  }
  function placeOf(wanted, found, partner, offset) {
    let at = wanted.findIndex(({ end }) => end > offset);
    if (at < 0)
      at = wanted.length - 1;
    if (partner[at] >= 0)
      return found[partner[at]].start + Math.max(0, offset - wanted[at].start);
    let before2 = at - 1;
    while (before2 >= 0 && partner[before2] < 0)
      before2 -= 1;
    let after2 = at + 1;
    while (after2 < wanted.length && partner[after2] < 0)
      after2 += 1;
    const hasAfter = after2 < wanted.length;
    const fromBefore = before2 >= 0 ? partner[before2] + (at - before2) : -1;
    const fromAfter = hasAfter ? partner[after2] - (after2 - at) : -1;
    let place = before2 >= 0 && (!hasAfter || at - before2 <= after2 - at) ? fromBefore : fromAfter;
    if (before2 >= 0)
      place = Math.max(place, partner[before2] + 1);
    if (hasAfter)
      place = Math.min(place, partner[after2]);
    place = Math.max(0, Math.min(found.length - 1, place));
    return found[place].start;
  }

  // anchoring/fuzzy-search.js
  var VOTING_BIN = 96;
  var MOST_REGIONS = 6;
  var COMMON_SEED = 200;
  var MOST_SEEDS = 64;
  var MOST_SEEDS_LARGE = 16;
  var LARGE_TEXT = 1e6;
  var SHORTEST_SEED = 3;
  var REGION_MARGIN = 32;
  function seedsOf(quote, length) {
    const whole = quote.prefix + quote.exact + quote.suffix;
    const tokens = tokensOf(whole);
    const most = tokens.length > whole.length / 2 ? 3 : 2;
    const seeds = [];
    for (let i = 0; i < tokens.length; i += 1) {
      for (let count2 = 1; count2 <= most && i + count2 <= tokens.length; count2 += 1) {
        const text = whole.slice(tokens[i].start, tokens[i + count2 - 1].end);
        if (text.length >= SHORTEST_SEED)
          seeds.push({ text, offset: tokens[i].start - quote.prefix.length });
      }
    }
    seeds.sort((a, b) => b.text.length - a.text.length);
    return seeds.slice(0, length > LARGE_TEXT ? MOST_SEEDS_LARGE : MOST_SEEDS);
  }
  function likelyRegions(text, quote) {
    const votes = /* @__PURE__ */ new Map();
    for (const seed of seedsOf(quote, text.length)) {
      const positions = positionsOf(text, seed.text, COMMON_SEED);
      if (positions.length >= COMMON_SEED)
        continue;
      const weight = 1 / (1 + Math.log2(positions.length || 1));
      const voted = /* @__PURE__ */ new Set();
      for (const position of positions) {
        const bin = Math.floor((position - seed.offset) / VOTING_BIN);
        if (voted.has(bin))
          continue;
        voted.add(bin);
        votes.set(bin, (votes.get(bin) ?? 0) + weight);
      }
    }
    const ranked = [...votes].map(([bin, weight]) => ({ bin, weight: weight + (votes.get(bin + 1) ?? 0) }));
    ranked.sort((a, b) => b.weight - a.weight);
    const usedBins = /* @__PURE__ */ new Set();
    const regions = [];
    for (const { bin } of ranked) {
      if (regions.length >= MOST_REGIONS)
        break;
      if (usedBins.has(bin) || usedBins.has(bin + 1) || usedBins.has(bin - 1))
        continue;
      usedBins.add(bin);
      const start = bin * VOTING_BIN - quote.prefix.length - REGION_MARGIN;
      const end = (bin + 2) * VOTING_BIN + quote.exact.length + quote.suffix.length + REGION_MARGIN;
      regions.push({ start: Math.max(0, start), end: Math.min(text.length, end) });
    }
    return regions;
  }
  function matchInRegion(text, region, quote, character) {
    const part = text.slice(region.start, region.end);
    const whole = quote.prefix + quote.exact + quote.suffix;
    const from = quote.prefix.length;
    const to = from + quote.exact.length;
    const wanted = tokensOf(whole);
    const found = tokensOf(part);
    const aligned = alignTokens(wanted, found);
    if (!aligned)
      return null;
    const share = (first, last) => {
      let all = 0;
      let there = 0;
      wanted.forEach((token, i) => {
        if (token.start < first || token.end > last)
          return;
        all += token.end - token.start;
        if (aligned.partner[i] >= 0)
          there += token.end - token.start;
      });
      return all > 0 ? there / all : 0;
    };
    const place = aligned.placeOf(from + character);
    const near = text.slice(
      Math.max(0, region.start + place - quote.exact.length / 2),
      region.start + place + quote.exact.length * 1.5
    );
    return {
      position: region.start + place,
      quote: Math.max(share(from, to), editLikeness(near, quote.exact)),
      prefix: share(0, from),
      suffix: share(to, whole.length)
    };
  }

  // anchoring/text-position.js
  var WHITE_SPACE_UNIT = /\s/;
  var SPACE = 1;
  var LEFT_OUT = 2;
  function characterAt(index, position) {
    const { segments } = index;
    let at = segmentBefore(index, position);
    if (at < 0)
      return null;
    if (position >= segments[at].start + segments[at].length)
      at += 1;
    if (at >= segments.length)
      return null;
    const { node, start } = segments[at];
    return { node, offset: rawOffset(node.data, segments[at], Math.max(0, position - start)) };
  }
  function positionOf(index, node, offset) {
    const { segments } = index;
    for (let at = 0; at < segments.length; at += 1) {
      if (segments[at].node !== node)
        continue;
      const { start, length } = segments[at];
      return start + Math.min(length - 1, collapsedOffset(node.data, segments[at], offset));
    }
    return -1;
  }
  function blockAround(index, position) {
    const { blocks, text } = index;
    let low = 0;
    let high = blocks.length;
    while (high - low > 1) {
      const middle = low + high >> 1;
      if (blocks[middle] <= position)
        low = middle;
      else
        high = middle;
    }
    return blockAt(index, low) ?? { start: 0, end: text.length, ordinal: 0 };
  }
  function blockAt(index, ordinal) {
    if (ordinal < 0 || ordinal >= index.blocks.length)
      return null;
    const start = index.blocks[ordinal];
    let end = ordinal + 1 < index.blocks.length ? index.blocks[ordinal + 1] : index.text.length;
    while (end > start && index.text.charCodeAt(end - 1) === 32)
      end -= 1;
    return { start, end, ordinal };
  }
  function segmentBefore(index, position) {
    let low = -1;
    let high = index.segments.length;
    while (high - low > 1) {
      const middle = low + high >> 1;
      if (index.segments[middle].start <= position)
        low = middle;
      else
        high = middle;
    }
    return low;
  }
  function rawOffset(data, segment, count2) {
    if (data.length === segment.length)
      return Math.min(count2, data.length - 1);
    let produced = 0;
    let inSpace = segment.trimmed;
    for (let i = 0; i < data.length; i += 1) {
      const kind = kindOf(data.charCodeAt(i));
      if (kind === LEFT_OUT || kind === SPACE && inSpace)
        continue;
      inSpace = kind === SPACE;
      if (produced === count2)
        return i;
      produced += 1;
    }
    return Math.max(0, data.length - 1);
  }
  function collapsedOffset(data, segment, offset) {
    if (data.length === segment.length)
      return offset;
    let produced = 0;
    let inSpace = segment.trimmed;
    for (let i = 0; i < offset && i < data.length; i += 1) {
      const kind = kindOf(data.charCodeAt(i));
      if (kind === LEFT_OUT)
        continue;
      if (kind !== SPACE || !inSpace)
        produced += 1;
      inSpace = kind === SPACE;
    }
    return produced;
  }
  function kindOf(code) {
    if (code > 32 && code < 160)
      return 0;
    if (code === 173 || code === 8203 || code === 8288)
      return LEFT_OUT;
    if (code === 32 || code === 10)
      return SPACE;
    return WHITE_SPACE_UNIT.test(String.fromCharCode(code)) ? SPACE : 0;
  }

  // restore/evidence.js
  var EVIDENCE_WEIGHTS = { context: 0.2, near: 0.12, selector: 0.05, hash: 0.04, progress: 0.04 };
  var QUOTE_WEIGHT = 0.55;
  var NEAR_DISTANCE = 1500;
  var MOST_NEIGHBOURS = 40;
  var LEAST_HASHED = 40;
  function neighboursOf(index, place) {
    const positions = (anchor) => {
      if (!anchor || !anchor.quote)
        return null;
      const found = positionsOf(index.text, anchor.quote.exact, MOST_NEIGHBOURS);
      return found.length < MOST_NEIGHBOURS ? found : null;
    };
    return { above: positions(place.above), below: positions(place.below) };
  }
  function nearness({ above, below }, position) {
    const closeness = (positions, side) => {
      let least = Infinity;
      for (const at of positions) {
        const distance = (position - at) * side;
        if (distance >= 0 && distance < least)
          least = distance;
      }
      return 1 / (1 + (least / NEAR_DISTANCE) ** 2);
    };
    const known = [];
    if (above)
      known.push(closeness(above, 1));
    if (below)
      known.push(closeness(below, -1));
    return known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0) / known.length;
  }
  function contextEvidence(text, position, quote) {
    const { exact, prefix, suffix } = quote;
    if (prefix === "" && suffix === "")
      return null;
    const inRow = contextLikeness(text, position, quote);
    if (inRow === 1)
      return 1;
    const before2 = text.slice(Math.max(0, position - prefix.length * 1.5), position);
    const end = position + exact.length;
    const after2 = text.slice(end, end + suffix.length * 1.5);
    const left = prefix === "" ? inRow : editLikeness(before2, prefix);
    const right = suffix === "" ? inRow : editLikeness(after2, suffix);
    return Math.max(inRow, (left + right) / 2);
  }
  function hashEvidence(index, anchor, position) {
    if (anchor.hash === "")
      return null;
    const block = blockAround(index, position);
    if (block.end - block.start < LEAST_HASHED)
      return null;
    return hashLikeness(anchor.hash, blockHash(index.text.slice(block.start, block.end)));
  }
  function progressEvidence(index, place, position) {
    if (place.progressText === null || index.text.length === 0)
      return null;
    return Math.max(0, 1 - 5 * Math.abs(position / index.text.length - place.progressText));
  }
  function supportOf(candidate) {
    let all = 0;
    let sum = 0;
    for (const [name, weight] of Object.entries(EVIDENCE_WEIGHTS)) {
      const value = Reflect.get(candidate, name);
      if (value === null)
        continue;
      all += weight;
      sum += weight * value;
    }
    return all === 0 ? 0 : sum / all;
  }
  function scoreOf(candidate) {
    return QUOTE_WEIGHT * candidate.quote + (1 - QUOTE_WEIGHT) * supportOf(candidate);
  }

  // restore/resolve-quote.js
  var ENOUGH_SUPPORT = 0.5;
  var LEAST_SCORE = 0.45;
  var LEAST_MARGIN = 0.03;
  var LEAST_QUOTE = 0.3;
  var EDITION_MARGIN = 0.1;
  var SHORTEST_UNIQUE = 6;
  var ALL_WORDS = 0.9;
  var SAME_PLACE = 40;
  var WIDEST_GAP = 6e3;
  var SAME_LENGTH = 0.03;
  var FEW = 12;
  function resolveQuote(index, place, anchor, bounds, neighbours, allowsEdits) {
    const exact = exactCandidates(index, place, anchor, bounds, neighbours);
    const [first] = exact;
    const isClear = first !== void 0 && supportOf(first) >= ENOUGH_SUPPORT && marginOf(exact) >= LEAST_MARGIN;
    if (isClear)
      return adjustForEdition(place, anchor, exact, makeResolution(first, anchor, marginOf(exact)));
    const edited = allowsEdits ? editedCandidates(index, place, anchor, bounds, neighbours) : [];
    const all = rankCandidates(mergeCandidates(exact, edited));
    const [best] = all;
    if (!best || scoreOf(best) < LEAST_SCORE)
      return null;
    const margin = marginOf(all);
    if (margin < LEAST_MARGIN)
      return resolveByOrdinal(index, place, anchor, exact);
    const found = makeResolution(best, anchor, margin);
    if (found.isExact)
      return adjustForEdition(place, anchor, exact, found);
    if (place.isEdition && found.confidence < CONFIDENCE.leastInEdition)
      return null;
    const isDoubtful = place.isEdition && best.quote < ALL_WORDS || isOutside(neighbours, best.position);
    return { ...found, confidence: Math.min(found.confidence, isDoubtful ? CONFIDENCE.doubtfulEdits : 1) };
  }
  function adjustForEdition(place, anchor, exact, found) {
    if (!place.isEdition)
      return found;
    const { length } = anchor.quote?.exact ?? "";
    if (exact.length === 1 && anchor.occurrences === 1 && length >= SHORTEST_UNIQUE) {
      const confidence = confidenceOf(1, supportOf(exact[0]), 1, Infinity);
      return { ...found, confidence: Math.max(found.confidence, confidence) };
    }
    if (exact.length === 1 || marginOf(exact) >= EDITION_MARGIN)
      return found;
    return { ...found, confidence: Math.min(found.confidence, CONFIDENCE.doubtfulEdits) };
  }
  function isOutside({ above, below }, position) {
    if (!above || !below || above.length !== 1 || below.length !== 1)
      return false;
    const [[from], [to]] = [above, below];
    return to > from && to - from < WIDEST_GAP && (position < from || position >= to);
  }
  function mergeCandidates(exact, edited) {
    const isSame = (a, b) => a.position === b.position;
    const improved = exact.map((candidate) => {
      const other = edited.find((each) => isSame(each, candidate));
      if (!other || candidate.context === null || other.context === null)
        return candidate;
      return { ...candidate, context: Math.max(candidate.context, other.context) };
    });
    return [...improved, ...edited.filter((each) => !exact.some((candidate) => isSame(each, candidate)))];
  }
  function makeResolution(candidate, anchor, margin) {
    const length = anchor.quote ? anchor.quote.exact.length : 0;
    const confidence = confidenceOf(candidate.quote, supportOf(candidate), margin, length);
    return { position: candidate.position, confidence, isExact: candidate.isExact };
  }
  function rankCandidates(candidates) {
    return candidates.map((candidate) => ({ candidate, score: scoreOf(candidate) })).sort((a, b) => b.score - a.score).map(({ candidate }) => candidate);
  }
  function marginOf(candidates) {
    const [best] = candidates;
    const next = candidates.find(({ position }) => Math.abs(position - best.position) > SAME_PLACE);
    return best && next ? scoreOf(best) - scoreOf(next) : 1;
  }
  function exactCandidates(index, place, anchor, bounds, neighbours) {
    const { quote } = anchor;
    if (!quote)
      return [];
    const positions = positionsOf(index.text, quote.exact);
    return rankCandidates(positions.map((start, ordinal) => {
      const position = start + anchor.character;
      return {
        position,
        isExact: true,
        quote: 1,
        context: contextEvidence(index.text, start, quote),
        ordinal,
        ...surroundingEvidence(index, place, anchor, bounds, neighbours, position, positions.length <= FEW)
      };
    }));
  }
  function surroundingEvidence(index, place, anchor, bounds, neighbours, position, hashes) {
    const isInside = bounds !== null && position >= bounds.start && position < bounds.end;
    return {
      near: nearness(neighbours, position),
      selector: anchor.selector === "" ? null : isInside ? 1 : 0,
      hash: hashes ? hashEvidence(index, anchor, position) : null,
      progress: anchor === place.primary ? progressEvidence(index, place, position) : null
    };
  }
  function editedCandidates(index, place, anchor, bounds, neighbours) {
    const { quote, character } = anchor;
    if (!quote)
      return [];
    const regions = likelyRegions(index.text, quote);
    if (bounds && bounds.end - bounds.start < WIDEST_GAP)
      regions.push(bounds);
    const { above, below } = neighbours;
    for (const from of above ?? []) {
      const to = (below ?? []).find((at) => at > from);
      if (to !== void 0 && to - from < WIDEST_GAP)
        regions.push({ start: from, end: to });
    }
    const found = [];
    for (const region of regions) {
      const match = matchInRegion(index.text, region, quote, character);
      if (!match || match.quote < LEAST_QUOTE)
        continue;
      const { position, prefix, suffix } = match;
      if (found.some((other) => Math.abs(other.position - position) <= SAME_PLACE))
        continue;
      found.push({
        position,
        isExact: false,
        quote: match.quote,
        context: quote.prefix === "" && quote.suffix === "" ? null : (prefix + suffix) / 2,
        ordinal: -1,
        ...surroundingEvidence(index, place, anchor, bounds, neighbours, position, true)
      });
    }
    return found;
  }
  function resolveByOrdinal(index, place, anchor, exact) {
    if (anchor.ordinal === null || anchor.occurrences !== exact.length || place.textLength === null)
      return null;
    if (Math.abs(index.text.length - place.textLength) > SAME_LENGTH * place.textLength)
      return null;
    const same = exact.find(({ ordinal }) => ordinal === anchor.ordinal);
    return same ? makeResolution(same, anchor, LEAST_MARGIN) : null;
  }

  // restore/shown.js
  var LONGEST_LINE = 200;
  var LEAST_PART = 0.5;
  var ENOUGH = 6;
  var TOLERANCE = 0.5;
  var UNCLIPPED = /^(inline|contents|table-(row|column).*)$/;
  var CONTAINMENT = /paint|strict|content/;
  function lineBox(target, top) {
    const { node, offset } = target;
    const box = target.box();
    if (!box || !isText(node) || target.tier === "bracket")
      return box;
    const text = (
      /** @type {Text} */
      node
    );
    const owner = composedParent(node);
    const view = viewOf(node);
    const start = blockStartOf(owner && view ? view.getComputedStyle(owner).writingMode : "");
    let line = box;
    for (const next of rangeBoxes(text, offset, Math.min(text.data.length, offset + LONGEST_LINE), top)) {
      if (!areOnLine(start, next, box))
        break;
      line = {
        left: Math.min(line.left, next.left),
        top: Math.min(line.top, next.top),
        right: Math.max(line.right, next.right),
        bottom: Math.max(line.bottom, next.bottom)
      };
    }
    return line;
  }
  function ownerOf(node) {
    return isElement(node) ? (
      /** @type {Element} */
      node
    ) : composedParent(node);
  }
  function hasSize({ left, top, right, bottom }) {
    return right > left && bottom > top;
  }
  function isDeferred(element) {
    if (
      /** @type {any} */
      element.complete === false
    )
      return true;
    const view = viewOf(element);
    for (let at = (
      /** @type {Element | null} */
      element
    ); view && at; at = composedParent(at)) {
      if (
        /** @type {any} */
        view.getComputedStyle(at).contentVisibility === "auto"
      )
        return true;
    }
    return false;
  }
  function isShown2(target, top, freeAxis = "") {
    const owner = ownerOf(target.node);
    const box = target.box();
    const line = lineBox(target, top);
    if (!owner || !isRendered(owner))
      return false;
    const isEmpty = isElement(target.node) && !hasSize(elementBox(owner, top));
    if (!line || !box || isEmpty)
      return isDeferred(owner);
    const { clip, isShaped } = clipAround(target.node, top, freeAxis);
    const seen = intersection(line, clip);
    if (!isEnough(seen.right - seen.left, box.right - box.left))
      return false;
    if (!isEnough(seen.bottom - seen.top, box.bottom - box.top))
      return false;
    return !isShaped || freeAxis !== "" || isHit(target.node, seen, top);
  }
  function isEnough(part, extent) {
    return part >= Math.min(ENOUGH, extent * LEAST_PART) - TOLERANCE;
  }
  function clipAround(node, top, freeAxis) {
    let clip = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
    let isShaped = false;
    let isOwn2 = isElement(node);
    let element = ownerOf(node);
    let view = viewOf(node);
    let position = "static";
    for (let steps = 0; view && steps < 4e3; steps += 1) {
      if (!element) {
        const { width, height } = scrollState({ view, element: null });
        const { x, y } = frameOrigin(view, top);
        const window2 = { left: x, top: y, right: x + width, bottom: y + height };
        clip = cut(clip, window2, freeAxis !== "x", freeAxis !== "y");
        element = view === top ? null : frameElementOf(view);
        if (!element)
          break;
        view = viewOf(element);
        isOwn2 = true;
        continue;
      }
      const style = view.getComputedStyle(element);
      isShaped = isShaped || style.clipPath !== "none" || style.clip !== "auto";
      if (isOwn2 || isContaining(style, position)) {
        if (!isOwn2 && !isRoot(element, view)) {
          const cuts = (axis) => clips(style, axis) && !(axis === freeAxis && mayScroll(
            /** @type {Element} */
            element,
            style,
            axis
          ));
          clip = cut(clip, elementBox(element, top), cuts("x"), cuts("y"));
        }
        position = style.position;
      }
      isOwn2 = false;
      element = composedParent(element);
    }
    return { clip, isShaped };
  }
  function cut(box, by, isX, isY) {
    const { left, right } = isX ? by : box;
    const { top, bottom } = isY ? by : box;
    return intersection(box, { left, top, right, bottom });
  }
  function isContaining(style, position) {
    if (position !== "fixed" && (position !== "absolute" || style.position !== "static"))
      return true;
    return [style.transform, style.perspective, style.filter].some((value) => value && value !== "none") || CONTAINMENT.test(style.contain);
  }
  function clips(style, axis) {
    if (UNCLIPPED.test(style.display))
      return false;
    return (axis === "x" ? style.overflowX : style.overflowY) !== "visible" || CONTAINMENT.test(style.contain);
  }
  function mayScroll(element, style, axis) {
    if (!/^(auto|scroll|overlay)$/.test(axis === "x" ? style.overflowX : style.overflowY))
      return false;
    const [whole, part] = axis === "x" ? ["scrollWidth", "clientWidth"] : ["scrollHeight", "clientHeight"];
    return read(element, whole) > read(element, part);
  }
  function isRoot(element, view) {
    const documentElement = read(view.document, "documentElement");
    if (element === documentElement || !documentElement)
      return true;
    const style = view.getComputedStyle(documentElement);
    return element === read(view.document, "body") && style.overflowX === "visible" && style.overflowY === "visible";
  }
  function isHit(node, box, top) {
    const root = treeRootOf(node);
    const owner = ownerOf(node);
    const view = viewOf(node);
    if (!root || !owner || !view)
      return true;
    const { x, y } = frameOrigin(view, top);
    const height = (box.top + box.bottom) / 2 - y;
    const isHere = view.getComputedStyle(owner).pointerEvents === "none" || [0.1, 0.5, 0.9].some((part) => {
      const across = box.left + (box.right - box.left) * part - x;
      const hits = (
        /** @type {Element[]} */
        call(root, "elementsFromPoint", across, height)
      );
      return hits.some((hit) => call(owner, "contains", hit));
    });
    const frame = view === top ? null : frameElementOf(view);
    return isHere && (!frame || isHit(frame, box, top));
  }

  // restore/target.js
  function characterTarget(index, position, anchor, tier, confidence, top) {
    const character = characterAt(index, position);
    if (!character)
      return null;
    const { node, offset } = character;
    return { tier, confidence, node, offset, anchor, box: () => characterBox(node, offset, top) };
  }
  function selectedBounds(index, anchor, top) {
    const element = elementAtAddress(top.document, anchor.path, anchor.selector);
    return element ? textBounds(index, element) : null;
  }
  function textBounds(index, element) {
    const { segments } = index;
    const first = segments.findIndex(({ node }) => call(element, "contains", node));
    if (first < 0)
      return null;
    let last = first;
    while (last + 1 < segments.length && call(element, "contains", segments[last + 1].node))
      last += 1;
    return { start: segments[first].start, end: segments[last].start + segments[last].length };
  }

  // restore/bracket.js
  var TOLERANCE_SHARE = 0.4;
  var USUAL_HEIGHT = 800;
  function bracketTarget(index, place, top) {
    const { primary, fraction } = place;
    if (!primary)
      return null;
    const neighbours = [place.above, place.below].map((anchor) => {
      const target = anchor ? neighbourTarget(index, place, anchor, top) : null;
      return target && isShown2(target, top, blockStartOf(place.writingMode) === "top" ? "y" : "x") ? target : null;
    });
    const [above, below] = neighbours;
    const tolerance = (place.viewportHeight || USUAL_HEIGHT) * TOLERANCE_SHARE;
    const near = neighbours.filter((target) => target && distanceBetween(target.anchor, primary) <= tolerance);
    near.sort((a, b) => a && b ? distanceBetween(a.anchor, primary) - distanceBetween(b.anchor, primary) : 0);
    if (above && below && fraction !== null) {
      const from = above.box();
      const to = below.box();
      const then = below.anchor.y - above.anchor.y;
      if (from && to && to.top > from.top && Math.abs(to.top - from.top - then) <= tolerance * 2) {
        return targetBetween(above, below, primary, fraction);
      }
    }
    return near[0] ?? null;
  }
  function distanceBetween(neighbour, primary) {
    const from = neighbour.start ?? neighbour.y;
    return Math.abs(from - (primary.start ?? primary.y));
  }
  function targetBetween(above, below, primary, fraction) {
    const box = () => {
      const from = above.box();
      const to = below.box();
      if (!from || !to)
        return from ?? to;
      const interpolate = (a, b) => a + (b - a) * fraction;
      const line = { left: interpolate(from.left, to.left), top: interpolate(from.top, to.top) };
      return { ...line, right: interpolate(from.right, to.right), bottom: interpolate(from.bottom, to.bottom) };
    };
    const { node, offset } = above;
    return { tier: "bracket", confidence: CONFIDENCE.bracket, node, offset, anchor: primary, box };
  }
  function neighbourTarget(index, place, anchor, top) {
    if (!anchor.quote)
      return null;
    const bounds = selectedBounds(index, anchor, top);
    const found = resolveQuote(index, place, anchor, bounds, { above: null, below: null }, false);
    if (!found || found.confidence < CONFIDENCE.found)
      return null;
    return characterTarget(index, found.position, anchor, "bracket", CONFIDENCE.neighbour, top);
  }

  // restore/image-target.js
  var PICTURES = "img, video, canvas, svg, iframe, picture, object, embed";
  function imageTarget(anchor, edge, top) {
    const atSelector = elementAtAddress(top.document, anchor.path, anchor.selector);
    const { src, alt } = anchor.image ?? { src: "", alt: "" };
    const isSame = (element2) => {
      if (src !== "")
        return element2.currentSrc === src || element2.src === src;
      return alt !== "" && element2.getAttribute("alt") === alt;
    };
    const alike = [];
    if (src !== "" || alt !== "") {
      for (const element2 of call(top.document, "querySelectorAll", PICTURES)) {
        if (isSame(element2))
          alike.push(element2);
      }
    }
    let element = alike.length === 1 ? alike[0] : null;
    if (atSelector && (alike.length === 0 || alike.includes(atSelector)))
      element = atSelector;
    if (!element)
      return null;
    const chosen = element;
    const isCertain = isSame(chosen) || src === "" && alt === "" && chosen.matches(PICTURES);
    const confidence = isCertain ? CONFIDENCE.image : CONFIDENCE.imageBySelector;
    const box = () => {
      const now = laidOutBox(chosen, top);
      return now && atSamePart(now, anchor, edge);
    };
    return { tier: "selector", confidence, node: chosen, offset: 0, anchor, box };
  }
  function atSamePart(now, { rect, y }, edge) {
    if (!rect || !(rect.height > 0) || y >= edge)
      return now;
    const growth = (edge - y) / rect.height * (now.bottom - now.top - rect.height);
    return { ...now, top: now.top + growth, bottom: now.bottom + growth };
  }

  // restore/locate.js
  var LIKE_ENOUGH = 0.5;
  function* targetsOf(index, place, isSame, top, isTranslated) {
    const { primary } = place;
    if (!primary)
      return;
    const found = byQuote(index, place, primary, isSame, top);
    if (found)
      yield found;
    if (!isSame)
      return;
    const bracket = bracketTarget(index, place, top);
    const other = primary.image ? imageTarget(primary, place.stickyTop, top) : bySelector(index, primary, top);
    const both = other && (!bracket || other.confidence >= bracket.confidence) ? [other, bracket] : [bracket, other];
    for (const target of both)
      if (target)
        yield target;
  }
  var TOP_OF_VIEW = {
    quote: null,
    image: null,
    selector: "",
    path: [],
    character: 0,
    x: 0,
    y: 0,
    start: null,
    rect: null,
    scroller: -1,
    hash: "",
    occurrences: null,
    ordinal: null,
    position: null
  };
  function byTextProgress(index, place, top) {
    if (index.text.length === 0)
      return null;
    const anchor = place.primary ?? TOP_OF_VIEW;
    const known = anchor.position;
    if (known === null && place.progressText === null)
      return null;
    const position = known ?? Math.round((place.progressText ?? 0) * index.text.length);
    return characterTarget(
      index,
      Math.min(position, index.text.length - 1),
      anchor,
      "progress",
      CONFIDENCE.progressText,
      top
    );
  }
  function wasInView({ start, y }, place) {
    return start !== null || y >= -1 && y <= (place.viewportHeight || Infinity);
  }
  function byQuote(index, place, primary, isSame, top) {
    if (!primary.quote)
      return null;
    const bounds = selectedBounds(index, primary, top);
    const found = resolveQuote(index, place, primary, bounds, neighboursOf(index, place), isSame);
    if (!found)
      return null;
    const most = wasInView(primary, place) ? 1 : CONFIDENCE.quoteOutOfView;
    const confidence = Math.min(found.confidence, most);
    return characterTarget(index, found.position, primary, found.isExact ? "quote" : "fuzzy", confidence, top);
  }
  function bySelector(index, primary, top) {
    const element = elementAtAddress(top.document, primary.path, primary.selector);
    if (!element)
      return null;
    if (primary.quote) {
      const bounds = textBounds(index, element);
      if (!bounds || primary.hash === "")
        return null;
      const likeness = hashLikeness(primary.hash, blockHash(index.text.slice(bounds.start, bounds.end)));
      if (likeness < LIKE_ENOUGH)
        return null;
    }
    const { rect } = primary;
    const part = rect && rect.height > 0 ? (primary.y - rect.y) / rect.height : 0;
    const box = () => {
      const now = laidOutBox(element, top);
      if (!now)
        return null;
      const line = now.top + Math.max(0, Math.min(1, part)) * (now.bottom - now.top);
      return { ...now, top: line, bottom: line };
    };
    return { tier: "selector", confidence: CONFIDENCE.selector, node: element, offset: 0, anchor: primary, box };
  }

  // restore/pending.js
  function expectsMore(place, textLength, documentHeight, lacksScroller) {
    if (lacksScroller)
      return true;
    if (place.textLength !== null && place.textLength > 0)
      return textLength < place.textLength * 0.7;
    return place.documentHeight > 0 && documentHeight < place.documentHeight * 0.5;
  }

  // dom/hit.js
  function elementAt(top, x, y) {
    let root = top.document;
    let found = null;
    for (let depth = 0; depth < 64; depth += 1) {
      const element = call(root, "elementFromPoint", x, y);
      if (!element || element === found)
        break;
      found = element;
      const shadow = shadowRootOf(element);
      if (shadow) {
        root = shadow;
        continue;
      }
      const inner = frameDocument(element);
      if (!inner)
        break;
      const rect = element.getBoundingClientRect();
      const style = defaultViewOf(inner) ? top.getComputedStyle(element) : null;
      x -= rect.left + element.clientLeft + (style ? parseFloat(style.paddingLeft) || 0 : 0);
      y -= rect.top + element.clientTop + (style ? parseFloat(style.paddingTop) || 0 : 0);
      root = inner;
    }
    return found ? { element: found, x, y } : null;
  }
  function caretAt(hit) {
    const document = ownerDocumentOf(hit.element);
    let node = null;
    let offset = 0;
    if (read(document, "caretPositionFromPoint")) {
      const root = (
        /** @type {any} */
        treeRootOf(hit.element)
      );
      const options = root && root.host ? { shadowRoots: shadowRootsAround(hit.element) } : void 0;
      const position = call(document, "caretPositionFromPoint", hit.x, hit.y, options);
      node = position ? position.offsetNode : null;
      offset = position ? position.offset : 0;
    } else if (read(document, "caretRangeFromPoint")) {
      const range = call(document, "caretRangeFromPoint", hit.x, hit.y);
      node = range ? range.startContainer : null;
      offset = range ? range.startOffset : 0;
    }
    if (!isText(node))
      return null;
    for (let parent = composedParent(node); parent; parent = composedParent(parent)) {
      if (parent === hit.element)
        return { node, offset };
    }
    return null;
  }
  function shadowRootsAround(element) {
    const roots = [];
    let root = (
      /** @type {any} */
      treeRootOf(element)
    );
    while (root && root.host) {
      roots.push(root);
      root = treeRootOf(root.host);
    }
    return roots;
  }

  // anchoring/sticky.js
  var PROBES = [0.5, 0.25, 0.75, 0.05, 0.95];
  var TALLEST_HEADER = 0.5;
  function pinnedAncestor(element, scroller, box, top) {
    let pinned = null;
    const view = viewOf(element);
    if (!view)
      return null;
    let at = element;
    for (; at; at = composedParent(at)) {
      if (scroller.element && (at === scroller.element || call(at, "contains", scroller.element)))
        break;
      const style = view.getComputedStyle(at);
      if (style.position === "fixed")
        pinned = at;
      if (style.position === "sticky" && style.top !== "auto") {
        const distance = elementBox(at, top).top - box.top;
        if (Math.abs(distance - parseFloat(style.top)) < 1.5)
          pinned = at;
      }
    }
    return pinned;
  }
  function stickyTop(scroller, box, top) {
    const width = box.right - box.left;
    const height = box.bottom - box.top;
    if (width <= 0 || height <= 0)
      return 0;
    let edge = box.top;
    for (let pass = 0; pass < 6; pass += 1) {
      let next = edge;
      for (const across of PROBES) {
        const hit = elementAt(top, box.left + width * across, edge + 1);
        const pinned = hit ? pinnedAncestor(hit.element, scroller, box, top) : null;
        if (!pinned)
          continue;
        const cover = elementBox(pinned, top);
        const isWide = across === 0.5 || cover.right - cover.left >= width / 2;
        const isLow = cover.bottom - Math.max(cover.top, box.top) <= height * TALLEST_HEADER;
        if (isWide && isLow && cover.bottom > next)
          next = cover.bottom;
      }
      if (next === edge)
        break;
      edge = next;
    }
    return edge - box.top;
  }

  // restore/place-across.js
  var MARGIN = 16;
  var LEAST_SEEN = 6;
  function placeAcross(target, axis, top, move) {
    for (const scroller of scrollersAround(target.node, top).reverse()) {
      const line = lineBox(target, top);
      const owner = composedParent(target.node) ?? scroller.element;
      const isFromRight = owner !== null && axis === "x" && scroller.view.getComputedStyle(owner).direction === "rtl";
      const by = line ? distanceAcross(line, boxOf(scroller, top), axis, isFromRight) : 0;
      if (by === 0 || !canReaderScroll(scroller, axis))
        continue;
      const { x, y } = scrollState(scroller);
      move(scroller, axis === "x" ? x + by : x, axis === "x" ? y : y + by);
    }
  }
  function distanceAcross(line, view, axis, isFromRight) {
    const [from, to] = axis === "x" ? [line.left, line.right] : [line.top, line.bottom];
    const [start, end] = axis === "x" ? [view.left, view.right] : [view.top, view.bottom];
    const least = Math.min(LEAST_SEEN, to - from);
    if (to - start >= least && end - from >= least)
      return 0;
    const isLong = to - from > end - start - 2 * MARGIN;
    const isAtStart = isLong ? !isFromRight : from < start;
    return isAtStart ? from - start - MARGIN : to - end + MARGIN;
  }
  function boxOf(scroller, top) {
    if (scroller.element)
      return elementBox(scroller.element, top);
    const { width, height } = scrollState(scroller);
    const { x, y } = frameOrigin(scroller.view, top);
    return { left: x, top: y, right: x + width, bottom: y + height };
  }
  function canReaderScroll({ view, element }, axis) {
    const overflowOf = (of) => {
      if (!of)
        return "visible";
      const style = view.getComputedStyle(of);
      return axis === "x" ? style.overflowX : style.overflowY;
    };
    const root = element ?? rootScrollerElement(view);
    if (!root)
      return false;
    const rootsOf = () => [read(view.document, "documentElement"), read(view.document, "body")];
    const ofWindow = () => rootsOf().map(overflowOf).find((value) => value !== "visible");
    const overflow = element ? overflowOf(element) : ofWindow();
    return overflow !== "hidden" && overflow !== "clip";
  }

  // restore/place.js
  var CLOSE_ENOUGH = 0.5;
  var LEAST_IN_VIEW = 40;
  var MAXIMUM_ROUNDS = 5;
  function findScroller(record, top) {
    if (record.path.length === 0)
      return { view: top, element: null };
    const element = elementAtAddress(top.document, record.path.slice(0, -1), record.path[record.path.length - 1]);
    if (!element)
      return null;
    const inner = frameDocument(element);
    const view = viewOf(inner ?? element);
    if (!view)
      return null;
    return inner ? { view, element: null } : { view, element };
  }
  function placeByOffset(scroller, record, byFraction, move) {
    const state = scrollState(scroller);
    const range = Math.max(0, state.scrollHeight - state.height);
    move(scroller, record.x, byFraction ? record.fractionY * range : record.y);
  }
  function placeTarget(target, place, top, move) {
    const start = blockStartOf(place.writingMode);
    const chain = scrollersAround(target.node, top);
    const record = place.scrollers[target.anchor.scroller];
    const scroller = scrollerFor(chain, record, start, top);
    placeAround(scroller, chain, record, place, top, move);
    const captured = start === "top" ? target.anchor.y : wantedAcross(target, place, start);
    let left = 0;
    const origin = scrollState(scroller);
    let before2 = Infinity;
    for (let round = 0; round < MAXIMUM_ROUNDS; round += 1) {
      const laidOut = target.box();
      const box = laidOut ?? boxAround(target.node, top);
      if (!box)
        return null;
      const visible = visibleBox(scroller, top);
      let wanted = start === "top" ? belowHeader(captured, place, stickyTop(scroller, visible, top)) : captured;
      if (wasInView(target.anchor, place)) {
        wanted = withinView(wanted, blockExtent(start, box), blockExtent(start, visible));
      }
      const distance = distanceFromStart(start, box, visible) - wanted;
      left = laidOut ? Math.abs(distance) : Infinity;
      if (Math.abs(distance) < CLOSE_ENOUGH)
        break;
      if (Math.abs(distance - before2) < CLOSE_ENOUGH) {
        move(scroller, origin.x, origin.y);
        break;
      }
      before2 = distance;
      const { x, y } = scrollState(scroller);
      const by = scrollBy(start, distance);
      move(scroller, x + by.x, y + by.y);
      const after2 = scrollState(scroller);
      if (Math.abs(after2.x - x) + Math.abs(after2.y - y) < 0.1)
        break;
    }
    placeAcross(target, start === "top" ? "x" : "y", top, move);
    return left;
  }
  function boxAround(node, top) {
    for (let element = composedParent(node); element; element = composedParent(element)) {
      const box = elementBox(element, top);
      if (box.bottom > box.top)
        return box;
    }
    return null;
  }
  function scrollerFor(chain, record, start, top) {
    const recorded = record ? findScroller(record, top) : null;
    const same = recorded && chain.find(({ view, element }) => view === recorded.view && element === recorded.element);
    if (same && (same.element === null || canScrollAlong(same, start)))
      return same;
    let at = chain.length - 1;
    while (at > 0 && !canScrollAlong(chain[at], start))
      at -= 1;
    return chain[at];
  }
  function placeAround(scroller, chain, record, place, top, move) {
    const host = scroller.element ?? (scroller.view === top ? null : scroller.view.frameElement);
    if (!host)
      return;
    const window2 = chain[0];
    const box = elementBox(host, top);
    const visible = windowBox(top);
    const isOutOfView = box.top >= visible.bottom || box.bottom <= visible.top;
    if (place.y === 0 && !isOutOfView)
      return;
    const wanted = record && record.rect ? record.rect.y : 0;
    const { x, y } = scrollState(window2);
    if (Math.abs(box.top - wanted) >= CLOSE_ENOUGH)
      move(window2, x, y + box.top - wanted);
  }
  function belowHeader(wanted, place, header) {
    const wasHidden = wanted < place.stickyTop - CLOSE_ENOUGH;
    return wasHidden ? wanted : wanted - place.stickyTop + header;
  }
  function withinView(wanted, extent, view) {
    const needed = extent > 0 ? Math.min(extent, LEAST_IN_VIEW) : LEAST_IN_VIEW;
    return Math.min(wanted, Math.max(0, view - needed));
  }
  function wantedAcross(target, place, start) {
    const { x, start: captured } = target.anchor;
    if (start === "left")
      return x;
    return captured ?? Math.max(0, place.viewportWidth - x);
  }

  // anchoring/folded-text.js
  var INSIDE_FOLDS = "details:not([open]) *, [hidden] *, [hidden]";
  var MOST_FOLDED = 2e4;
  var HEAD_LENGTH = 200;
  function foldedBlocks(root) {
    const heads = [];
    let seen = 0;
    for (const element of call(root, "querySelectorAll", INSIDE_FOLDS)) {
      seen += 1;
      if (seen > MOST_FOLDED)
        break;
      if (!hasTextOfItsOwn(element))
        continue;
      heads.push(collapsed((read(element, "textContent") ?? "").slice(0, HEAD_LENGTH)).trim());
    }
    return heads;
  }
  function hasTextOfItsOwn(element) {
    for (let child = firstChildOf(element); child; child = nextSiblingOf(child)) {
      if (isText(child) && /** @type {Text} */
      child.data.trim() !== "")
        return true;
    }
    return false;
  }

  // anchoring/page-sketch.js
  var SKETCH_SIZE = 32;
  var SKETCH_DIGITS = 6;
  var PARAGRAPH_LENGTH = 80;
  var SHORTEST_SKETCHED = 24;
  var ENOUGH_PARAGRAPHS = 6;
  var SKETCHED_LENGTH = 48;
  var FEWEST_SKETCHED = 4;
  function blockDigits(index, shortest) {
    const { blocks, text } = index;
    const digits = /* @__PURE__ */ new Set();
    for (let ordinal = 0; ordinal < blocks.length; ordinal += 1) {
      const start = blocks[ordinal];
      const end = ordinal + 1 < blocks.length ? blocks[ordinal + 1] : text.length;
      if (end - start < shortest)
        continue;
      digits.add(digitsOf(text.slice(start, end)));
    }
    return digits;
  }
  function digitsOf(block) {
    const hash = textHash(block.slice(0, SKETCHED_LENGTH).trim(), 0);
    return ("0000000" + hash.toString(16)).slice(-SKETCH_DIGITS);
  }
  function pageSketch(index) {
    const paragraphs = blockDigits(index, PARAGRAPH_LENGTH);
    const sketched = paragraphs.size < ENOUGH_PARAGRAPHS ? blockDigits(index, SHORTEST_SKETCHED) : paragraphs;
    const digits = [...sketched].sort();
    return digits.length < FEWEST_SKETCHED ? null : digits.slice(0, SKETCH_SIZE).join("");
  }
  function sketchShare(sketch, index, folded = []) {
    const count2 = Math.min(SKETCH_SIZE, Math.floor(sketch.length / SKETCH_DIGITS));
    if (count2 < FEWEST_SKETCHED)
      return null;
    const present = blockDigits(index, SHORTEST_SKETCHED);
    for (const block of folded)
      present.add(digitsOf(block));
    let found = 0;
    for (let at = 0; at < count2; at += 1) {
      if (present.has(sketch.slice(at * SKETCH_DIGITS, (at + 1) * SKETCH_DIGITS)))
        found += 1;
    }
    return found / count2;
  }
  function ownParagraphs(sketch, index) {
    const count2 = Math.min(SKETCH_SIZE, Math.floor(sketch.length / SKETCH_DIGITS));
    const digits = Array.from({ length: count2 }, (_, at) => sketch.slice(at * SKETCH_DIGITS, (at + 1) * SKETCH_DIGITS));
    const sketched = new Set(digits);
    const largest = count2 < SKETCH_SIZE ? "" : digits[count2 - 1];
    let known = 0;
    let all = 0;
    for (const each of blockDigits(index, PARAGRAPH_LENGTH)) {
      if (largest !== "" && each > largest)
        continue;
      all += 1;
      if (sketched.has(each))
        known += 1;
    }
    return { known, all };
  }

  // wire/media-time.js
  var TIME = /^(?:t|start|time_continue)=(?:npt:)?(?=\d)(?:\d+h)?(?:\d+m)?(?:\d+(?:\.\d+)?s?)?$/;
  var TIMED_PAGES = [
    /^(?:www\.)?(?:m\.)?(?:(?:music\.)?youtube\.com\/(?:watch$|live\/)|youtube(?:-nocookie)?\.com\/embed\/)/,
    /^(?:www\.)?(?:m\.)?(?:youtu\.be\/|twitch\.tv\/videos\/|dailymotion\.com\/(?:embed\/)?video\/)/,
    /^(?:www\.)?(?:m\.)?archive\.org\/(?:details|embed)\//
  ];
  function isMediaTime(parameter) {
    return TIME.test(parameter);
  }
  function takesMediaTime({ hostname, pathname, protocol }) {
    return /^https?:$/.test(protocol) && TIMED_PAGES.some((pages) => pages.test(hostname + pathname));
  }
  function withoutMediaTime(address2) {
    return address2.replace(/\?([^#]*)/, (_, query) => {
      const kept = query.split("&").filter((parameter) => !isMediaTime(parameter));
      return kept.length > 0 ? "?" + kept.join("&") : "";
    });
  }

  // wire/embedded-address.js
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
  function embeddedAddress(address2, containedIn = embeddedIn) {
    let original = null;
    let inner = address2;
    for (let level = 0; level <= MAXIMUM_NESTING; level += 1) {
      const url = parseURL(inner);
      const next = url && containedIn(url);
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
  function isArchiveToday(address2) {
    const url = parseURL(address2);
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
  function parseURL(address2) {
    try {
      return new URL(address2);
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

  // wire/page-key.js
  var TRACKING = [
    /^(?:_ga|_gl|_hsenc|_hsmi|_openstat|dclid|fb_action_ids|fb_action_types|fb_ref|fb_source|fbclid)$/i,
    /^(?:gad_campaignid|gad_source|gbraid|gclid|gclsrc|hsctatracking|igsh|igshid|li_fat_id|mc_cid|mc_eid)$/i,
    /^(?:mkt_tok|msclkid|oly_anon_id|oly_enc_id|rb_clickid|srsltid|ttclid|twclid|vero_conv|vero_id|wbraid)$/i,
    /^(?:wickedid|yclid|ysclid)$/i,
    /^(?:mtm_|pk_|utm_)/i
  ];
  function isTracking(parameter) {
    const [name] = parameter.split("=");
    return TRACKING.some((names) => names.test(name));
  }
  function withoutCredentials(address2) {
    if (!address2.includes("@"))
      return address2;
    try {
      const url = new URL(address2);
      url.username = "";
      url.password = "";
      return url.href;
    } catch {
      return address2;
    }
  }
  function documentKey(address2) {
    return keyOf(address2, embeddedAddress(address2));
  }
  function keyOf(address2, original) {
    try {
      const url = new URL(withoutCredentials(original?.address ?? address2));
      const fragment = url.hash;
      const query = url.search;
      url.hash = "";
      url.search = "";
      let key = url.href;
      const isTimed = takesMediaTime(url);
      const kept = query.slice(1).split("&").filter((parameter) => {
        return parameter !== "" && !isTracking(parameter) && !(isTimed && isMediaTime(parameter));
      });
      if (kept.length > 0)
        key += "?" + kept.join("&");
      if (fragment.startsWith("#/") || fragment.startsWith("#!"))
        key += fragment.split(":~:")[0];
      return key;
    } catch {
      return address2;
    }
  }

  // wire/publisher.js
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
  function publisherOf(address2) {
    try {
      const { protocol, hostname, port } = new URL(address2);
      if (protocol !== "http:" && protocol !== "https:")
        return null;
      const labels = hostname.replace(/\.$/, "").split(".");
      const kept = labels.filter((label, index) => index >= labels.length - 2 || !EDITION_LABELS.has(label));
      return `${kept.join(".")}:${port}`;
    } catch {
      return null;
    }
  }

  // restore/same-page.js
  var LEAST_SHARE_TITLED = 0.1;
  var LEAST_SHARE = 0.4;
  var LEAST_SHARE_MOVED = 0.5;
  var OWN_SHARE = 0.6;
  var FEWEST_OWN = 4;
  var LEAST_SHARE_EDITION = 0.2;
  var OTHER_LENGTH = 1.4;
  var WHOLE_LENGTH = 1.1;
  var SAME_TITLE = 0.7;
  function hasSameAddress(place, address2, canonical) {
    if (place.address === "")
      return true;
    const keys = keysOf(untimed(place, place.address), place.canonical);
    return keysOf(untimed(place, address2), canonical).some((key) => keys.includes(key));
  }
  function keysOf(address2, canonical) {
    const isDeclared = mayDeclare(address2, canonical) || canonical !== "" && isCopyAddress(address2);
    return (isDeclared ? [address2, canonical] : [address2]).map(documentKey);
  }
  function hasSameKey(place, address2) {
    return place.address === "" || documentKey(untimed(place, address2)) === documentKey(untimed(place, place.address));
  }
  function untimed({ media }, address2) {
    return media.length > 0 ? withoutMediaTime(address2) : address2;
  }
  function canonicalOf(document) {
    const link = call(document, "querySelector", 'link[rel~="canonical" i][href]');
    return link && typeof link.href === "string" ? link.href : "";
  }
  function hasSameTitle(then, now) {
    const [a, b] = [new Set(wordsOf(then)), new Set(wordsOf(now))];
    let shared = 0;
    for (const word of a)
      if (b.has(word))
        shared += 1;
    const all = a.size + b.size;
    return all === 0 || 2 * shared / all >= SAME_TITLE;
  }
  function recognize(place, index, top, isAtAddress) {
    const identity = identify(place, index, top, isAtAddress);
    if (identity !== "same" || place.sketch === "")
      return { identity, isEdition: false, isTranslated: false };
    if (!hasSameKey(place, top.location.href))
      return { identity, isEdition: true, isTranslated: false };
    const isEdition = lengthRatio(place, index) > OTHER_LENGTH && isOwn(place, index);
    return { identity, isEdition, isTranslated: false };
  }
  function identify(place, index, top, isAtAddress) {
    let share = place.sketch === "" ? null : sketchShare(place.sketch, index);
    if (share !== null && share < LEAST_SHARE_MOVED) {
      share = sketchShare(place.sketch, index, foldedBlocks(top.document)) ?? share;
    }
    if (share === null)
      return isAtAddress ? "same" : "unknown";
    if (share >= LEAST_SHARE_EDITION && isOwn(place, index))
      return "same";
    if (!isAtAddress)
      return share >= LEAST_SHARE_MOVED ? "same" : "other";
    const title = String(read(top.document, "title") ?? "");
    if (place.title !== "" && !hasSameTitle(place.title, title))
      return share >= LEAST_SHARE ? "same" : "other";
    return share >= LEAST_SHARE_TITLED ? "same" : "unlike";
  }
  function lengthRatio({ textLength }, { text }) {
    const then = textLength ?? text.length;
    return Math.max(then, text.length) / Math.max(1, Math.min(then, text.length));
  }
  function isOwn(place, index) {
    const { known, all } = ownParagraphs(place.sketch, index);
    return known >= FEWEST_OWN && known >= OWN_SHARE * all;
  }
  function withoutLayout(place, index) {
    if (lengthRatio(place, index) < WHOLE_LENGTH)
      return { ...place, isEdition: true };
    const primary = place.primary && { ...place.primary, selector: "", path: [] };
    const kept = (anchor) => {
      return anchor && anchor.quote && index.text.includes(anchor.quote.exact) ? anchor : null;
    };
    const { above, below } = place;
    const bounds = { above: kept(above), below: kept(below) };
    return { ...place, ...bounds, primary, progressText: null, textLength: null, isEdition: true };
  }

  // restore/attempt.js
  var UNCHANGED_SHARE = 0.3;
  var END_TOLERANCE = 1;
  var NO_OUTCOME = {
    tier: "none",
    confidence: CONFIDENCE.none,
    target: null,
    left: 0,
    isAtEnd: false,
    identity: "same",
    isEdition: false,
    awaitsMore: true,
    textLength: 0,
    hidden: null
  };
  function attemptPlace(index, place, top, isAtAddress, move, placed) {
    const { identity, isEdition, isTranslated } = recognize(place, index, top, isAtAddress);
    const root = rootScrollerElement(top);
    const height = root ? root.scrollHeight : 0;
    const reading = place.primary ? place.scrollers[place.primary.scroller] : void 0;
    const lacksScroller = reading !== void 0 && findScroller(reading, top) === null;
    const textLength = index.text.length;
    const awaitsMore = expectsMore(place, textLength, height, lacksScroller);
    let hidden = null;
    let origins = [];
    const placeNext = (target) => {
      origins = scrollersAround(target.node, top).map((scroller) => ({ scroller, ...scrollState(scroller) }));
      return placeTarget(target, place, top, move);
    };
    const placeAll = (byFraction, again) => {
      for (const { scroller, x, y } of origins)
        move(scroller, x, y);
      placeScrollers(place, top, move, placed, byFraction, again);
    };
    const captured = isEdition ? withoutLayout(place, index) : place;
    for (const target of targetsOf(index, captured, identity === "same", top, isTranslated)) {
      placeAll(false, false);
      const left = placeNext(target);
      if (left === null || !isSeen(target, place, top)) {
        hidden = hidden ?? target;
        continue;
      }
      const { tier, confidence } = target;
      const isFound = confidence >= CONFIDENCE.found;
      const page2 = { identity, isEdition, awaitsMore: awaitsMore && !isFound, textLength, hidden };
      return { tier, confidence, target, left, isAtEnd: isAtEnd(target, place, top), ...page2 };
    }
    const nothing = { ...NO_OUTCOME, identity, isEdition, awaitsMore: awaitsMore || !hidden, textLength, hidden };
    if (identity !== "same")
      return nothing;
    const outcome = byOffsets(index, place, top, height, placeNext, placeAll);
    const page = { left: 0, isAtEnd: false, identity, isEdition, awaitsMore, textLength, hidden };
    return outcome ? { ...outcome, ...page } : nothing;
  }
  function isSeen(target, place, top) {
    return wasInView(target.anchor, place) ? isShown2(target, top) : isWithinReach(target, place, top);
  }
  function isAtEnd(target, place, top) {
    if (blockStartOf(place.writingMode) !== "top")
      return false;
    return scrollersAround(target.node, top).every((scroller) => {
      const { y, height, scrollHeight } = scrollState(scroller);
      return y <= END_TOLERANCE || y >= scrollHeight - height - END_TOLERANCE;
    });
  }
  function isWithinReach(target, place, top) {
    return isShown2(target, top, blockStartOf(place.writingMode) === "top" ? "y" : "x");
  }
  function byOffsets(index, place, top, height, placeNext, placeAll) {
    const hasText = place.primary !== null && place.primary.quote !== null;
    const hasPosition = place.primary !== null && place.primary.position !== null;
    const hasProgressOnly = place.progressText !== null && place.primary === null && place.scrollers.length === 0 && place.x === 0 && place.y === 0;
    const hasOffsetsOnly = place.documentHeight === 0 && !hasPosition && !hasProgressOnly;
    const isSameSize = Math.abs(height - place.documentHeight) < 2 && top.innerWidth === place.viewportWidth;
    if (hasOffsetsOnly && hasText)
      return null;
    if (hasText && place.textLength !== null) {
      const grown = Math.abs(index.text.length - place.textLength) / Math.max(1, place.textLength);
      if (grown * height > top.innerHeight * UNCHANGED_SHARE || top.innerWidth !== place.viewportWidth)
        return null;
    }
    if (isSameSize || hasOffsetsOnly) {
      placeAll(false, true);
      if (hasOffsetsOnly && Math.abs(top.pageYOffset - place.y) >= 2)
        return null;
      const confidence = isSameSize ? CONFIDENCE.pixelsSameSize : CONFIDENCE.pixels;
      return { tier: "pixels", confidence, target: null };
    }
    const further = byTextProgress(index, place, top);
    placeAll(true, true);
    if (further && placeNext(further) !== null && isSeen(further, place, top)) {
      return { tier: "progress", confidence: further.confidence, target: further };
    }
    placeAll(true, true);
    return { tier: "progress", confidence: CONFIDENCE.progressScroll, target: null };
  }
  function placeScrollers(place, top, move, placed, byFraction, again) {
    const window2 = { view: top, element: null };
    if (place.scrollers.length === 0) {
      if (again || place.primary === null)
        move(window2, place.x, place.y);
      return;
    }
    place.scrollers.forEach((record, ordinal) => {
      const scroller = findScroller(record, top);
      if (!scroller || placed.has(ordinal) && !again)
        return;
      placed.add(ordinal);
      placeByOffset(scroller, record, byFraction, move);
    });
  }

  // restore/snapshot-reader.js
  var MOST_MARKS = 12;
  var MOST_LINKS = 6;
  var MOST_PICTURES = 19;
  var MOST_FRAMES = 8;
  function numberOr(value, otherwise) {
    return typeof value === "number" && Number.isFinite(value) ? value : otherwise;
  }
  function numberOrNull(value) {
    return typeof value === "number" && Number.isFinite(value) ? value : null;
  }
  function textOf(value) {
    return typeof value === "string" ? value : "";
  }
  function textsOf(value) {
    return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
  }
  function countOf(value) {
    return typeof value === "number" && value >= 0 && Number.isInteger(value) ? value : null;
  }
  function itemsOf(value, most) {
    return Array.isArray(value) ? value.slice(0, most) : [];
  }
  function kindOf2(value, known) {
    return known.find((kind) => kind === value) ?? null;
  }
  function membersOf(value) {
    return value && typeof value === "object" ? value : {};
  }
  function sizeOf(value) {
    return { width: numberOr(value.width, 0), height: numberOr(value.height, 0) };
  }
  function addressOf(value) {
    return { path: textsOf(value.path), selector: textOf(value.selector) };
  }
  function rectOf(value) {
    if (!value || typeof value.y !== "number")
      return null;
    return {
      x: numberOr(value.x, 0),
      y: numberOr(value.y, 0),
      width: numberOr(value.width, 0),
      height: numberOr(value.height, 0)
    };
  }
  function anchorOf(value) {
    if (!value || typeof value !== "object")
      return null;
    const { quote, offset } = value;
    const exact = quote ? textOf(quote.exact) : "";
    const rect = rectOf(value.rect);
    const image = value.image && typeof value.image === "object" ? value.image : null;
    return {
      image: image && { src: textOf(image.src), alt: textOf(image.alt), key: textOf(image.key), ...sizeOf(image) },
      hash: textOf(value.hash),
      occurrences: numberOrNull(value.occurrences),
      ordinal: numberOrNull(value.ordinal),
      position: numberOrNull(value.position),
      quote: exact ? { exact, prefix: textOf(quote.prefix), suffix: textOf(quote.suffix) } : null,
      selector: textOf(value.selector),
      path: textsOf(value.path),
      character: Math.max(0, Math.min(exact.length - 1, Math.trunc(numberOr(offset && offset.character, 0)))),
      x: numberOr(offset && offset.x, 0),
      y: numberOr(offset && offset.y, 0),
      start: numberOrNull(offset && offset.start),
      rect,
      scroller: Math.trunc(numberOr(value.scroller, -1))
    };
  }
  function scrollerOf(value) {
    return {
      path: textsOf(value && value.path),
      x: numberOr(value && value.x, 0),
      y: numberOr(value && value.y, 0),
      fractionX: numberOr(value && value.fractionX, 0),
      fractionY: numberOr(value && value.fractionY, 0),
      scrollWidth: numberOr(value && value.scrollWidth, 0),
      scrollHeight: numberOr(value && value.scrollHeight, 0),
      rect: rectOf(value && value.rect)
    };
  }
  function mediaOf(value) {
    return {
      path: textsOf(value && value.path),
      selector: textOf(value && value.selector),
      src: textOf(value && value.src),
      currentTime: numberOr(value && value.currentTime, 0)
    };
  }
  function lockOf(value) {
    const { kind, x, y } = membersOf(value);
    const known = kindOf2(kind, ["fixed", "clip"]);
    return known && { kind: known, x: numberOr(x, 0), y: numberOr(y, 0) };
  }
  function shapeOf(value) {
    if (!value || typeof value !== "object")
      return null;
    return {
      block: countOf(value.block),
      blocks: countOf(value.blocks),
      size: countOf(value.size),
      share: numberOrNull(value.share),
      marks: textsOf(value.marks).slice(0, MOST_MARKS),
      links: textsOf(value.links).slice(0, MOST_LINKS)
    };
  }
  function picturesOf(value) {
    const { at, ordinal, count: count2, list } = membersOf(value);
    const pictures = itemsOf(list, MOST_PICTURES).map((each) => {
      const picture = membersOf(each);
      return { key: textOf(picture.key), alt: textOf(picture.alt), ...sizeOf(picture) };
    });
    const own = countOf(at);
    if (own === null || own >= pictures.length)
      return null;
    return { at: own, ordinal: countOf(ordinal), count: countOf(count2), list: pictures };
  }
  function motionOf(value) {
    const source = membersOf(value);
    const kind = kindOf2(source.kind, ["transform", "slides"]);
    const axis = kindOf2(source.axis, ["x", "y"]);
    if (!kind || !axis)
      return null;
    const { x, y, extent, slide, slides } = source;
    return {
      ...addressOf(source),
      kind,
      axis,
      x: numberOr(x, 0),
      y: numberOr(y, 0),
      extent: numberOr(extent, 0),
      slide: countOf(slide),
      slides: countOf(slides)
    };
  }
  function frameOf(value) {
    const { path, url, place } = membersOf(value);
    const steps = itemsOf(path, MOST_FRAMES).map((each) => {
      const step2 = membersOf(each);
      const { index, name, src } = step2;
      return { ...addressOf(step2), index: countOf(index), name: textOf(name), src: textOf(src), ...sizeOf(step2) };
    });
    if (steps.length === 0)
      return null;
    return { path: steps, url: textOf(url), place: place && typeof place === "object" ? place : null };
  }
  function unreadOf(value) {
    const source = membersOf(value);
    const kind = kindOf2(source.kind, ["frame", "shadow", "editable", "object"]);
    if (!kind)
      return null;
    const { rect, share, within } = source;
    return {
      kind,
      ...addressOf(source),
      rect: rectOf(rect),
      share: numberOrNull(share),
      within: numberOrNull(within)
    };
  }
  function readSnapshot(value) {
    const source = value && typeof value === "object" ? value : {};
    const anchors = (Array.isArray(source.anchors) ? source.anchors : []).slice(0, 16);
    const role = (name) => anchorOf(anchors.find((a) => a && a.role === name));
    const viewport = source.viewport || {};
    const progress = source.progress || {};
    return {
      address: textOf(source.url) || textOf(source.baseURI),
      canonical: textOf(source.canonical),
      title: textOf(source.title),
      sketch: textOf(source.sketch),
      media: (Array.isArray(source.media) ? source.media : []).slice(0, 16).map(mediaOf),
      x: numberOr(source.pageXOffset, 0),
      y: numberOr(source.pageYOffset, 0),
      scale: numberOr(source.visualViewport && source.visualViewport.scale, 1),
      writingMode: textOf(source.writingMode),
      viewportWidth: numberOr(viewport.width, 0),
      viewportHeight: numberOr(viewport.height, 0),
      documentHeight: numberOr(viewport.documentHeight, 0),
      stickyTop: numberOr(source.stickyTop, 0),
      scrollers: (Array.isArray(source.scrollers) ? source.scrollers : []).slice(0, 32).map(scrollerOf),
      primary: role("primary") ?? anchorOf(anchors[0]),
      above: role("above"),
      below: role("below"),
      fraction: numberOrNull(source.bracket && source.bracket.fraction),
      progressPx: numberOrNull(progress.px),
      progressText: numberOrNull(progress.text),
      textLength: numberOrNull(progress.length),
      lock: lockOf(source.lock),
      shape: false ? null : shapeOf(source.shape),
      pictures: false ? null : picturesOf(source.pictures),
      motion: false ? null : motionOf(source.motion),
      frame: frameOf(source.frame),
      unread: unreadOf(source.unread),
      isEdition: false
    };
  }

  // restore/finalize.js
  function finalizePlace(top, given) {
    const snapshot = given && given.snapshot ? given.snapshot : given;
    if (!snapshot || typeof snapshot !== "object")
      return;
    const place = readSnapshot(snapshot);
    const hasOffsets = typeof snapshot.pageXOffset === "number" || typeof snapshot.pageYOffset === "number";
    if (!hasOffsets && !place.primary)
      return;
    const isAtAddress = hasSameAddress(place, top.location.href, canonicalOf(top.document));
    attemptPlace(buildTextIndex(top.document), place, top, isAtAddress, scrollTo, /* @__PURE__ */ new Set());
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

  // wire/size-limit.js
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
  function withMember(object, key, change) {
    return object[key] ? { ...object, [key]: change(object[key]) } : object;
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
  function shortAddress(address2) {
    return typeof address2 === "string" && address2.length > SHORT_ADDRESS ? address2.split(/[?#]/)[0] : address2;
  }

  // capture/quote.js
  var SHORTEST = 40;
  var LONGEST_WORD = 24;
  var CONTEXT_LENGTHS = [32, 64, 128];
  function cutQuote(index, position, longest) {
    const { text } = index;
    const block = blockAround(index, position);
    let start = wordStart(text, position, block.start);
    let end = Math.min(block.end, start + longest);
    if (end < block.end)
      end = wordEnd(text, end, start + longest / 2);
    if (end - start < SHORTEST && start > block.start) {
      start = wordStart(text, Math.max(block.start, end - SHORTEST), block.start);
    }
    const exact = text.slice(start, end);
    let quote = { exact, prefix: "", suffix: "" };
    const positions = positionsOf(text, exact);
    for (const length of CONTEXT_LENGTHS) {
      quote = { exact, prefix: before(text, start, length), suffix: after(text, end, length) };
      let same = 0;
      for (const at of positions)
        if (contextLikeness(text, at, quote) === 1)
          same += 1;
      if (same <= 1)
        break;
    }
    const ordinal = Math.max(0, positions.indexOf(start));
    return { quote, start, occurrences: positions.length, ordinal, reach: reachOf(index, block, start, end, quote) };
  }
  function wordStart(text, position, lowest) {
    let at = position;
    while (at > lowest && text[at - 1] !== " ") {
      at -= 1;
      if (position - at > LONGEST_WORD)
        return position;
    }
    return Math.max(at, lowest);
  }
  function wordEnd(text, position, lowest) {
    if (text[position] === " ")
      return position;
    const space = text.lastIndexOf(" ", position);
    if (space > lowest)
      return space;
    const code = text.charCodeAt(position);
    return code >= 56320 && code <= 57343 ? position - 1 : position;
  }
  function before(text, end, length) {
    const start = Math.max(0, end - length);
    return text.slice(wordStart(text, start, 0), end);
  }
  function after(text, start, length) {
    let end = Math.min(text.length, start + length);
    const limit = Math.min(text.length, end + LONGEST_WORD);
    const cut2 = end;
    while (end < limit && text[end] !== " ")
      end += 1;
    if (end === limit && end < text.length)
      end = cut2;
    return text.slice(start, end);
  }
  function reachOf(index, block, start, end, quote) {
    const previous = start > block.start ? block : blockAt(index, block.ordinal - 1);
    const next = end < block.end ? block : blockAt(index, block.ordinal + 1);
    return {
      before: Math.min(quote.prefix.length, previous ? start - previous.start : 0),
      exact: end - start,
      after: Math.min(quote.suffix.length, next ? next.end - end : 0)
    };
  }

  // capture/anchors.js
  var PRIMARY_LENGTH = 120;
  var NEIGHBOUR_LENGTH = 72;
  var LONG_NEIGHBOUR = 24;
  var SHORTEST_NEIGHBOUR = 6;
  var SEARCHED_LENGTH = 8e6;
  var BLOCK_HASH_LENGTH = 16e3;
  var FARTHEST_NEIGHBOUR = 12;
  function captureAnchors(view, index, line) {
    const position = positionOf(index, line.node, line.offset);
    if (position < 0)
      return { anchors: [], bracket: null, position };
    const primary = makeAnchor(view, index, "primary", position, PRIMARY_LENGTH, line.box, line.node);
    const anchors = [primary];
    const above = findNeighbour(view, index, position, -1);
    const below = findNeighbour(view, index, position, 1);
    for (const found of [above, below])
      if (found)
        anchors.push(found.anchor);
    let bracket = null;
    if (above && below) {
      const from = distanceFromStart(view.start, above.box, view.box);
      const to = distanceFromStart(view.start, below.box, view.box);
      const at = distanceFromStart(view.start, line.box, view.box);
      if (to > from)
        bracket = { above: 1, below: 2, fraction: roundFraction((at - from) / (to - from)) };
    }
    return { anchors, bracket, position };
  }
  function makeAnchor(view, index, role, position, longest, box, node) {
    const { quote, start, occurrences, ordinal, reach } = cutQuote(index, position, longest);
    const { start: from, end: to } = blockAround(index, position);
    const block = blockElementOf(node);
    const { path, selector } = block ? address(block) : { path: [], selector: "" };
    return {
      role,
      quote,
      reach,
      selector: selector || null,
      path,
      rect: block ? asRect(elementBox(block, view.top)) : null,
      offset: offsetIn(view, box, position - start),
      line: blockExtent(view.start, box),
      hash: blockHash(index.text.slice(from, Math.min(to, from + BLOCK_HASH_LENGTH))),
      occurrences,
      ordinal,
      scroller: 0
    };
  }
  function offsetIn(view, box, character) {
    return {
      character,
      x: box.left - view.box.left,
      y: box.top - view.box.top,
      start: view.start === "top" ? void 0 : distanceFromStart(view.start, box, view.box)
    };
  }
  function findNeighbour(view, index, position, direction) {
    const { ordinal } = blockAround(index, position);
    const { text } = index;
    let checks = Math.max(2, Math.floor(SEARCHED_LENGTH / (text.length + 1)));
    let best = null;
    let rank = 0;
    for (let step2 = 1; step2 <= FARTHEST_NEIGHBOUR && rank < 3; step2 += 1) {
      const block = blockAt(index, ordinal + step2 * direction);
      if (!block)
        break;
      const { start, end } = block;
      if (end - start < SHORTEST_NEIGHBOUR)
        continue;
      const isLong = end - start >= LONG_NEIGHBOUR;
      const isOnce2 = checks > 0 && isUnique(text, text.slice(start, Math.min(end, start + NEIGHBOUR_LENGTH)));
      checks -= 1;
      const ranked = isOnce2 ? isLong ? 3 : 2 : isLong ? 1 : 0;
      if (ranked <= rank)
        continue;
      const character = characterAt(index, start);
      const box = character ? characterBox(character.node, character.offset, view.top) : null;
      if (!character || !box || !scrollsWith(view, character.node))
        continue;
      best = { start, node: character.node, box };
      rank = ranked;
    }
    if (!best)
      return null;
    const role = direction < 0 ? "above" : "below";
    return { anchor: makeAnchor(view, index, role, best.start, NEIGHBOUR_LENGTH, best.box, best.node), box: best.box };
  }
  function isUnique(text, exact) {
    return text.indexOf(exact, text.indexOf(exact) + 1) < 0;
  }
  function scrollsWith(view, node) {
    const owner = composedParent(node);
    if (!owner || pinnedAncestor(owner, view.scroller, view.box, view.top))
      return false;
    const chain = scrollersAround(node, view.top);
    let last = chain.length - 1;
    while (last > 0 && !canScrollAlong(chain[last], view.start))
      last -= 1;
    return chain[last].element === view.scroller.element && chain[last].view === view.scroller.view;
  }
  function roundFraction(fraction) {
    return Math.round(fraction * 1e6) / 1e6;
  }

  // capture/image-anchor.js
  var PICTURE_ELEMENTS = "img, video, canvas, svg, iframe, object, embed";
  var SMALLEST_PICTURE = 40;
  var MOST_PICTURES2 = 2e3;
  var LONGEST_SOURCE = 512;
  function imageAnchor(view) {
    const root = view.scroller.element ?? view.scroller.view.document;
    let first = null;
    let least = Infinity;
    let seen = 0;
    for (const element of call(root, "querySelectorAll", PICTURE_ELEMENTS)) {
      seen += 1;
      if (seen > MOST_PICTURES2)
        break;
      const box = elementBox(element, view.top);
      if (box.right - box.left < SMALLEST_PICTURE || box.bottom - box.top < SMALLEST_PICTURE)
        continue;
      const shown = intersection(box, view.box);
      if (shown.right <= shown.left || shown.bottom <= shown.top + view.edge)
        continue;
      const from = distanceFromStart(view.start, box, view.box);
      const distance = from >= view.edge ? from : view.edge - from + SMALLEST_PICTURE;
      if (distance >= least || pinnedAncestor(element, view.scroller, view.box, view.top))
        continue;
      least = distance;
      first = element;
    }
    return first ? makeAnchor2(view, first) : null;
  }
  function makeAnchor2(view, element) {
    const box = elementBox(element, view.top);
    const { path, selector } = address(element);
    const { currentSrc, src } = (
      /** @type {any} */
      element
    );
    const source = [currentSrc, src].find((value) => typeof value === "string" && value !== "") ?? "";
    return {
      role: "primary",
      quote: null,
      image: {
        src: source.length <= LONGEST_SOURCE && !source.startsWith("data:") ? source : "",
        alt: (element.getAttribute("alt") ?? "").slice(0, 120)
      },
      selector: selector || null,
      path,
      rect: asRect(box),
      offset: offsetIn(view, box, 0),
      scroller: 0
    };
  }

  // capture/in-view.js
  var MAXIMUM_LINKS = 40;
  var MAXIMUM_LINK_TEXT = 80;
  var MAXIMUM_LINK_ADDRESS = 1024;
  var LINKS_SIZE = 2200;
  var LINK_SIZE = 110;
  var MAXIMUM_MISSED = 200;
  var MAXIMUM_MEDIA = 8;
  var MAXIMUM_SOURCE = 512;
  var FIELD = /^(input|textarea|select)$/;
  var MAXIMUM_SELECTION = 1e3;
  var UNLINKABLE = /^(javascript|data|blob|about):/i;
  function linksInView(document, box, top, near) {
    const all = call(document, "querySelectorAll", "a[href], area[href]");
    const first = near && ownerDocumentOf(near) === document ? firstBehind(all, near) : 0;
    const found = [];
    let remaining = LINKS_SIZE;
    for (const direction of [1, -1]) {
      let missed = 0;
      for (let at = direction > 0 ? first : first - 1; at >= 0 && at < all.length; at += direction) {
        if (found.length >= MAXIMUM_LINKS || missed > MAXIMUM_MISSED)
          break;
        const rect = elementBox(all[at], top);
        const seen = intersection(rect, box);
        missed += 1;
        if (seen.right <= seen.left || seen.bottom <= seen.top)
          continue;
        missed = 0;
        const link = linkOf(all[at], rect);
        if (!link)
          continue;
        remaining -= LINK_SIZE + link.url.length + link.text.length;
        if (remaining >= 0)
          found.push({ at, link });
      }
    }
    return found.sort((a, b) => a.at - b.at).map(({ link }) => link);
  }
  function linkOf(element, rect) {
    const href = (
      /** @type {any} */
      element.href
    );
    if (typeof href !== "string" || href.length > MAXIMUM_LINK_ADDRESS || UNLINKABLE.test(href))
      return null;
    const text = collapsed(element.textContent ?? "").trim().slice(0, MAXIMUM_LINK_TEXT);
    return { url: withoutCredentials(href), text, rect: asRect(rect) };
  }
  function firstBehind(elements, node) {
    let low = 0;
    let high = elements.length;
    while (low < high) {
      const middle = low + high >> 1;
      const relation = node.compareDocumentPosition(elements[middle]);
      const isBefore = (relation & 2) !== 0 && (relation & 8) === 0;
      if (isBefore)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }
  function startedMedia(trees) {
    const media = [];
    for (const element of trees.flatMap((tree) => [...call(tree, "querySelectorAll", "video, audio")])) {
      if (media.length >= MAXIMUM_MEDIA)
        break;
      const { currentTime, duration, paused, currentSrc } = (
        /** @type {HTMLMediaElement} */
        element
      );
      if (!(currentTime > 0))
        continue;
      const { path, selector } = address(element);
      if (selector === "")
        continue;
      const isShort = typeof currentSrc === "string" && currentSrc.length <= MAXIMUM_SOURCE;
      const src = isShort ? withoutCredentials(currentSrc) : "";
      const length = Number.isFinite(duration) ? duration : null;
      media.push({ selector, path, src, currentTime, duration: length, paused });
    }
    return media;
  }
  function selectedQuote(top, index) {
    for (const tree of index.trees) {
      const range = selectedRange(tree, index.trees);
      const quote = range ? quoteOf(range, index) : null;
      if (quote)
        return quote;
    }
    return null;
  }
  function selectedRange(tree, trees) {
    const view = viewOf(tree);
    const active = read(tree, "activeElement");
    if (!view || active && (active.isContentEditable === true || FIELD.test(active.localName)))
      return null;
    const isDocument = tree === view.document;
    const own = isDocument ? null : (
      /** @type {any} */
      tree.getSelection
    );
    const selection = (
      /** @type {any} */
      typeof own === "function" ? own.call(tree) : view.getSelection()
    );
    if (!selection || selection.rangeCount === 0)
      return null;
    let range = selection.getRangeAt(0);
    if (!isDocument && typeof selection.getComposedRanges === "function") {
      const shadowRoots = trees.filter((other) => other !== view.document && viewOf(other) === view);
      range = selection.getComposedRanges({ shadowRoots })[0] ?? range;
    }
    const { startContainer, startOffset, endContainer, endOffset } = range;
    if (!call(tree, "contains", startContainer) || !call(tree, "contains", endContainer))
      return null;
    const selected = call(view.document, "createRange");
    selected.setStart(startContainer, startOffset);
    selected.setEnd(endContainer, endOffset);
    return selected.collapsed ? null : selected;
  }
  function quoteOf(range, index) {
    let start = -1;
    let end = -1;
    for (const segment of index.segments) {
      const { node } = segment;
      if (!range.intersectsNode(node))
        continue;
      const from = node === range.startContainer ? range.startOffset : 0;
      const to = node === range.endContainer ? range.endOffset : node.data.length;
      if (to <= from)
        continue;
      if (start < 0)
        start = positionOf(index, node, from);
      end = to === node.data.length ? segment.start + segment.length : positionOf(index, node, to);
      if (end - start >= MAXIMUM_SELECTION)
        break;
    }
    if (start < 0 || end <= start)
      return null;
    const { text } = index;
    const exact = text.slice(start, Math.min(end, start + MAXIMUM_SELECTION));
    const last = start + exact.length;
    return {
      exact,
      prefix: text.slice(Math.max(0, start - 32), start),
      suffix: text.slice(last, last + 32)
    };
  }

  // capture/middle-anchor.js
  var MIDDLE_LENGTH = 56;
  var DISTINCTIVE_MIDDLE = 16;
  var SHORT_TEXT_COST = 60;
  var DUPLICATE_TEXT_COST = 1e4;
  var MIDDLE_CONTEXT = 64;
  var LONGEST_MIDDLE_WORD = 24;
  var OUTER_PUNCTUATION = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
  var SHORTEST_MIDDLE = 4;
  var MIDDLE_COLUMNS = [[0.5, 0.3, 0.7], [0.1, 0.9, 0.03]];
  var MIDDLE_STEP = 9;
  var FARTHEST_ABOVE = 0.36;
  var FARTHEST_BELOW = 0.06;
  var COST_BELOW = 3;
  var MAXIMUM_LOOKUPS = 12;
  var LONGEST_FOLDED = 2e6;
  var LONGEST_WALK = 200;
  function middleAnchor(view, index) {
    const folded = index.text.length <= LONGEST_FOLDED ? index.text.toLowerCase() : "";
    let best = null;
    let least = Infinity;
    let lookups = 0;
    const [columns, others] = MIDDLE_COLUMNS;
    const lines = linesAroundMiddle(view, columns);
    for (const { line: found, cost } of lines.length > 0 ? lines : linesAroundMiddle(view, others)) {
      lookups += 1;
      if (lookups > MAXIMUM_LOOKUPS || cost >= least)
        break;
      const owner = composedParent(found.node);
      if (!owner || pinnedAncestor(owner, view.scroller, view.box, view.top))
        continue;
      const line = startOfLine(view, found);
      const position = positionOf(index, line.node, line.offset);
      if (position < 0)
        continue;
      const anchor = middleAt(view, index, line, position);
      const { quote, reach } = anchor;
      if (quote.exact.length < SHORTEST_MIDDLE)
        continue;
      const isAlone = isOnce(folded || index.text, folded ? quote.exact.toLowerCase() : quote.exact);
      anchor.occurrences = isAlone ? 1 : 2;
      let lack = quote.exact.length < DISTINCTIVE_MIDDLE ? SHORT_TEXT_COST : 0;
      if (!isAlone) {
        const around = quote.prefix.slice(-reach.before) + quote.exact + quote.suffix.slice(0, reach.after);
        if (!isOnce(index.text, around.replace(OUTER_PUNCTUATION, "")))
          continue;
        lack += DUPLICATE_TEXT_COST;
      }
      const whole = cost + lack;
      if (whole < least) {
        least = whole;
        best = anchor;
      }
    }
    return best;
  }
  function linesAroundMiddle(view, columns) {
    const extent = blockExtent(view.start, view.box);
    const middle = extent / 2;
    const found = [];
    let covered = Infinity;
    for (let at = middle + FARTHEST_BELOW * extent; at > middle - FARTHEST_ABOVE * extent; at -= MIDDLE_STEP) {
      if (at <= view.edge)
        break;
      if (at > covered)
        continue;
      for (const across of columns) {
        const line = lineAt(view, pointInside(view.start, view.box, at, across));
        if (!line)
          continue;
        const from = distanceFromStart(view.start, line.box, view.box);
        const height = blockExtent(view.start, line.box);
        if (from < view.edge || from + height > extent)
          continue;
        const moves = middle - (from + height / 2);
        const cost = moves < 0 ? -moves * COST_BELOW : moves;
        found.push({ line, cost });
        covered = from;
        break;
      }
    }
    return found.sort((a, b) => a.cost - b.cost);
  }
  function lineAt(view, point) {
    const hit = elementAt(view.top, point.x, point.y);
    const caret = hit ? caretAt(hit) : null;
    if (!caret || !isText(caret.node))
      return null;
    const { node } = caret;
    for (const offset of [caret.offset, caret.offset - 1]) {
      if (offset < 0 || offset >= node.data.length)
        continue;
      const box = characterBox(node, offset, view.top);
      if (box && crosses(view.start, box, point))
        return { node, offset, box };
    }
    return null;
  }
  function startOfLine(view, line) {
    const { node } = line;
    const height = blockExtent(view.start, line.box);
    let first = line;
    for (let at = line.offset - 1; at >= 0 && line.offset - at < LONGEST_WALK; at -= 1) {
      if (node.data[at].trim() === "")
        continue;
      const box = characterBox(node, at, view.top);
      if (!box)
        continue;
      if (Math.abs(distanceFromStart(view.start, box, line.box)) > height / 2)
        break;
      first = { node, offset: at, box };
    }
    return first;
  }
  function middleAt(view, index, line, position) {
    const { start, end } = wordsAt(index, position);
    const { text } = index;
    const prefix = text.slice(Math.max(0, start - MIDDLE_CONTEXT), start);
    const suffix = text.slice(end, end + MIDDLE_CONTEXT);
    const { before: before2, exact, after: after2 } = reachAround(index, start, end, prefix.length, suffix.length);
    const gap = prefix !== "" && text[start - 1] !== " " && isEdge(index, start) ? " " : "";
    const gapAfter = suffix !== "" && text[end] !== " " && isEdge(index, end) ? " " : "";
    return {
      role: "middle",
      quote: { exact: text.slice(start, end), prefix: prefix + gap, suffix: gapAfter + suffix },
      reach: { before: before2 + gap.length, exact, after: after2 + gapAfter.length },
      offset: { character: position - start, x: line.box.left - view.box.left, y: line.box.top - view.box.top },
      occurrences: 1,
      scroller: 0
    };
  }
  function wordsAt(index, position) {
    const { text } = index;
    const block = blockAround(index, position);
    let start = position;
    while (start > block.start && position - start < LONGEST_WALK && text[start - 1] !== " ") {
      if (isEdge(index, start))
        break;
      start -= 1;
    }
    let end = Math.max(start, position) + 1;
    while (end < block.end && end - start < MIDDLE_LENGTH && !isEdge(index, end))
      end += 1;
    if (end < block.end && text[end] !== " " && !isEdge(index, end)) {
      const space = text.lastIndexOf(" ", end);
      if (space > start + MIDDLE_LENGTH / 2)
        end = space;
    }
    while (end > start + 1 && text[end - 1] === " ")
      end -= 1;
    let first = start;
    while (first > block.start && end - first < DISTINCTIVE_MIDDLE + LONGEST_MIDDLE_WORD && !isEdge(index, first)) {
      first -= 1;
      if (text[first - 1] !== " " && first > block.start)
        continue;
      if (end - start < DISTINCTIVE_MIDDLE)
        start = first;
    }
    return { start, end };
  }
  function isOnce(text, wanted) {
    const first = text.indexOf(wanted);
    return first >= 0 && text.indexOf(wanted, first + 1) < 0;
  }
  function reachAround(index, start, end, longestBefore, longestAfter) {
    const { text } = index;
    let before2 = Math.min(longestBefore, text[start - 1] === " " ? 2 : 1);
    while (before2 < longestBefore && !isEdge(index, start - before2))
      before2 += 1;
    let after2 = Math.min(longestAfter, text[end] === " " ? 2 : 1);
    while (after2 < longestAfter && !isEdge(index, end + after2))
      after2 += 1;
    return { before: before2, exact: end - start, after: after2 };
  }
  function isEdge(index, position) {
    const isSpace = index.text[position] === " ";
    const next = isSpace ? position + 1 : position;
    if (blockAround(index, next).start === next)
      return true;
    const { segments } = index;
    const at = segmentBefore(index, next);
    if (at < 0)
      return false;
    const isStart = segments[at].start === position || isSpace && segments[at].start === position + 1;
    if (isStart && at > 0 && stylesApart(segments[at - 1].node, segments[at].node))
      return true;
    if (!isSpace)
      return false;
    if (isStart && segments[at].start === position + 1)
      return keepsBreaks(segments[at].node);
    const character = characterAt(index, position);
    if (!character)
      return false;
    const { node, offset } = character;
    return /^(\s\s|[\n\r\t])/.test(node.data.slice(offset, offset + 2)) && keepsBreaks(node);
  }
  function keepsBreaks(node) {
    return /^(pre|break)/.test(styleOf(composedParent(node), "whiteSpace"));
  }
  function stylesApart(a, b) {
    const around = [];
    for (let at = composedParent(a); at; at = composedParent(at))
      around.push(at);
    let inner = composedParent(b);
    while (inner && !around.includes(inner)) {
      if (!/^(inline|contents|ruby)/.test(styleOf(inner, "display")))
        return true;
      inner = composedParent(inner);
    }
    for (const element of around) {
      if (element === inner)
        break;
      if (!/^(inline|contents|ruby)/.test(styleOf(element, "display")))
        return true;
    }
    return false;
  }
  function styleOf(element, property) {
    const view = element ? viewOf(element) : null;
    return element && view ? view.getComputedStyle(element)[property] : "";
  }

  // capture/page-fields.js
  var MAXIMUM_TITLE = 500;
  var MAXIMUM_ADDRESS = 16384;
  function sourceFields(view) {
    const measured = read(view.document, "body") ?? read(view.document, "documentElement");
    const width = measured ? measured.clientWidth : view.innerWidth;
    const base = read(view.document, "baseURI");
    return {
      pageXOffset: view.pageXOffset,
      pageYOffset: view.pageYOffset,
      pageScale: view.innerWidth > 0 ? width / view.innerWidth : 1,
      baseURI: shortenAddress(typeof base === "string" ? base : view.location.href)
    };
  }
  function pageFields(view) {
    const { document } = view;
    const root = read(document, "documentElement");
    const canonical = call(document, "querySelector", 'link[rel~="canonical" i][href]');
    const title = String(read(document, "title") ?? "");
    const lang = root && root.getAttribute("lang");
    const style = root ? view.getComputedStyle(read(document, "body") ?? root) : null;
    return {
      url: shortenAddress(view.location.href),
      canonical: canonical && typeof canonical.href === "string" ? shortenAddress(canonical.href) : null,
      title: title.slice(0, MAXIMUM_TITLE),
      ...isAMP(root) ? { edition: "amp" } : {},
      lang: lang ? lang.slice(0, 64) : null,
      dir: style ? style.direction : null,
      writingMode: style ? style.writingMode : null,
      capturedAt: new Date().toISOString(),
      viewport: viewportFields(view),
      visualViewport: visualViewportFields(view)
    };
  }
  function isAMP(root) {
    return root !== null && ["amp", "\u26A1", "\u26A1\uFE0F"].some((name) => root.hasAttribute(name));
  }
  function viewportFields(view) {
    const root = rootScrollerElement(view);
    return {
      width: view.innerWidth,
      height: view.innerHeight,
      documentWidth: root ? root.scrollWidth : 0,
      documentHeight: root ? root.scrollHeight : 0,
      devicePixelRatio: view.devicePixelRatio
    };
  }
  function visualViewportFields(view) {
    const visual = view.visualViewport;
    if (!visual)
      return null;
    const { scale, offsetLeft, offsetTop, pageLeft, pageTop, width, height } = visual;
    return { scale, offsetLeft, offsetTop, pageLeft, pageTop, width, height };
  }
  function shortenAddress(address2) {
    let bounded = withoutCredentials(address2);
    for (const mark of ["#", "?"]) {
      if (bounded.length > MAXIMUM_ADDRESS)
        bounded = bounded.split(mark)[0];
    }
    return bounded.slice(0, MAXIMUM_ADDRESS);
  }

  // capture/line-start.js
  var MAXIMUM_LINE = 400;
  var TOLERANCE2 = 0.5;
  function lineStart(view, index, from) {
    const position = positionOf(index, from.node, from.offset);
    if (position < 0)
      return from;
    const blockStart = blockAround(index, position).start;
    const isShown3 = isInView(view, from.box);
    let found = from;
    let at = segmentBefore(index, position);
    let { node, offset: end } = from;
    for (let left = MAXIMUM_LINE; left > 0; ) {
      const start = startOnLine(view, node, end, from.box, left);
      for (let offset = start; offset < end; offset += 1) {
        const box = node.data[offset].trim() === "" ? null : characterBox(node, offset, view.top);
        if (!box || isShown3 && !isInView(view, box))
          continue;
        found = { node, offset, box };
        break;
      }
      left -= end - start + 1;
      at -= 1;
      if (start > 0 || at < 0 || index.segments[at].start < blockStart)
        break;
      node = index.segments[at].node;
      end = node.data.length;
    }
    return found;
  }
  function startOnLine(view, node, end, line, longest) {
    let low = end;
    for (let step2 = 24; low > 0 && end - low < longest; step2 = Math.min(2 * step2, 96)) {
      const next = Math.max(0, low - step2);
      if (!isOnLine(view, node, next, low, line)) {
        let off = next;
        while (low - off > 1) {
          const middle = off + low >> 1;
          if (isOnLine(view, node, middle, low, line))
            low = middle;
          else
            off = middle;
        }
        return low;
      }
      low = next;
    }
    return low;
  }
  function isOnLine(view, node, from, to, line) {
    return rangeBoxes(node, from, to, view.top).every((box) => areOnLine(view.start, box, line));
  }
  function isInView(view, box) {
    const from = distanceFromStart(view.start, box, view.box);
    const to = from + blockExtent(view.start, box);
    return from >= view.edge - TOLERANCE2 && to <= blockExtent(view.start, view.box) + TOLERANCE2;
  }

  // capture/text-at.js
  var MAXIMUM_NODES = 300;
  var MAXIMUM_STEPS = 8;
  var MAXIMUM_LINE2 = 400;
  function textAt(view, hit, point) {
    if (textsIn(view, hit.element).length === 0)
      return null;
    const caret = caretAt(hit);
    const found = caret ? characterAtCaret(view, hit.element, caret, point) : characterByBoxes(view, hit.element, point);
    return found && showsText(composedParent(found.node)) ? found : null;
  }
  function characterAtCaret(view, element, { node, offset }, point) {
    const characterAt2 = (text, at) => {
      const box = at >= 0 ? characterBox(text, at, view.top) : null;
      return box && crosses(view.start, box, point) ? { node: text, offset: at, box } : null;
    };
    const found = characterAt2(node, offset) ?? characterAt2(node, offset - 1) ?? characterAt2(node, offset + 1);
    if (found)
      return found;
    const walker = call(ownerDocumentOf(element), "createTreeWalker", element, NodeFilter.SHOW_TEXT);
    walker.currentNode = node;
    for (let step2 = 0; step2 < MAXIMUM_STEPS; step2 += 1) {
      const text = (
        /** @type {Text | null} */
        step2 === 0 ? node : walker.previousNode()
      );
      const end = text ? (text === node ? text.data.slice(0, offset) : text.data).trimEnd().length : 0;
      const last = text && end > 0 ? characterAt2(text, end - 1) : null;
      if (last || !text)
        return last;
    }
    return null;
  }
  function textsIn(view, element) {
    const known = view.texts.get(element);
    if (known)
      return known;
    const found = [];
    view.texts.set(element, found);
    let left = MAXIMUM_NODES;
    const visit = (parent) => {
      for (let child = firstChildOf(parent); child && found.length < MAXIMUM_NODES; child = nextSiblingOf(child)) {
        if (parent !== element)
          left -= 1;
        if (left < 0)
          return;
        if (isText(child)) {
          if (
            /** @type {Text} */
            child.data.trim() !== ""
          )
            found.push(
              /** @type {Text} */
              child
            );
        } else if (isElement(child) && isInline(
          /** @type {Element} */
          child
        )) {
          visit(
            /** @type {Element} */
            child
          );
        }
      }
    };
    visit(element);
    return found;
  }
  function characterByBoxes(view, element, point) {
    for (const node of textsIn(view, element)) {
      if (!boxesOf(view, node).some((box2) => crosses(view.start, box2, point)))
        continue;
      let low = 0;
      let high = node.data.length - 1;
      while (low < high) {
        const middle = low + high >> 1;
        const box2 = nextBox(node, middle, high, view.top);
        if (box2 && endsBefore(view.start, box2.box, point))
          low = box2.offset + 1;
        else
          high = middle;
      }
      const box = nextBox(node, low, node.data.length - 1, view.top);
      if (box && crosses(view.start, box.box, point))
        return { node, ...box };
    }
    return null;
  }
  function boxesOf(view, node) {
    const known = view.boxes.get(node);
    if (known)
      return known;
    const found = rangeBoxes(node, 0, node.data.length, view.top);
    view.boxes.set(node, found);
    return found;
  }
  function nextBox(node, from, to, top) {
    for (let offset = from; offset <= to && offset < from + MAXIMUM_LINE2; offset += 1) {
      const box = characterBox(node, offset, top);
      if (box)
        return { offset, box };
    }
    return null;
  }
  function endsBefore(start, box, point) {
    if (start === "top")
      return box.bottom < point.y;
    return start === "left" ? box.right < point.x : box.left > point.x;
  }

  // capture/reading-line.js
  var MIDDLE = [0.5, 0.4, 0.6];
  var SIDES = [0.25, 0.75, 0.12, 0.88];
  var STEP = 10;
  var MAXIMUM_ROWS = 300;
  var NEAREST_SEARCH_TIME = 8;
  var NEAR_TOP = 0.5;
  function findReadingLine(view, index) {
    const found = nearerLine(view, findLine(view, MIDDLE), () => findLine(view, SIDES));
    return found ? lineStart(view, index, found) : nearestBlock(view, index);
  }
  function nearerLine(view, middle, sides) {
    const distanceOf = (line) => distanceFromStart(view.start, line.box, view.box) - view.edge;
    if (middle && distanceOf(middle) <= blockExtent(view.start, view.box) * NEAR_TOP)
      return middle;
    const side = sides();
    return middle && side && distanceOf(middle) <= distanceOf(side) ? middle : side ?? middle;
  }
  function nearestBlock(view, index) {
    const began = view.top.performance.now();
    let nearest = null;
    let least = Infinity;
    for (const start of index.blocks) {
      const character = characterAt(index, start);
      const owner = character ? composedParent(character.node) : null;
      const box = character ? characterBox(character.node, character.offset, view.top) : null;
      if (!character || !owner || !box)
        continue;
      const distance = Math.abs(distanceFromStart(view.start, box, view.box) - view.edge);
      if (distance < least && belongsToContent(view, owner)) {
        least = distance;
        nearest = { ...character, box };
      }
      if (view.top.performance.now() - began > NEAREST_SEARCH_TIME)
        break;
    }
    return nearest;
  }
  function findLine(view, columns) {
    const extent = blockExtent(view.start, view.box);
    let partial = null;
    let distance = view.edge + 1;
    for (let row = 0; distance < extent && row < MAXIMUM_ROWS; row += 1) {
      let next = distance + STEP;
      for (const across of columns === MIDDLE ? [...MIDDLE, ...SIDES] : columns) {
        const point = pointInside(view.start, view.box, distance, across);
        const line = lineAt2(view, point);
        if (!line || columns === MIDDLE && SIDES.includes(across) && !isInMiddle(view, line))
          continue;
        if (isInView(view, line.box))
          return line;
        partial = partial ?? line;
        const to = distanceFromStart(view.start, line.box, view.box) + blockExtent(view.start, line.box);
        if (to + 1 > distance)
          next = Math.min(next, to + 1);
        break;
      }
      distance = Math.max(next, distance + 1);
    }
    return partial;
  }
  function lineAt2(view, point) {
    const hit = elementAt(view.top, point.x, point.y);
    return hit && belongsToContent(view, hit.element) ? textAt(view, hit, point) : null;
  }
  function isInMiddle(view, line) {
    const block = blockElementOf(line.node);
    return block !== null && spans(view.start, elementBox(block, view.top), pointInside(view.start, view.box, 0, 0.5));
  }
  function belongsToContent(view, element) {
    const known = view.known.get(element);
    if (known !== void 0)
      return known;
    const found = isContent(view, element);
    view.known.set(element, found);
    return found;
  }
  function isContent(view, element) {
    if (pinnedAncestor(element, view.scroller, view.box, view.top))
      return false;
    const inside = view.scroller.element;
    if (!inside)
      return true;
    for (let at = (
      /** @type {Element | null} */
      element
    ); at; at = composedParent(at))
      if (at === inside)
        return true;
    return false;
  }

  // capture/reading-scroller.js
  var GRID = 5;
  var STRIDE = GRID + 1;
  var LOOKING_TIME = 5;
  var DOMINANT_SHARE = 0.5;
  var SCROLLED_SHARE = 0.3;
  var ONLY_SHARE = 0.1;
  function readingScrollers(top, start) {
    const window2 = { view: top, element: null };
    const box = windowBox(top);
    const candidates = [];
    const known = /* @__PURE__ */ new Map();
    const began = top.performance.now();
    let seen = 0;
    for (const parity of [0, 1]) {
      if (parity === 1 && candidates.length === 0)
        return [window2];
      for (let turn = 0; 2 * turn + parity < GRID * GRID; turn += 1) {
        if (seen >= GRID && top.performance.now() - began > LOOKING_TIME)
          break;
        seen += 1;
        const point = parity === 0 ? turn * STRIDE % (GRID * GRID + 1) : 2 * turn + 1;
        const x = box.left + (box.right - box.left) * (point % GRID + 0.5) / GRID;
        const y = box.top + (box.bottom - box.top) * (Math.floor(point / GRID) + 0.5) / GRID;
        const hit = elementAt(top, x, y);
        if (hit)
          count(candidates, scrollersAround(hit.element, top, known), start);
      }
    }
    const best = candidates.reduce((a, b) => b.points > a.points ? b : a, { chain: [window2], points: 0 });
    const share = best.points / seen;
    const inner = best.chain[best.chain.length - 1];
    const innerHasMoved = hasMoved(inner);
    const windowIsStill = !canScrollAlong(window2, start) || !hasMoved(window2);
    const isRead = share >= DOMINANT_SHARE || share >= SCROLLED_SHARE && innerHasMoved || share >= ONLY_SHARE && windowIsStill && (innerHasMoved || !canScrollAlong(window2, start));
    return isRead && best.chain.length > 1 ? best.chain : [window2];
  }
  function count(candidates, chain, start) {
    let length = chain.length;
    while (length > 1 && !canScrollAlong(chain[length - 1], start))
      length -= 1;
    if (length < 2)
      return;
    const inner = chain[length - 1];
    const known = candidates.find(({ chain: other }) => {
      const last = other[other.length - 1];
      return last.element === inner.element && last.view === inner.view;
    });
    if (known)
      known.points += 1;
    else
      candidates.push({ chain: chain.slice(0, length), points: 1 });
  }
  function hasMoved(scroller) {
    const { x, y } = scrollState(scroller);
    return x !== 0 || y !== 0;
  }

  // capture/scroller-records.js
  var MAXIMUM_SCROLLERS = 12;
  var SCROLLED_SEARCH_TIME = 2;
  var CONTAINERS = [
    "main",
    "dialog",
    "pre",
    "aside",
    "nav",
    "article",
    "section",
    "form",
    "table",
    "tbody",
    "header",
    "footer",
    "ol",
    "ul",
    "code",
    "div"
  ];
  function makeRecord(scroller, top) {
    const state = scrollState(scroller);
    const host = scroller.element ?? (scroller.view === top ? null : frameElementOf(scroller.view));
    const { path, selector } = host ? address(host) : { path: [], selector: "" };
    if (host && selector === "")
      return null;
    const fraction = (offset, range) => {
      return range > 0 ? roundFraction(Math.min(1, Math.abs(offset) / range)) : 0;
    };
    return {
      path: host ? [...path, selector] : [],
      x: state.x,
      y: state.y,
      fractionX: fraction(state.x, state.scrollWidth - state.width),
      fractionY: fraction(state.y, state.scrollHeight - state.height),
      width: state.width,
      height: state.height,
      scrollWidth: state.scrollWidth,
      scrollHeight: state.scrollHeight,
      rect: host ? asRect(elementBox(host, top)) : void 0
    };
  }
  function scrollerRecords(chain, read2, top, trees) {
    const records = [];
    let reading = 0;
    for (const scroller of chain) {
      const found = makeRecord(scroller, top);
      if (!found)
        continue;
      if (scroller.element === read2.element && scroller.view === read2.view)
        reading = records.length;
      records.push(found);
    }
    for (const other of findScrolled(top, trees)) {
      if (records.length >= MAXIMUM_SCROLLERS)
        break;
      if (chain.some(({ view, element }) => view === other.view && element === other.element))
        continue;
      const found = makeRecord(other, top);
      if (found)
        records.push(found);
    }
    return { records, reading };
  }
  function findScrolled(top, trees) {
    const started = top.performance.now();
    const found = [];
    for (const tree of trees) {
      const view = viewOf(tree);
      if (!view)
        continue;
      const frame = { view, element: null };
      if (tree === view.document && view !== top && hasMoved(frame))
        found.push(frame);
      const scrollingElement = read(view.document, "scrollingElement");
      const list = tree === view.document ? "getElementsByTagName" : "querySelectorAll";
      let seen = 0;
      for (const name of CONTAINERS) {
        const elements = call(tree, list, name);
        for (let at = 0; elements[at]; at += 1) {
          seen += 1;
          if (seen % 32 === 0 && top.performance.now() - started > SCROLLED_SEARCH_TIME)
            return found;
          const element = elements[at];
          const isAtStart = read(element, "scrollTop") === 0 && read(element, "scrollLeft") === 0;
          if (element === scrollingElement || isAtStart)
            continue;
          found.push({ view, element });
        }
      }
    }
    return found;
  }

  // capture/snapshot.js
  function captureSnapshot(top, given = null) {
    const index = given ?? attempt(() => buildTextIndex(top.document), null);
    const snapshot = {
      schema: 1,
      ...attempt(() => sourceFields(top), { baseURI: String(top.location) }),
      ...attempt(() => pageFields(top), { url: String(top.location) }),
      scrollers: [],
      anchors: [],
      bracket: null,
      progress: null,
      stickyTop: 0,
      middle: null,
      sketch: null,
      selection: null,
      media: attempt(() => startedMedia(index ? index.trees : [top.document]), []),
      links: []
    };
    const place = index ? attempt(() => placeFields(top, index), {}) : {};
    return attempt(() => withinSizeLimit({ ...snapshot, ...place }), snapshot);
  }
  function placeFields(top, index) {
    const { document } = top;
    const root = read(document, "documentElement");
    if (!root)
      return {};
    const style = top.getComputedStyle(read(document, "body") ?? root);
    const start = blockStartOf(style.writingMode);
    const chain = readingScrollers(top, start);
    let found = findLineIn(top, chain, start, index);
    if (!found.line && chain.length > 1)
      found = findLineIn(top, chain.slice(0, 1), start, index);
    const { view, line } = found;
    const around = line ? scrollersAround(line.node, top) : found.chain;
    const { records, reading } = scrollerRecords(around, view.scroller, top, index.trees);
    const image = isLineInView(view, line) ? null : attempt(() => imageAnchor(view), null);
    const captured = line && !image ? captureAnchors(view, index, line) : null;
    const chosen = captured ? captured.anchors : image ? [image] : [];
    const anchors = chosen.map((anchor) => ({ ...anchor, scroller: reading }));
    return {
      scrollers: records,
      anchors,
      bracket: captured ? captured.bracket : null,
      progress: progressFields(view, index, captured ? captured.position : -1),
      stickyTop: view.start === "top" ? view.edge : 0,
      middle: captured ? attempt(() => middleAnchor(view, index), null) : null,
      sketch: attempt(() => pageSketch(index), null),
      selection: attempt(() => selectedQuote(top, index), null),
      links: attempt(() => linksInView(document, windowBox(top), top, line ? line.node : null), [])
    };
  }
  function isLineInView(view, line) {
    if (!line)
      return false;
    const from = distanceFromStart(view.start, line.box, view.box);
    return from < blockExtent(view.start, view.box) && from + blockExtent(view.start, line.box) > 0;
  }
  function findLineIn(top, chain, start, index) {
    const scroller = chain[chain.length - 1];
    const box = visibleBox(scroller, top);
    const edge = start === "top" ? stickyTop(scroller, box, top) : 0;
    const view = { top, scroller, box, start, edge, known: /* @__PURE__ */ new Map(), texts: /* @__PURE__ */ new Map(), boxes: /* @__PURE__ */ new Map() };
    return { view, chain, line: findReadingLine(view, index) };
  }
  function progressFields(view, index, position) {
    const state = scrollState(view.scroller);
    const isAcross = view.start !== "top";
    const range = isAcross ? state.scrollWidth - state.width : state.scrollHeight - state.height;
    const offset = Math.abs(isAcross ? state.x : state.y);
    return {
      px: range > 0 ? roundFraction(Math.min(1, offset / range)) : 0,
      text: position >= 0 && index.text.length > 0 ? roundFraction(position / index.text.length) : null,
      length: index.text.length
    };
  }
  function attempt(part, otherwise) {
    try {
      return part();
    } catch {
      return otherwise;
    }
  }

  // capture/capture-steps.js
  var TASK_TIME = 40;
  function captureInTasks(top, done) {
    let steps = null;
    let hasPaused = false;
    const runTask = () => {
      let index = null;
      try {
        steps = steps ?? textIndexSteps(top.document);
        const began = top.performance.now();
        for (let step2 = steps.next(); ; step2 = steps.next()) {
          if (step2.done) {
            index = step2.value;
            break;
          }
          if (top.performance.now() - began > TASK_TIME && inLaterTask(runTask)) {
            hasPaused = true;
            return;
          }
        }
      } catch {
        index = null;
      }
      const capture = () => {
        try {
          done(captureSnapshot(top, index));
        } catch {
          return;
        }
      };
      if (!hasPaused || !inLaterTask(capture))
        capture();
    };
    runTask();
  }

  // capture/capture-script.js
  function defineExtensionPreprocessing() {
    const preprocessing = {
      run: (given) => {
        try {
          captureInTasks(window, (snapshot) => given.completionFunction(snapshot));
        } catch {
          return;
        }
      },
      finalize: (given) => {
        try {
          finalizePlace(window, given);
        } catch {
          return;
        }
      }
    };
    try {
      Reflect.set(globalThis, "ExtensionPreprocessingJS", preprocessing);
    } catch {
      return preprocessing;
    }
    return preprocessing;
  }

  // capture/capture-promise.js
  function capturePlace() {
    return new Promise((resolve) => captureInTasks(window, (snapshot) => resolve(withinSizeLimit(snapshot))));
  }

  // <stdin>
  leftoff = { defineExtensionPreprocessing, capturePlace };
})();
return leftoff; })()
