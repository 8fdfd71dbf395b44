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
  function allowClosedRoots() {
    const ofChromium = Reflect.get(globalThis, "chrome")?.dom?.openOrClosedShadowRoot;
    anyRootOf = typeof ofChromium === "function" ? ofChromium : getterOf("Element", "openOrClosedShadowRoot");
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
    const end2 = Math.min(data.length, offset + (code >= 55296 && code <= 56319 ? 2 : 1));
    return rangeBoxes(node, offset, end2, top)[0] ?? null;
  }
  function intersection(a, b) {
    return {
      left: Math.max(a.left, b.left),
      top: Math.max(a.top, b.top),
      right: Math.min(a.right, b.right),
      bottom: Math.min(a.bottom, b.bottom)
    };
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

  // dom/scroll-lock.js
  var MOST_WRAPPERS = 100;
  var CUT_OFF = /^(hidden|clip)$/;
  function lockOf(view) {
    const root = read(view.document, "documentElement");
    const body = read(view.document, "body");
    if (!root)
      return null;
    const rootStyle = view.getComputedStyle(root);
    const bodyStyle = body ? view.getComputedStyle(body) : rootStyle;
    const isPassedOn = rootStyle.overflowX === "visible" && rootStyle.overflowY === "visible";
    const isCutOff = CUT_OFF.test((isPassedOn ? bodyStyle : rootStyle).overflowY);
    const lockBy = (kind, element, x = 0, y = 0) => {
      return { kind, element, x: view.pageXOffset + x, y: view.pageYOffset + y };
    };
    for (const element of [root, body ?? root]) {
      const { position, left, top } = element === root ? rootStyle : bodyStyle;
      if (position !== "fixed" && !(position === "absolute" && isCutOff))
        continue;
      const [x, y] = [left, top].map((offset) => Math.max(0, -parseFloat(offset) || 0));
      if (x + y > 0 || call(element, "getBoundingClientRect").bottom > view.innerHeight + 1) {
        return lockBy("fixed", element, x, y);
      }
    }
    if (true) {
      const wrapper = body ? fixedWrapper(body, view) : null;
      const box = wrapper ? call(wrapper, "getBoundingClientRect") : null;
      if (wrapper && box)
        return lockBy("fixed", wrapper, Math.max(0, -box.left), Math.max(0, -box.top));
    }
    if (body && !isPassedOn && CUT_OFF.test(bodyStyle.overflowY) && isTall(body)) {
      return lockBy("clip", body, read(body, "scrollLeft"), read(body, "scrollTop"));
    }
    return isCutOff && isTall(rootScrollerElement(view) ?? root) ? lockBy("clip", isPassedOn && body ? body : root) : null;
  }
  function fixedWrapper(body, view) {
    if (isTall(rootScrollerElement(view) ?? body))
      return null;
    const outer = [...read(body, "children")];
    const inner = outer.slice(0, MOST_WRAPPERS).flatMap((element) => [...read(element, "children")]);
    const wrappers = [...outer, ...inner].slice(0, MOST_WRAPPERS);
    return wrappers.find((wrapper) => isFixedContent(wrapper, view)) ?? null;
  }
  function isFixedContent(element, view) {
    const { height, width } = call(element, "getBoundingClientRect");
    return height > view.innerHeight + 1 && width >= view.innerWidth / 2 && view.getComputedStyle(element).position === "fixed" && !isTall(rootScrollerElement(view) ?? element);
  }
  function isTall(element) {
    return read(element, "scrollHeight") > read(element, "clientHeight") + 1;
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
  function scrollBy(start, distance) {
    if (start === "top")
      return { x: 0, y: distance };
    return { x: start === "left" ? distance : -distance, y: 0 };
  }
  function areOnLine(start, a, b) {
    const shared = start === "top" ? Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) : Math.min(a.right, b.right) - Math.max(a.left, b.left);
    return shared >= Math.min(blockExtent(start, a), blockExtent(start, b)) / 2;
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

  // dom/slides.js
  var MOST_SLIDES = 100;
  var LEAST_SLIDES = 3;
  function slidesWith(element) {
    const parent = composedParent(element);
    const own = selectorOfLike(element);
    const stack = parent ? stackSelector(element, parent, own) : "";
    const selector = stack ? stack + " > " + (own || localNameOf(element)) : own;
    let deck = parent;
    while (selector && deck && deck.matches(stack || own))
      deck = composedParent(deck);
    if (!selector || !deck)
      return [];
    const slides = Array.from(
      /** @type {NodeListOf<Element>} */
      call(deck, "querySelectorAll", selector)
    );
    const inner = slides.slice(0, MOST_SLIDES).filter((slide) => !slide.querySelector(selector));
    return inner.length < LEAST_SLIDES ? [] : inner;
  }
  function stackSelector(element, parent, own) {
    const selector = selectorOfLike(parent);
    const inner = own || localNameOf(element);
    const isSlide = (each) => each.matches(inner);
    const stacks = selector && !parent.matches(inner) ? Array.from(parent.parentElement?.children ?? []) : [];
    const alike = stacks.filter((each) => each.matches(selector));
    return alike.length > 0 && alike.every((each) => Array.from(each.children).every(isSlide)) ? selector : "";
  }
  function selectorOfLike(element) {
    const name = localNameOf(element);
    if (name === "section")
      return name;
    const siblings = [read(element, "previousElementSibling"), read(element, "nextElementSibling")];
    const shared = Array.from(classListOf(element)).find((each) => {
      return siblings.some((other) => other && localNameOf(other) === name && classListOf(other).contains(each));
    });
    return shared ? name + "." + CSS.escape(shared) : "";
  }
  function isConcealed(element) {
    return !isRendered(element) || viewOf(element)?.getComputedStyle(element).opacity === "0";
  }
  function isInConcealedSlide(node) {
    for (let element = composedParent(node); element; element = composedParent(element)) {
      if (isConcealed(element) && slidesWith(element).includes(element))
        return true;
    }
    return false;
  }
  function isConcealedAround(node) {
    for (let element = composedParent(node); element; element = composedParent(element)) {
      if (isConcealed(element))
        return true;
    }
    return false;
  }
  function coverOf(slide, within, top) {
    const { left, top: upper, right, bottom } = intersection(elementBox(slide, top), within);
    if (right <= left || bottom <= upper || !isRendered(slide))
      return 0;
    const area = (right - left) * (bottom - upper) / ((within.right - within.left) * (within.bottom - within.top));
    return area * parseFloat(viewOf(slide)?.getComputedStyle(slide).opacity || "1");
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
    /** The picture at the same position in a sequence of pictures: several have its name. */
    sequence: 0.85,
    /** The same, by the sizes or the description. */
    imageInSequence: 0.75,
    /** The same, with less of them, or by the numbers of pictures before and after it. */
    imageByOrdinal: 0.65,
    /** The picture at the same share of all pictures. */
    imageByShare: 0.5,
    /** A block that the selector matches and whose words are similar. */
    selector: 0.5,
    /** The same block in another language, and the block at the same share of all blocks. */
    block: 0.6,
    blockByOrdinal: 0.4,
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
    let end2 = ordinal + 1 < index.blocks.length ? index.blocks[ordinal + 1] : index.text.length;
    while (end2 > start && index.text.charCodeAt(end2 - 1) === 32)
      end2 -= 1;
    return { start, end: end2, ordinal };
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
  function rawOffset(data, segment, count) {
    if (data.length === segment.length)
      return Math.min(count, data.length - 1);
    let produced = 0;
    let inSpace = segment.trimmed;
    for (let i = 0; i < data.length; i += 1) {
      const kind = kindOf(data.charCodeAt(i));
      if (kind === LEFT_OUT || kind === SPACE && inSpace)
        continue;
      inSpace = kind === SPACE;
      if (produced === count)
        return i;
      produced += 1;
    }
    return Math.max(0, data.length - 1);
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

  // anchoring/text-marks.js
  var LONGEST_MARK = 24;
  var OTHER_DIGITS = /(?=[\u0660-\uff19])\p{Nd}/gu;
  var INDIAN_DIGIT = /[\u0966-\u0def\u1946-\u194f]/;
  var MARK = new RegExp("\\d{2,}|(?<=[\\p{L}\\p{M}\\p{N},;] )[A-Z\\u00c0-\\u00de][\\p{sc=Latin}\\p{M}]{2,}", "gu");
  var DIGIT = /\d/;
  var LETTER = /[\p{L}\p{M}\p{N}]/u;
  function withPlainDigits(text) {
    return text.replace(OTHER_DIGITS, (digit) => {
      return String((digit.charCodeAt(0) & 15) - (INDIAN_DIGIT.test(digit) ? 6 : 0));
    });
  }
  function isNumber(mark) {
    return DIGIT.test(mark);
  }
  function marksOf(text) {
    const all = withPlainDigits(text).match(MARK) ?? [];
    const marks2 = [...new Set(all.map((mark) => mark.slice(0, LONGEST_MARK)))];
    return [...marks2.filter(isNumber), ...marks2.filter((mark) => !isNumber(mark))];
  }
  function markPositions(text, mark, most) {
    const isPart = isNumber(mark) ? DIGIT : LETTER;
    const positions = [];
    for (let at = text.indexOf(mark); at >= 0 && positions.length < most; at = text.indexOf(mark, at + 1)) {
      const end2 = at + mark.length;
      if (at > 0 && isPart.test(text[at - 1]))
        continue;
      if (isPart === DIGIT && mark.length < LONGEST_MARK && end2 < text.length && DIGIT.test(text[end2]))
        continue;
      positions.push(at);
    }
    return positions;
  }
  function linkDigits(url) {
    return ("0000000" + textHash(url, 0).toString(16)).slice(-6);
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
  function embeddedAddress(address, containedIn = embeddedIn) {
    let original = null;
    let inner = address;
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
  function withoutMediaTime(address) {
    return address.replace(/\?([^#]*)/, (_, query) => {
      const kept = query.split("&").filter((parameter) => !isMediaTime(parameter));
      return kept.length > 0 ? "?" + kept.join("&") : "";
    });
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
  function documentKey(address) {
    return keyOf(address, embeddedAddress(address));
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
      const kept = query.slice(1).split("&").filter((parameter) => {
        return parameter !== "" && !isTracking(parameter) && !(isTimed && isMediaTime(parameter));
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

  // restore/translation.js
  var TERM = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]+|[\p{L}\p{M}\p{N}]+/gu;
  var UNSPACED = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
  var COMPARED_LENGTH = 1e5;
  var FEWEST_TERMS = 12;
  var FOREIGN_SHARE = 0.3;
  var TRACED_FOREIGN_SHARE = 0.5;
  var FEWEST_BLOCKS = 6;
  var SAME_BLOCKS = 1.15;
  var BILINGUAL_BLOCKS = [1.8, 2.2];
  var COMMON_SHARE = 0.1;
  var COMMON_BLOCKS = 3;
  var SEARCHED_SHARE = 0.15;
  var SEARCHED_BLOCKS = 8;
  var MOST_POSITIONS = 400;
  var LEAST_KEPT = 0.5;
  var FEWEST_KEPT_TRACED = 2;
  var FEWEST_KEPT = 3;
  var MANY_MARKS = 5;
  var MANY_KEPT = 0.75;
  var MOST_LINKS = 4e3;
  var TRACES = 'html.translated-ltr, html.translated-rtl, [_msttexthash], font[style*="inherit"] > font';
  function isTranslation(index, place, top) {
    const { shape, primary } = place;
    if (!shape || !shape.blocks || shape.block === null || !primary || !primary.quote)
      return false;
    const blocks = index.blocks.length;
    if (Math.min(blocks, shape.blocks) < FEWEST_BLOCKS || index.text.includes(primary.quote.exact))
      return false;
    const isTraced = hasTraces(top);
    if (!isForeign(index, place, isTraced ? TRACED_FOREIGN_SHARE : FOREIGN_SHARE))
      return false;
    const hasBlocks = hasSameBlocks(shape.blocks, blocks);
    const links = linksAmong(index, shape).size;
    const marks2 = keptMarks(index, shape);
    const known = shape.links.length + shape.marks.length;
    if (isTraced && hasBlocks && known < FEWEST_KEPT)
      return true;
    const isKept = links + marks2.found >= (isTraced ? FEWEST_KEPT_TRACED : FEWEST_KEPT) && links + marks2.found >= LEAST_KEPT * (shape.links.length + marks2.all);
    const isSure = marks2.found >= MANY_MARKS && marks2.found >= MANY_KEPT * marks2.all;
    return isKept && (isTraced || hasBlocks || isSure);
  }
  function hasTraces({ document }) {
    return call(document, "querySelector", TRACES) !== null;
  }
  function hasSameBlocks(then, now) {
    const ratio = Math.max(then, now) / Math.max(1, Math.min(then, now));
    return ratio <= SAME_BLOCKS || ratio >= BILINGUAL_BLOCKS[0] && ratio <= BILINGUAL_BLOCKS[1];
  }
  function isForeign({ text }, { primary, above, below, progressText, shape }, most) {
    const marks2 = new Set((shape?.marks ?? []).map((mark) => mark.toLowerCase()));
    const captured = new Set([primary, above, below].flatMap((anchor) => termsOfQuote(anchor)));
    for (const term of captured)
      if (marks2.has(term) || isNumber(term))
        captured.delete(term);
    if (captured.size < FEWEST_TERMS)
      return false;
    const middle = (progressText ?? 0.5) * text.length;
    const from = Math.max(0, middle - COMPARED_LENGTH / 2);
    const present = new Set(termsOf(text.slice(from, from + COMPARED_LENGTH)));
    let found = 0;
    for (const term of captured)
      if (present.has(term))
        found += 1;
    return found < most * captured.size;
  }
  function termsOfQuote(anchor) {
    const { prefix, exact, suffix } = anchor?.quote ?? { prefix: "", exact: "", suffix: "" };
    return termsOf(prefix + exact + suffix);
  }
  function termsOf(text) {
    const terms = [];
    for (const run of text.toLowerCase().match(TERM) ?? []) {
      if (!UNSPACED.test(run))
        terms.push(run);
      else
        for (let at = 0; at + 1 < run.length; at += 1)
          terms.push(run.slice(at, at + 2));
    }
    return terms;
  }
  function keptMarks(index, shape) {
    const expected = expectedBlock(index, shape);
    const reach = Math.max(SEARCHED_BLOCKS, SEARCHED_SHARE * index.blocks.length);
    const rare = marksOn(index, shape).filter(({ blocks }) => !isCommon(index, blocks));
    const counted = (marks2) => {
      const isNear = (block) => Math.abs(block - expected) <= reach;
      return { found: marks2.filter(({ blocks }) => blocks.some(isNear)).length, all: marks2.length };
    };
    const [all, numbers] = [counted(rare), counted(rare.filter((mark) => mark.isNumber))];
    return numbers.found * all.all > all.found * numbers.all ? numbers : all;
  }
  function marksOn(index, { marks: marks2 }) {
    const text = withPlainDigits(index.text);
    return marks2.map((mark) => {
      const blocks = markPositions(text, mark, MOST_POSITIONS).map((at) => blockAround(index, at).ordinal);
      return { isNumber: isNumber(mark), blocks: [...new Set(blocks)] };
    });
  }
  function isCommon(index, blocks) {
    return blocks.length > Math.max(COMMON_BLOCKS, COMMON_SHARE * index.blocks.length);
  }
  function expectedBlock(index, { block, blocks }) {
    const share = (block ?? 0) / Math.max(1, (blocks ?? 1) - 1);
    return Math.round(Math.min(1, share) * (index.blocks.length - 1));
  }
  function linksAmong({ trees }, { links }) {
    const found = /* @__PURE__ */ new Map();
    if (links.length === 0)
      return found;
    let left = MOST_LINKS;
    for (const tree of trees) {
      for (const element of call(tree, "querySelectorAll", "a[href]")) {
        left -= 1;
        if (left < 0)
          return found;
        const { href } = (
          /** @type {any} */
          element
        );
        const digits = typeof href === "string" ? linkDigits(withoutCredentials(href)) : "";
        if (links.includes(digits))
          found.set(digits, [...found.get(digits) ?? [], element]);
      }
    }
    return found;
  }

  // restore/block-target.js
  var WEIGHTS = { marks: 0.5, selector: 0.3, links: 0.2, ordinal: 0.15, size: 0.05 };
  var LEAST_SCORE = 0.45;
  var LEAST_MARGIN = 0.08;
  var LEAST_MARKS = 1.5;
  var MOST_RIVALS = 8;
  var MARK_WEIGHTS = [1, 0.5, 0.25];
  var FAR_SHARE = 0.05;
  var FAR_BLOCKS = 3;
  var EARLIER = 0.04;
  var DEEPEST_LINK = 4;
  function blockTarget(index, place, top) {
    const { primary, shape } = place;
    if (!primary || !shape || !shape.blocks || shape.block === null)
      return null;
    const expected = expectedBlock(index, shape);
    const ranked = rankBlocks(index, place, expected, top);
    const [best] = ranked;
    const isFar = (rival) => {
      return distanceOf(index, best.ordinal, rival.ordinal, top) > top.innerHeight / 2;
    };
    const isClear = best !== void 0 && best.score >= LEAST_SCORE && !ranked.slice(1, MOST_RIVALS + 1).some((rival) => best.score - rival.score < LEAST_MARGIN && isFar(rival));
    const block = blockAt(index, isClear ? best.ordinal : expected);
    if (!block)
      return null;
    const length = block.end - block.start;
    const share = Math.max(0, Math.min(1, shape.share ?? 0) - EARLIER);
    const position = block.start + Math.min(length - 1, Math.round(share * length));
    const confidence = isClear ? CONFIDENCE.block : CONFIDENCE.blockByOrdinal;
    return characterTarget(index, position, primary, "block", confidence, top);
  }
  function rankBlocks(index, place, expected, top) {
    const { shape, primary, textLength } = place;
    if (!shape || !primary)
      return [];
    const scores = /* @__PURE__ */ new Map();
    const add = (ordinal, score) => {
      if (ordinal >= 0 && ordinal < index.blocks.length)
        scores.set(ordinal, (scores.get(ordinal) ?? 0) + score);
    };
    add(expected, 0);
    for (const [ordinal, share] of selectedBlocks(index, place, top))
      add(ordinal, WEIGHTS.selector * share);
    for (const [ordinal, share] of markedBlocks(index, shape))
      add(ordinal, WEIGHTS.marks * share);
    const linked = linkedBlocks(index, linksAmong(index, shape));
    for (const ordinal of linked)
      add(ordinal, WEIGHTS.links);
    const far = Math.max(FAR_BLOCKS, FAR_SHARE * index.blocks.length);
    const growth = textLength ? index.text.length / textLength : 1;
    for (const ordinal of scores.keys()) {
      add(ordinal, WEIGHTS.ordinal * Math.max(0, 1 - Math.abs(ordinal - expected) / far));
      const block = blockAt(index, ordinal);
      if (block && shape.size)
        add(ordinal, WEIGHTS.size * likeness(block.end - block.start, shape.size * growth));
    }
    return [...scores].map(([ordinal, score]) => ({ ordinal, score })).sort((a, b) => b.score - a.score);
  }
  function markedBlocks(index, shape) {
    const sums = /* @__PURE__ */ new Map();
    let all = 0;
    let [best, most] = [0, 0];
    const marks2 = marksOn(index, shape).filter(({ blocks }) => blocks.length > 0 && !isCommon(index, blocks));
    for (const { blocks } of marks2) {
      all += 1 / blocks.length;
      for (const block of blocks) {
        MARK_WEIGHTS.forEach((weight, distance) => {
          for (const at of /* @__PURE__ */ new Set([block - distance, block + distance])) {
            const sum = (sums.get(at) ?? 0) + weight / blocks.length;
            sums.set(at, sum);
            if (sum > most)
              [best, most] = [at, sum];
          }
        });
      }
    }
    const near = marks2.filter(({ blocks }) => blocks.some((block) => Math.abs(block - best) < MARK_WEIGHTS.length));
    const shareOfBest = near.reduce((sum, { blocks }) => sum + 1 / blocks.length, 0) / Math.max(LEAST_MARKS, all);
    return [...sums].map(([at, sum]) => [at, shareOfBest * sum / most]);
  }
  function selectedBlocks(index, { primary }, top) {
    const element = primary ? elementAtAddress(top.document, primary.path, primary.selector) : null;
    const bounds = element ? textBounds(index, element) : null;
    if (!bounds || bounds.end <= bounds.start)
      return [];
    const first = blockAround(index, bounds.start).ordinal;
    const count = blockAround(index, bounds.end - 1).ordinal - first + 1;
    return Array.from({ length: count }, (_, at) => [first + at, 1 / count]);
  }
  function linkedBlocks(index, links) {
    const elements = new Set([...links.values()].filter(({ length }) => length <= 2).flat());
    const found = /* @__PURE__ */ new Set();
    if (elements.size === 0)
      return found;
    for (const { node, start } of index.segments) {
      let element = composedParent(node);
      for (let depth = 0; element && depth < DEEPEST_LINK; depth += 1) {
        if (elements.has(element))
          found.add(blockAround(index, start).ordinal);
        element = composedParent(element);
      }
    }
    return found;
  }
  function likeness(a, b) {
    return Math.min(a, b) / Math.max(1, a, b);
  }
  function distanceOf(index, one, other, top) {
    const [a, b] = [one, other].map((ordinal) => {
      const character = characterAt(index, index.blocks[ordinal]);
      return character ? characterBox(character.node, character.offset, top) : null;
    });
    return a && b ? Math.max(Math.abs(a.top - b.top), Math.abs(a.left - b.left)) : Infinity;
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
    const before = text.slice(Math.max(0, position - quote.prefix.length - 2), position).trimEnd();
    const end2 = position + quote.exact.length;
    const after = text.slice(end2, end2 + quote.suffix.length + 2).trimStart();
    let same = 0;
    while (same < prefix.length && same < before.length) {
      if (prefix[prefix.length - 1 - same] !== before[before.length - 1 - same])
        break;
      same += 1;
    }
    let sameAfter = 0;
    while (sameAfter < suffix.length && suffix[sameAfter] === after[sameAfter])
      sameAfter += 1;
    const left = prefix.length > 0 ? same / prefix.length : before.length === 0 ? 1 : 0;
    const right = suffix.length > 0 ? sameAfter / suffix.length : after.length === 0 ? 1 : 0;
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
    let at = wanted.findIndex(({ end: end2 }) => end2 > offset);
    if (at < 0)
      at = wanted.length - 1;
    if (partner[at] >= 0)
      return found[partner[at]].start + Math.max(0, offset - wanted[at].start);
    let before = at - 1;
    while (before >= 0 && partner[before] < 0)
      before -= 1;
    let after = at + 1;
    while (after < wanted.length && partner[after] < 0)
      after += 1;
    const hasAfter = after < wanted.length;
    const fromBefore = before >= 0 ? partner[before] + (at - before) : -1;
    const fromAfter = hasAfter ? partner[after] - (after - at) : -1;
    let place = before >= 0 && (!hasAfter || at - before <= after - at) ? fromBefore : fromAfter;
    if (before >= 0)
      place = Math.max(place, partner[before] + 1);
    if (hasAfter)
      place = Math.min(place, partner[after]);
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
      for (let count = 1; count <= most && i + count <= tokens.length; count += 1) {
        const text = whole.slice(tokens[i].start, tokens[i + count - 1].end);
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
      const end2 = (bin + 2) * VOTING_BIN + quote.exact.length + quote.suffix.length + REGION_MARGIN;
      regions.push({ start: Math.max(0, start), end: Math.min(text.length, end2) });
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
    const before = text.slice(Math.max(0, position - prefix.length * 1.5), position);
    const end2 = position + exact.length;
    const after = text.slice(end2, end2 + suffix.length * 1.5);
    const left = prefix === "" ? inRow : editLikeness(before, prefix);
    const right = suffix === "" ? inRow : editLikeness(after, suffix);
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
  var LEAST_SCORE2 = 0.45;
  var LEAST_MARGIN2 = 0.03;
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
    const isClear = first !== void 0 && supportOf(first) >= ENOUGH_SUPPORT && marginOf(exact) >= LEAST_MARGIN2;
    if (isClear)
      return adjustForEdition(place, anchor, exact, makeResolution(first, anchor, marginOf(exact)));
    const edited = allowsEdits ? editedCandidates(index, place, anchor, bounds, neighbours) : [];
    const all = rankCandidates(mergeCandidates(exact, edited));
    const [best] = all;
    if (!best || scoreOf(best) < LEAST_SCORE2)
      return null;
    const margin = marginOf(all);
    if (margin < LEAST_MARGIN2)
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
    return same ? makeResolution(same, anchor, LEAST_MARGIN2) : null;
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
  function isShown(target, top, freeAxis = "") {
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

  // restore/bracket.js
  var TOLERANCE_SHARE = 0.4;
  var USUAL_HEIGHT = 800;
  function bracketTarget(index, place, top) {
    const { primary, fraction } = place;
    if (!primary)
      return null;
    const neighbours = [place.above, place.below].map((anchor) => {
      const target = anchor ? neighbourTarget(index, place, anchor, top) : null;
      return target && isShown(target, top, blockStartOf(place.writingMode) === "top" ? "y" : "x") ? target : null;
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

  // anchoring/pictures.js
  var PICTURES = "img, video, canvas, svg, iframe, object, embed";
  var SMALLEST = 40;
  var MOST_PICTURES = 2e3;
  var LONGEST_KEY = 48;
  var LONGEST_ALT = 24;
  var LAZY = "data-src data-lazy-src data-original data-srcset";
  var SHORTEST_EMBEDDED = 300;
  var EMBEDDED_END = 4e3;
  var TOKENS = /[0-9a-f]{12,}|\d{9,}/gi;
  var UNNAMED = /^[^a-z0-9]*(?:\.[a-z0-9]{2,5})?$/i;
  function picturesIn(root) {
    return [...call(root, "querySelectorAll", PICTURES)].slice(0, MOST_PICTURES).filter((element) => {
      const { width, height } = call(element, "getBoundingClientRect");
      if (width >= SMALLEST && height >= SMALLEST)
        return true;
      return isPending(element) && call(element, "getClientRects").length > 0;
    });
  }
  function describePicture(element) {
    const { src, currentSrc, data, naturalWidth, naturalHeight } = element;
    const source = lazySource(element) || [src, currentSrc, data].find((value) => value && keyOf2(value)) || "";
    const hasOwnSize = naturalWidth > 0 && !isPending(element) && !element.hasAttribute("srcset");
    return {
      key: keyOf2(source),
      width: hasOwnSize ? naturalWidth : sizeIn(element, "width"),
      height: hasOwnSize ? naturalHeight : sizeIn(element, "height"),
      alt: (element.getAttribute("alt") ?? "").slice(0, LONGEST_ALT)
    };
  }
  function keyOf2(address) {
    if (typeof address !== "string" || /^(?:blob|about):/.test(address))
      return "";
    if (address.startsWith("data:")) {
      if (address.length < SHORTEST_EMBEDDED)
        return "";
      const hash = textHash(address.slice(-EMBEDDED_END), address.length).toString(16);
      return hash.replace(/\d/g, (digit) => "ghijklmnop"[Number(digit)]);
    }
    const [path] = address.replace(/^[^?#]*?\/\/[^/]*/, "").split(/[?#]/);
    const [name, directory] = path.split("/").reverse();
    const shortened = name.replace(TOKENS, "");
    const kept = UNNAMED.test(shortened) ? name : shortened;
    return (directory === void 0 ? kept : directory.replace(TOKENS, "") + "/" + kept).slice(-LONGEST_KEY);
  }
  function lazySource(element) {
    const [value] = LAZY.split(" ").map((name) => element.getAttribute(name)).filter(Boolean);
    return value ? value.trim().split(/\s/)[0] : "";
  }
  function isPending(element) {
    const lazy = keyOf2(lazySource(element));
    return element.complete === false || lazy !== "" && keyOf2(element.src) !== lazy;
  }
  function sizeIn(element, name) {
    return Number(element.getAttribute(name)) || 0;
  }

  // restore/picture-sequence.js
  var SAME_NAME = 3;
  var SIMILAR_NAME = 2;
  var SAME_ALT = 2;
  var SAME_SIZE = 1;
  var CONTRADICTION = -4;
  var GAP2 = -1;
  var SIZE_TOLERANCE = 2;
  var SAME_RATIO = 0.01;
  var NUMBER = /^[a-z]{0,12}?0*(\d{1,4})$/i;
  function alignPictures(then, at, now, usesNames = true) {
    const [a, b] = [then.map(withName), now.map(withName)];
    const scores = a.map((one) => b.map((other) => scoreOf2(one, other, usesNames)));
    const highest = then.reduce((sum, { key, width, alt }) => {
      return sum + (usesNames && key ? SAME_NAME : 0) + (width > 0 ? SAME_SIZE : 0) + (alt ? SAME_ALT : 0);
    }, 0);
    if (highest === 0 || now.length === 0)
      return null;
    const before = bestBefore(scores.slice(0, at), now.length);
    const after = bestBefore(scores.slice(at + 1).map((row) => [...row].reverse()).reverse(), now.length).reverse();
    let [index, best, next] = [-1, 0, 0];
    for (let j = 0; j < now.length; j += 1) {
      const score = before[j] + scores[at][j] + after[j + 1];
      if (score > best)
        [index, best, next] = [j, score, best];
      else if (score > next)
        next = score;
    }
    if (index < 0)
      return null;
    return { index, score: best / highest, margin: (best - next) / SAME_NAME, own: scores[at][index] };
  }
  function bestBefore(scores, width) {
    let previous = new Array(width + 1).fill(0);
    for (const row of scores) {
      const best = [previous[0] + GAP2];
      for (let j = 0; j < width; j += 1) {
        best.push(Math.max(previous[j] + row[j], previous[j + 1] + GAP2, best[j] + GAP2));
      }
      previous = best;
    }
    return previous;
  }
  function withName(picture) {
    const { key } = picture;
    const name = key.slice(key.lastIndexOf("/") + 1);
    const parts = name.replace(/\.[^.]*$/, "").split(/[^a-z0-9]+/i);
    const number = parts.reverse().map((part) => NUMBER.exec(part)?.[1] ?? "").find((each) => each !== "") ?? "";
    return { ...picture, name, number };
  }
  function scoreOf2(one, other, usesNames) {
    let score = sizeScore(one, other);
    if (one.alt !== "" && other.alt !== "")
      score += one.alt === other.alt ? SAME_ALT : CONTRADICTION;
    if (!usesNames || one.key === "")
      return score;
    if (one.key === other.key)
      return score + SAME_NAME;
    const isSimilar = one.name === other.name || one.number !== "" && one.number === other.number;
    return score + (isSimilar ? SIMILAR_NAME : 0);
  }
  function sizeScore({ width, height }, other) {
    if (!(width > 0 && height > 0 && other.width > 0 && other.height > 0))
      return 0;
    const isSame = Math.abs(width - other.width) <= SIZE_TOLERANCE && Math.abs(height - other.height) <= SIZE_TOLERANCE;
    if (isSame)
      return SAME_SIZE;
    const ratio = width / height / (other.width / other.height);
    return Math.abs(ratio - 1) <= SAME_RATIO ? 0 : CONTRADICTION;
  }

  // restore/image-target.js
  var LEAST_SCORE3 = 0.4;
  var LEAST_SCORE_UNNAMED = 0.5;
  var LEAST_MARGIN3 = 0.6;
  var BETTER = 0.2;
  var MOST_RENAMED = 0.2;
  var SURE_SCORE = 0.85;
  var SURE_PICTURES = 8;
  var SURE_SIZES = 4;
  function imageTarget(place, anchor, top) {
    const root = rootOf(anchor, top);
    const { pictures } = place;
    const found = (root && pictures ? inSequence(anchor, pictures, root) : null) ?? byItself(anchor, top, root);
    if (!found)
      return null;
    const { element, confidence } = found;
    const box = () => {
      const now = laidOutBox(element, top);
      return now && atSamePart(now, anchor, place.stickyTop);
    };
    return { tier: "selector", confidence, node: element, offset: 0, anchor, box };
  }
  function rootOf({ path }, { document }) {
    if (path.length === 0)
      return document;
    const host = elementAtAddress(document, path.slice(0, -1), path[path.length - 1]);
    return host && (shadowRootOf(host) ?? frameDocument(host));
  }
  function byItself(anchor, top, root) {
    const atSelector = elementAtAddress(top.document, anchor.path, anchor.selector);
    const { src, alt } = anchor.image ?? { src: "", alt: "" };
    const alike = root ? samePictures(anchor, root) : [];
    let element = alike.length === 1 ? alike[0] : null;
    if (atSelector && (alike.length === 0 || alike.includes(atSelector)))
      element = atSelector;
    if (!element)
      return null;
    const isCertain = alike.includes(element) || src === "" && alt === "" && element.matches(PICTURES + ", picture");
    return { element, confidence: isCertain ? CONFIDENCE.image : CONFIDENCE.imageBySelector };
  }
  function samePictures({ image }, root) {
    const { src, alt } = image ?? { src: "", alt: "" };
    if (src === "" && alt === "")
      return [];
    return [...call(root, "querySelectorAll", PICTURES)].filter((element) => {
      if (src !== "")
        return element.currentSrc === src || element.src === src;
      return element.getAttribute("alt") === alt;
    });
  }
  function inSequence(anchor, { at, ordinal, count, list }, root) {
    const elements = picturesIn(root);
    const now = elements.map(describePicture);
    if (now.length === 0)
      return null;
    const own = list[at];
    const same = samePictures(anchor, root);
    const known = anchor.image?.src && same.length === 1 ? elements.indexOf(same[0]) : -1;
    const aligned = bestAlignment(list, at, now);
    if (aligned) {
      const { index, confidence } = aligned;
      return { element: elements[index], confidence: index === known ? CONFIDENCE.image : confidence };
    }
    if (haveNames(list, now)) {
      const named = now.filter(({ key }) => key !== "" && key === own.key);
      const isOnly = named.length === 1 && list.filter(({ key }) => key === own.key).length === 1;
      const index = known >= 0 ? known : isOnly ? now.indexOf(named[0]) : -1;
      if (index >= 0)
        return { element: elements[index], confidence: CONFIDENCE.image };
    }
    if (ordinal === null || count === null)
      return null;
    if (count === now.length)
      return { element: elements[ordinal], confidence: CONFIDENCE.imageByOrdinal };
    const share = ordinal / Math.max(1, count - 1);
    const atShare = Math.round(Math.min(1, share) * (now.length - 1));
    return { element: elements[atShare], confidence: CONFIDENCE.imageByShare };
  }
  function haveNames(list, now) {
    const scores = list.flatMap((picture) => {
      const same = now.filter(({ key }) => key !== "" && key === picture.key);
      return same.length === 1 ? [sizeScore(picture, same[0])] : [];
    });
    return scores.filter((score) => score < 0).length <= MOST_RENAMED * scores.length;
  }
  function bestAlignment(list, at, now) {
    const isClear = (found2, least) => {
      return found2 !== null && found2.score >= least && found2.margin >= LEAST_MARGIN3;
    };
    const named = alignPictures(list, at, now);
    const unnamed = alignPictures(list, at, now, false);
    const isNamed = isClear(named, LEAST_SCORE3);
    const isUnnamed = isClear(unnamed, LEAST_SCORE_UNNAMED);
    const found = isNamed ? named : isUnnamed ? unnamed : null;
    if (!found)
      return null;
    const { index, own } = found;
    const isDoubtful = isUnnamed && unnamed && unnamed.index !== index && unnamed.score >= found.score + BETTER;
    if (own <= 0 || isDoubtful)
      return { index, confidence: CONFIDENCE.imageBySelector };
    const { key, alt } = list[at];
    const isSame = (picture) => key !== "" && picture.key === key;
    if (isNamed && isSame(now[index])) {
      const isOnly = now.filter(isSame).length === 1;
      return { index, confidence: isOnly ? CONFIDENCE.image : CONFIDENCE.sequence };
    }
    const hasSameAlt = alt !== "" && now[index].alt === alt;
    const sizes = new Set(list.map(({ width, height }) => width + "x" + height));
    const hasSameSizes = unnamed && unnamed.index === index && unnamed.score >= SURE_SCORE && list.length >= SURE_PICTURES && sizes.size >= SURE_SIZES;
    return { index, confidence: hasSameAlt || hasSameSizes ? CONFIDENCE.imageInSequence : CONFIDENCE.imageByOrdinal };
  }
  function atSamePart(now, { rect, y }, edge) {
    if (!rect || !(rect.height > 0) || y >= edge)
      return now;
    const growth = (edge - y) / rect.height * (now.bottom - now.top - rect.height);
    return { ...now, top: now.top + growth, bottom: now.bottom + growth };
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
    visit(count) {
      for (let left = count; left > 0 && this.depth >= 0; left -= 1) {
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
        level.shows = isShown2(level.owner, level.mayEdit);
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
        const root = inner && isShown2(element, mayEdit) ? read(inner, "documentElement") : null;
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
  function* textIndexSteps(document) {
    const walk = new TextWalk(document);
    while (!walk.visit(NODES_PER_STEP))
      yield void 0;
    return walk.index();
  }
  function isInline(element) {
    return INLINE.has(localNameOf(element));
  }
  function isShown2(element, mayEdit) {
    if (!element || mayEdit && read(element, "isContentEditable") === true)
      return false;
    return isRendered(element);
  }
  function mayBeEdited(root) {
    return read(root, "designMode") === "on" || call(root, "querySelector", "[contenteditable]") !== null;
  }

  // anchoring/editable-blocks.js
  var LEAST_HASHED2 = 40;
  var MOST_HASHED = 16e3;
  var MOST_WRAPPERS2 = 8;
  var WRAPPER_SHARE = 0.8;
  function isEditable(element) {
    return read(element, "isContentEditable") === true || read(ownerDocumentOf(element), "designMode") === "on";
  }
  function editingHost(element) {
    let host = null;
    for (let at = (
      /** @type {Element | null} */
      element
    ); at && isEditable(at); at = composedParent(at)) {
      if (localNameOf(at) !== "html")
        host = at;
    }
    return host;
  }
  function editableBlocks(host) {
    const lengthOf = (element) => (element.textContent ?? "").length;
    let blocks = childBlocks(host);
    let whole = lengthOf(host);
    for (let depth = 0; depth < MOST_WRAPPERS2; depth += 1) {
      const wrapper = blocks.find((block) => lengthOf(block) > whole * WRAPPER_SHARE);
      const inner = wrapper ? childBlocks(wrapper) : [];
      if (!wrapper || inner.length === 0)
        break;
      blocks = inner;
      whole = lengthOf(wrapper);
    }
    return blocks;
  }
  function childBlocks(parent) {
    const found = [];
    for (let child = firstChildOf(parent); child; child = nextSiblingOf(child)) {
      if (isElement(child) && !isInline(
        /** @type {Element} */
        child
      ))
        found.push(
          /** @type {Element} */
          child
        );
    }
    return found;
  }
  function editableHash(block) {
    const text = collapsed((block.textContent ?? "").slice(0, MOST_HASHED)).trim();
    return text.length < LEAST_HASHED2 ? "" : blockHash(text);
  }

  // dom/hit.js
  var MAXIMUM_DEPTH2 = 64;
  function elementAt(top, x, y) {
    let root = top.document;
    let found = null;
    for (let depth = 0; depth < MAXIMUM_DEPTH2; depth += 1) {
      const element = call(root, "elementFromPoint", x, y);
      if (!element || element === found)
        break;
      found = element;
      const inner = innerTree(element, x, y, top);
      if (!inner)
        break;
      ({ root, x, y } = inner);
    }
    return found ? { element: found, x, y } : null;
  }
  function innerTree(element, x, y, top) {
    const shadow = shadowRootOf(element);
    if (shadow)
      return { root: shadow, x, y };
    const inner = frameDocument(element);
    if (!inner)
      return null;
    const rect = element.getBoundingClientRect();
    const style = defaultViewOf(inner) ? top.getComputedStyle(element) : null;
    return {
      root: inner,
      x: x - rect.left - element.clientLeft - (style ? parseFloat(style.paddingLeft) || 0 : 0),
      y: y - rect.top - element.clientTop - (style ? parseFloat(style.paddingTop) || 0 : 0)
    };
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
    const body = read(view.document, "body");
    const root = read(view.document, "documentElement");
    for (; at && at !== body && at !== root; at = composedParent(at)) {
      if (scroller.element && (at === scroller.element || call(at, "contains", scroller.element)))
        break;
      const style = view.getComputedStyle(at);
      if (style.position === "fixed" && !isFixedContent(at, view))
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
        const isHere = cover.top <= edge + 1;
        if (isHere && isWide && isLow && cover.bottom > next)
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
    const [start, end2] = axis === "x" ? [view.left, view.right] : [view.top, view.bottom];
    const least = Math.min(LEAST_SEEN, to - from);
    if (to - start >= least && end2 - from >= least)
      return 0;
    const isLong = to - from > end2 - start - 2 * MARGIN;
    const isAtStart = isLong ? !isFromRight : from < start;
    return isAtStart ? from - start - MARGIN : to - end2 + MARGIN;
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
    const rootsOf2 = () => [read(view.document, "documentElement"), read(view.document, "body")];
    const ofWindow = () => rootsOf2().map(overflowOf).find((value) => value !== "visible");
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
    let before = Infinity;
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
      if (Math.abs(distance - before) < CLOSE_ENOUGH) {
        move(scroller, origin.x, origin.y);
        break;
      }
      before = distance;
      const { x, y } = scrollState(scroller);
      const by = scrollBy(start, distance);
      move(scroller, x + by.x, y + by.y);
      const after = scrollState(scroller);
      if (Math.abs(after.x - x) + Math.abs(after.y - y) < 0.1)
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

  // restore/locked.js
  var GRID = [0.1, 0.3, 0.5, 0.7, 0.9];
  var COVERED = 0.4;
  function isLocked(place, top) {
    const lock2 = lockOf(top);
    if (!lock2 || place.motion || readingElement(place, top))
      return false;
    if (lock2.kind === "fixed")
      return true;
    const root = read(top.document, "documentElement");
    const { overflowY } = top.getComputedStyle(lock2.element);
    return overflowY === "clip" || lock2.element !== root && top.getComputedStyle(root).overflowY !== "visible";
  }
  function isObstructed(place, top) {
    return lockOf(top) !== null && !readingElement(place, top) || isCovered(place, top);
  }
  function isCovered(place, top) {
    const reading = readingElement(place, top);
    const count = countHits(top, (element) => isInOverlay(element, reading));
    return count > COVERED * GRID.length ** 2;
  }
  function countHits(top, isCounted) {
    let count = 0;
    for (const down of GRID) {
      for (const across of GRID) {
        const hit = elementAt(top, top.innerWidth * across, top.innerHeight * down);
        if (hit && isCounted(hit.element))
          count += 1;
      }
    }
    return count;
  }
  function readingElement({ primary, scrollers, motion }, top) {
    if (motion)
      return elementAtAddress(top.document, motion.path, motion.selector);
    const record = primary ? scrollers[primary.scroller] : void 0;
    const scroller = record && record.path.length > 0 ? findScroller(record, top) : null;
    return scroller ? scroller.element ?? scroller.view.frameElement : null;
  }
  function isInOverlay(element, reading) {
    for (let at = (
      /** @type {Element | null} */
      element
    ); at; at = composedParent(at)) {
      const view = viewOf(at);
      if (!view || reading && call(at, "contains", reading))
        return false;
      if (at === read(view.document, "body"))
        return false;
      const isDialog = localNameOf(at) === "dialog" && read(at, "open");
      if (isDialog || view.getComputedStyle(at).position === "fixed")
        return true;
    }
    return false;
  }

  // restore/unread.js
  var FRAMES = "iframe, frame, object, embed, fencedframe";
  var FRAME_KINDS = ["frame", "object"];
  var MAIN_PART = 13;
  var CHARACTER_AREA = 200;
  var LITTLE_TEXT = 0.2;
  var SAME_FRAME = 0.4;
  var MOST_CONFIDENCE = 0.5;
  function unreadReason(place, confidence, top) {
    const { unread, frame } = place;
    if (unread && !FRAME_KINDS.includes(unread.kind)) {
      return unread.kind === "editable" && confidence >= CONFIDENCE.found ? null : "unreadable";
    }
    return unread || frame || isAroundFrame(place, top) ? "frame" : null;
  }
  function cappedConfidence(confidence) {
    return Math.min(confidence, MOST_CONFIDENCE);
  }
  function isAroundFrame(place, top) {
    const area = top.innerWidth * top.innerHeight * LITTLE_TEXT;
    if (place.textLength === null || place.textLength * CHARACTER_AREA >= area)
      return false;
    if (!call(top.document, "querySelector", FRAMES))
      return false;
    return countHits(top, isUnreadableFrame) >= MAIN_PART;
  }
  function isUnreadableFrame(element) {
    if (!call(element, "matches", FRAMES) || frameDocument(element))
      return false;
    return /frame$/.test(localNameOf(element)) || showsDocument(element);
  }
  function showsDocument(element) {
    return !/^image\//.test(call(element, "getAttribute", "type") ?? "");
  }
  function frameTarget({ unread, primary }, top) {
    if (!unread || !unread.rect || !FRAME_KINDS.includes(unread.kind))
      return null;
    const frame = elementAtAddress(top.document, unread.path, unread.selector);
    const { rect } = unread;
    const within = Math.max(0, Math.min(1, unread.within ?? 0));
    const y = rect.y + within * rect.height;
    const anchor = { ...primary ?? NO_ANCHOR, quote: null, x: rect.x, y, start: null, rect };
    return frame && elementTarget(frame, within, SAME_FRAME, anchor, top);
  }
  var NO_ANCHOR = {
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
  function elementTarget(element, share, confidence, anchor, top) {
    const box = () => {
      const now = laidOutBox(element, top);
      if (!now)
        return null;
      const line = now.top + share * (now.bottom - now.top);
      return { ...now, top: line, bottom: line };
    };
    return { tier: "selector", confidence, node: element, offset: 0, anchor, box };
  }

  // restore/unread-target.js
  var SAME_BLOCK = 0.75;
  var BESIDE_BLOCK = 0.6;
  var SAME_ORDINAL = 0.5;
  var SAME_PART = 0.4;
  function unreadTarget(place, top) {
    const { unread, primary } = place;
    if (!unread || !primary || primary.quote)
      return null;
    const element = elementAtAddress(top.document, unread.path, unread.selector);
    if (unread.kind === "editable")
      return editableTarget(place, primary, element, top);
    const isHost = unread.kind === "shadow" && element;
    return isHost ? elementTarget(element, unread.within ?? 0, SAME_PART, primary, top) : null;
  }
  function editableTarget(place, primary, element, top) {
    const host = (element && editingHost(element)) ?? largestHost(top);
    if (!host)
      return null;
    const blocks = editableBlocks(host);
    const hashes = blocks.map(editableHash);
    for (const anchor of [primary, place.above, place.below]) {
      const at2 = anchor && anchor.hash !== "" ? hashes.indexOf(anchor.hash) : -1;
      if (!anchor || at2 < 0 || hashes.lastIndexOf(anchor.hash) !== at2)
        continue;
      if (anchor !== primary)
        return elementTarget(blocks[at2], 0, BESIDE_BLOCK, anchor, top);
      return elementTarget(blocks[at2], shareOf(place), SAME_BLOCK, anchor, top);
    }
    const { block, blocks: count } = place.shape ?? { block: null, blocks: null };
    if (block === null || !count || blocks.length === 0 || isVirtual(blocks, top))
      return null;
    const at = Math.min(blocks.length - 1, Math.round(block * blocks.length / count));
    const confidence = blocks.length === count ? SAME_ORDINAL : SAME_PART;
    return elementTarget(blocks[at], shareOf(place), confidence, primary, top);
  }
  function shareOf({ unread, shape }) {
    return shape?.share ?? unread?.within ?? 0;
  }
  function largestHost(top) {
    const { document } = top;
    const found = [...call(document, "querySelectorAll", "[contenteditable]"), read(document, "body")];
    let [largest, most] = [
      /** @type {Element | null} */
      null,
      0
    ];
    for (const host of new Set(found.map((element) => element && editingHost(element)))) {
      const size = host ? editableBlocks(host).length : 0;
      if (size > most)
        [largest, most] = [host, size];
    }
    return largest;
  }
  function isVirtual(blocks, top) {
    return blocks.some((block) => {
      const box = (block.textContent ?? "").trim() === "" ? laidOutBox(block, top) : null;
      return box !== null && box.bottom - box.top > top.innerHeight;
    });
  }

  // restore/locate.js
  var LIKE_ENOUGH = 0.5;
  function* targetsOf(index, place, isSame, top, isTranslated) {
    const { primary } = place;
    if (!primary)
      return;
    const unread = isSame ? unreadTarget(place, top) : null;
    if (unread)
      yield unread;
    const found = byQuote(index, place, primary, isSame && !isTranslated, top);
    if (found && (isSame || found.confidence >= CONFIDENCE.found))
      yield found;
    if (!isSame)
      return;
    const block = isTranslated ? blockTarget(index, place, top) : null;
    if (block)
      yield block;
    if (!primary.quote && place.unread?.kind === "editable")
      return;
    const bracket = bracketTarget(index, place, top);
    const other = primary.image ? imageTarget(place, primary, top) : bySelector(index, primary, top);
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
  function byQuote(index, place, primary, allowsEdits, top) {
    if (!primary.quote)
      return null;
    const bounds = selectedBounds(index, primary, top);
    const found = resolveQuote(index, place, primary, bounds, neighboursOf(index, place), allowsEdits);
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
      const likeness2 = hashLikeness(primary.hash, blockHash(index.text.slice(bounds.start, bounds.end)));
      if (likeness2 < LIKE_ENOUGH)
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
  var NEAR_VIEWS = 1.5;
  function isLoading(top) {
    const { document } = top;
    if (read(document, "readyState") !== "complete")
      return true;
    if (read(document, "fonts")?.status === "loading")
      return true;
    const reach = top.innerHeight * NEAR_VIEWS;
    for (const image of read(document, "images")) {
      if (image.complete || !image.currentSrc)
        continue;
      if (image.loading !== "lazy")
        return true;
      const { top: upper, bottom } = image.getBoundingClientRect();
      if (bottom > -reach && upper < top.innerHeight + reach)
        return true;
    }
    return false;
  }
  function expectsMore(place, textLength, documentHeight, lacksScroller) {
    if (lacksScroller)
      return true;
    if (place.textLength !== null && place.textLength > 0)
      return textLength < place.textLength * 0.7;
    return place.documentHeight > 0 && documentHeight < place.documentHeight * 0.5;
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
  var SKETCHED_LENGTH = 48;
  var FEWEST_SKETCHED = 4;
  function blockDigits(index, shortest) {
    const { blocks, text } = index;
    const digits = /* @__PURE__ */ new Set();
    for (let ordinal = 0; ordinal < blocks.length; ordinal += 1) {
      const start = blocks[ordinal];
      const end2 = ordinal + 1 < blocks.length ? blocks[ordinal + 1] : text.length;
      if (end2 - start < shortest)
        continue;
      digits.add(digitsOf(text.slice(start, end2)));
    }
    return digits;
  }
  function digitsOf(block) {
    const hash = textHash(block.slice(0, SKETCHED_LENGTH).trim(), 0);
    return ("0000000" + hash.toString(16)).slice(-SKETCH_DIGITS);
  }
  function sketchShare(sketch, index, folded = []) {
    const count = Math.min(SKETCH_SIZE, Math.floor(sketch.length / SKETCH_DIGITS));
    if (count < FEWEST_SKETCHED)
      return null;
    const present = blockDigits(index, SHORTEST_SKETCHED);
    for (const block of folded)
      present.add(digitsOf(block));
    let found = 0;
    for (let at = 0; at < count; at += 1) {
      if (present.has(sketch.slice(at * SKETCH_DIGITS, (at + 1) * SKETCH_DIGITS)))
        found += 1;
    }
    return found / count;
  }
  function ownParagraphs(sketch, index) {
    const count = Math.min(SKETCH_SIZE, Math.floor(sketch.length / SKETCH_DIGITS));
    const digits = Array.from({ length: count }, (_, at) => sketch.slice(at * SKETCH_DIGITS, (at + 1) * SKETCH_DIGITS));
    const sketched = new Set(digits);
    const largest = count < SKETCH_SIZE ? "" : digits[count - 1];
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
  function isSketched(sketch, blocks) {
    const digits = new Set(blocks.map(digitsOf));
    for (let at = 0; at + SKETCH_DIGITS <= sketch.length; at += SKETCH_DIGITS) {
      if (digits.has(sketch.slice(at, at + SKETCH_DIGITS)))
        return true;
    }
    return false;
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
  function hasSameAddress(place, address, canonical) {
    if (place.address === "")
      return true;
    const keys = keysOf(comparable(place, place.address), place.canonical);
    return keysOf(comparable(place, address), canonical).some((key) => keys.includes(key));
  }
  function keysOf(address, canonical) {
    const isDeclared = mayDeclare(address, canonical) || canonical !== "" && isCopyAddress(address);
    return (isDeclared ? [address, canonical] : [address]).map(documentKey);
  }
  function hasSameKey(place, address) {
    const keyOf3 = (each) => documentKey(comparable(place, each));
    return place.address === "" || keyOf3(address) === keyOf3(place.address);
  }
  function comparable({ media, motion }, address) {
    const untimed = media.length > 0 ? withoutMediaTime(address) : address;
    return motion?.kind === "slides" ? untimed.split("#")[0] : untimed;
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
    if (isAtAddress && isTranslation(index, place, top)) {
      return { identity: "same", isEdition: false, isTranslated: true };
    }
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
      share = sketchShare(place.sketch, index, false ? foldedBlocks(top.document) : index.trees.flatMap((tree) => foldedBlocks(tree))) ?? share;
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
  var CONTRADICTING = 0.5;
  var CONTRADICTING_SHARE = 0.5;
  var NO_OUTCOME = {
    tier: "none",
    confidence: CONFIDENCE.none,
    target: null,
    left: 0,
    isAtEnd: false,
    identity: "same",
    isEdition: false,
    isTranslated: false,
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
    const awaitsMore = !isTranslated && expectsMore(place, textLength, height, lacksScroller);
    const known = { identity, isEdition, isTranslated, textLength };
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
    for (const target of allTargets(index, captured, identity === "same", top, isTranslated)) {
      placeAll(false, false);
      const left = placeNext(target);
      if (left === null || !isSeen(target, place, top)) {
        hidden = hidden ?? target;
        continue;
      }
      const { tier, confidence } = target;
      const isFound2 = confidence >= CONFIDENCE.found;
      const page = { ...known, awaitsMore: awaitsMore && !isFound2, hidden };
      return { tier, confidence, target, left, isAtEnd: isAtEnd(target, place, top), ...page };
    }
    const nothing = { ...NO_OUTCOME, ...known, awaitsMore: awaitsMore || !hidden, hidden };
    if (identity !== "same" || hidden && hidden.confidence >= CONFIDENCE.found)
      return nothing;
    const outcome = byOffsets(index, place, top, height, placeNext, placeAll);
    if (!outcome || hidden && contradicts(hidden, place, top))
      return nothing;
    return { ...outcome, left: 0, isAtEnd: false, ...known, awaitsMore, hidden };
  }
  function* allTargets(index, place, isSame, top, isTranslated) {
    yield* targetsOf(index, place, isSame, top, isTranslated);
    const frame = isSame ? frameTarget(place, top) : null;
    if (frame)
      yield frame;
  }
  function contradicts({ confidence, anchor, box }, place, top) {
    const now = confidence >= CONTRADICTING && blockStartOf(place.writingMode) === "top" ? box() : null;
    return now !== null && Math.abs(now.top - anchor.y) > top.innerHeight * CONTRADICTING_SHARE;
  }
  function isSeen(target, place, top) {
    if (place.motion) {
      const isHidden = place.motion.kind === "slides" ? isInConcealedSlide : isConcealedAround;
      if (isHidden(target.node))
        return false;
    }
    return wasInView(target.anchor, place) ? isShown(target, top) : isWithinReach(target, place, top);
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
    return isShown(target, top, blockStartOf(place.writingMode) === "top" ? "y" : "x");
  }
  function byOffsets(index, place, top, height, placeNext, placeAll) {
    const hasText = place.primary !== null && place.primary.quote !== null;
    const hasPosition = place.primary !== null && place.primary.position !== null;
    const hasProgressOnly = place.progressText !== null && place.primary === null && place.scrollers.length === 0 && place.x === 0 && place.y === 0;
    const hasOffsetsOnly = place.documentHeight === 0 && !hasPosition && !hasProgressOnly;
    if (place.isMoved)
      return null;
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

  // restore/reader-input.js
  var INPUT_EVENTS = ["wheel", "touchstart", "touchmove", "keydown", "pointerdown", "mousedown"];
  function watchReader(views, onInput) {
    const options = { capture: true, passive: true };
    const forward = (event) => {
      if (event.isTrusted)
        onInput();
    };
    for (const view of views) {
      for (const name of INPUT_EVENTS)
        view.addEventListener(name, forward, options);
    }
    return () => {
      for (const view of views) {
        for (const name of INPUT_EVENTS)
          view.removeEventListener(name, forward, options);
      }
    };
  }

  // restore/hold.js
  var SNAPPING = "scroll-snap-type";
  var HELD_PROPERTIES = [
    { name: "overflow-anchor", value: "none" },
    { name: "scroll-behavior", value: "auto" },
    { name: SNAPPING, value: "none" }
  ];
  function makeHold(top) {
    const held = [];
    const hold = (element) => {
      if (!element || !read(element, "style") || held.some((other) => other.element === element))
        return;
      const saved = HELD_PROPERTIES.map(({ name }) => ({
        name,
        value: read(element, "style").getPropertyValue(name),
        priority: read(element, "style").getPropertyPriority(name)
      }));
      const natural = top.getComputedStyle(element).getPropertyValue(SNAPPING);
      const snaps = natural !== "" && natural !== "none";
      held.push({ element, attribute: call(element, "getAttribute", "style"), saved, snaps });
      for (const { name, value } of HELD_PROPERTIES)
        read(element, "style").setProperty(name, value, "important");
    };
    const release = () => {
      const all = held.splice(0);
      for (const one of all)
        restoreStyle(one, ({ name }) => name !== SNAPPING || !one.snaps);
      const snapping = all.filter(({ snaps }) => snaps);
      if (snapping.length === 0)
        return;
      const stop = watchReader([top], () => {
        stop();
        for (const one of snapping)
          restoreStyle(one, ({ name }) => name === SNAPPING);
      });
    };
    return { hold, release };
  }
  function restoreStyle({ element, attribute, saved }, isIncluded) {
    for (const { name, value, priority } of saved.filter(isIncluded)) {
      if (value === "")
        read(element, "style").removeProperty(name);
      else
        read(element, "style").setProperty(name, value, priority);
    }
    restoreAttribute(element, attribute);
  }
  function restoreAttribute(element, attribute) {
    const now = call(element, "getAttribute", "style");
    if (now === attribute)
      return;
    if (attribute === null) {
      if (now === "")
        call(element, "removeAttribute", "style");
      return;
    }
    const probe = call(ownerDocumentOf(element), "createElement", "p");
    probe.style.cssText = attribute;
    if (probe.style.cssText === read(element, "style").cssText)
      call(element, "setAttribute", "style", attribute);
  }

  // restore/undoable-scrolling.js
  var TOLERANCE2 = 2;
  var UndoableScrolling = class {
    /**
     * @param {Window} top
     */
    constructor(top) {
      this.holder = makeHold(top);
      this.origins = [];
    }
    /**
     * @param {Scroller} scroller
     * @param {number} x
     * @param {number} y
     * @returns {number} the distance by which it has moved
     */
    moveTo(scroller, x, y) {
      const { view, element } = scroller;
      const before = scrollState(scroller);
      if (!this.originOf(scroller))
        this.origins.push({ scroller, ...presentOrigin(scroller) });
      const roots = () => [read(view.document, "documentElement"), read(view.document, "body")];
      for (const held of element ? [element] : roots())
        this.holder.hold(held);
      scrollTo(scroller, x, y);
      const after = scrollState(scroller);
      return Math.hypot(after.x - before.x, after.y - before.y);
    }
    /**
     * @param {Scroller} scroller
     * @returns {Origin | null} null if it was not moved
     */
    originOf({ view, element }) {
      return this.origins.find(({ scroller }) => scroller.view === view && scroller.element === element) ?? null;
    }
    /** Scrolls everything back. What stood at its end returns to its end, which may be further away by now. */
    undo() {
      for (const { scroller, x, y, isAtEnd: isAtEnd2 } of this.origins) {
        scrollTo(scroller, x, isAtEnd2 ? offsetRange(scroller).high : y);
      }
    }
    /** Lets the page scroll itself again. */
    release() {
      this.holder.release();
    }
    /**
     * @returns {number} the distance of all scrollers from their origins, in CSS px
     */
    distance() {
      return this.origins.reduce((sum, { scroller, x, y }) => {
        const now = scrollState(scroller);
        return sum + Math.hypot(now.x - x, now.y - y);
      }, 0);
    }
  };
  function offsetRange(scroller) {
    const { y, height, scrollHeight } = scrollState(scroller);
    const range = Math.max(0, scrollHeight - height);
    return y < 0 || isReversed(scroller) ? { low: -range, high: 0 } : { low: 0, high: range };
  }
  function presentOrigin(scroller) {
    const { x, y } = scrollState(scroller);
    const { low, high } = false ? { low: 0, high: 0 } : offsetRange(scroller);
    return { x, y, isAtEnd: high - low > TOLERANCE2 && y >= high - TOLERANCE2 };
  }
  function isReversed({ view, element }) {
    if (!element)
      return false;
    const { display, flexDirection } = view.getComputedStyle(element);
    return display.endsWith("flex") && flexDirection === "column-reverse";
  }

  // restore/brief-seek.js
  var SPARSE_TEXT = 0.5;
  var MOST_STEPS = 8;
  var SHORTER = 0.95;
  var SEEK_QUIET = 200;
  var GROWTH_TIMEOUT = 2500;
  var BriefSeek = class {
    /**
     * @param {Place} place
     * @param {Window} top
     */
    constructor(place, top) {
      this.place = place;
      this.top = top;
      this.direction = "down";
      this.steps = 0;
      this.pause = SEEK_QUIET;
      this.height = 0;
      this.grewAt = 0;
      this.isNudged = false;
    }
    /**
     * @returns {boolean} true if the page has loaded more because it was scrolled, so that no control is needed
     */
    get isGrowing() {
      return false;
    }
    /**
     * Returns true if the page has probably not loaded the place yet, so that a doubtful result is not the best one.
     *
     * @param {number} textLength the present length of the page's text
     * @returns {boolean}
     */
    // eslint-disable-next-line no-unused-vars
    isExpectant(textLength) {
      return false;
    }
    /**
     * Scrolls to the next position.
     *
     * @param {number} textLength the present length of the page's text
     * @param {number} now in ms
     * @param {Move} move
     * @param {boolean} isFound true if the place exists but the page ends too soon to bring it to its height
     * @returns {boolean} false if there is no further position
     */
    step(textLength, now, move, isFound2) {
      const { primary } = this.place;
      if (!primary || !primary.quote && !primary.image)
        return false;
      const record = this.place.scrollers[primary.scroller];
      const scroller = record ? findScroller(record, this.top) : null;
      if (!record || !scroller || !(record.scrollHeight > 0))
        return false;
      const state = scrollState(scroller);
      if (state.scrollHeight < record.scrollHeight * SHORTER && state.scrollHeight < record.y + state.height) {
        return this.scrollTowardEnd(scroller, now, move);
      }
      if (isFound2)
        return false;
      const wasSparse = this.place.textLength !== null && this.place.textLength < record.scrollHeight * SPARSE_TEXT;
      if (!wasSparse && textLength > state.scrollHeight * SPARSE_TEXT)
        return false;
      if (record.y < state.height / 2 && this.steps === 0)
        return false;
      return this.scrollAround(scroller, record.fractionY, move);
    }
    /**
     * @param {Scroller} scroller
     * @param {number} now
     * @param {Move} move
     * @returns {boolean}
     */
    scrollTowardEnd(scroller, now, move) {
      const state = scrollState(scroller);
      const end2 = state.scrollHeight - state.height;
      if (state.scrollHeight > this.height) {
        this.height = state.scrollHeight;
        this.grewAt = now;
      }
      if (now - this.grewAt > GROWTH_TIMEOUT)
        return false;
      if (state.y < end2 - 1) {
        move(scroller, state.x, end2);
      } else {
        this.isNudged = !this.isNudged;
        move(scroller, state.x, this.isNudged ? Math.max(0, end2 - state.height) : end2);
      }
      return true;
    }
    /**
     * Scrolls to the same fraction of the height first, then to positions at growing distances on both sides.
     *
     * @param {Scroller} scroller
     * @param {number} fraction
     * @param {Move} move
     * @returns {boolean}
     */
    scrollAround(scroller, fraction, move) {
      if (this.steps > 2 * MOST_STEPS)
        return false;
      const state = scrollState(scroller);
      const range = state.scrollHeight - state.height;
      const { low, high } = false ? { low: 0, high: range } : offsetRange(scroller);
      const distance = Math.ceil(this.steps / 2) * (this.steps % 2 === 1 ? 1 : -1) * state.height * 0.8;
      move(scroller, state.x, Math.max(low, Math.min(high, fraction * range + distance)));
      this.steps += 1;
      return true;
    }
  };

  // dom/overlay.js
  function setStyles(element, styles) {
    for (const [name, value] of Object.entries(styles))
      element.style.setProperty(name, value, "important");
  }

  // restore/highlight.js
  var HIGHLIGHT_TIME = 1200;
  var HIGHLIGHT_MARGIN = 3;
  var SHORTEST_MARK = 80;
  var marks = /* @__PURE__ */ new WeakSet();
  function isMark(node) {
    return marks.has(node);
  }
  function highlightLine(top, node, offset) {
    try {
      if (!isText(node))
        return;
      const line = () => characterBox(
        /** @type {Text} */
        node,
        offset,
        top
      );
      const box = line();
      const parent = read(top.document, "documentElement");
      if (!box || !parent || box.bottom < 0 || box.top > top.innerHeight)
        return;
      const owner = node.parentElement ? elementBox(node.parentElement, top) : box;
      const isAcross = blockStartOf(top.getComputedStyle(node.parentElement ?? parent).writingMode) === "top";
      const right = isAcross ? Math.min(top.innerWidth, Math.max(owner.right, box.left + SHORTEST_MARK)) : box.right;
      const end2 = Math.max(owner.bottom, box.top + SHORTEST_MARK);
      const bottom = isAcross ? box.bottom : Math.min(top.innerHeight, end2);
      const mark = call(top.document, "createElement", "div");
      marks.add(mark);
      mark.setAttribute("aria-hidden", "true");
      const px = (value) => value + "px";
      setStyles(mark, {
        all: "initial",
        position: "fixed",
        background: "rgba(255, 196, 0, 0.35)",
        "border-radius": "4px",
        "pointer-events": "none",
        "z-index": "2147483647",
        left: px(box.left - HIGHLIGHT_MARGIN),
        top: px(box.top - HIGHLIGHT_MARGIN),
        width: px(right - box.left + 2 * HIGHLIGHT_MARGIN),
        height: px(bottom - box.top + 2 * HIGHLIGHT_MARGIN)
      });
      parent.append(mark);
      showBriefly(top, mark, line);
    } catch {
      return;
    }
  }
  function showBriefly(top, mark, line) {
    const follow = () => {
      const box = line();
      if (box)
        setStyles(mark, { top: box.top - HIGHLIGHT_MARGIN + "px" });
    };
    const remove = () => {
      stopWatching();
      top.removeEventListener("scroll", follow, true);
      mark.remove();
    };
    const stopWatching = watchReader([top], remove);
    const isCalm = top.matchMedia && top.matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!isCalm && typeof mark.animate === "function") {
      mark.animate([{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0 }], {
        duration: HIGHLIGHT_TIME,
        easing: "ease-out",
        fill: "forwards"
      });
    }
    top.setTimeout(remove, HIGHLIGHT_TIME);
    top.addEventListener("scroll", follow, { capture: true, passive: true });
  }

  // dom/translation.js
  function translationOf(element) {
    const transform = viewOf(element)?.getComputedStyle(element).transform;
    if (!transform || transform === "none")
      return { x: 0, y: 0 };
    const numbers = transform.slice(transform.indexOf("(") + 1).split(",").map(parseFloat);
    const at = numbers.length === 16 ? 12 : 4;
    return { x: numbers[at] || 0, y: numbers[at + 1] || 0 };
  }

  // restore/moved-page.js
  var NOTCH = 120;
  var POINTS = [0.5, 0.3, 0.7, 0.1, 0.9];
  var OWN_WHEEL = "canvas, iframe, frame, object, embed, video, textarea, select, input, [contenteditable]";
  var MOST_SECTIONS = 100;
  var TYPING = "textarea, select, input, [contenteditable]";
  var LARGE = 1.2;
  var KEY_CODES = { PageUp: 33, PageDown: 34, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 };
  var MovedPage = class {
    /**
     * @param {Place} place
     * @param {Window} top
     */
    constructor(place, top) {
      this.place = place;
      this.top = top;
      this.slides = [];
      this.wanted = -1;
      this.moved = null;
      this.last = null;
    }
    /**
     * @param {Target | null} target
     * @returns {boolean} true if the page moves the place, and no text is being typed
     */
    isMoved(target) {
      const { document } = this.top;
      if (isTypedIn(document))
        return false;
      const { motion } = this.place;
      const recorded = motion ? elementAtAddress(document, motion.path, motion.selector) : null;
      if (motion?.kind === "slides") {
        this.findSlides(recorded, target);
        this.moved = this.hasSlides() ? composedParent(this.slides[0]) : null;
        return this.hasSlides();
      }
      this.moved = recorded ?? (target ? this.movedAround(target.node) : null);
      return this.moved !== null && (target !== null || hasWords(composedParent(this.moved), this.place));
    }
    /** @returns {boolean} */
    hasSlides() {
      return this.slides.length > 0;
    }
    /**
     * Finds the slides and the one with the place.
     *
     * @param {Element | null} recorded
     * @param {Target | null} target
     */
    findSlides(recorded, target) {
      let element = recorded ?? (target ? composedParent(target.node) : null);
      for (let steps = 0; element && steps < 16; steps += 1) {
        const slides = slidesWith(element);
        this.wanted = this.slideWithPlace(slides, target);
        if (this.wanted >= 0) {
          this.slides = slides;
          return;
        }
        element = composedParent(element);
      }
    }
    /**
     * @param {Element[]} slides
     * @param {Target | null} target
     * @returns {number} an index, or -1
     */
    slideWithPlace(slides, target) {
      if (target)
        return slides.findIndex((slide) => call(slide, "contains", target.node));
      const captured = this.place.motion?.slide ?? 0;
      let best = -1;
      slides.forEach((slide, at) => {
        const isNearer = best < 0 || Math.abs(at - captured) < Math.abs(best - captured);
        if (isNearer && hasWords(slide, this.place))
          best = at;
      });
      return best;
    }
    /**
     * Returns the element around a node that is larger than the window and has a transform, also if it is not moved.
     *
     * @param {Node} node
     * @returns {Element | null}
     */
    movedAround(node) {
      const view = viewOf(node);
      for (let element = composedParent(node); view && element; element = composedParent(element)) {
        if (view.getComputedStyle(element).transform === "none")
          continue;
        const { left, top, right, bottom } = elementBox(element, this.top);
        const { innerWidth, innerHeight } = this.top;
        if (right - left > innerWidth * LARGE || bottom - top > innerHeight * LARGE)
          return element;
      }
      return null;
    }
    /**
     * @param {Target | null} target
     * @returns {Measured | null} null if the place is not laid out
     */
    measure(target) {
      if (this.hasSlides())
        return this.measureSlides();
      const box = target && !isConcealedAround(target.node) ? target.box() : null;
      if (!target || !box)
        return this.measureShift();
      const chain = scrollersAround(target.node, this.top);
      const visible = visibleBox(chain[chain.length - 1], this.top);
      const { anchor } = target;
      const view = visible.bottom - visible.top;
      const off = this.isAcross() ? box.left - visible.left - anchor.x : box.top - visible.top - withinView(anchor.y, box.bottom - box.top, view);
      return { off, mark: Math.round(2 * box.left) + " " + Math.round(2 * box.top), isRough: false };
    }
    /**
     * Measures what is moved instead of the words. Some pages hide the sections that are far from the view, and do not
     * move them.
     *
     * @returns {Measured | null}
     */
    measureShift() {
      const { motion } = this.place;
      if (!motion || !this.moved)
        return null;
      const { axis } = motion;
      const siblings = Array.from(composedParent(this.moved)?.children ?? []).slice(0, MOST_SECTIONS);
      const shifts = [this.moved, ...siblings].map((element) => -translationOf(element)[axis]);
      const box = elementBox(this.moved, this.top);
      const shift2 = Math.max(0, ...shifts, axis === "x" ? -box.left : -box.top);
      return { off: motion[axis] - shift2, mark: String(Math.round(2 * shift2)), isRough: true };
    }
    /**
     * @returns {Measured | null} null if the page has replaced the slides
     */
    measureSlides() {
      if (!this.slides[this.wanted].isConnected)
        return null;
      const view = windowBox(this.top);
      let shown = -1;
      let most = 0;
      this.slides.forEach((slide, at) => {
        const cover = coverOf(slide, view, this.top);
        if (cover > most)
          [shown, most] = [at, cover];
      });
      if (shown < 0)
        return { off: this.last?.off ?? this.wanted, mark: "", isRough: false };
      const box = elementBox(this.slides[shown], this.top);
      const mark = [shown, Math.round(box.left), Math.round(box.top)].join(" ");
      this.last = { off: this.wanted - shown, mark, isRough: false };
      return this.last;
    }
    /**
     * @param {Target | null} target
     * @returns {boolean} true also if the page has not laid the words out yet
     */
    isSeen(target) {
      return !target || isShown(target, this.top);
    }
    /** @returns {boolean} */
    isAcross() {
      return this.place.motion?.axis === "x";
    }
    /**
     * @returns {number} the length of the view, in CSS px
     */
    length() {
      return this.isAcross() ? this.top.innerWidth : this.top.innerHeight;
    }
    /**
     * Returns the means, the gentlest first. They send nothing while text is being typed.
     *
     * @returns {Means[]}
     */
    means() {
      return this.everyMeans().map((means) => {
        const send = (amount) => {
          if (!isTypedIn(this.top.document))
            means.send(amount);
        };
        return { ...means, send };
      });
    }
    /**
     * @returns {Means[]}
     */
    everyMeans() {
      const pages = this.keys("PageDown", "PageUp");
      const lines = this.keys("ArrowDown", "ArrowUp");
      if (this.hasSlides()) {
        return [...this.address(), pages, this.keys("ArrowRight", "ArrowLeft"), ...this.wheel(true, false), lines];
      }
      const across = this.isAcross() ? this.wheel(false, true) : [];
      return [...this.address(), ...this.wheel(false, false), ...across, pages, lines];
    }
    /**
     * Returns the captured fragment of the page's address, if the page has lost it: some pages show what it names.
     *
     * @returns {Means[]}
     */
    address() {
      const { location } = this.top;
      const [page, fragment] = this.place.address.split("#");
      const before = location.href;
      if (!fragment || fragment.startsWith(":~:") || before.split("#")[0] !== page)
        return [];
      const captured = page + "#" + fragment;
      if (captured === before)
        return [];
      const back = before.includes("#") ? before : before + "#";
      const toggle = () => {
        const { href } = location;
        if (href.split("#")[0] === page)
          location.replace(href === before || href === back ? captured : back);
      };
      return [{ ...NEW_MEANS, isDiscrete: true, send: toggle }];
    }
    /**
     * @param {string} forward
     * @param {string} back
     * @returns {Means}
     */
    keys(forward, back) {
      const send = (amount) => {
        const key = amount > 0 ? forward : back;
        const { document } = this.top;
        const receiver = read(document, "activeElement") ?? read(document, "body");
        const keyCode = KEY_CODES[key];
        const init = { key, code: key, keyCode, which: keyCode, bubbles: true, cancelable: true, composed: true };
        for (const name of ["keydown", "keyup"])
          call(receiver, "dispatchEvent", new KeyboardEvent(name, init));
      };
      return { ...NEW_MEANS, isDiscrete: true, send };
    }
    /**
     * @param {boolean} isDiscrete true to turn the wheel by one notch for each slide
     * @param {boolean} isAcross
     * @returns {Means[]} none if what is moved is nowhere under the wheel
     */
    wheel(isDiscrete, isAcross) {
      const point = this.wheelPoint();
      if (!point)
        return [];
      const { element, x, y } = point;
      const send = (amount) => {
        const delta = isDiscrete ? amount * NOTCH : amount;
        const [deltaX, deltaY] = isAcross ? [delta, 0] : [0, delta];
        const older = { wheelDeltaX: -deltaX, wheelDeltaY: -deltaY };
        const at = { clientX: x, clientY: y };
        const init = { deltaX, deltaY, ...older, ...at, bubbles: true, cancelable: true, composed: true };
        call(element, "dispatchEvent", new WheelEvent("wheel", init));
      };
      return [{ ...NEW_MEANS, isDiscrete, send }];
    }
    /**
     * @returns {import('../dom/hit.js').Hit | null} a point over what is moved
     */
    wheelPoint() {
      const { left, top, right, bottom } = windowBox(this.top);
      const moved = this.moved && isConcealed(this.moved) ? composedParent(this.moved) : this.moved;
      for (const down of POINTS) {
        for (const across of POINTS) {
          const hit = elementAt(this.top, left + (right - left) * across, top + (bottom - top) * down);
          if (!moved || !hit || hit.element.closest(OWN_WHEEL))
            continue;
          if (call(moved, "contains", hit.element) || call(hit.element, "contains", moved))
            return hit;
        }
      }
      return null;
    }
  };
  function hasWords(element, { primary }) {
    const words = primary?.quote?.exact;
    return Boolean(words && element && positionsOf(collapsed(read(element, "textContent") ?? ""), words).length > 0);
  }
  var NEW_MEANS = { gain: 0, hits: 0, misses: 0, stalls: 0 };
  function isTypedIn(document) {
    let element = read(document, "activeElement");
    for (let inner = element; inner; inner = shadowRootOf(inner)?.activeElement)
      element = inner;
    return Boolean(element?.matches(TYPING));
  }

  // restore/motion-seek.js
  var CLOSE = 2;
  var STILL_CHECKS = 3;
  var NO_ANSWER = 600;
  var NO_ANSWER_YET = 80;
  var SEARCH_TIME = 7e3;
  var UNDO_TIME = 2e3;
  var FINISH_TIME = 1e3;
  var LAYOUT_TIME = 1e3;
  var MOST_EVENTS = 60;
  var FIRST_EVENTS = 2;
  var LONGEST_PAUSE = 1800;
  var SURE_PAUSE = 80;
  var MOST_MISSES = 3;
  var MOST_STALLS = 2;
  var TOO_LONG = 1.5;
  var MotionSeek = class {
    /**
     * @param {Place} place
     * @param {Window} top
     */
    constructor(place, top) {
      this.search = false ? null : new MotionSearch(new MovedPage(place, top));
    }
    /**
     * @param {Target | null} target the place's words, which cannot be seen; null if the page does not lay them out
     * @returns {boolean} true if the page moves them itself
     */
    applies(target) {
      return this.search !== null && this.search.applies(certain(target));
    }
    /**
     * @param {Target | null} target
     * @param {number} now in ms
     * @returns {State} `there` also if a slide shows the place
     */
    step(target, now) {
      return this.search ? this.search.step(certain(target), now) : "failed";
    }
    /**
     * @returns {number} the distance of the place from its position at the end of the search, in CSS px
     */
    get left() {
      return this.search ? this.search.left : 0;
    }
    /** Takes the steps back at once, if the restore ends during the search. */
    undo() {
      this.search?.undo();
    }
  };
  function certain(target) {
    return target && target.confidence >= CONFIDENCE.found ? target : null;
  }
  var MotionSearch = class {
    /**
     * @param {MovedPage} page
     */
    constructor(page) {
      this.page = page;
      this.means = [];
      this.used = null;
      this.queue = [];
      this.sent = 0;
      this.sentAt = 0;
      this.before = 0;
      this.mark = "";
      this.hasMoved = false;
      this.stillChecks = 0;
      this.isPaced = false;
      this.ignored = 0;
      this.pause = 0;
      this.answeredAt = 0;
      this.delay = 0;
      this.isUndoing = false;
      this.goal = 0;
      this.first = null;
      this.end = 0;
      this.isFinishing = false;
      this.last = null;
      this.awaitedUntil = null;
      this.left = 0;
      this.result = null;
    }
    /**
     * @param {Target | null} target
     * @returns {boolean}
     */
    applies(target) {
      return this.result === null && (this.first !== null || this.page.isMoved(target));
    }
    /**
     * @param {Target | null} target
     * @param {number} now
     * @returns {State}
     */
    step(target, now) {
      if (this.result)
        return this.result;
      const measured = this.page.measure(target);
      if (!measured)
        return this.finish("failed");
      if (this.first === null)
        this.begin(measured, now);
      if (this.last && this.last.isRough !== measured.isRough)
        this.measureFrom(this.last, measured);
      this.last = measured;
      if (now > this.end && !this.isFinishing && !this.isUndoing && this.isInView(measured, target)) {
        this.isFinishing = true;
        this.end += FINISH_TIME;
      }
      const { mark } = measured;
      const isMoving = mark !== this.mark;
      this.mark = mark;
      if (isMoving && !this.hasMoved)
        this.delay = Math.max(this.delay, now - this.sentAt);
      this.hasMoved = this.hasMoved || isMoving;
      this.stillChecks = isMoving ? 0 : this.stillChecks + 1;
      if (this.queue.length > 0)
        return this.sendNext(now);
      const isStill = this.hasMoved ? this.stillChecks >= STILL_CHECKS : now - this.sentAt >= this.patience();
      if (this.sent !== 0 && !isStill && now <= this.end)
        return "moving";
      return this.continueFrom(measured, target, now);
    }
    /**
     * @returns {number} the time that an event is given to move the page, in ms
     */
    patience() {
      if (!this.isPaced && !(this.isProbing() && this.means[0].gain !== 0))
        return NO_ANSWER;
      return Math.min(NO_ANSWER, Math.max(2 * this.delay, NO_ANSWER_YET * 2 ** this.means[0].misses));
    }
    /**
     * @returns {boolean} true if the page has not shown yet that it answers steps in succession
     */
    isProbing() {
      const { isDiscrete, hits } = this.means[0];
      return isDiscrete && hits < FIRST_EVENTS;
    }
    /**
     * @returns {number} the time after an answered event at which the next one is sent, in ms
     */
    nextPause() {
      const isSure = this.pause - this.ignored < SURE_PAUSE || this.means[0].misses > 0;
      return isSure ? this.pause : (this.pause + this.ignored) / 2;
    }
    /**
     * @param {Measured} measured
     * @param {number} now
     */
    begin({ off, mark }, now) {
      this.first = off;
      this.mark = mark;
      this.end = now + SEARCH_TIME;
      this.means = this.page.means();
    }
    /**
     * Goes on with another measure of the same distance.
     *
     * @param {Measured} before
     * @param {Measured} measured
     */
    measureFrom(before, measured) {
      const by = measured.off - before.off;
      this.first = (this.first ?? 0) + by;
      this.before += by;
      if (this.isUndoing)
        this.goal += by;
      this.awaitedUntil = null;
    }
    /**
     * Decides what follows when nothing moves any more.
     *
     * @param {Measured} measured
     * @param {Target | null} target
     * @param {number} now
     * @returns {State}
     */
    continueFrom({ off, isRough }, target, now) {
      const left = off - this.goal;
      const isInPosition = Math.abs(left) <= (this.page.hasSlides() ? 0 : CLOSE);
      this.left = this.page.hasSlides() ? 0 : Math.abs(left);
      if (this.isUndoing && (isInPosition || now > this.end))
        return this.finish("failed");
      if (!this.isUndoing && isInPosition && !isRough && this.page.isSeen(target))
        return this.finish("there");
      if (this.sent !== 0)
        this.learn(left, now);
      if (!this.isUndoing && isInPosition && isRough) {
        this.awaitedUntil = this.awaitedUntil ?? now + LAYOUT_TIME;
        if (now < this.awaitedUntil)
          return "moving";
        this.means = [];
      }
      if (this.isPaced && this.means.length > 0) {
        if (this.isTooFar(left, now))
          this.means = [];
        else if (now < Math.min(this.end, this.answeredAt + this.nextPause()))
          return "moving";
      }
      while (this.means.length > 0 && now <= this.end) {
        this.queue = eventsFor(left, this.means[0], this.page.length());
        if (this.isPaced || this.isProbing())
          this.queue.splice(1);
        if (this.queue.length > 0) {
          this.before = left;
          this.hasMoved = false;
          return this.sendNext(now);
        }
        this.means.shift();
      }
      return this.giveUp({ off, isRough, mark: this.mark }, target, now);
    }
    /**
     * Records what the last events have moved, and leaves means that do not help.
     *
     * @param {number} left
     * @param {number} now
     */
    learn(left, now) {
      const [means] = this.means;
      const moved = this.before - left;
      if (Math.abs(moved) >= 1) {
        const gain = moved / this.sent;
        if (means.gain !== 0 && Math.abs(gain) < Math.abs(means.gain) / 2)
          this.isPaced = true;
        else
          means.gain = gain;
        if (this.ignored > 0)
          this.pause = this.sentAt - this.answeredAt;
        this.answeredAt = this.sentAt;
        means.hits += 1;
        means.misses = 0;
        means.stalls = Math.abs(left) < Math.abs(this.before) ? 0 : means.stalls + 1;
        this.used = means;
      } else {
        means.misses += 1;
        if (means.gain !== 0 && means.isDiscrete) {
          this.isPaced = true;
          this.ignored = this.sentAt - this.answeredAt;
        }
      }
      this.sent = 0;
      const isPausing = means.gain !== 0 && (means.misses < MOST_MISSES || now - this.answeredAt < LONGEST_PAUSE);
      if ((means.misses === 0 || isPausing) && means.stalls < MOST_STALLS)
        return;
      if (means.gain === 0 || this.page.hasSlides())
        this.means.shift();
      else
        this.means = [];
    }
    /**
     * @param {number} left
     * @param {number} now
     * @returns {boolean} true if the rest of the way takes far too long, so that the steps are better taken back soon
     */
    isTooFar(left, now) {
      const { gain } = this.means[0];
      if (this.isUndoing || gain === 0)
        return false;
      return Math.abs(left / gain) * this.pause > TOO_LONG * (this.end - now);
    }
    /**
     * @param {number} now
     * @returns {'moving'}
     */
    sendNext(now) {
      const amount = this.queue.shift() ?? 0;
      this.sent += amount;
      this.sentAt = now;
      this.means[0].send(amount);
      return "moving";
    }
    /**
     * Ends the search if the page has brought the place into view. Otherwise its steps are taken back.
     *
     * @param {Measured} measured
     * @param {Target | null} target
     * @param {number} now
     * @returns {State}
     */
    giveUp(measured, target, now) {
      if (this.isUndoing || !this.used)
        return this.finish("failed");
      if (this.isInView(measured, target))
        return this.finish("there");
      this.isUndoing = true;
      this.goal = this.first ?? 0;
      this.end = now + UNDO_TIME;
      Object.assign(this.used, { misses: 0, stalls: 0 });
      this.means = [this.used];
      return this.continueFrom(measured, target, now);
    }
    /**
     * @param {Measured} measured
     * @param {Target | null} target
     * @returns {boolean}
     */
    isInView({ isRough }, target) {
      return !isRough && target !== null && this.page.isSeen(target);
    }
    /**
     * @template {'there' | 'failed'} Result
     * @param {Result} result
     * @returns {Result}
     */
    finish(result) {
      this.result = result;
      return result;
    }
    /** Takes the steps back at once, by the last measurement. */
    undo() {
      if (this.result || this.first === null || !this.used)
        return;
      const left = this.before - this.used.gain * this.sent + this.goal - this.first;
      for (const amount of eventsFor(left, this.used, this.page.length()))
        this.used.send(amount);
      this.finish("failed");
    }
  };
  function eventsFor(left, { isDiscrete, gain }, most) {
    if (isDiscrete) {
      const steps = gain === 0 ? Math.sign(left) : Math.trunc(left / gain);
      return Array(Math.min(MOST_EVENTS, Math.abs(steps))).fill(Math.sign(steps));
    }
    const amount = gain === 0 ? Math.max(-most, Math.min(most, left)) : left / gain;
    const count = Math.min(MOST_EVENTS, Math.ceil(Math.abs(amount) / most));
    const each = Math.max(-most, Math.min(most, amount / Math.max(1, count)));
    return Array(count).fill(each);
  }

  // restore/paced-index.js
  var SLICE = 40;
  var SHORTEST_PAUSE = 80;
  var COST_FACTOR = 5;
  var LONGEST_PAUSE2 = 2e3;
  var PacedIndex = class {
    /**
     * @param {Window} top
     */
    constructor(top) {
      this.top = top;
      this.lastAttempt = 0;
      this.lastCost = 0;
      this.began = 0;
      this.steps = null;
    }
    /**
     * @returns {boolean} true if the page may be indexed now
     */
    mayStart() {
      const pause = Math.min(LONGEST_PAUSE2, Math.max(SHORTEST_PAUSE, this.lastCost * COST_FACTOR));
      return this.lastAttempt === 0 || this.top.performance.now() - this.lastAttempt >= pause;
    }
    /**
     * Continues to index the page, or starts to.
     *
     * @returns {TextIndex | null} null if the page has not been indexed completely
     */
    next() {
      this.began = this.top.performance.now();
      if (!this.steps)
        this.lastCost = 0;
      this.steps = this.steps ?? textIndexSteps(this.top.document);
      let step = this.steps.next();
      while (!step.done && this.top.performance.now() - this.began < SLICE)
        step = this.steps.next();
      if (!step.done) {
        this.lastCost += this.top.performance.now() - this.began;
        return null;
      }
      this.steps = null;
      return step.value;
    }
    /** Records that an attempt with the complete index is over. */
    finish() {
      this.lastAttempt = this.top.performance.now();
      this.lastCost += this.lastAttempt - this.began;
    }
  };

  // restore/restore-media.js
  var SAME_TIME = 0.5;
  var JUST_STARTED = 5;
  var HAVE_METADATA = 1;
  function restoreMedia(place, top) {
    const stops = [];
    for (const record of place.media) {
      const media = mediaElement(record, top.document);
      if (!media || !(record.currentTime > 0))
        continue;
      if (media.readyState >= HAVE_METADATA) {
        seekTo(media, record.currentTime);
        continue;
      }
      const seek = () => seekTo(media, record.currentTime);
      media.addEventListener("loadedmetadata", seek, { once: true });
      stops.push(() => media.removeEventListener("loadedmetadata", seek));
    }
    return () => {
      for (const stop of stops)
        stop();
    };
  }
  function mediaElement({ path, selector, src }, document) {
    const isMedia = (element) => element !== null && typeof element.currentTime === "number";
    const file = (address) => address.split("#")[0];
    const isSame = (element) => {
      return src === "" || file(element.currentSrc) === file(src) || file(element.src) === file(src);
    };
    const found = (
      /** @type {any} */
      elementAtAddress(document, path, selector)
    );
    if (isMedia(found) && isSame(found))
      return found;
    if (src === "")
      return null;
    const alike = Array.from(call(document, "querySelectorAll", "video, audio")).filter(isSame);
    return alike.length === 1 ? (
      /** @type {any} */
      alike[0]
    ) : null;
  }
  function seekTo(media, time) {
    const isStarted = media.currentTime > SAME_TIME || !media.paused;
    const hasPlayed = isOwnDocument(media) ? media.currentTime > JUST_STARTED : isStarted;
    if (hasPlayed || Math.abs(media.currentTime - time) <= SAME_TIME)
      return;
    media.currentTime = Number.isFinite(media.duration) ? Math.min(time, media.duration) : time;
  }
  function isOwnDocument({ ownerDocument }) {
    return /^(audio|video)\//.test(read(ownerDocument, "contentType"));
  }

  // restore/reveal.js
  var FOLDS = 'details:not([open]), [hidden="until-found" i]';
  var CLOSED_CONTROLS = '[aria-expanded="false"], [role="tab"][aria-selected="false"]';
  var CONTROLS = 'button, [role="button"], [role="tab"], summary';
  var OF_FORM = /^(submit|image|reset)$/;
  var PART = /^#(?![/!])/;
  var MOST_ROOTS = 200;
  var MOST_FOLDS = 2e3;
  var SAME_CONTEXT_IN_FOLD = 0.5;
  var pressed = /* @__PURE__ */ new WeakSet();
  function revealPlace(place, top) {
    const folds = [];
    for (const root of rootsOf(top.document))
      collectFolds(root, folds);
    const opened = /* @__PURE__ */ new Set();
    for (const quote of quotesInView(place)) {
      for (const fold of foldsWith(folds, quote)) {
        if (!opened.has(fold))
          fold.open();
        opened.add(fold);
      }
    }
    return opened.size > 0;
  }
  function revealFollowing(place, node, top) {
    if (place.sketch === "")
      return false;
    const folds = [];
    for (const root of rootsOf(top.document))
      collectFolds(root, folds);
    for (const { element, open } of folds) {
      const isBelow = (node.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
      if (!isBelow || !isSketched(place.sketch, foldedBlocks(element)))
        continue;
      open();
      return true;
    }
    return false;
  }
  function quotesInView({ primary, above, below, viewportHeight }) {
    const quotes = [];
    for (const anchor of [primary, above, below]) {
      const isInView = anchor === primary || anchor && anchor.y >= 0 && anchor.y <= viewportHeight;
      if (anchor && anchor.quote && isInView)
        quotes.push(anchor.quote);
    }
    return quotes;
  }
  function rootsOf(document) {
    const roots = [document];
    for (let at = 0; at < roots.length && roots.length < MOST_ROOTS; at += 1) {
      for (const element of call(roots[at], "querySelectorAll", "*")) {
        const inner = shadowRootOf(element) ?? frameDocument(element);
        if (inner)
          roots.push(inner);
      }
    }
    return roots;
  }
  function collectFolds(root, folds) {
    for (const element of call(root, "querySelectorAll", FOLDS)) {
      if (folds.length >= MOST_FOLDS)
        return;
      folds.push({ element, open: () => openFold(element) });
    }
    for (const control of call(root, "querySelectorAll", CLOSED_CONTROLS)) {
      if (folds.length >= MOST_FOLDS)
        return;
      const panel = panelOf(control, root);
      if (panel && !pressed.has(control))
        folds.push({ element: panel, open: () => press(control) });
    }
  }
  function panelOf(control, root) {
    if (!isPressable(control))
      return null;
    const name = (control.getAttribute("aria-controls") ?? "").trim().split(/\s+/)[0];
    if (name)
      return call(root, "getElementById", name);
    const heading = control.closest("h1, h2, h3, h4, h5, h6, dt") ?? control;
    return read(heading, "nextElementSibling");
  }
  function isPressable(control) {
    if (!control.matches(CONTROLS))
      return false;
    const page = read(ownerDocumentOf(control), "URL").replace(/#.*/, "");
    for (let at = (
      /** @type {any} */
      control
    ); at; at = composedParent(at)) {
      const isLink = call(at, "matches", ":any-link");
      if (isLink && !PART.test(String(at.href).replace(page, "")))
        return false;
      const { form, type } = at.control ?? at;
      if (form && OF_FORM.test(type))
        return false;
    }
    return true;
  }
  function foldsWith(folds, quote) {
    const found = [];
    for (const fold of folds) {
      const text = collapsed(read(fold.element, "textContent") ?? "");
      const positions = positionsOf(text, quote.exact);
      if (positions.length === 0)
        continue;
      const context = positions.reduce((best2, at) => Math.max(best2, contextLikeness(text, at, quote)), 0);
      found.push({ fold, context, count: positions.length });
    }
    if (found.length === 0)
      return [];
    const best = found.reduce((a, b) => b.context > a.context ? b : a);
    const isAround = (other) => call(other.element, "contains", best.fold.element) || call(best.fold.element, "contains", other.element);
    const isUnmistakable = found.every(({ fold, context }) => {
      return isAround(fold) || best.context >= SAME_CONTEXT_IN_FOLD && context < best.context;
    });
    return isUnmistakable ? found.filter(({ fold }) => isAround(fold)).map(({ fold }) => fold) : [];
  }
  function openFold(element) {
    if (element.localName === "details") {
      element.setAttribute("open", "");
      return;
    }
    call(element, "dispatchEvent", new Event("beforematch", { bubbles: true }));
    call(element, "removeAttribute", "hidden");
  }
  function press(control) {
    pressed.add(control);
    control.click();
  }

  // restore/snapshot-reader.js
  var MOST_MARKS = 12;
  var MOST_LINKS2 = 6;
  var MOST_PICTURES2 = 19;
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
  function lockOf2(value) {
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
      links: textsOf(value.links).slice(0, MOST_LINKS2)
    };
  }
  function picturesOf(value) {
    const { at, ordinal, count, list } = membersOf(value);
    const pictures = itemsOf(list, MOST_PICTURES2).map((each) => {
      const picture = membersOf(each);
      return { key: textOf(picture.key), alt: textOf(picture.alt), ...sizeOf(picture) };
    });
    const own = countOf(at);
    if (own === null || own >= pictures.length)
      return null;
    const [number, all] = [countOf(ordinal), countOf(count)];
    const isAmong = number !== null && all !== null && number < all;
    return { at: own, ordinal: isAmong ? number : null, count: all, list: pictures };
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
      const step = membersOf(each);
      const { index, name, src } = step;
      return { ...addressOf(step), index: countOf(index), name: textOf(name), src: textOf(src), ...sizeOf(step) };
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
      lock: false ? null : lockOf2(source.lock),
      shape: false ? null : shapeOf(source.shape),
      pictures: false ? null : picturesOf(source.pictures),
      isMoved: Boolean(source.motion),
      motion: false ? null : motionOf(source.motion),
      // The part that cannot be read is known from `unread` too.
      frame: false ? null : frameOf(source.frame),
      unread: unreadOf(source.unread),
      isEdition: false
    };
  }

  // restore/verdict.js
  var QUIET = 500;
  var HIDDEN_QUIET = 1200;
  var EXPECTANT_QUIET = 5500;
  var REACHED = 20;
  function hasSettled(outcome, { quiet, isAtAddress, isProbe }) {
    const mayComeYet = isAtAddress && !isProbe && (outcome.awaitsMore || isWrongPage(outcome));
    const least = outcome.hidden && outcome.tier === "none" ? HIDDEN_QUIET : QUIET;
    return quiet >= (mayComeYet ? EXPECTANT_QUIET : least);
  }
  function hasWords2(outcome) {
    return outcome.target !== null && isFound(outcome) && !isWrongPage(outcome);
  }
  function statusOf(outcome) {
    if (isWrongPage(outcome))
      return outcome.identity === "unlike" ? "abstained" : "wrongPage";
    if (outcome.tier === "none")
      return "abstained";
    return isFound(outcome) && isReached(outcome) ? "restored" : "approximate";
  }
  function isReached({ left, isEdition, isAtEnd: isAtEnd2 }) {
    return left <= REACHED || isEdition && isAtEnd2;
  }
  function isFound({ confidence }) {
    return confidence >= CONFIDENCE.found;
  }
  function isWrongPage(outcome) {
    const { identity } = outcome;
    return identity === "other" || identity === "unlike" || identity === "unknown" && !isFound(outcome);
  }

  // restore/watch-changes.js
  function watchChanges(top, onChange, isIgnored) {
    const { document } = top;
    const sizes = /* @__PURE__ */ new WeakMap();
    const resizes = new ResizeObserver((entries) => {
      let hasChanged = false;
      for (const { target, contentRect } of entries) {
        const known = sizes.get(target);
        const size = contentRect.width + "x" + contentRect.height;
        sizes.set(target, size);
        hasChanged = hasChanged || known !== void 0 && known !== size;
      }
      if (hasChanged)
        onChange(false);
    });
    const mutations = new MutationObserver((records) => {
      const isOwn2 = ({ target, addedNodes, removedNodes }) => {
        return isIgnored(target) || addedNodes.length + removedNodes.length > 0 && [...addedNodes, ...removedNodes].every(isIgnored);
      };
      if (!records.every(isOwn2))
        onChange(true);
    });
    const onLoad = () => onChange(true);
    const trees = /* @__PURE__ */ new Set();
    const observeTree = (root) => {
      if (trees.has(root))
        return false;
      trees.add(root);
      mutations.observe(root, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
        attributeFilter: ["class", "style", "hidden", "open", "width", "height", "src"]
      });
      call(root, "addEventListener", "load", onLoad, true);
      return true;
    };
    const observeSize = (element) => {
      if (!sizes.has(element))
        resizes.observe(element);
      sizes.set(element, sizes.get(element));
    };
    observeTree(document);
    const parts = [read(document, "documentElement"), read(document, "body")];
    for (const element of parts)
      if (element)
        observeSize(element);
    top.addEventListener("load", onLoad);
    top.addEventListener("resize", onLoad);
    const fonts = read(document, "fonts");
    if (fonts)
      fonts.addEventListener("loadingdone", onLoad);
    return {
      observeSize,
      observeTree,
      discard: () => {
        mutations.takeRecords();
      },
      stop: () => {
        resizes.disconnect();
        mutations.disconnect();
        for (const root of trees)
          call(root, "removeEventListener", "load", onLoad, true);
        top.removeEventListener("load", onLoad);
        top.removeEventListener("resize", onLoad);
        if (fonts)
          fonts.removeEventListener("loadingdone", onLoad);
      }
    };
  }

  // restore/zoom.js
  function zoomOutcome(scale, top) {
    const now = top.visualViewport ? top.visualViewport.scale : 1;
    return Math.abs(now - scale) < 0.01 ? "unchanged" : "unsupported";
  }

  // restore/place-search.js
  var SURE_STEPS = 6;
  var CALM_STEPS = 4;
  var LOADED_TIME = 3e3;
  var MOVED = 1;
  var EXECUTABLE = /^(module|(text|application)\/(x-)?(java|ecma)script|)$/i;
  function failure() {
    return { status: "abstained", tier: "none", confidence: 0, zoom: "unchanged", movedPx: 0, settledMs: 0 };
  }
  var PlaceSearch = class {
    /**
     * @param {Window} top
     * @param {any} snapshot
     * @param {{isProbe?: boolean, isOuter?: boolean}} options
     */
    constructor(top, snapshot, { isProbe = false, isOuter = false }) {
      this.top = top;
      this.isProbe = isProbe;
      this.isOuter = isOuter;
      this.place = readSnapshot(snapshot);
      if (isOuter)
        this.place = withoutWords(this.place);
      this.isAtAddress = hasSameAddress(this.place, top.location.href, canonicalOf(top.document));
      this.isHere = hasSameKey(this.place, top.location.href);
      this.started = top.performance.now();
      this.lastChange = this.started;
      this.lastEvent = this.started;
      this.calmSteps = 0;
      this.isStill = !changesItself(top);
      this.isDirty = true;
      this.needsCheck = true;
      this.isScheduled = false;
      this.hasDrawn = true;
      this.index = new PacedIndex(top);
      this.scrolling = new UndoableScrolling(top);
      this.seek = this.newSeek();
      this.isSeeking = false;
      this.motion = false ? null : new MotionSeek(this.place, top);
      this.motionState = "unused";
      this.placed = /* @__PURE__ */ new Set();
      this.wasWithinReach = false;
      this.outcome = NO_OUTCOME;
      this.move = (scroller, x, y) => {
        const isFixed = this.place.motion && !scroller.element && lockOf(scroller.view);
        if (!isFixed)
          this.moved += this.scrolling.moveTo(scroller, x, y);
      };
      this.moved = 0;
      this.stopMedia = this.isAtAddress ? restoreMedia(this.place, top) : () => void 0;
      this.stops = [];
      this.receiveInput(top);
      this.changes = watchChanges(top, (isStructural) => this.recordChange(isStructural), isMark);
    }
    /**
     * @returns {BriefSeek}
     */
    newSeek() {
      return new BriefSeek(this.place, this.top);
    }
    /**
     * Watches the reader's input in a window.
     *
     * @param {Window} view
     */
    // eslint-disable-next-line no-unused-vars
    receiveInput(view) {
    }
    /**
     * Records that the page has changed.
     *
     * @param {boolean} isStructural false if only sizes have changed
     */
    recordChange(isStructural) {
      this.isDirty = this.isDirty || isStructural;
      this.isStill = false;
      this.needsCheck = true;
      this.calmSteps = 0;
      this.lastEvent = this.top.performance.now();
    }
    /**
     * Calls a function in the next frame, or after a short time if the page is hidden and has no frames, or if the
     * machine is too busy to draw one.
     *
     * @param {() => void} check
     */
    schedule(check2) {
      if (this.isScheduled)
        return;
      this.isScheduled = true;
      let isCalled = false;
      const again = (hasDrawn) => {
        if (isCalled)
          return;
        isCalled = true;
        this.isScheduled = false;
        this.hasDrawn = hasDrawn;
        check2();
      };
      this.top.requestAnimationFrame(() => again(true));
      this.top.setTimeout(() => again(read(this.top.document, "hidden")), 100);
    }
    /**
     * Finds the place or corrects its position.
     *
     * @returns {Sight}
     */
    step() {
      this.moved = 0;
      try {
        this.search();
      } catch {
        this.isDirty = false;
        this.index.steps = null;
      }
      this.changes.discard();
      if (this.moved >= MOVED) {
        this.lastChange = this.top.performance.now();
        this.calmSteps = 0;
      } else if (this.hasDrawn) {
        this.calmSteps += 1;
      }
      this.needsCheck = this.isDirty || this.calmSteps < SURE_STEPS;
      return this.look();
    }
    /** Finds the place or corrects its position, or searches for it where the page may load or hide it. */
    search() {
      if (this.index.steps || this.isDirty && this.index.mayStart()) {
        if (!this.attempt())
          return;
      } else if (this.needsCheck) {
        this.placeAgain();
      }
      this.observeTarget(this.outcome.target);
      if (!this.isDirty)
        this.searchFurther();
    }
    /**
     * Indexes the page and tries to find the place. A large page is indexed in several calls.
     *
     * @returns {boolean} false if the page has not been indexed completely
     */
    attempt() {
      if (!this.index.steps)
        this.isDirty = false;
      const index = this.index.next();
      if (!index)
        return false;
      const before = this.outcome;
      const { place, top, isAtAddress, placed } = this;
      this.outcome = attemptPlace(index, place, top, isAtAddress, this.move, placed);
      if (this.outcome.tier !== before.tier || this.outcome.identity !== before.identity)
        this.moved += MOVED;
      const { hidden } = this.outcome;
      this.wasWithinReach = hidden !== null && isWithinReach(hidden, place, top);
      const isMissing = !hasWords2(this.outcome);
      if (this.motion) {
        const mayMove = this.motionState === "unused" && isMissing;
        if (mayMove && this.motion.applies(hidden))
          this.motionState = "due";
        if (this.motionState === "there")
          this.outcome.left = Math.min(this.outcome.left, this.motion.left);
      }
      this.index.finish();
      return true;
    }
    /**
     * Corrects the position of the target. If it can no longer be seen, or a better one can be, another attempt
     * follows.
     */
    placeAgain() {
      const { place, top } = this;
      const { target, hidden } = this.outcome;
      if (target && target.node.isConnected) {
        this.outcome.left = placeTarget(target, place, top, this.move) ?? this.outcome.left;
        this.outcome.isAtEnd = isAtEnd(target, place, top);
        if (!isSeen(target, place, top))
          this.isDirty = true;
      }
      if (hidden && !this.wasWithinReach && isWithinReach(hidden, place, top))
        this.isDirty = true;
    }
    /** Opens the element that hides a missing place, or scrolls to where the page may load it. */
    searchFurther() {
      const { target, identity, confidence, textLength, left, isEdition, hidden } = this.outcome;
      if (identity === "other" || identity === "unknown" || this.isProbe)
        return;
      const { place, top } = this;
      const now = top.performance.now();
      const quiet = now - Math.max(this.lastChange, this.lastEvent);
      if (this.moves(hidden ?? target, now, quiet))
        return;
      const isFound2 = target && confidence >= CONFIDENCE.found;
      if (isFound2 && (left < MOVED || isEdition && !this.isHere))
        return;
      const isOpened = isFound2 ? revealFollowing(place, target.node, top) : revealPlace(place, top);
      if (isOpened) {
        this.isDirty = true;
        this.moved += MOVED;
        return;
      }
      if (target && !isFound2 && !this.seek.isExpectant(textLength) || quiet < this.seek.pause)
        return;
      if (isLoading(top))
        return;
      const hadLeft = this.isSeeking;
      this.isSeeking = this.seek.step(textLength, now, this.move, Boolean(isFound2));
      if (this.isSeeking)
        this.lastChange = now;
      else if (hadLeft)
        this.isDirty = true;
    }
    /**
     * Lets the page move the words into view by its own means, if it scrolls by transforms.
     *
     * @param {import('./target.js').Target | null} target the words, if the page has laid them out
     * @param {number} now
     * @param {number} quiet the time since the last change, in ms
     * @returns {boolean} true if it moves
     */
    moves(target, now, quiet) {
      if (!this.motion)
        return false;
      const isMoving = this.motionState === "moving" || this.motionState === "due" && quiet >= SEEK_QUIET;
      if (!isMoving)
        return false;
      if (this.motionState === "due" || this.hasDrawn)
        this.motionState = this.motion.step(target, now);
      this.lastChange = now;
      if (this.motionState === "there")
        this.isDirty = true;
      return true;
    }
    /**
     * Watches the trees and windows that contain a target.
     *
     * @param {import('./target.js').Target | null} target
     */
    observeTarget(target) {
      if (!target)
        return;
      for (let element = composedParent(target.node), steps = 0; element && steps < 6; steps += 1) {
        this.changes.observeSize(element);
        element = composedParent(element);
      }
      const root = treeRootOf(target.node);
      const view = viewOf(target.node);
      if (root && this.changes.observeTree(root) && view && view !== this.top)
        this.receiveInput(view);
    }
    /**
     * @returns {Sight}
     */
    look() {
      const { outcome, top, isAtAddress, isProbe, isDirty } = this;
      const isMoving = this.motionState === "moving";
      const isFound2 = hasWords2(outcome) && !isMoving;
      const isWaiting = isLoading(top);
      const quiet = top.performance.now() - this.lastChange;
      const isPlaced = this.isOuter && outcome.target !== null;
      const isSettled = !isDirty && !isFound2 && !isWaiting && (isPlaced || hasSettled(outcome, { quiet, isAtAddress, isProbe }));
      if (isWaiting)
        this.isStill = false;
      const sight = {
        words: isDirty || this.index.steps ? "unknown" : isFound2 ? "there" : "missing",
        status: statusOf(outcome),
        reason: null,
        isSettled,
        isCorrected: this.moved >= MOVED,
        isLoading: isWaiting,
        isStill: this.isStill && this.calmSteps >= CALM_STEPS && hasScrollAnchoring(top),
        isLocked: false,
        hasTarget: outcome.target !== null
      };
      return sight;
    }
    highlight() {
      const { target } = this.outcome;
      if (target && isText(target.node))
        highlightLine(this.top, target.node, target.offset);
      this.changes.discard();
    }
    /**
     * Returns the result of a restore with a status. A place whose words cannot be compared is at most approximate.
     *
     * @param {Status} status
     * @param {Reason | null} reason
     * @param {number} end in ms
     * @returns {Result}
     */
    resultOf(status, reason, end2) {
      const { top, outcome, place } = this;
      const isThere = status === "restored" || status === "approximate";
      if (!isThere)
        this.stopMedia();
      const isKnown = isThere || status === "aborted";
      const confidence = Math.min(outcome.confidence, isReached(outcome) ? 1 : CONFIDENCE.outOfReach);
      const cap = isThere ? unreadReason(place, confidence, top) : null;
      const given = cap ?? (status === "approximate" && outcome.isTranslated ? "translated" : reason);
      const known = cap ? cappedConfidence(confidence) : confidence;
      return {
        status: cap ? "approximate" : status,
        tier: isKnown ? outcome.tier : "none",
        confidence: isKnown ? Math.round(known * 100) / 100 : 0,
        zoom: zoomOutcome(place.scale, top),
        movedPx: Math.round(this.scrolling.distance() * 100) / 100,
        settledMs: Math.round(end2 - this.started),
        ...given ? { reason: given } : {}
      };
    }
    /** Ends the search. Nothing of it remains in the page. */
    stop() {
      for (const stop of this.stops.splice(0))
        stop();
      this.changes.stop();
    }
  };
  function withoutWords(place) {
    return { ...place, primary: null, above: null, below: null };
  }
  function changesItself(top) {
    const { document, performance } = top;
    if (read(document, "readyState") !== "complete")
      return true;
    const [navigation] = (
      /** @type {any[]} */
      performance.getEntriesByType("navigation")
    );
    const loadedAt = navigation ? navigation.loadEventEnd : 0;
    if (loadedAt > 0 && performance.now() - loadedAt >= LOADED_TIME)
      return false;
    if (top.frames.length > 0)
      return true;
    return Array.from(read(document, "scripts")).some((script) => EXECUTABLE.test(script.type));
  }
  function hasScrollAnchoring(top) {
    const { CSS: CSS2 } = (
      /** @type {any} */
      top
    );
    return Boolean(CSS2 && CSS2.supports && CSS2.supports("overflow-anchor", "auto"));
  }

  // restore/translated-block.js
  var COMPARED_LENGTH2 = 1e4;
  var AROUND_LENGTH = 12e3;
  var FEWEST_TERMS2 = 3;
  var PARTLY = 0.5;
  var OTHER = 0.4;
  var LEAST_LENGTH = 0.2;
  var MOST_LENGTH = 5;
  var NUMBERS = 2;
  function textAround(element) {
    const own = textOf2(element);
    let text = own;
    for (let at = parentNodeOf(element); at && text.length < AROUND_LENGTH; at = parentNodeOf(at)) {
      text = textOf2(at) || text;
    }
    const middle = Math.max(0, text.indexOf(own)) + own.length / 2;
    const from = Math.max(0, Math.min(middle, text.length) - AROUND_LENGTH / 2);
    return text.slice(from, from + AROUND_LENGTH);
  }
  function textOf2(node) {
    return read(node, "textContent") ?? "";
  }
  function blockText(element) {
    return textOf2(element).slice(0, COMPARED_LENGTH2);
  }
  function exchangeOf(before, now, around, isTraced) {
    const marks2 = marksOf(before);
    const terms = foreignTerms(now, marks2);
    const earlier = foreignTerms(before, marks2);
    const ratio = now.trim().length / Math.max(1, before.trim().length);
    if (terms.size < FEWEST_TERMS2 || ratio < LEAST_LENGTH || ratio > MOST_LENGTH)
      return "unclear";
    const same = shareOf2(earlier, terms);
    if (same >= PARTLY)
      return "unclear";
    const known = shareOf2(terms, new Set(termsOf(around)));
    const numbers = marks2.filter(isNumber);
    const [all, found] = [countKept(marks2, now) / marks2.length, countKept(numbers, now)];
    if (numbers.length >= NUMBERS && found === 0)
      return same < OTHER ? "other" : "unclear";
    const isKept = all >= LEAST_KEPT || found / numbers.length >= LEAST_KEPT;
    if (known < (isTraced ? TRACED_FOREIGN_SHARE : FOREIGN_SHARE) && (isTraced || isKept))
      return "translated";
    return known >= TRACED_FOREIGN_SHARE && same < OTHER ? "other" : "unclear";
  }
  function countKept(marks2, text) {
    const plain = withPlainDigits(text);
    return marks2.filter((mark) => markPositions(plain, mark, 1).length > 0).length;
  }
  function foreignTerms(text, marks2) {
    const kept = new Set(marks2.map((mark) => mark.toLowerCase()));
    return new Set(termsOf(text).filter((term) => !isNumber(term) && !kept.has(term)));
  }
  function shareOf2(some, all) {
    let shared = 0;
    for (const term of some)
      if (all.has(term))
        shared += 1;
    return shared / Math.max(1, some.size);
  }

  // restore/hold-place.js
  var SHIFTED = 1;
  var ANSWER_TIME = 50;
  var SHIFT_TIME = 300;
  var COMPARED = 24;
  var DISTINCTIVE_BLOCK = 16;
  function sumOf(scrollers) {
    let [offset, height] = [0, 0];
    for (const scroller of scrollers) {
      const state = scrollState(scroller);
      offset += Math.abs(state.x) + Math.abs(state.y);
      height += state.scrollHeight;
    }
    return { offset, height };
  }
  function hasScrolled(before, now) {
    return Math.abs(now.offset - before.offset) >= SHIFTED && now.height === before.height;
  }
  var PlaceHold = class {
    /**
     * @param {Target} target
     * @param {import('./snapshot-reader.js').Place} place
     * @param {Window} top
     */
    constructor(target, place, top) {
      this.place = place;
      this.top = top;
      this.changedAt = -Infinity;
      this.target = target;
      this.scrollers = [];
      this.words = "";
      this.block = null;
      this.around = "";
      this.known = null;
      this.follow(target);
    }
    /**
     * Keeps another target with the same words at its present position.
     *
     * @param {Target} target
     */
    follow(target) {
      this.target = target;
      this.scrollers = scrollersAround(target.node, this.top);
      this.words = wordsAt(target);
      if (!this.isBlock)
        this.block = blockOf(target, this.top);
      if (this.block)
        this.around = this.around || textAround(this.block.element);
      this.known = this.measure();
    }
    /** True if the place is a part of a block instead of words. */
    get isBlock() {
      return this.target.node === this.block?.element;
    }
    /** Records the present position as the right one. */
    remember() {
      this.known = this.measure();
    }
    /** Records that the page has changed. */
    recordChange() {
      this.changedAt = this.top.performance.now();
    }
    /**
     * @returns {boolean} true if something has scrolled the page, and its layout is the same
     */
    isScrolled() {
      const { known } = this;
      return known !== null && hasScrolled(known, sumOf(this.scrollers));
    }
    /**
     * Compares the position of the place with the right one, and corrects it if the page's layout has changed.
     *
     * @returns {'kept' | 'scrolled' | 'gone'} `scrolled` if the page was scrolled, `gone` if the words are not there
     */
    check() {
      const now = this.measure();
      const { known } = this;
      if (!now || !known)
        return "gone";
      const isShifted = Math.abs(now.y - known.y) >= SHIFTED || Math.abs(now.x - known.x) >= SHIFTED;
      if (!isShifted) {
        this.known = now;
        return "kept";
      }
      if (this.top.performance.now() - this.changedAt <= ANSWER_TIME)
        return "kept";
      if (hasScrolled(known, now))
        return "scrolled";
      this.placeIfSeen();
      return "kept";
    }
    /** Scrolls to the place again, unless a change has hidden it, as when the window becomes narrower. */
    placeIfSeen() {
      const { target, place, top, scrollers } = this;
      const before = scrollers.map(scrollState);
      placeTarget(target, place, top, scrollTo);
      if (!isSeen(target, place, top)) {
        scrollers.forEach((scroller, at) => scrollTo(scroller, before[at].x, before[at].y));
      }
      this.remember();
    }
    /**
     * Returns the same fraction of the block instead of the words, if its text was translated in place.
     *
     * @returns {Target | null}
     */
    translation() {
      const { block, around, target, top } = this;
      const element = block && successorOf(block);
      if (!block || !element || block.isOther || !laidOutBox(element, top))
        return null;
      const exchange = exchangeOf(block.text, blockText(element), around, hasTraces(top));
      block.isOther = exchange === "other";
      if (exchange !== "translated")
        return null;
      if (element === target.node)
        return target;
      this.block = { ...block, element, way: wayTo(element) };
      return { ...elementTarget(element, block.share, CONFIDENCE.block, target.anchor, top), tier: "block" };
    }
    /**
     * Keeps the same words in another block that has the same text, and is the only one. So the name above each message
     * of a chat is found between changed messages.
     *
     * @param {import('../anchoring/text-index.js').TextIndex} index
     * @returns {boolean} false if there is no such block
     */
    followSameBlock(index) {
      const { block, words, target, top } = this;
      const at = block && words ? positionInBlock(index.text, block) : -1;
      const { anchor, tier, confidence } = target;
      const found = at < 0 ? null : characterTarget(index, at, anchor, tier, confidence, top);
      if (!found || wordsAt(found) !== words)
        return false;
      this.follow(found);
      this.placeIfSeen();
      return true;
    }
    /**
     * Keeps the same fraction of the block instead of the words, which have been replaced in it.
     *
     * @returns {boolean} false if the block is not in the page either
     */
    followBlock() {
      const { target, top } = this;
      const translation = this.translation();
      const { block } = this;
      if (!block || !block.element.isConnected || !laidOutBox(block.element, top))
        return false;
      const { confidence, anchor } = target;
      this.target = translation ?? elementTarget(block.element, block.share, confidence, anchor, top);
      this.words = "";
      this.placeIfSeen();
      return true;
    }
    /**
     * @returns {({x: number, y: number} & ScrollSum) | null} null if the words are not in the page or not laid out
     */
    measure() {
      const { target } = this;
      const isThere = target.node.isConnected && wordsAt(target) === this.words;
      const box = isThere ? target.box() : null;
      return box && { x: box.left, y: box.top, ...sumOf(this.scrollers) };
    }
  };
  function wordsAt({ node, offset }) {
    return isText(node) ? (
      /** @type {Text} */
      node.data.slice(offset, offset + COMPARED)
    ) : "";
  }
  function blockOf({ node, offset }, top) {
    const line = isText(node) ? characterBox(
      /** @type {Text} */
      node,
      offset,
      top
    ) : null;
    const view = viewOf(node);
    let element = composedParent(node);
    while (element && view && /^(inline|contents)/.test(view.getComputedStyle(element).display)) {
      element = composedParent(element);
    }
    if (!element || !line)
      return null;
    const box = elementBox(element, top);
    const share = box.bottom > box.top ? (line.top - box.top) / (box.bottom - box.top) : 0;
    const before = textBefore(node, offset, element);
    return { element, way: wayTo(element), share, text: blockText(element), before, isOther: false };
  }
  function textBefore(node, offset, element) {
    const range = call(ownerDocumentOf(node), "createRange");
    range.setStart(element, 0);
    range.setEnd(node, offset);
    return range.toString();
  }
  function positionInBlock(page, { text, before }) {
    const [wanted, all] = [withoutSpace(text), withoutSpace(page)];
    const start = wanted.length < DISTINCTIVE_BLOCK ? -1 : all.indexOf(wanted);
    if (start < 0 || all.indexOf(wanted, start + 1) >= 0)
      return -1;
    let left = start + withoutSpace(before).length;
    for (let at = 0; at < page.length; at += 1) {
      if (page[at].trim() === "")
        continue;
      if (left === 0)
        return at;
      left -= 1;
    }
    return -1;
  }
  function withoutSpace(text) {
    return text.replace(/[\s\u00ad\u200b\u2060]+/g, "");
  }
  function wayTo(element) {
    const way = [];
    let child = element;
    for (let parent = parentNodeOf(child); parent; parent = parentNodeOf(child)) {
      const children = Array.from(read(parent, "children"));
      const ordinal = children.indexOf(
        /** @type {Element} */
        child
      );
      way.push({ parent, ordinal, count: children.length, name: localNameOf(
        /** @type {Element} */
        child
      ) });
      child = parent;
    }
    return way;
  }
  function successorOf({ element, way }) {
    if (element.isConnected)
      return element;
    const first = way.findIndex(({ parent }) => parent.isConnected);
    let found = first < 0 ? null : way[first].parent;
    for (const { ordinal, count, name } of way.slice(0, first + 1).reverse()) {
      const children = found ? read(found, "children") : [];
      const child = children.length === count ? children[ordinal] : null;
      found = child && localNameOf(child) === name ? child : null;
    }
    return found;
  }

  // restore/page-control.js
  var CONTROLS2 = 'button, [role="button"], summary, a, label, input[type="button" i], [tabindex], [onclick]';
  var LIKE_CONTROLS = "span, div, p, li, strong, b";
  var OUTSIDE = 'nav, footer, aside, dialog, [role="dialog"], [role="navigation"], [role="contentinfo"]';
  var LONGEST_NAME = 60;
  var LEAST_CUT = 40;
  var NEAR = 200;
  var ADJACENT = 80;
  var WORDS = " more older earlier previous continue expand unfold mehr weitere weiterlesen aufklappen ausklappen nachladen \xE4ltere fr\xFChere plus davantage suite pr\xE9c\xE9dents m\xE1s anteriores mais altro altri ancora precedenti meer oudere fler \xE4ldre flere mere lis\xE4\xE4 wi\u0119cej starsze v\xEDce dal\u0161\xED star\u0161\xED viac t\xF6bb mult multe daha jo\u0161 \u043E\u0449\u0435 \u0435\u0449\u0451 \u0435\u0449\u0435 \u0431\u043E\u043B\u044C\u0448\u0435 \u0434\u0430\u043B\u0435\u0435 \u043F\u0440\u0435\u0434\u044B\u0434\u0443\u0449\u0438\u0435 \u0431\u0456\u043B\u044C\u0448\u0435 \u0449\u0435 \u03C0\u03B5\u03C1\u03B9\u03C3\u03C3\u03CC\u03C4\u03B5\u03C1\u03B1 th\xEAm selengkapnya lainnya ";
  var PARTS = /もっと|さらに|続[きけ]|以前|残り|更多|加载|載入|展开|展開|더|이전|עוד|المزيد|بیشتر|और|เพิ่มเติม/;
  var SHOWING = " show see view read load display anzeigen zeigen laden lesen einblenden voir afficher lire charger ver mostrar leer ler cargar carregar mostra vedi leggi carica toon bekijk lees laad visa l\xE4s vis l\xE6s les n\xE4yt\xE4 lue poka\u017C zobacz czytaj zobrazit \u010D\xEDst zobrazi\u0165 \u043F\u043E\u043A\u0430\u0437\u0430\u0442\u044C \u0441\u043C\u043E\u0442\u0440\u0435\u0442\u044C \u0447\u0438\u0442\u0430\u0442\u044C \u0437\u0430\u0433\u0440\u0443\u0437\u0438\u0442\u044C \u043F\u043E\u043A\u0430\u0437\u0430\u0442\u0438 \u0447\u0438\u0442\u0430\u0442\u0438 ";
  var REST = " all next full entire whole remaining rest alle alles n\xE4chste n\xE4chsten ganze ganzen ganzes vollst\xE4ndig vollst\xE4ndigen history verlauf historique historial tout toute tous toutes suivants suivantes todo todos toda todas tudo siguientes tutti tutto tutte volledige volgende alla hela hele kaikki wszystkie ca\u0142o\u015B\u0107 ca\u0142y v\u0161e v\u0161echny cel\xFD v\u0161etky \u0432\u0441\u0435 \u0432\u0435\u0441\u044C \u043F\u043E\u043B\u043D\u043E\u0441\u0442\u044C\u044E \u0441\u043B\u0435\u0434\u0443\u044E\u0449\u0438\u0435 \u0443\u0441\u0456 \u0432\u0441\u0456 ";
  var SHOWING_REST = new RegExp(
    "(\u3059\u3079\u3066|\u5168\u3066|\u5168\u6587|\u5168\u90E8|\u6B21\u306E).*(\u8868\u793A|\u898B\u308B|\u8AAD)|(\u67E5\u770B|\u663E\u793A|\u986F\u793A|\u9605\u8BFB|\u95B1\u8B80).*(\u5168\u90E8|\u5168\u6587|\u6240\u6709)|(\uBAA8\uB450|\uC804\uCCB4).*(\uBCF4\uAE30|\uD45C\uC2DC|\uC77D\uAE30)"
  );
  var OTHER_CONTENT = " actions options settings info information about learn menu screen size image optionen aktionen infos erfahren opciones acciones info savoir ";
  function findControl(place, top, hidden, direction) {
    const find = false ? () => null : () => {
      return hidden ? controlOfCut(hidden, top) : controlOfList(place, top, direction);
    };
    const found = find();
    return found && { element: found.element, name: found.name };
  }
  function controlOfCut(hidden, top) {
    const view = viewOf(hidden.node);
    const words = hidden.box();
    for (let element = composedParent(hidden.node); view && element; element = composedParent(element)) {
      if (read(element, "scrollHeight") <= read(element, "clientHeight") + LEAST_CUT)
        continue;
      const { overflowY } = view.getComputedStyle(element);
      const cut2 = elementBox(element, top);
      if (!/hidden|clip/.test(overflowY) || words && words.top < cut2.bottom - 1)
        continue;
      const distanceOf2 = ({ box }) => Math.abs(box.top - cut2.bottom);
      const near = controlsIn(element, top).filter((control) => {
        return isBeside(control.box, cut2) && distanceOf2(control) <= (control.isNamed ? NEAR : ADJACENT) && (control.isNamed || !call(control.element, "matches", 'a:not([role="button"])'));
      });
      const named = near.filter(({ isNamed }) => isNamed);
      if (named.length > 0)
        return named.reduce((a, b) => distanceOf2(b) < distanceOf2(a) ? b : a);
      if (near.length > 0)
        return near.length > 1 ? { ...near[0], name: "" } : near[0];
    }
    return null;
  }
  function controlOfList(place, top, direction) {
    const list = listAround(place, top);
    const named = list ? controlsIn(list, top).filter(({ isNamed }) => isNamed) : [];
    if (named.length === 0)
      return null;
    for (let scope = list; scope; scope = composedParent(scope)) {
      const within = elementBox(scope, top);
      const isInside = ({ element }) => call(scope, "contains", element);
      const inside = scope === list ? named.filter(isInside) : onlyOnes(named.filter(isInside));
      const outside = named.filter((control) => !isInside(control) && isBeside(control.box, within));
      const { bottom, top: upper } = within;
      const after = onlyOnes(outside.filter(({ box }) => box.top >= bottom - 1 && box.top <= bottom + NEAR));
      const before = onlyOnes(outside.filter(({ box }) => box.bottom <= upper + 1 && box.bottom >= upper - NEAR));
      const found = direction === "down" ? after[0] ?? inside[inside.length - 1] : before[before.length - 1] ?? inside[0];
      if (found)
        return found;
    }
    return null;
  }
  function onlyOnes(controls) {
    return controls.filter(({ name }) => controls.filter((other) => other.name === name).length === 1);
  }
  function listAround({ primary, scrollers }, top) {
    const parts = primary ? primary.selector.split(new RegExp("(?<!\\\\)>")) : [];
    while (primary && parts.length > 1) {
      parts.pop();
      const element = elementAtAddress(top.document, primary.path, parts.join(">"));
      if (element)
        return element;
    }
    const record = primary ? scrollers[primary.scroller] : void 0;
    const scroller = record ? findScroller(record, top) : null;
    return scroller?.element ?? read((scroller?.view ?? top).document, "body");
  }
  function controlsIn(element, top) {
    const root = treeRootOf(element);
    const controls = [];
    for (const each of root ? candidatesIn(root) : []) {
      const control = (
        /** @type {any} */
        each
      );
      const isControl = control.matches(CONTROLS2);
      if (!isControl && read(control, "firstElementChild"))
        continue;
      if (leavesPage(control) || showsNothing(control))
        continue;
      const text = (read(control, "textContent") ?? "").trim();
      if (text.length > 2 * LONGEST_NAME || !isControl && !(meansMore(text) && hasPointer(control)))
        continue;
      if (isOutside2(control) || !isRendered(control) || isPinned(control, element))
        continue;
      const box = elementBox(control, top);
      if (box.right <= box.left || box.bottom <= box.top)
        continue;
      const name = controlName(visibleNameOf(control));
      controls.push({ element: control, name, box, isNamed: meansMore(name) });
    }
    return controls;
  }
  function* candidatesIn(root) {
    for (const element of call(root, "querySelectorAll", "*")) {
      if (call(element, "matches", CONTROLS2 + ", " + LIKE_CONTROLS))
        yield element;
      const shadow = localNameOf(element).includes("-") ? shadowRootOf(element) : null;
      if (shadow)
        yield* candidatesIn(shadow);
    }
  }
  function isOutside2(control) {
    for (let at = (
      /** @type {Element | null} */
      control
    ); at; at = composedParent(at)) {
      if (call(at, "matches", OUTSIDE))
        return true;
    }
    return false;
  }
  function hasPointer(element) {
    return viewOf(element)?.getComputedStyle(element).cursor === "pointer";
  }
  function showsNothing(control) {
    const isLabel = control.localName === "label" && !/^(checkbox|radio)$/.test(control.control?.type ?? "");
    return isLabel || control.disabled || !/^(false)?$/.test(control.getAttribute("aria-haspopup") ?? "");
  }
  function leavesPage(control) {
    if (control.localName !== "a" || !control.hasAttribute("href"))
      return false;
    const { origin, pathname, ownerDocument } = control;
    const { location } = ownerDocument;
    return origin !== location.origin || pathname !== location.pathname;
  }
  function isPinned(element, list) {
    const view = viewOf(element);
    for (let at = (
      /** @type {Element | null} */
      element
    ); view && at; at = composedParent(at)) {
      if (call(at, "contains", list))
        return false;
      if (view.getComputedStyle(at).position === "fixed")
        return true;
    }
    return false;
  }
  function isBeside(box, other) {
    return box.left < other.right && box.right > other.left;
  }
  function visibleNameOf(control) {
    const attribute = (name) => control.getAttribute(name) ?? "";
    const text = control.localName === "input" ? attribute("value") : control.innerText ?? read(control, "textContent");
    return text.trim() || attribute("aria-label") || attribute("title") || call(control, "querySelector", "img")?.getAttribute("alt") || "";
  }
  function controlName(text) {
    const name = text.slice(0, 10 * LONGEST_NAME).replace(/[\s\p{Cc}\p{Z}]+/gu, " ").replace(/\p{C}+/gu, "").trim();
    if (name.length <= LONGEST_NAME)
      return name;
    return name.slice(0, LONGEST_NAME - 1).replace(/[\ud800-\udbff]$/, "").trimEnd() + "\u2026";
  }
  function meansMore(name) {
    const words = name.toLowerCase().split(/[^\p{L}\p{M}]+/u);
    const has = (list) => words.some((word) => word && list.includes(" " + word + " "));
    if (has(OTHER_CONTENT))
      return false;
    return PARTS.test(name) || has(WORDS) || SHOWING_REST.test(name) || has(SHOWING) && has(REST);
  }

  // restore/reader-watch.js
  var INPUT_EVENTS2 = ["wheel", "touchstart", "touchmove", "keydown", "pointerdown", "mousedown", "click"];
  var SCROLLING_KEYS = [
    "ArrowUp",
    "ArrowDown",
    "ArrowLeft",
    "ArrowRight",
    "PageUp",
    "PageDown",
    "Home",
    "End",
    "Tab",
    "F3"
  ];
  var SEARCH_KEYS = ["/", "'"];
  var SEARCH_KEYS_WITH_CONTROL = ["f", "g"];
  var CONTROLS3 = 'button, a, input, select, textarea, summary, label, [role="button"], [onclick], [tabindex]:not([tabindex^="-"])';
  var FIELDS = 'input, select, textarea, [contenteditable]:not([contenteditable="false"])';
  var MOVING_TOUCH = 10;
  var LARGE_SCROLLER = 0.5;
  function watchInput(views, top, onInput) {
    const options = { capture: true, passive: true };
    let touched = null;
    let isTouch = false;
    const receive = (event) => {
      if (!event.isTrusted)
        return;
      if (event.type === "pointerdown")
        isTouch = event.pointerType === "touch";
      const point = event.touches?.[0];
      if (event.type === "touchstart") {
        touched = point ? { x: point.clientX, y: point.clientY } : null;
        return;
      }
      if (event.type === "touchmove" && touched && point) {
        if (Math.hypot(point.clientX - touched.x, point.clientY - touched.y) <= MOVING_TOUCH)
          return;
      }
      const isTap = isTouch && (event.type === "pointerdown" || event.type === "mousedown");
      onInput(isTap ? "pause" : kindOf3(event), top.performance.now());
    };
    for (const view of views) {
      for (const name of INPUT_EVENTS2)
        view.addEventListener(name, receive, options);
    }
    return () => {
      for (const view of views) {
        for (const name of INPUT_EVENTS2)
          view.removeEventListener(name, receive, options);
      }
    };
  }
  function kindOf3(event) {
    switch (event.type) {
      case "keydown":
        return kindOfKey(event);
      case "pointerdown":
      case "mousedown":
        return kindOfPress(event);
      case "click":
        return "pause";
      default:
        return "end";
    }
  }
  function kindOfKey(event) {
    const { key } = event;
    const target = targetOf(event);
    const isTyping = target !== null && call(target, "closest", FIELDS) !== null;
    if (SCROLLING_KEYS.includes(key))
      return "end";
    if ((event.ctrlKey || event.metaKey) && SEARCH_KEYS_WITH_CONTROL.includes(key.toLowerCase()))
      return "end";
    if (SEARCH_KEYS.includes(key))
      return isTyping ? "pause" : "end";
    if (key === " ")
      return isTyping || target && controlAround(target) ? "pause" : "end";
    return "pause";
  }
  function kindOfPress(event) {
    const target = targetOf(event);
    const view = target && viewOf(target);
    if (!target || !view || event.button === 1 || isOnScrollBar(target, event))
      return "end";
    return controlAround(target) || isPinned2(target, view) ? "pause" : "end";
  }
  function targetOf(event) {
    const target = (
      /** @type {Node | undefined} */
      event.composedPath()[0]
    );
    return target && isElement(target) ? (
      /** @type {Element} */
      target
    ) : null;
  }
  function isRoot2(element, { document }) {
    return element === read(document, "documentElement") || element === read(document, "body");
  }
  function controlAround(element) {
    const view = viewOf(element);
    if (!view || isRoot2(element, view))
      return null;
    if (view.getComputedStyle(element).cursor === "pointer")
      return element;
    for (let at = (
      /** @type {Element | null} */
      element
    ); at && !isRoot2(at, view); at = composedParent(at)) {
      if (call(at, "matches", CONTROLS3))
        return at;
    }
    return null;
  }
  function isPinned2(element, view) {
    for (let at = (
      /** @type {Element | null} */
      element
    ); at && !isRoot2(at, view); at = composedParent(at)) {
      if (view.getComputedStyle(at).position === "fixed")
        return true;
      const area = read(at, "clientWidth") * read(at, "clientHeight");
      if (isScrollable(at, view) && area >= view.innerWidth * view.innerHeight * LARGE_SCROLLER)
        return false;
    }
    return false;
  }
  function isOnScrollBar(element, { clientX, clientY }) {
    const [width, height] = [read(element, "clientWidth"), read(element, "clientHeight")];
    if (width === 0 || height === 0)
      return false;
    const view = viewOf(element);
    const isWindow = view !== null && isRoot2(element, view);
    const { left, top } = isWindow ? { left: 0, top: 0 } : call(element, "getBoundingClientRect");
    const overflows = read(element, "scrollHeight") > height || read(element, "scrollWidth") > width;
    const root = isWindow && view ? read(view.document, "documentElement") : element;
    const inner = { width: read(root, "clientWidth"), height: read(root, "clientHeight") };
    const [x, y] = [clientX - left - read(element, "clientLeft"), clientY - top - read(element, "clientTop")];
    return overflows && (x >= inner.width || y >= inner.height);
  }

  // restore/restore-phase.js
  var SEARCH_TIME2 = 1e4;
  var PROBE_TIME = 1500;
  var HOLD_TIME = 600;
  var LONGEST_HOLD_TIME = 1500;
  var MOST_ANSWERS = 3;
  var ANSWER_INTERVAL = 250;
  var PAUSE_QUIET = 300;
  var PRESS_TIME = 600;
  var LONGEST_PAUSE3 = 2e3;
  var UNLOCKED_CHECKS = 2;
  var WAIT_TIME = 3e5;
  var MOST_TRIES = 5;
  var TRY_TIME = 3e3;
  var CONTROL_TRY_TIME = 1e4;
  var WATCH_TIME = 1e4;
  var LONGEST_WATCH_TIME = 36e4;
  var LIVELY_TIME = 3e4;
  var CHANGE_RATE = 4 / 1e3;
  var FEW_CHANGES = 10;
  var MOST_WORK = 300;
  var CONTINUED = ["locked", "covered", "control"];
  function firstPhase(at, isProbe = false) {
    return {
      phase: "searching",
      isProbe,
      started: at,
      deadline: at + (isProbe ? PROBE_TIME : SEARCH_TIME2),
      heldSince: null,
      changedAt: -Infinity,
      answers: 0,
      answeredAt: -Infinity,
      pausedPhase: "searching",
      pressedAt: -Infinity,
      restlessAt: at,
      isObstructed: false,
      hasPressed: false,
      unlockedChecks: 0,
      tries: 0,
      waitEnd: Infinity,
      windowStart: at,
      windowEnd: Infinity,
      changes: 0,
      work: 0,
      isResting: false,
      rests: 0,
      isLost: false,
      hasReported: false,
      status: null,
      reason: null
    };
  }
  function continuesAfter(reason) {
    return reason !== null && CONTINUED.includes(reason);
  }
  function nextPhase(state, event) {
    if (state.phase === "over")
      return { state, actions: [] };
    switch (event.kind) {
      case "check":
        return event.sight ? check(state, event.at, event.sight) : stay(state);
      case "change":
        return change(state, event.at);
      case "scroll":
        return scroll(state, event.at);
      case "press":
        return press2(state, event.at, event.isObstructed);
      case "input":
        return input(state, event.isObstructed);
      case "look":
        return look(state, event.at, event.isObstructed);
      case "time":
        return passTime(state, event.at, Boolean(event.isVisible));
      case "work":
        return work(state, event.cost ?? 0, Boolean(event.isLost));
      default:
        return state.hasReported ? end(state) : abort(state);
    }
  }
  function stay(state, changes = {}, actions = []) {
    return { state: { ...state, ...changes }, actions };
  }
  function end(state) {
    return stay(state, { phase: "over" }, ["stop"]);
  }
  function abort(state) {
    return stay(
      state,
      { phase: "over", status: "aborted", reason: null, hasReported: true },
      ["release", "report", "stop"]
    );
  }
  function check(state, at, sight) {
    switch (state.phase) {
      case "locked":
        return checkLock(state, at, sight);
      case "paused":
        return checkPause(state, at);
      case "holding":
        return checkHold(state, at, sight);
      case "searching": {
        if (sight.isLocked)
          return lock(state, at);
        if (sight.words === "there")
          return checkHold({ ...state, phase: "holding", heldSince: at }, at, sight);
        const isOver = sight.isSettled && sight.words === "missing";
        return isOver || at >= state.deadline ? reportSight(state, at, sight) : stay(state);
      }
      default:
        return stay(state);
    }
  }
  function lock(state, at) {
    const answers = state.answers + (state.unlockedChecks > 0 ? 1 : 0);
    const locked = { ...state, answers, phase: (
      /** @type {Phase} */
      "locked"
    ), unlockedChecks: 0 };
    return answers > MOST_ANSWERS ? report(locked, at, "abstained", "locked", false) : stay(locked);
  }
  function checkLock(state, at, sight) {
    const unlockedChecks = sight.isLocked ? 0 : state.unlockedChecks + 1;
    if (unlockedChecks >= UNLOCKED_CHECKS)
      return stay(state, { phase: "searching", unlockedChecks }, ["attempt"]);
    if (sight.isLocked && at >= state.deadline)
      return report(state, at, "abstained", "locked", false);
    return stay(state, { unlockedChecks });
  }
  function checkPause(state, at) {
    const { restlessAt, pressedAt, isObstructed: isObstructed2, pausedPhase } = state;
    const isQuiet = at - restlessAt >= PAUSE_QUIET && (isObstructed2 || at - pressedAt >= PRESS_TIME);
    if (!isQuiet && at - pressedAt < LONGEST_PAUSE3)
      return stay(state);
    const phase = pausedPhase === "holding" ? "searching" : pausedPhase;
    return stay(state, { phase }, phase === "locked" ? [] : ["attempt"]);
  }
  function checkHold(state, at, sight) {
    const isLate = at >= state.deadline;
    if (sight.words === "missing") {
      const searching = { ...state, phase: (
        /** @type {Phase} */
        "searching"
      ), heldSince: null };
      return isLate ? reportSight(searching, at, sight) : stay(searching);
    }
    if (sight.words === "unknown")
      return isLate ? reportSight(state, at, sight) : stay(state);
    const heldSince = sight.isCorrected ? at : state.heldSince ?? at;
    const held = { ...state, heldSince };
    const isAnswered = at - state.answeredAt < LONGEST_HOLD_TIME;
    const isHeld = isLate || !isAnswered && holds(sight, at, heldSince, state.changedAt);
    return isHeld ? reportSight(held, at, sight) : stay(held);
  }
  function holds({ isLoading: isLoading2, isStill }, at, heldSince, changedAt) {
    const isUnchanged = at - Math.max(heldSince, changedAt) >= HOLD_TIME;
    return !isLoading2 && (isStill || isUnchanged || at - heldSince >= LONGEST_HOLD_TIME);
  }
  function reportSight(state, at, { words, status, reason, hasTarget }) {
    const isSure = words === "there" || status !== "restored";
    return report(state, at, isSure ? status : "approximate", reason, hasTarget);
  }
  function report(state, at, status, reason, hasTarget) {
    const reported = { ...state, status, reason, hasReported: true };
    if (status === "restored" || status === "approximate") {
      if (!hasTarget)
        return stay(reported, { phase: "over" }, ["release", "report", "stop"]);
      const windowEnd = state.started + WATCH_TIME;
      const phase = (
        /** @type {Phase} */
        "watching"
      );
      const watching = { phase, windowStart: at, windowEnd, changes: 0, work: 0, isLost: false };
      return stay(reported, watching, ["release", "report", "watch"]);
    }
    if (continuesAfter(reason) && !state.isProbe && state.tries < MOST_TRIES) {
      const waitEnd = Math.min(state.waitEnd, at + WAIT_TIME);
      return stay(reported, { phase: "waiting", waitEnd, hasPressed: false }, ["undo", "release", "report"]);
    }
    return stay(reported, { phase: "over" }, ["undo", "release", "report", "stop"]);
  }
  function change(state, at) {
    const { phase, changes } = state;
    return stay(state, {
      changedAt: at,
      restlessAt: phase === "paused" ? at : state.restlessAt,
      changes: phase === "watching" ? changes + 1 : changes
    });
  }
  function scroll(state, at) {
    const { phase, answers, answeredAt, pressedAt, isObstructed: isObstructed2, started } = state;
    if (phase === "paused") {
      return !isObstructed2 && at - pressedAt <= PRESS_TIME ? input(state) : stay(state, { restlessAt: at });
    }
    if (phase !== "holding" && phase !== "watching")
      return stay(state);
    if (phase === "watching" && at - started > WATCH_TIME)
      return end(state);
    const heldSince = phase === "holding" ? at : state.heldSince;
    if (at - answeredAt < ANSWER_INTERVAL)
      return stay(state, { heldSince }, ["place"]);
    if (answers < MOST_ANSWERS)
      return stay(state, { heldSince, answers: answers + 1, answeredAt: at }, ["place"]);
    const given = { status: (
      /** @type {Status} */
      "abstained"
    ), reason: (
      /** @type {Reason} */
      "movedAway"
    ) };
    return stay(state, { phase: "over", ...given, hasReported: true }, ["release", "report", "stop"]);
  }
  function press2(state, at, isObstructed2 = false) {
    const { phase } = state;
    if (phase === "waiting")
      return stay(state, { hasPressed: true });
    const pausedPhase = phase === "paused" ? state.pausedPhase : phase;
    return stay(state, { phase: "paused", pausedPhase, pressedAt: at, restlessAt: at, isObstructed: isObstructed2 });
  }
  function input(state, isObstructed2) {
    const { phase, pausedPhase, reason } = state;
    if (phase === "waiting" && (reason === "control" || isObstructed2))
      return stay(state);
    const last = phase === "paused" ? pausedPhase : phase;
    return last === "watching" ? end(state) : abort(state);
  }
  function look(state, at, isObstructed2) {
    const isControl = state.reason === "control";
    if (state.phase !== "waiting" || !state.hasPressed || isObstructed2 && !isControl)
      return stay(state);
    const deadline = at + (isControl ? CONTROL_TRY_TIME : TRY_TIME);
    return stay(state, {
      phase: "locked",
      unlockedChecks: 0,
      tries: state.tries + 1,
      deadline,
      heldSince: null,
      answers: 0
    });
  }
  function passTime(state, at, isVisible) {
    const { phase, waitEnd, windowStart, windowEnd, started, changedAt, changes } = state;
    if (phase === "waiting" && at >= waitEnd)
      return stay(state, { phase: "over" }, ["report", "stop"]);
    if (phase !== "watching" || at < windowEnd)
      return stay(state);
    const isSlow = changes <= Math.max(FEW_CHANGES, CHANGE_RATE * (at - windowStart));
    const isLively = at - changedAt <= LIVELY_TIME && isSlow;
    if (!isLively || !isVisible || at - started >= LONGEST_WATCH_TIME)
      return endWatching(state);
    const { isResting } = state;
    const rests = isResting ? state.rests + 1 : 0;
    const next = { windowStart: at, windowEnd: at + WATCH_TIME, changes: 0, work: 0, isResting: false, rests };
    return stay(state, next, isResting ? ["attempt"] : []);
  }
  function work(state, cost, isLost) {
    const worked = { ...state, work: state.work + cost, isLost };
    if (state.phase !== "watching" || state.isResting || worked.work <= MOST_WORK)
      return stay(worked);
    return stay(worked, { isResting: true, windowEnd: state.windowEnd + WATCH_TIME * (2 ** state.rests - 1) });
  }
  function endWatching(state) {
    if (!state.isLost)
      return end(state);
    return stay(state, { phase: "over", status: "abstained", reason: "lost" }, ["report", "stop"]);
  }

  // restore/seek.js
  var MOST_LONGER = 2;
  var PART2 = 0.8;
  var MOST_LOADS = 40;
  var MOST_TIME = 8e3;
  var MOST_GROWTH = 6e4;
  var TURN = 800;
  var SHORT_PAUSE = 30;
  var MOST_EMPTY_LOADS = 3;
  var TOLERANCE3 = 2;
  var Seek = class extends BriefSeek {
    /**
     * @param {Place} place
     * @param {Window} top
     * @param {(scroller: Scroller) => Origin | null} originOf returns the offset that a scroller had before it was
     *     moved; null if it was not
     */
    constructor(place, top, originOf) {
      super(place, top);
      this.originOf = originOf;
      this.failed = /* @__PURE__ */ new Set();
      this.start = null;
      this.loaded = {};
      this.turnedAt = 0;
    }
    /**
     * @returns {boolean} true if the page has loaded more because it was scrolled, so that no control is needed
     */
    get isGrowing() {
      const loading = this.loaded[this.direction];
      return loading !== void 0 && loading.loads > 0 && !this.failed.has(this.direction);
    }
    /**
     * Returns true if the page has probably not loaded the place yet, so that a doubtful result is not the best one: it
     * began at its end or in its middle, or loads more and more.
     *
     * @param {number} textLength the present length of the page's text
     * @returns {boolean}
     */
    isExpectant(textLength) {
      if (this.isGrowing)
        return true;
      const found = this.find(textLength);
      if (!found || !found.start.isAtEnd && !found.start.isInMiddle)
        return false;
      return this.directionsFor(found, false).some((direction) => !this.failed.has(direction));
    }
    /**
     * Returns the scroller that was being read, and what is known of it.
     *
     * @param {number} textLength
     * @returns {Found | null}
     */
    find(textLength) {
      const { primary, scrollers, textLength: captured } = this.place;
      if (!primary || !primary.quote && !primary.image)
        return null;
      const record = scrollers[primary.scroller];
      const scroller = record ? findScroller(record, this.top) : null;
      if (!record || !scroller || !(record.scrollHeight > 0))
        return null;
      const { scrollHeight } = scrollState(scroller);
      const isSparse = captured !== null && captured < record.scrollHeight * SPARSE_TEXT || textLength <= scrollHeight * SPARSE_TEXT;
      const { y, isAtEnd: isAtEnd2 } = this.originOf(scroller) ?? presentOrigin(scroller);
      const isAway = y > offsetRange(scroller).low + TOLERANCE3;
      const start = this.start ?? { isAtEnd: isAtEnd2, isInMiddle: isAway && scrollHeight < record.scrollHeight * PART2 };
      return { scroller, record, isSparse, start };
    }
    /**
     * Scrolls to the next position.
     *
     * @param {number} textLength the present length of the page's text
     * @param {number} now in ms
     * @param {Move} move
     * @param {boolean} isFound true if the place exists but the page ends too soon to bring it to its height
     * @returns {boolean} false if there is no further position
     */
    step(textLength, now, move, isFound2) {
      const found = this.find(textLength);
      if (!found)
        return false;
      const { scroller, record, isSparse } = found;
      this.start = found.start;
      const directions = this.directionsFor(found, isFound2);
      this.pause = SEEK_QUIET;
      if (directions.length > 0 && this.loadMore(directions, found, textLength, now, move))
        return true;
      if (isFound2 || !isSparse)
        return false;
      if (record.y < scrollState(scroller).height / 2 && this.steps === 0)
        return false;
      return this.scrollAround(scroller, record.fractionY, move);
    }
    /**
     * Returns the directions in which the page may load the place: upward first if it began at its end, as chats do.
     *
     * @param {Found} found
     * @param {boolean} isFound
     * @returns {Direction[]} empty if the page is as long as it was
     */
    directionsFor({ scroller, record, isSparse, start }, isFound2) {
      const { y, height, scrollHeight } = scrollState(scroller);
      const isShorter = scrollHeight < record.scrollHeight * SHORTER;
      const endsBefore = isShorter && scrollHeight < record.y + height;
      const isAtStart = y <= offsetRange(scroller).low + TOLERANCE3;
      if (isFound2 && start.isAtEnd && isAtStart && record.y !== 0)
        return ["up"];
      const mayBeBelow = this.isGrowing && scrollHeight < record.scrollHeight * MOST_LONGER;
      if (isFound2)
        return endsBefore ? ["down"] : [];
      if (!start.isAtEnd && !start.isInMiddle)
        return endsBefore || mayBeBelow ? ["down"] : [];
      if (start.isInMiddle && !start.isAtEnd)
        return ["down", "up"];
      if (!isShorter && isSparse)
        return [];
      return endsBefore ? ["up", "down"] : ["up"];
    }
    /**
     * Scrolls to the start or to the end, where the page loads more. If the place may be on both sides, these take
     * turns, since a list may have no end on one of them.
     *
     * @param {Direction[]} directions
     * @param {Found} found
     * @param {number} textLength
     * @param {number} now
     * @param {Move} move
     * @returns {boolean} false if the page loads nothing more
     */
    loadMore(directions, { scroller, record, start }, textLength, now, move) {
      const { scrollHeight } = scrollState(scroller);
      const present = this.loaded[this.direction];
      const hasGrown = present !== void 0 && present.record(now, scrollHeight, textLength);
      const longest = Math.max(MOST_GROWTH, record.scrollHeight);
      const needsText = Boolean(this.place.primary?.quote);
      if (present && present.isOver(now, longest, needsText))
        this.failed.add(this.direction);
      const left = directions.filter((direction) => !this.failed.has(direction));
      if (left.length === 0)
        return false;
      const isOtherTurn = !start.isAtEnd && (hasGrown || now - this.turnedAt > TURN);
      if (!present || !left.includes(this.direction) || isOtherTurn && left.length > 1) {
        if (present)
          present.pause(now);
        this.direction = (present && left.find((direction) => direction !== this.direction)) ?? left[0];
        this.turnedAt = now;
      }
      const loading = this.loaded[this.direction] ?? new Loading(now, scrollHeight, textLength);
      this.loaded[this.direction] = loading;
      if (loading !== present)
        loading.resume(now, scrollHeight, textLength);
      this.scrollToLimit(scroller, loading, hasGrown && loading === present, move);
      return true;
    }
    /**
     * Scrolls to the start or to the end. If the scroller is there, it leaves and returns, so that the limit comes into
     * view a second time: some pages miss the first.
     *
     * @param {Scroller} scroller
     * @param {Loading} loading
     * @param {boolean} hasGrown true if the page has loaded more since the last step
     * @param {Move} move
     */
    scrollToLimit(scroller, loading, hasGrown, move) {
      const { x, y, height } = scrollState(scroller);
      const { low, high } = offsetRange(scroller);
      const [limit, inside] = this.direction === "up" ? [low, Math.min(high, low + height)] : [high, Math.max(low, high - height)];
      if (Math.abs(y - limit) > 1) {
        move(scroller, x, limit);
      } else if (hasGrown && !loading.needsFrames) {
        move(scroller, x, inside);
        move(scroller, x, limit);
      } else {
        loading.isAway = !loading.isAway;
        move(scroller, x, loading.isAway ? inside : limit);
        loading.hasLeft = true;
        if (loading.isAway)
          this.pause = SHORT_PAUSE;
      }
    }
  };
  var Loading = class {
    /**
     * @param {number} now in ms
     * @param {number} height of the content, in CSS px
     * @param {number} textLength
     */
    constructor(now, height, textLength) {
      this.began = now;
      this.height = height;
      this.textLength = textLength;
      this.grewAt = now;
      this.idle = 0;
      this.growth = 0;
      this.loads = 0;
      this.emptyLoads = 0;
      this.isAway = false;
      this.hasLeft = false;
      this.needsFrames = false;
    }
    /**
     * @param {number} now
     * @param {number} height
     * @param {number} textLength
     * @returns {boolean} true if the page has grown
     */
    record(now, height, textLength) {
      if (height <= this.height)
        return false;
      this.emptyLoads = textLength > this.textLength ? 0 : this.emptyLoads + 1;
      this.loads += 1;
      this.growth += height - this.height;
      this.height = height;
      this.textLength = textLength;
      this.grewAt = now;
      this.needsFrames = this.needsFrames || this.hasLeft && this.loads > 1;
      this.isAway = false;
      this.hasLeft = false;
      return true;
    }
    /**
     * @param {number} now
     */
    pause(now) {
      this.idle = now - this.grewAt;
    }
    /**
     * Goes on after the other direction has had its turn.
     *
     * @param {number} now
     * @param {number} height
     * @param {number} textLength
     */
    resume(now, height, textLength) {
      this.grewAt = now - this.idle;
      this.height = height;
      this.textLength = textLength;
    }
    /**
     * @param {number} now
     * @param {number} longest the most growth, in CSS px
     * @param {boolean} needsText true if content without text cannot contain the place
     * @returns {boolean}
     */
    isOver(now, longest, needsText) {
      return now - this.grewAt > GROWTH_TIMEOUT || now - this.began > MOST_TIME || this.loads >= MOST_LOADS || this.growth > longest || needsText && this.emptyLoads >= MOST_EMPTY_LOADS;
    }
  };

  // restore/restore.js
  var CONTROL_QUIET = 1200;
  var CONTROL_TIME = 3500;
  var CONTROL_INTERVAL = 500;
  var TICK = 1e3;
  var UNSEEN = {
    words: "unknown",
    status: "abstained",
    reason: null,
    isSettled: false,
    isStill: false,
    isCorrected: false,
    isLoading: false,
    isLocked: false,
    hasTarget: false
  };
  var CHECKED_PHASES = ["searching", "locked", "holding", "paused"];
  function restorePlace(top, snapshot, options = {}) {
    return beginRestore(top, snapshot, options).result;
  }
  function beginRestore(top, snapshot, options) {
    let restore = null;
    const result = new Promise((resolve) => {
      try {
        restore = new PlaceRestore(top, snapshot, options, resolve);
        restore.check();
      } catch {
        if (restore)
          restore.fail();
        else
          resolve(failure());
      }
    });
    return {
      result,
      state: () => ({ phase: restore ? restore.state.phase : "over", control: restore ? restore.control : null }),
      stop: () => restore?.send({ kind: "stop" })
    };
  }
  var PlaceRestore = class extends PlaceSearch {
    /**
     * @param {Window} top
     * @param {any} snapshot
     * @param {Options} options
     * @param {(result: Result) => void} resolve
     */
    constructor(top, snapshot, options, resolve) {
      super(top, snapshot, options);
      this.resolve = resolve;
      this.onLater = options.onLater;
      this.state = firstPhase(this.started, this.isProbe);
      this.hasResolved = false;
      this.control = null;
      this.controlAt = -Infinity;
      this.hold = null;
      this.leastConfidence = 0;
      this.pausedSum = null;
      this.timer = 0;
    }
    /**
     * Passes an event to the state machine, and does what it says.
     *
     * @param {Omit<import('./restore-phase.js').PhaseEvent, 'at'>} event
     */
    send(event) {
      const before = this.state.phase;
      const { state, actions } = nextPhase(this.state, { ...event, at: this.top.performance.now() });
      this.state = state;
      if (state.phase === "holding" && before !== "holding")
        this.beginHold();
      for (const action of actions)
        this.act(action);
      if (CHECKED_PHASES.includes(this.state.phase))
        this.scheduleCheck();
    }
    /** @param {import('./restore-phase.js').Action} action */
    act(action) {
      switch (action) {
        case "attempt":
          this.lastChange = this.top.performance.now();
          this.isDirty = true;
          if (this.state.phase === "watching")
            this.scheduleCheck();
          break;
        case "place":
          this.needsCheck = true;
          if (this.state.phase === "watching")
            this.hold?.placeIfSeen();
          break;
        case "undo":
          this.motion?.undo();
          this.scrolling.undo();
          break;
        case "release":
          this.scrolling.release();
          break;
        case "report":
          this.report();
          break;
        case "watch":
          this.beginWatch();
          break;
        case "stop":
          this.stop();
          break;
      }
    }
    /**
     * Watches the reader's input and the scrolling in a window.
     *
     * @param {Window} view
     */
    receiveInput(view) {
      const onScroll = () => this.receiveScroll();
      const options = { capture: true, passive: true };
      view.addEventListener("scroll", onScroll, options);
      this.stops.push(() => view.removeEventListener("scroll", onScroll, options));
      this.stops.push(watchInput([view], this.top, (kind) => {
        const isInTheWay = (kind === "pause" || this.state.phase === "waiting") && isObstructed(this.place, this.top);
        this.send({ kind: kind === "end" ? "input" : "press", isObstructed: isInTheWay });
        if (this.state.phase === "paused")
          this.pausedSum = sumOf(this.scrollers());
      }));
    }
    /** Records that something has scrolled while Leftoff does not look at the page in each frame. */
    receiveScroll() {
      const { phase } = this.state;
      if (phase === "paused" && this.pausedSum && hasScrolled(this.pausedSum, sumOf(this.scrollers()))) {
        this.send({ kind: "scroll" });
      }
      if (phase === "watching")
        this.scheduleCheck();
    }
    /**
     * @returns {import('../dom/scroller.js').Scroller[]} the scrollers around the place
     */
    scrollers() {
      const { place, top, outcome } = this;
      const node = this.hold ? this.hold.target.node : outcome.target && outcome.target.node;
      if (node && node.isConnected)
        return scrollersAround(node, top);
      const record = place.primary ? place.scrollers[place.primary.scroller] : void 0;
      const reading = record && record.path.length > 0 ? findScroller(record, top) : null;
      const window2 = { view: top, element: null };
      return reading ? [window2, reading] : [window2];
    }
    /**
     * Records that the page has changed.
     *
     * @param {boolean} isStructural false if only sizes have changed
     */
    recordChange(isStructural) {
      super.recordChange(isStructural);
      if (isStructural)
        this.send({ kind: "change" });
      const { phase, hasPressed } = this.state;
      if (phase === "watching") {
        this.hold?.recordChange();
        if (this.top.performance.now() >= this.state.windowEnd)
          this.sendTime();
        this.scheduleCheck();
      }
      if (phase === "waiting" && hasPressed) {
        this.send({ kind: "look", isObstructed: isObstructed(this.place, this.top) });
      }
    }
    /**
     * @returns {boolean} true if the place is a part of a block that was translated after its words had been found
     */
    get isInTranslation() {
      const { hold, outcome } = this;
      return hold !== null && outcome.target === hold.target && hold.isBlock;
    }
    /**
     * @returns {boolean}
     */
    attempt() {
      if (this.isInTranslation && this.followTranslation()) {
        this.isDirty = false;
        return true;
      }
      const isComplete = super.attempt();
      if (isComplete && !hasWords2(this.outcome))
        this.followTranslation();
      return isComplete;
    }
    /**
     * Scrolls to the same part of the block whose words had been found, if it was translated since.
     *
     * @returns {boolean}
     */
    followTranslation() {
      const { hold, place, top } = this;
      const isHere = !this.isHere || hasSameKey(place, top.location.href);
      const target = hold && isHere ? hold.translation() : null;
      const left = target && placeTarget(target, place, top, this.move);
      if (!hold || !target || left === null || !isSeen(target, place, top))
        return false;
      if (target !== hold.target)
        hold.follow(target);
      const outcome = {
        ...this.outcome,
        tier: target.tier,
        confidence: target.confidence,
        target,
        left,
        isAtEnd: isAtEnd(target, place, top),
        identity: "same",
        isTranslated: true,
        awaitsMore: false,
        hidden: null
      };
      this.outcome = outcome;
      return true;
    }
    /** Searches no further for words that were found before they were translated. */
    searchFurther() {
      if (!this.isInTranslation)
        super.searchFurther();
    }
    /**
     * @returns {Sight}
     */
    look() {
      const sight = super.look();
      const isThere = sight.words === "missing" && this.isInTranslation;
      return isThere ? { ...sight, words: "there", isSettled: false } : sight;
    }
    /** Checks the page, and the position of the place. */
    check() {
      const { phase } = this.state;
      const isStuck = (phase === "searching" || phase === "locked") && isLocked(this.place, this.top);
      if (isStuck || phase === "locked" || phase === "paused") {
        this.send({ kind: "check", sight: { ...UNSEEN, isLocked: isStuck } });
        return;
      }
      if (phase === "holding" && this.hold?.isScrolled())
        this.send({ kind: "scroll" });
      if (this.state.phase === "over")
        return;
      const sight = this.step();
      this.send({ kind: "check", sight: sight.words === "there" ? sight : { ...sight, ...this.obstacle(sight) } });
      const { target } = this.outcome;
      if (this.state.phase !== "holding" || !this.hold || !target)
        return;
      if (this.hold.target === target)
        this.hold.remember();
      else
        this.hold.follow(target);
    }
    scheduleCheck() {
      if (this.state.phase === "over" || this.state.phase === "watching" && this.state.isResting)
        return;
      this.schedule(() => {
        const { phase, isResting } = this.state;
        try {
          if (CHECKED_PHASES.includes(phase))
            this.check();
          else if (phase === "watching" && !isResting)
            this.watchPlace();
        } catch {
          if (!CHECKED_PHASES.includes(phase))
            return;
          if (this.top.performance.now() >= this.state.deadline)
            this.fail();
          else
            this.scheduleCheck();
        }
      });
    }
    /** Ends a restore that cannot go on in this page. */
    fail() {
      this.state = { ...this.state, phase: (
        /** @type {Phase} */
        "over"
      ) };
      this.stop();
      if (!this.hasResolved)
        this.resolve(failure());
      this.hasResolved = true;
      this.scrolling.release();
    }
    /**
     * Returns what keeps the place from being found, if the search is over.
     *
     * @param {Sight} sight
     * @returns {Partial<Sight>}
     */
    obstacle({ status, isSettled }) {
      if (this.outcome.tier !== "none")
        return {};
      const now = this.top.performance.now();
      const isOver = isSettled || now >= this.state.deadline;
      if (status === "abstained" && this.motionState === "failed")
        return { reason: "motion" };
      if (status === "abstained" && this.findControl(now, isOver)) {
        return { reason: "control", isSettled: !this.isDirty };
      }
      const isHidden = isOver && this.isAtAddress && isCovered(this.place, this.top);
      return isHidden ? { status: "abstained", reason: "covered" } : {};
    }
    /**
     * Looks for the control that shows more of the page, if the page is quiet and lacks the words.
     *
     * @param {number} now
     * @param {boolean} isOver true if the search ends
     * @returns {boolean}
     */
    findControl(now, isOver) {
      const { place, top, outcome } = this;
      const { seek } = this;
      const isMissing = outcome.hidden !== null || outcome.textLength < (place.textLength ?? 0);
      const isTime = now - this.lastChange >= CONTROL_QUIET || now - this.started >= CONTROL_TIME || isOver;
      const isLoadingMore = this.motionState === "moving" || this.motionState === "due" || this.isSeeking && (seek.isGrowing || now - this.started < CONTROL_TIME);
      if (!isMissing || !isTime || isLoadingMore || this.isProbe || now - this.controlAt < CONTROL_INTERVAL) {
        return false;
      }
      this.controlAt = now;
      this.control = findControl(place, top, outcome.hidden, seek.direction)?.name ?? null;
      return this.control !== null;
    }
    /** Shows the reader the line, which is in position. */
    beginHold() {
      const { target } = this.outcome;
      if (!target)
        return;
      if (!this.hold)
        this.hold = new PlaceHold(target, this.place, this.top);
      else
        this.hold.follow(target);
      this.highlight();
    }
    /** Keeps the place at its line after the report. */
    beginWatch() {
      const { target } = this.outcome;
      if (!target)
        return;
      this.hold = this.hold ?? new PlaceHold(target, this.place, this.top);
      this.hold.follow(target);
      const { confidence } = this.outcome;
      this.leastConfidence = this.isInTranslation ? CONFIDENCE.found : Math.min(CONFIDENCE.found, confidence);
    }
    /** Corrects the position of the place after the report, and finds words again that the page has replaced. */
    watchPlace() {
      const { hold, top } = this;
      if (!hold)
        return;
      if (this.isHere && !hasSameKey(this.place, top.location.href)) {
        this.send({ kind: "stop" });
        return;
      }
      const began = top.performance.now();
      let isLost = this.state.isLost;
      const found = this.index.steps ? "gone" : hold.check();
      if (found === "scrolled")
        this.send({ kind: "scroll" });
      if (found === "gone")
        isLost = !this.findAgain();
      else
        isLost = false;
      this.send({ kind: "work", cost: top.performance.now() - began, isLost });
      if (this.state.phase !== "watching")
        return;
      const isPending2 = found === "gone" && (this.index.steps !== null || this.isDirty);
      if (isPending2 || began - hold.changedAt <= SHIFT_TIME)
        this.scheduleCheck();
    }
    /**
     * Finds the words again after the report, at most as often as before it.
     *
     * @returns {boolean} false if they are not in the page
     */
    findAgain() {
      const { place, top, isAtAddress, placed, index, hold } = this;
      if (!hold || !index.steps && !(this.isDirty && index.mayStart()))
        return !this.state.isLost;
      if (!index.steps)
        this.isDirty = false;
      const text = index.next();
      if (!text)
        return !this.state.isLost;
      const undo = [];
      const move = (scroller, x, y) => {
        const before = scrollState(scroller);
        undo.unshift(() => scrollTo(scroller, before.x, before.y));
        scrollTo(scroller, x, y);
      };
      const outcome = attemptPlace(text, place, top, isAtAddress, move, placed);
      index.finish();
      if (outcome.target && outcome.confidence >= this.leastConfidence) {
        hold.follow(outcome.target);
        this.observeTarget(outcome.target);
        return true;
      }
      for (const step of undo)
        step();
      return hold.followSameBlock(text) || hold.followBlock();
    }
    /** Looks at the clock. */
    sendTime() {
      this.send({ kind: "time", isVisible: read(this.top.document, "visibilityState") === "visible" });
    }
    /** Looks at the clock from time to time after the report. */
    passTime() {
      const { phase, started } = this.state;
      const isLong = phase === "waiting" || this.top.performance.now() - started > WATCH_TIME;
      this.timer = this.top.setTimeout(() => {
        this.sendTime();
        if (this.state.phase !== "over")
          this.passTime();
      }, isLong ? WATCH_TIME : TICK);
    }
    /**
     * @returns {Seek}
     */
    newSeek() {
      return new Seek(this.place, this.top, (scroller) => this.scrolling.originOf(scroller));
    }
    /** Reports the state's result: the first one to the caller, and later ones to its listener. */
    report() {
      const { phase, status, reason, heldSince } = this.state;
      const end2 = status === "restored" && heldSince !== null ? heldSince : this.top.performance.now();
      const result = this.resultOf(status ?? "abstained", reason, end2);
      if (result.status === "approximate" && !this.hold)
        this.highlight();
      if (phase === "waiting") {
        result.continues = continuesAfter(reason);
        if (reason === "control" && this.control)
          result.control = this.control;
        this.scrolling = new UndoableScrolling(this.top);
        this.seek = this.newSeek();
      }
      if (this.hasResolved) {
        this.onLater?.(result);
        return;
      }
      this.hasResolved = true;
      this.resolve(result);
      if (phase !== "over")
        this.passTime();
    }
    stop() {
      super.stop();
      this.top.clearTimeout(this.timer);
    }
  };

  // restore/restore-expression.js
  function restoreFromJSON(json) {
    try {
      return restorePlace(window, JSON.parse(json));
    } catch {
      return Promise.resolve(failure());
    }
  }

  // restore/restore-definition.js
  function defineRestore() {
    allowClosedRoots();
    const world = (
      /** @type {any} */
      globalThis
    );
    world.leftoffRestoreState ??= () => ({ phase: "over", control: null });
    world.leftoffStopRestore ??= () => void 0;
    world.leftoffRestore = (snapshot, options = {}) => {
      world.leftoffStopRestore();
      const restore = beginRestore(window, snapshot, options);
      world.leftoffRestoreState = restore.state;
      world.leftoffStopRestore = restore.stop;
      return restore.result;
    };
  }

  // <stdin>
  leftoff = { restoreFromJSON, defineRestore };
})();
return leftoff; })()
