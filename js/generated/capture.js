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
  function address(element, isInFrame = false) {
    const path = [];
    const root = treeRootOf(element);
    if (!root)
      return { path, selector: "" };
    const selector = selectorWithin(element, root);
    const hostAround = (tree) => {
      return isInFrame && nodeTypeOf(tree) === 9 ? null : hostOf(tree);
    };
    let host = hostAround(root);
    while (host) {
      const outer = treeRootOf(host);
      const part = outer ? selectorWithin(host, outer) : "";
      if (!outer || part === "")
        return { path: [], selector: "" };
      path.unshift(part);
      host = hostAround(outer);
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
    const marks = [...new Set(all.map((mark) => mark.slice(0, LONGEST_MARK)))];
    return [...marks.filter(isNumber), ...marks.filter((mark) => !isNumber(mark))];
  }
  function markPositions(text, mark, most) {
    const isPart = isNumber(mark) ? DIGIT : LETTER;
    const positions = [];
    for (let at = text.indexOf(mark); at >= 0 && positions.length < most; at = text.indexOf(mark, at + 1)) {
      const end = at + mark.length;
      if (at > 0 && isPart.test(text[at - 1]))
        continue;
      if (isPart === DIGIT && mark.length < LONGEST_MARK && end < text.length && DIGIT.test(text[end]))
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
    const marks = keptMarks(index, shape);
    const known = shape.links.length + shape.marks.length;
    if (isTraced && hasBlocks && known < FEWEST_KEPT)
      return true;
    const isKept = links + marks.found >= (isTraced ? FEWEST_KEPT_TRACED : FEWEST_KEPT) && links + marks.found >= LEAST_KEPT * (shape.links.length + marks.all);
    const isSure = marks.found >= MANY_MARKS && marks.found >= MANY_KEPT * marks.all;
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
    const marks = new Set((shape?.marks ?? []).map((mark) => mark.toLowerCase()));
    const captured = new Set([primary, above, below].flatMap((anchor) => termsOfQuote(anchor)));
    for (const term of captured)
      if (marks.has(term) || isNumber(term))
        captured.delete(term);
    if (captured.size < FEWEST_TERMS)
      return false;
    const middle = (progressText ?? 0.5) * text.length;
    const from = Math.max(0, middle - COMPARED_LENGTH / 2);
    const present2 = new Set(termsOf(text.slice(from, from + COMPARED_LENGTH)));
    let found = 0;
    for (const term of captured)
      if (present2.has(term))
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
    const counted = (marks) => {
      const isNear = (block) => Math.abs(block - expected) <= reach;
      return { found: marks.filter(({ blocks }) => blocks.some(isNear)).length, all: marks.length };
    };
    const [all, numbers] = [counted(rare), counted(rare.filter((mark) => mark.isNumber))];
    return numbers.found * all.all > all.found * numbers.all ? numbers : all;
  }
  function marksOn(index, { marks }) {
    const text = withPlainDigits(index.text);
    return marks.map((mark) => {
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
    const marks = marksOn(index, shape).filter(({ blocks }) => blocks.length > 0 && !isCommon(index, blocks));
    for (const { blocks } of marks) {
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
    const near = marks.filter(({ blocks }) => blocks.some((block) => Math.abs(block - best) < MARK_WEIGHTS.length));
    const shareOfBest = near.reduce((sum, { blocks }) => sum + 1 / blocks.length, 0) / Math.max(LEAST_MARKS, all);
    return [...sums].map(([at, sum]) => [at, shareOfBest * sum / most]);
  }
  function selectedBlocks(index, { primary }, top) {
    const element = primary ? elementAtAddress(top.document, primary.path, primary.selector) : null;
    const bounds = element ? textBounds(index, element) : null;
    if (!bounds || bounds.end <= bounds.start)
      return [];
    const first = blockAround(index, bounds.start).ordinal;
    const count2 = blockAround(index, bounds.end - 1).ordinal - first + 1;
    return Array.from({ length: count2 }, (_, at) => [first + at, 1 / count2]);
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
  function isShown2(target, top, freeAxis = "") {
    const owner = ownerOf(target.node);
    const box = target.box();
    const line = lineBox(target, top);
    if (!owner || !isRendered(owner))
      return false;
    const isEmpty2 = isElement(target.node) && !hasSize(elementBox(owner, top));
    if (!line || !box || isEmpty2)
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
  function keyOf2(address2) {
    if (typeof address2 !== "string" || /^(?:blob|about):/.test(address2))
      return "";
    if (address2.startsWith("data:")) {
      if (address2.length < SHORTEST_EMBEDDED)
        return "";
      const hash = textHash(address2.slice(-EMBEDDED_END), address2.length).toString(16);
      return hash.replace(/\d/g, (digit) => "ghijklmnop"[Number(digit)]);
    }
    const [path] = address2.replace(/^[^?#]*?\/\/[^/]*/, "").split(/[?#]/);
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
    const before2 = bestBefore(scores.slice(0, at), now.length);
    const after2 = bestBefore(scores.slice(at + 1).map((row) => [...row].reverse()).reverse(), now.length).reverse();
    let [index, best, next] = [-1, 0, 0];
    for (let j = 0; j < now.length; j += 1) {
      const score = before2[j] + scores[at][j] + after2[j + 1];
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
  function inSequence(anchor, { at, ordinal, count: count2, list }, root) {
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
      const isOnly2 = named.length === 1 && list.filter(({ key }) => key === own.key).length === 1;
      const index = known >= 0 ? known : isOnly2 ? now.indexOf(named[0]) : -1;
      if (index >= 0)
        return { element: elements[index], confidence: CONFIDENCE.image };
    }
    if (ordinal === null || count2 === null)
      return null;
    if (count2 === now.length)
      return { element: elements[ordinal], confidence: CONFIDENCE.imageByOrdinal };
    const share = ordinal / Math.max(1, count2 - 1);
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
      const isOnly2 = now.filter(isSame).length === 1;
      return { index, confidence: isOnly2 ? CONFIDENCE.image : CONFIDENCE.sequence };
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

  // anchoring/editable-blocks.js
  var LEAST_HASHED2 = 40;
  var MOST_HASHED = 16e3;
  var MOST_WRAPPERS = 8;
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
    for (let depth = 0; depth < MOST_WRAPPERS; depth += 1) {
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
  function* elementsAt(top, x, y, root = top.document, depth = 0) {
    for (const element of call(root, "elementsFromPoint", x, y)) {
      if (treeRootOf(element) !== root)
        continue;
      const inner = depth < MAXIMUM_DEPTH2 ? innerTree(element, x, y, top) : null;
      if (inner)
        yield* elementsAt(top, inner.x, inner.y, inner.root, depth + 1);
      yield { element, x, y };
    }
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

  // dom/scroll-lock.js
  var MOST_WRAPPERS2 = 100;
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
    const inner = outer.slice(0, MOST_WRAPPERS2).flatMap((element) => [...read(element, "children")]);
    const wrappers = [...outer, ...inner].slice(0, MOST_WRAPPERS2);
    return wrappers.find((wrapper) => isFixedContent(wrapper, view)) ?? null;
  }
  function isFixedContent(element, view) {
    const { height, width } = call(element, "getBoundingClientRect");
    return height > view.innerHeight + 1 && width >= view.innerWidth / 2 && view.getComputedStyle(element).position === "fixed" && !isTall(rootScrollerElement(view) ?? element);
  }
  function isTall(element) {
    return read(element, "scrollHeight") > read(element, "clientHeight") + 1;
  }
  function virtualState(scroller) {
    const state = scrollState(scroller);
    const lock = scroller.element ? null : lockOf(scroller.view);
    if (!lock)
      return state;
    const { kind, element, x, y } = lock;
    const margin = parseFloat(scroller.view.getComputedStyle(element).marginBottom) || 0;
    const height = kind === "clip" ? read(element, "scrollHeight") : y + call(element, "getBoundingClientRect").bottom + margin;
    return { ...state, x, y, scrollHeight: Math.max(state.scrollHeight, Math.round(height)) };
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

  // restore/unread.js
  var FRAME_KINDS = ["frame", "object"];
  var SAME_FRAME = 0.4;
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
    const { block, blocks: count2 } = place.shape ?? { block: null, blocks: null };
    if (block === null || !count2 || blocks.length === 0 || isVirtual(blocks, top))
      return null;
    const at = Math.min(blocks.length - 1, Math.round(block * blocks.length / count2));
    const confidence = blocks.length === count2 ? SAME_ORDINAL : SAME_PART;
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
  function* targetsOf(index, place, isSame, top, isTranslated2) {
    const { primary } = place;
    if (!primary)
      return;
    const unread = isSame ? unreadTarget(place, top) : null;
    if (unread)
      yield unread;
    const found = byQuote(index, place, primary, isSame && !isTranslated2, top);
    if (found && (isSame || found.confidence >= CONFIDENCE.found))
      yield found;
    if (!isSame)
      return;
    const block = isTranslated2 ? blockTarget(index, place, top) : null;
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
    const present2 = blockDigits(index, SHORTEST_SKETCHED);
    for (const block of folded)
      present2.add(digitsOf(block));
    let found = 0;
    for (let at = 0; at < count2; at += 1) {
      if (present2.has(sketch.slice(at * SKETCH_DIGITS, (at + 1) * SKETCH_DIGITS)))
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
    const keys = keysOf(comparable(place, place.address), place.canonical);
    return keysOf(comparable(place, address2), canonical).some((key) => keys.includes(key));
  }
  function keysOf(address2, canonical) {
    const isDeclared = mayDeclare(address2, canonical) || canonical !== "" && isCopyAddress(address2);
    return (isDeclared ? [address2, canonical] : [address2]).map(documentKey);
  }
  function hasSameKey(place, address2) {
    const keyOf3 = (each) => documentKey(comparable(place, each));
    return place.address === "" || keyOf3(address2) === keyOf3(place.address);
  }
  function comparable({ media, motion }, address2) {
    const untimed = media.length > 0 ? withoutMediaTime(address2) : address2;
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
    const { identity, isEdition, isTranslated: isTranslated2 } = recognize(place, index, top, isAtAddress);
    const root = rootScrollerElement(top);
    const height = root ? root.scrollHeight : 0;
    const reading = place.primary ? place.scrollers[place.primary.scroller] : void 0;
    const lacksScroller = reading !== void 0 && findScroller(reading, top) === null;
    const textLength = index.text.length;
    const awaitsMore = !isTranslated2 && expectsMore(place, textLength, height, lacksScroller);
    const known = { identity, isEdition, isTranslated: isTranslated2, textLength };
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
    for (const target of allTargets(index, captured, identity === "same", top, isTranslated2)) {
      placeAll(false, false);
      const left = placeNext(target);
      if (left === null || !isSeen(target, place, top)) {
        hidden = hidden ?? target;
        continue;
      }
      const { tier, confidence } = target;
      const isFound = confidence >= CONFIDENCE.found;
      const page = { ...known, awaitsMore: awaitsMore && !isFound, hidden };
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
  function* allTargets(index, place, isSame, top, isTranslated2) {
    yield* targetsOf(index, place, isSame, top, isTranslated2);
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
    const hasText2 = place.primary !== null && place.primary.quote !== null;
    const hasPosition = place.primary !== null && place.primary.position !== null;
    const hasProgressOnly = place.progressText !== null && place.primary === null && place.scrollers.length === 0 && place.x === 0 && place.y === 0;
    const hasOffsetsOnly = place.documentHeight === 0 && !hasPosition && !hasProgressOnly;
    if (place.isMoved)
      return null;
    const isSameSize = Math.abs(height - place.documentHeight) < 2 && top.innerWidth === place.viewportWidth;
    if (hasOffsetsOnly && hasText2)
      return null;
    if (hasText2 && place.textLength !== null) {
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
    const { at, ordinal, count: count2, list } = membersOf(value);
    const pictures = itemsOf(list, MOST_PICTURES2).map((each) => {
      const picture = membersOf(each);
      return { key: textOf(picture.key), alt: textOf(picture.alt), ...sizeOf(picture) };
    });
    const own = countOf(at);
    if (own === null || own >= pictures.length)
      return null;
    const [number, all] = [countOf(ordinal), countOf(count2)];
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
  function boxAnchor(view, role, element, line) {
    const { path, selector } = address(element);
    return {
      role,
      quote: null,
      selector: selector || null,
      path,
      rect: asRect(elementBox(element, view.top)),
      offset: offsetIn(view, line, 0),
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

  // capture/picture-list.js
  var REACH = 9;
  function pictureList(view, element) {
    return false ? null : listAround(view, element);
  }
  function listAround({ scroller }, element) {
    const all = picturesIn(scroller.element ?? scroller.view.document);
    const ordinal = all.indexOf(element);
    if (ordinal < 0)
      return null;
    const from = Math.max(0, ordinal - REACH);
    const list = all.slice(from, ordinal + REACH + 1).map(describePicture);
    return { at: ordinal - from, ordinal, count: all.length, list };
  }
  function pictureKey(element) {
    const picture = false ? { key: "", width: 0, height: 0 } : describePicture(element);
    const { key, width, height } = picture;
    return { key, width, height };
  }

  // capture/image-anchor.js
  var PICTURE_ELEMENTS = "img, video, canvas, svg, iframe, object, embed";
  var SMALLEST_PICTURE = 40;
  var MOST_PICTURES3 = 2e3;
  var MOST_SOUGHT = 30;
  var LONGEST_SOURCE = 512;
  var MAIN_SHARE = 0.3;
  var ROWS = [0.5, 0.3, 0.7];
  function firstPicture(view) {
    const root = view.scroller.element ?? view.scroller.view.document;
    const found = [];
    let seen = 0;
    for (const element of call(root, "querySelectorAll", PICTURE_ELEMENTS)) {
      seen += 1;
      if (seen > MOST_PICTURES3)
        break;
      const box = elementBox(element, view.top);
      if (box.right - box.left < SMALLEST_PICTURE || box.bottom - box.top < SMALLEST_PICTURE)
        continue;
      const shown = intersection(box, view.box);
      if (shown.right <= shown.left || shown.bottom <= shown.top + view.edge)
        continue;
      const from = distanceFromStart(view.start, box, view.box);
      found.push({ element, shown, distance: from >= view.edge ? from : view.edge - from + SMALLEST_PICTURE });
    }
    found.sort((a, b) => a.distance - b.distance);
    return found.slice(0, MOST_SOUGHT).find(({ element, shown }) => isSeen2(view, element, shown))?.element ?? null;
  }
  function isSeen2(view, element, shown) {
    if (!isRendered(element) || pinnedAncestor(element, view.scroller, view.box, view.top))
      return false;
    return false ? true : isHit2(view, element, shown);
  }
  function isHit2(view, element, shown) {
    if (viewOf(element)?.getComputedStyle(element).pointerEvents === "none")
      return true;
    const hits = elementsAt(view.top, (shown.left + shown.right) / 2, (shown.top + shown.bottom) / 2);
    for (const hit of hits)
      if (call(element, "contains", hit.element))
        return true;
    return false;
  }
  function pictureInMiddle(view) {
    const { left, top, right, bottom } = view.box;
    for (const row of ROWS) {
      const { x, y } = pointInside(view.start, view.box, (bottom - top) * row, 0.5);
      const hit = elementAt(view.top, x, y);
      let element = hit && hit.element;
      while (element && !call(element, "matches", PICTURE_ELEMENTS)) {
        element = composedParent(element) ?? frameElementOf(viewOf(element));
      }
      if (!element || pinnedAncestor(element, view.scroller, view.box, view.top))
        continue;
      const shown = intersection(elementBox(element, view.top), view.box);
      const share = (shown.right - shown.left) * (shown.bottom - shown.top) / ((right - left) * (bottom - top));
      if (share >= MAIN_SHARE)
        return element;
    }
    return null;
  }
  function imageAnchor(view, element) {
    const { currentSrc, src } = (
      /** @type {any} */
      element
    );
    const source = [currentSrc, src].find((value) => typeof value === "string" && value !== "") ?? "";
    return {
      ...boxAnchor(view, "primary", element, elementBox(element, view.top)),
      image: {
        src: source.length <= LONGEST_SOURCE && !source.startsWith("data:") ? source : "",
        alt: (element.getAttribute("alt") ?? "").slice(0, 120),
        ...pictureKey(element)
      }
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
    const sizes = [];
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
      sizes.push(element.clientWidth * element.clientHeight);
    }
    const main = sizes.indexOf(Math.max(...sizes));
    return media.map((each, at) => ({ ...each, main: at === main && (sizes[at] > 0 || sizes.length === 1) }));
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
    const isDocument2 = tree === view.document;
    const own = isDocument2 ? null : (
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
    if (!isDocument2 && typeof selection.getComposedRanges === "function") {
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

  // dom/translation.js
  function translationOf(element) {
    const transform = viewOf(element)?.getComputedStyle(element).transform;
    if (!transform || transform === "none")
      return { x: 0, y: 0 };
    const numbers = transform.slice(transform.indexOf("(") + 1).split(",").map(parseFloat);
    const at = numbers.length === 16 ? 12 : 4;
    return { x: numbers[at] || 0, y: numbers[at + 1] || 0 };
  }

  // anchoring/cover.js
  var POINTS = [[0.5, 0.5], [0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75]];
  var COVERED_POINTS = 3;
  function isCovered(scroller, box, top) {
    const pinned = [];
    for (const [across, along] of POINTS) {
      const x = box.left + (box.right - box.left) * across;
      const hit = elementAt(top, x, box.top + (box.bottom - box.top) * along);
      const found = hit ? pinnedAncestor(hit.element, scroller, box, top) : null;
      if (found)
        pinned.push(found);
      if (pinned.length === 0)
        return false;
    }
    return pinned.some((element) => pinned.filter((other) => other === element).length >= COVERED_POINTS);
  }
  function contentAt(top, { x, y }, isContent2) {
    for (const hit of elementsAt(top, x, y))
      if (isContent2(hit.element))
        return hit;
    return null;
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
    const uppermost = dominantScrollers(top, box, start, ({ x, y }) => elementAt(top, x, y));
    if (uppermost.length === 1 && isCovered(window2, box, top)) {
      const isContent2 = (element) => !pinnedAncestor(element, window2, box, top);
      return dominantScrollers(top, box, start, (point) => contentAt(top, point, isContent2));
    }
    return uppermost;
  }
  function dominantScrollers(top, box, start, hitAt) {
    const window2 = { view: top, element: null };
    const candidates = [];
    const known = /* @__PURE__ */ new Map();
    let fastest = Infinity;
    let seen = 0;
    for (const parity of [0, 1]) {
      if (parity === 1 && candidates.length === 0)
        return [window2];
      for (let turn = 0; 2 * turn + parity < GRID * GRID; turn += 1) {
        if (seen >= GRID && seen * fastest > LOOKING_TIME)
          break;
        const began = top.performance.now();
        seen += 1;
        const point = parity === 0 ? turn * STRIDE % (GRID * GRID + 1) : 2 * turn + 1;
        const hit = hitAt(gridPoint(box, point));
        if (hit)
          count(candidates, scrollersAround(hit.element, top, known), start);
        fastest = Math.min(fastest, top.performance.now() - began);
      }
    }
    const best = candidates.reduce((a, b) => b.points > a.points ? b : a, { chain: [window2], points: 0 });
    const share = best.points / seen;
    const inner = best.chain[best.chain.length - 1];
    const innerHasMoved = hasMoved(inner);
    const { scrollHeight, height } = virtualState(window2);
    const canScroll = canScrollAlong(window2, start) || start === "top" && scrollHeight > height + 1;
    const windowIsStill = !canScroll || !hasMoved(window2);
    const isRead = share >= DOMINANT_SHARE || share >= SCROLLED_SHARE && innerHasMoved || share >= ONLY_SHARE && windowIsStill && (innerHasMoved || !canScroll);
    return isRead && best.chain.length > 1 ? best.chain : [window2];
  }
  function gridPoint(box, number) {
    const { left, top, right, bottom } = box;
    return {
      x: left + (right - left) * (number % GRID + 0.5) / GRID,
      y: top + (bottom - top) * (Math.floor(number / GRID) + 0.5) / GRID
    };
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
    const { x, y } = virtualState(scroller);
    return x !== 0 || y !== 0;
  }

  // capture/motion.js
  var MOST_ANCESTORS = 16;
  var SHIFTED = 1;
  var LEAST_ACROSS = 1.5;
  var FILLS = 0.4;
  var FITS = 1.1;
  var VISIBLE2 = 0.02;
  function motionOf2(view, line) {
    return hasMoved(view.scroller) ? null : findMotion(view, line);
  }
  function findMotion(view, line) {
    const around = elementsAround(view, line.node);
    const moved = movedElement(view, around);
    const slide = slideAround(view, around, moved);
    if (!slide)
      return moved && { ...moved.motion, ...address(moved.element) };
    const { index, count: count2, element } = slide;
    const shift2 = moved ? moved.motion : { axis: (
      /** @type {Axis} */
      "x"
    ), x: 0, y: 0, extent: 0 };
    return { ...shift2, ...address(element), kind: "slides", slide: index, slides: count2 };
  }
  function motionProgress({ kind, axis, x, y, extent, slide, slides }, box) {
    if (kind === "slides")
      return slide && slides && slides > 1 ? roundFraction(slide / (slides - 1)) : 0;
    const [shift2, view] = axis === "x" ? [x, box.right - box.left] : [y, box.bottom - box.top];
    return extent > view ? roundFraction(Math.max(0, Math.min(1, shift2 / (extent - view)))) : 0;
  }
  function elementsAround({ scroller }, node) {
    const found = [];
    const outside = [scroller.element, read(scroller.view.document, "body")];
    for (let element = composedParent(node); element; element = composedParent(element)) {
      if (outside.includes(element) || found.length === MOST_ANCESTORS)
        break;
      found.push(element);
    }
    return found;
  }
  function movedElement(view, around) {
    let found = null;
    let clip = view.box;
    for (const element of [...around].reverse()) {
      const window2 = viewOf(element);
      if (!window2)
        break;
      const style = window2.getComputedStyle(element);
      const box = elementBox(element, view.top);
      const motion = found ? null : shiftOf(element, style, box, clip);
      if (motion)
        found = { element, motion };
      if (/hidden|clip/.test(style.overflowX + style.overflowY))
        clip = intersection(clip, box);
    }
    return found;
  }
  function shiftOf(element, style, box, clip) {
    const along = translationOf(element);
    const isSection = (along.x !== 0 || along.y !== 0) && hasTwin(element, style);
    const fromLeft = style.direction !== "rtl";
    const x = Math.max(0, fromLeft ? clip.left - box.left : box.right - clip.right, fromLeft ? -along.x : along.x);
    const y = Math.max(0, clip.top - box.top, -along.y);
    if (x <= SHIFTED && y <= SHIFTED)
      return null;
    const whole = wholeOf(isSection ? element.parentElement ?? element : element);
    const isMovedDown = y > SHIFTED && whole.height > clip.bottom - clip.top + SHIFTED;
    const isMovedAcross = x > SHIFTED && whole.width > (clip.right - clip.left) * LEAST_ACROSS;
    if (!isMovedDown && !isMovedAcross)
      return null;
    const [axis, extent] = isMovedDown ? (
      /** @type {const} */
      ["y", whole.height]
    ) : (
      /** @type {const} */
      ["x", whole.width]
    );
    return { path: [], selector: "", kind: "transform", axis, x, y, extent, slide: null, slides: null };
  }
  function wholeOf(element) {
    const { width, height } = call(element, "getBoundingClientRect");
    const [across, down] = [read(element, "scrollWidth"), read(element, "scrollHeight")];
    return { width: Math.max(width, across), height: Math.max(height, down) };
  }
  function hasTwin(element, { transform }) {
    return [read(element, "previousElementSibling"), read(element, "nextElementSibling")].some((twin) => {
      return twin && viewOf(twin)?.getComputedStyle(twin).transform === transform;
    });
  }
  function slideAround(view, around, moved) {
    const extent = view.box.bottom - view.box.top;
    for (const element of around) {
      const slides = slidesWith(element);
      const index = slides.indexOf(element);
      const isBesideOther = slides.some((slide) => slide !== element && coverOf(slide, view.box, view.top) > VISIBLE2);
      if (index < 0 || isBesideOther)
        continue;
      const { top, bottom } = elementBox(element, view.top);
      const isMoved = moved ? call(moved.element, "contains", element) : slides.some(isTranslated);
      if (isMoved && bottom - top > extent * FITS)
        continue;
      const isOnly2 = slides.every((slide) => slide === element || isConcealed(slide) && hasText(slide));
      if (isMoved && bottom - top > extent * FILLS || isOnly2) {
        return { element, index, count: slides.length };
      }
    }
    return null;
  }
  function isTranslated(element) {
    const { x, y } = translationOf(element);
    return x !== 0 || y !== 0;
  }
  function hasText(element) {
    return (read(element, "textContent") ?? "").trim() !== "";
  }

  // capture/page-fields.js
  var MAXIMUM_TITLE = 500;
  var MAXIMUM_ADDRESS = 16384;
  function sourceFields(view) {
    const measured = read(view.document, "body") ?? read(view.document, "documentElement");
    const width = measured ? measured.clientWidth : view.innerWidth;
    const base = read(view.document, "baseURI");
    const { x, y } = virtualState({ view, element: null });
    return {
      pageXOffset: x,
      pageYOffset: y,
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
      documentHeight: virtualState({ view, element: null }).scrollHeight,
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
  function textAt(view, hit, point, isBelow) {
    if (textsIn(view, hit.element).length === 0)
      return null;
    const caret = isBelow ? null : caretAt(hit);
    const found = caret ? characterAtCaret(view, hit.element, caret, point) : characterByBoxes(view, hit.element, point);
    if (!found || !showsText(composedParent(found.node)))
      return null;
    return positionOf(view.index, found.node, found.offset) < 0 ? null : found;
  }
  function characterAtCaret(view, element, { node, offset }, point) {
    const characterAt2 = (text, at) => {
      const box = at >= 0 && text.data.charAt(at).trim() !== "" ? characterBox(text, at, view.top) : null;
      return box && crosses(view.start, box, point) ? { node: text, offset: at, box } : null;
    };
    const lastBefore = (data) => data.trimEnd().length - 1;
    const after2 = node.data.slice(offset + 1, offset + MAXIMUM_LINE2);
    const next = offset + 1 + after2.length - after2.trimStart().length;
    const found = characterAt2(node, offset) ?? characterAt2(node, lastBefore(node.data.slice(0, offset))) ?? characterAt2(node, next);
    if (found)
      return found;
    const walker = call(ownerDocumentOf(element), "createTreeWalker", element, NodeFilter.SHOW_TEXT);
    walker.currentNode = node;
    for (let step2 = 0; step2 < MAXIMUM_STEPS; step2 += 1) {
      const text = (
        /** @type {Text | null} */
        walker.previousNode()
      );
      const last = text ? characterAt2(text, lastBefore(text.data)) : null;
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
      const box = node.data[offset].trim() === "" ? null : characterBox(node, offset, top);
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
  var MIDDLE = 0.5;
  var NEXT_TO_MIDDLE = [0.4, 0.6];
  var COLUMNS = [MIDDLE, ...NEXT_TO_MIDDLE, 0.25, 0.75, 0.12, 0.88];
  var STEP = 10;
  var MAXIMUM_ROWS = 300;
  var LARGE = 0.5;
  var EXAMINED_BLOCKS = 100;
  var EXAMINED_PARTS = [0.1, 0.3, 0.5, 0.7, 0.9];
  var NEAR_TOP = 0.5;
  var NEAR_MIDDLE = 0.25;
  function findReadingLine(view) {
    const found = findLine(view) ?? (!findShell(view) ? null : findLine(view));
    return found ? lineStart(view, view.index, found) : nearestLine(view);
  }
  function findShell(view) {
    const { scroller, box, start, index, top } = view;
    if (scroller.element)
      return false;
    const { x, y } = pointInside(start, box, blockExtent(start, box) / 2, MIDDLE);
    const hit = elementAt(top, x, y);
    const pinned = hit ? pinnedAncestor(hit.element, scroller, box, top) : null;
    if (!pinned || !containsMost(pinned, index))
      return false;
    view.shell = pinned;
    view.known.clear();
    return true;
  }
  function containsMost(element, index) {
    const every = Math.ceil(index.blocks.length / EXAMINED_BLOCKS);
    const examined = index.blocks.filter((_, at) => at % every === 0);
    const inside = examined.filter((position) => {
      const character = characterAt(index, position);
      return character && call(element, "contains", character.node);
    });
    return inside.length > examined.length / 2;
  }
  function findLine(view) {
    const extent = blockExtent(view.start, view.box);
    const distanceOf2 = (line) => distanceFromStart(view.start, line.box, view.box);
    let partial = null;
    let side = null;
    let distance = view.edge + 1;
    let limit = view.edge + extent * NEAR_TOP;
    for (let row = 0; distance < extent && row < MAXIMUM_ROWS; row += 1) {
      if (side && isInView(view, side.box) && distance > limit)
        break;
      let next = distance + STEP;
      for (const across of COLUMNS) {
        const line = lineAt2(view, pointInside(view.start, view.box, distance, across));
        if (!line)
          continue;
        if (!isMain(view, line, across)) {
          if (!side || !isInView(view, side.box) && isInView(view, line.box)) {
            side = line;
            if (NEXT_TO_MIDDLE.includes(across))
              limit = Math.min(limit, distance + extent * NEAR_MIDDLE);
          }
          continue;
        }
        if (isInView(view, line.box))
          return line;
        partial = partial ?? line;
        const to = distanceOf2(line) + blockExtent(view.start, line.box);
        if (to + 1 > distance)
          next = Math.min(next, to + 1);
        break;
      }
      distance = Math.max(next, distance + 1);
    }
    if (!partial || !side)
      return partial ?? side;
    return distanceOf2(partial) <= limit || distanceOf2(partial) <= distanceOf2(side) ? partial : side;
  }
  function isMain(view, line, across) {
    if (across !== MIDDLE && !isInMiddle(view, line))
      return false;
    return false ? true : !coversText(view, captionAround(view, composedParent(line.node)));
  }
  function nearestLine(view) {
    const { index, start, top } = view;
    const { length } = index.blocks;
    let nearest = null;
    let above = null;
    let best = 0;
    let least = Infinity;
    let greatest = -Infinity;
    for (let every = Math.ceil(length / EXAMINED_BLOCKS), from = 0, to = length; from < to; ) {
      for (let at = from; at < to; at += every) {
        const character = characterAt(index, index.blocks[at]);
        const owner = character ? composedParent(character.node) : null;
        const box = character ? characterBox(character.node, character.offset, top) : null;
        if (!character || !owner || !box)
          continue;
        const distance = distanceFromStart(start, box, view.box) - view.edge;
        const isAbove2 = distance < 0 && distance > greatest;
        const isNearest = Math.abs(distance) < least;
        if (!isAbove2 && !isNearest || !belongsToContent(view, owner))
          continue;
        if (isAbove2)
          [above, greatest] = [character.node, distance];
        if (isNearest)
          [nearest, least, best] = [{ ...character, box }, Math.abs(distance), at];
      }
      if (every === 1)
        break;
      [from, to] = [Math.max(0, best - every), Math.min(length, best + every + 1)];
      every = Math.ceil((to - from) / EXAMINED_BLOCKS);
    }
    return (!above ? null : firstLineOf(view, above)) ?? nearest;
  }
  function firstLineOf(view, node) {
    const block = blockElementOf(node);
    const box = block ? elementBox(block, view.top) : null;
    if (!block || !box)
      return null;
    const end = Math.min(
      blockExtent(view.start, view.box),
      distanceFromStart(view.start, box, view.box) + blockExtent(view.start, box)
    );
    for (let distance = view.edge + 1; distance < end; distance += STEP) {
      const point = pointInside(view.start, view.box, distance, MIDDLE);
      const line = textAt(view, { element: block, ...point }, point, true);
      if (line && isInView(view, line.box))
        return lineStart(view, view.index, line);
    }
    return null;
  }
  function lineAt2(view, point) {
    const hit = elementAt(view.top, point.x, point.y);
    if (!hit)
      return null;
    const line = belongsToContent(view, hit.element) ? textAt(view, hit, point, false) : null;
    return (!isCover(view, hit.element, line) ? null : lineBelow(view, point, line !== null)) ?? line;
  }
  function isCover(view, element, line) {
    return line ? captionAround(view, element) !== null : !belongsToContent(view, element) && isBehindDialog(view);
  }
  function lineBelow(view, point, isInFlow) {
    const below = contentAt(view.top, point, (element) => {
      return belongsToContent(view, element) && !(isInFlow && captionAround(view, element));
    });
    return below && textAt(view, below, point, true);
  }
  function isBehindDialog(view) {
    view.covered = view.covered ?? isCovered(view.scroller, view.box, view.top);
    return view.covered;
  }
  function captionAround(view, element) {
    if (!element || element === view.scroller.element)
      return null;
    const known = view.captions.get(element);
    if (known !== void 0)
      return known;
    const isCaption = viewOf(element)?.getComputedStyle(element).position === "absolute" && blockExtent(view.start, elementBox(element, view.top)) < blockExtent(view.start, view.box) * LARGE;
    const found = isCaption ? element : captionAround(view, composedParent(element));
    view.captions.set(element, found);
    return found;
  }
  function coversText(view, caption) {
    if (!caption)
      return false;
    const known = view.covering.get(caption);
    if (known !== void 0)
      return known;
    const { left, top, right, bottom } = intersection(elementBox(caption, view.top), view.box);
    const found = EXAMINED_PARTS.some((down) => EXAMINED_PARTS.some((across) => {
      const point = { x: left + (right - left) * across, y: top + (bottom - top) * down };
      return lineBelow(view, point, true) !== null;
    }));
    view.covering.set(caption, found);
    return found;
  }
  function isInMiddle(view, line) {
    const block = blockElementOf(line.node);
    return block !== null && spans(view.start, elementBox(block, view.top), pointInside(view.start, view.box, 0, MIDDLE));
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
    const scroller = view.shell ? { ...view.scroller, element: view.shell } : view.scroller;
    if (pinnedAncestor(element, scroller, view.box, view.top))
      return false;
    const inside = scroller.element;
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

  // capture/scroller-records.js
  var MAXIMUM_SCROLLERS = 12;
  var EXAMINED_CONTAINERS = 4e3;
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
    const state = virtualState(scroller);
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
    const found = [];
    let left = EXAMINED_CONTAINERS;
    for (const tree of trees) {
      const view = viewOf(tree);
      if (!view)
        continue;
      const frame = { view, element: null };
      if (tree === view.document && view !== top && hasMoved(frame))
        found.push(frame);
      const scrollingElement = read(view.document, "scrollingElement");
      const list = tree === view.document ? "getElementsByTagName" : "querySelectorAll";
      for (const name of CONTAINERS) {
        const elements = call(tree, list, name);
        for (let at = 0; elements[at] && left > 0; at += 1, left -= 1) {
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

  // capture/shape.js
  var MOST_MARKS2 = 12;
  var MOST_LINKS3 = 6;
  var NEAR = 2;
  var FAR = 6;
  var FEW_MARKS2 = 6;
  var SEARCHED = 2e3;
  function shapeOf2(index, position, links) {
    const { start, end, ordinal } = blockAround(index, position);
    return {
      block: ordinal,
      blocks: index.blocks.length,
      size: end - start,
      share: roundFraction((position - start) / Math.max(1, end - start)),
      ...false ? { marks: [], links: [] } : keptAround(index, position, ordinal, links)
    };
  }
  function keptAround(index, position, ordinal, links) {
    const marks = /* @__PURE__ */ new Set();
    let near = "";
    for (let distance = 0; distance <= FAR && (distance <= NEAR || marks.size < FEW_MARKS2); distance += 1) {
      for (const block of [blockAt(index, ordinal - distance), blockAt(index, ordinal + distance)]) {
        if (!block)
          continue;
        const from = Math.max(block.start, position - SEARCHED);
        const text = index.text.slice(from, Math.min(block.end, position + SEARCHED));
        if (distance <= NEAR)
          near += text + " ";
        for (const mark of marksOf(text))
          marks.add(mark);
      }
    }
    const kept = links.filter(({ url, text }) => text !== "" && near.includes(text) && !url.includes("#"));
    return {
      marks: [...marks].slice(0, MOST_MARKS2),
      links: kept.slice(0, MOST_LINKS3).map(({ url }) => linkDigits(url))
    };
  }

  // capture/unread-part.js
  var MAIN_SHARE2 = 0.5;
  var LEAST_IN_DIAGONAL = 2;
  var SHORTEST_DOCUMENT = 1.5;
  var MOST_HOSTS = 100;
  var LONGEST_NAME = 64;
  var LONGEST_SOURCE2 = 256;
  function unreadPart(view, hasLine) {
    const found = mainPart(view, hasLine);
    if (!found)
      return null;
    const { part, share } = found;
    if (part.kind === "editable")
      return editablePart(view, part.element, share);
    const element = part.kind === "shadow" ? firstHost(view, part.element) : part.element;
    const unread = unreadFields(view, part.kind, element, share);
    const path = part.kind === "frame" ? framePath(element, view.top) : [];
    const fields = path.length > 0 ? { unread, frame: { path } } : { unread };
    const line = part.kind === "shadow" && !hasLine ? lineIn(view, element) : null;
    return { fields, anchors: line ? [boxAnchor(view, "primary", element, line)] : [] };
  }
  function mainPart(view, hasLine) {
    const parts = [];
    const diagonal = Array.from({ length: GRID }, (_, at) => at * (GRID + 1));
    const rest = Array.from({ length: GRID * GRID }, (_, at) => at).filter((at) => !diagonal.includes(at));
    for (const points of [diagonal, rest]) {
      for (const point of points) {
        const { x, y } = gridPoint(view.box, point);
        const hit = elementAt(view.top, x, y);
        const part = hit ? partAt(view, hit.element, hasLine) : null;
        if (part)
          parts.push(part);
      }
      if (parts.length < LEAST_IN_DIAGONAL)
        return null;
    }
    const isAlike = (a, b) => {
      return a.kind === b.kind && (a.kind === "shadow" || a.element === b.element);
    };
    for (const part of parts) {
      const share = parts.filter((other) => isAlike(part, other)).length / (GRID * GRID);
      if (share >= MAIN_SHARE2)
        return { part, share };
    }
    return null;
  }
  function partAt(view, element, hasLine) {
    const name = localNameOf(element);
    if (name === "iframe" || name === "frame") {
      return frameDocument(element) || hasLine && isPlayer(element) ? null : { kind: "frame", element };
    }
    if (name === "object" || name === "embed" || name === "canvas")
      return hasLine ? null : { kind: "object", element };
    const host = editingHost(element);
    if (host)
      return isDocument(view, host) ? { kind: "editable", element: host } : null;
    const isHost = name.includes("-") && !shadowRootOf(element) && isEmpty(element);
    return isHost ? { kind: "shadow", element } : null;
  }
  function isPlayer(frame) {
    return frame.hasAttribute("allowfullscreen") || /fullscreen|autoplay/.test(frame.getAttribute("allow") ?? "");
  }
  function isDocument(view, host) {
    const extent = view.start === "top" ? read(host, "scrollHeight") : read(host, "scrollWidth");
    return extent >= SHORTEST_DOCUMENT * blockExtent(view.start, view.box);
  }
  function isEmpty(element) {
    return [...element.childNodes].every((child) => {
      return child.nodeName === "TEMPLATE" || child.nodeType !== 1 && (child.textContent ?? "").trim() === "";
    });
  }
  function firstHost(view, host) {
    let first = host;
    let sibling = read(host, "previousElementSibling");
    for (let count2 = 0; sibling && count2 < MOST_HOSTS; count2 += 1) {
      if (partAt(view, sibling, true)?.kind !== "shadow" || isAbove(view, sibling))
        break;
      first = sibling;
      sibling = read(sibling, "previousElementSibling");
    }
    return first;
  }
  function isAbove(view, element) {
    const box = elementBox(element, view.top);
    return distanceFromStart(view.start, box, view.box) + blockExtent(view.start, box) <= view.edge;
  }
  function lineIn(view, element) {
    const box = elementBox(element, view.top);
    return view.start === "top" ? { ...box, top: Math.max(box.top, view.box.top + view.edge) } : box;
  }
  function unreadFields(view, kind, element, share) {
    const { path, selector } = address(element);
    const box = elementBox(element, view.top);
    return {
      kind,
      path,
      selector,
      rect: asRect(box),
      share: roundFraction(share),
      within: shareAbove(view, box)
    };
  }
  function shareAbove(view, box) {
    const above = view.edge - distanceFromStart(view.start, box, view.box);
    return roundFraction(Math.max(0, Math.min(1, above / Math.max(1, blockExtent(view.start, box)))));
  }
  function editablePart(view, host, share) {
    const blocks = editableBlocks(host);
    const first = blocks.findIndex((block2) => !isAbove(view, block2));
    const at = first < 0 ? blocks.length - 1 : first;
    const block = blocks[at] ?? host;
    const unread = unreadFields(view, "editable", block, share);
    const anchors = [{ ...boxAnchor(view, "primary", block, lineIn(view, block)), hash: editableHash(block) }];
    for (const [role, direction] of [["above", -1], ["below", 1]]) {
      const near = blocks[nearestHashed(blocks, at, Number(direction))];
      if (!near)
        continue;
      anchors.push({ ...boxAnchor(view, String(role), near, elementBox(near, view.top)), hash: editableHash(near) });
    }
    const shape = {
      block: at,
      blocks: blocks.length,
      size: (block.textContent ?? "").length,
      share: shareAbove(view, elementBox(block, view.top)),
      marks: [],
      links: []
    };
    return { fields: { unread, shape }, anchors };
  }
  function nearestHashed(blocks, from, direction) {
    for (let step2 = 1; step2 <= 12; step2 += 1) {
      const block = blocks[from + step2 * direction];
      if (!block)
        break;
      if (editableHash(block) !== "")
        return from + step2 * direction;
    }
    return -1;
  }
  function framePath(element, top) {
    const steps = [];
    for (let frame = (
      /** @type {any} */
      element
    ); frame; frame = frameElementOf(viewOf(frame))) {
      const { path, selector } = address(frame, true);
      const view = viewOf(frame);
      if (!view || selector === "")
        return [];
      let index = 0;
      while (index < view.length && view[index] !== frame.contentWindow)
        index += 1;
      const { left, top: upper, right, bottom } = elementBox(frame, top);
      const [source] = withoutCredentials(typeof frame.src === "string" ? frame.src : "").split(/[?#]/);
      steps.unshift({
        selector,
        path,
        index,
        name: (frame.getAttribute("name") ?? "").slice(0, LONGEST_NAME),
        src: source.slice(0, LONGEST_SOURCE2),
        width: right - left,
        height: bottom - upper
      });
      if (view === top)
        break;
    }
    return steps;
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
    const lock = lockOf(top);
    const chain = readingScrollers(top, start);
    let found = findLineIn(top, chain, start, index, lock);
    const isEmpty2 = !found.line && !found.unread;
    if (isEmpty2 && chain.length > 1)
      found = findLineIn(top, chain.slice(0, 1), start, index, lock);
    const { view, line } = found;
    const around = line ? scrollersAround(line.node, top) : found.chain;
    const { records, reading } = scrollerRecords(around, view.scroller, top, index.trees);
    const links = attempt(() => linksInView(document, windowBox(top), top, line ? line.node : null), []);
    const isWindow = !view.scroller.element || view.scroller.element === lock?.element;
    const { anchors, position, ...place } = readingFields(found, links);
    const progress = progressFields(view, index, position);
    return {
      scrollers: records,
      anchors: anchors.map((anchor) => ({ ...anchor, scroller: reading })),
      progress,
      stickyTop: view.start === "top" ? view.edge : 0,
      sketch: attempt(() => pageSketch(index), null),
      selection: attempt(() => selectedQuote(top, index), null),
      links,
      ...present("lock", lock && isWindow ? { kind: lock.kind, x: lock.x, y: lock.y } : null),
      ...!line ? {} : motionFields(view, line, progress),
      ...place
    };
  }
  function readingFields({ view, line, hasLine, unread }, links) {
    const { index } = view;
    if (unread && unread.anchors.length > 0)
      return { anchors: unread.anchors, position: -1, ...unread.fields };
    const picture = attempt(() => {
      if (!hasLine)
        return firstPicture(view);
      return !line || isInMiddle(view, line) ? null : pictureInMiddle(view);
    }, null);
    const image = picture ? attempt(() => imageAnchor(view, picture), null) : null;
    const captured = line && (hasLine || !image) ? captureAnchors(view, index, line) : null;
    const middle = captured ? attempt(() => middleAnchor(view, index), null) : null;
    if (captured && !image) {
      const shape = attempt(() => shapeOf2(index, captured.position, links), null);
      return { ...captured, middle, ...present("shape", shape), ...unread?.fields };
    }
    const pictures = !picture ? null : attempt(() => pictureList(view, picture), null);
    const neighbours = captured ? captured.anchors.slice(1) : [];
    return {
      anchors: image ? [image, ...neighbours] : [],
      middle,
      position: -1,
      ...present("pictures", pictures),
      ...unread?.fields
    };
  }
  function motionFields(view, line, progress) {
    const motion = progress.px === 0 ? attempt(() => motionOf2(view, line), null) : null;
    return motion ? { motion, progress: { ...progress, px: motionProgress(motion, view.box) } } : {};
  }
  function present(key, value) {
    return value ? { [key]: value } : {};
  }
  function isLineInView(view, line) {
    if (!line)
      return false;
    const from = distanceFromStart(view.start, line.box, view.box);
    return from < blockExtent(view.start, view.box) && from + blockExtent(view.start, line.box) > 0;
  }
  function findLineIn(top, chain, start, index, lock) {
    const scroller = chain[chain.length - 1];
    const box = lock && lock.element === scroller.element ? windowBox(top) : visibleBox(scroller, top);
    const edge = start === "top" ? stickyTop(scroller, box, top) : 0;
    const view = {
      top,
      scroller,
      box,
      start,
      edge,
      index,
      shell: null,
      covered: null,
      known: /* @__PURE__ */ new Map(),
      captions: /* @__PURE__ */ new Map(),
      covering: /* @__PURE__ */ new Map(),
      texts: /* @__PURE__ */ new Map(),
      boxes: /* @__PURE__ */ new Map()
    };
    const line = findReadingLine(view);
    const hasLine = isLineInView(view, line);
    const unread = false ? null : attempt(() => unreadPart(view, hasLine), null);
    return { view, chain, line, hasLine, unread };
  }
  function progressFields(view, index, position) {
    const state = virtualState(view.scroller);
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
    allowClosedRoots();
    return new Promise((resolve) => captureInTasks(window, (snapshot) => resolve(withinSizeLimit(snapshot))));
  }

  // <stdin>
  leftoff = { defineExtensionPreprocessing, capturePlace };
})();
return leftoff; })()
