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
    const document2 = (
      /** @type {any} */
      nodeTypeOf(node) === 9 ? node : ownerDocumentOf(node)
    );
    return document2 ? defaultViewOf(document2) : null;
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
    constructor(document2) {
      this.parts = [];
      this.segments = [];
      this.blocks = [0];
      this.trees = [document2];
      this.length = 0;
      this.afterSpace = true;
      this.atBlockStart = true;
      this.pendingSpace = false;
      this.levels = [];
      this.depth = -1;
      const root = read(document2, "documentElement");
      if (root)
        this.enter(root, mayBeEdited(document2));
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
  function buildTextIndex(document2) {
    const walk = new TextWalk(document2);
    walk.visit(Infinity);
    return walk.index();
  }
  function* textIndexSteps(document2) {
    const walk = new TextWalk(document2);
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
  function isSketched(sketch, blocks) {
    const digits = new Set(blocks.map(digitsOf));
    for (let at = 0; at + SKETCH_DIGITS <= sketch.length; at += SKETCH_DIGITS) {
      if (digits.has(sketch.slice(at, at + SKETCH_DIGITS)))
        return true;
    }
    return false;
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
    const document2 = ownerDocumentOf(node);
    if (!document2)
      return [];
    const range = call(document2, "createRange");
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
  function asRect(box) {
    return { x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top };
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
    const document2 = ownerDocumentOf(hit.element);
    let node = null;
    let offset = 0;
    if (read(document2, "caretPositionFromPoint")) {
      const root = (
        /** @type {any} */
        treeRootOf(hit.element)
      );
      const options = root && root.host ? { shadowRoots: shadowRootsAround(hit.element) } : void 0;
      const position = call(document2, "caretPositionFromPoint", hit.x, hit.y, options);
      node = position ? position.offsetNode : null;
      offset = position ? position.offset : 0;
    } else if (read(document2, "caretRangeFromPoint")) {
      const range = call(document2, "caretRangeFromPoint", hit.x, hit.y);
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
    const { document: document2 } = view;
    const rootElement = read(document2, "documentElement");
    if (element === read(document2, "scrollingElement") || element === rootElement)
      return false;
    const style = view.getComputedStyle(element);
    const scrolls = (overflow) => /^(auto|scroll|overlay)$/.test(overflow);
    if (!(tall && scrolls(style.overflowY)) && !(wide && scrolls(style.overflowX))) {
      const hidden = style.overflowY === "hidden" || style.overflowX === "hidden";
      return hidden && (read(element, "scrollTop") !== 0 || read(element, "scrollLeft") !== 0);
    }
    if (element !== read(document2, "body"))
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
  function virtualState(scroller) {
    const state = scrollState(scroller);
    const lock2 = scroller.element ? null : lockOf(scroller.view);
    if (!lock2)
      return state;
    const { kind, element, x, y } = lock2;
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
  function withMember(object, key, change2) {
    return object[key] ? { ...object, [key]: change2(object[key]) } : object;
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
  function elementAtAddress(document2, path, selector) {
    try {
      let root = document2;
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
    const end2 = position + quote.exact.length;
    const after2 = text.slice(end2, end2 + quote.suffix.length + 2).trimStart();
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

  // capture/quote.js
  var SHORTEST = 40;
  var LONGEST_WORD = 24;
  var CONTEXT_LENGTHS = [32, 64, 128];
  function cutQuote(index, position, longest) {
    const { text } = index;
    const block = blockAround(index, position);
    let start = wordStart(text, position, block.start);
    let end2 = Math.min(block.end, start + longest);
    if (end2 < block.end)
      end2 = wordEnd(text, end2, start + longest / 2);
    if (end2 - start < SHORTEST && start > block.start) {
      start = wordStart(text, Math.max(block.start, end2 - SHORTEST), block.start);
    }
    const exact = text.slice(start, end2);
    let quote = { exact, prefix: "", suffix: "" };
    const positions = positionsOf(text, exact);
    for (const length of CONTEXT_LENGTHS) {
      quote = { exact, prefix: before(text, start, length), suffix: after(text, end2, length) };
      let same = 0;
      for (const at of positions)
        if (contextLikeness(text, at, quote) === 1)
          same += 1;
      if (same <= 1)
        break;
    }
    const ordinal = Math.max(0, positions.indexOf(start));
    return { quote, start, occurrences: positions.length, ordinal, reach: reachOf(index, block, start, end2, quote) };
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
  function before(text, end2, length) {
    const start = Math.max(0, end2 - length);
    return text.slice(wordStart(text, start, 0), end2);
  }
  function after(text, start, length) {
    let end2 = Math.min(text.length, start + length);
    const limit = Math.min(text.length, end2 + LONGEST_WORD);
    const cut2 = end2;
    while (end2 < limit && text[end2] !== " ")
      end2 += 1;
    if (end2 === limit && end2 < text.length)
      end2 = cut2;
    return text.slice(start, end2);
  }
  function reachOf(index, block, start, end2, quote) {
    const previous = start > block.start ? block : blockAt(index, block.ordinal - 1);
    const next = end2 < block.end ? block : blockAt(index, block.ordinal + 1);
    return {
      before: Math.min(quote.prefix.length, previous ? start - previous.start : 0),
      exact: end2 - start,
      after: Math.min(quote.suffix.length, next ? next.end - end2 : 0)
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
      const { start, end: end2 } = block;
      if (end2 - start < SHORTEST_NEIGHBOUR)
        continue;
      const isLong = end2 - start >= LONG_NEIGHBOUR;
      const isOnce2 = checks > 0 && isUnique(text, text.slice(start, Math.min(end2, start + NEIGHBOUR_LENGTH)));
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
    const source = lazySource(element) || [src, currentSrc, data].find((value) => value && keyOf(value)) || "";
    const hasOwnSize = naturalWidth > 0 && !isPending(element) && !element.hasAttribute("srcset");
    return {
      key: keyOf(source),
      width: hasOwnSize ? naturalWidth : sizeIn(element, "width"),
      height: hasOwnSize ? naturalHeight : sizeIn(element, "height"),
      alt: (element.getAttribute("alt") ?? "").slice(0, LONGEST_ALT)
    };
  }
  function keyOf(address2) {
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
    const lazy = keyOf(lazySource(element));
    return element.complete === false || lazy !== "" && keyOf(element.src) !== lazy;
  }
  function sizeIn(element, name) {
    return Number(element.getAttribute(name)) || 0;
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
  var MOST_PICTURES2 = 2e3;
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
      if (seen > MOST_PICTURES2)
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
    return found.slice(0, MOST_SOUGHT).find(({ element, shown }) => isSeen(view, element, shown))?.element ?? null;
  }
  function isSeen(view, element, shown) {
    if (!isRendered(element) || pinnedAncestor(element, view.scroller, view.box, view.top))
      return false;
    return false ? true : isHit(view, element, shown);
  }
  function isHit(view, element, shown) {
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
  function embeddedAddress(address2, containedIn2 = embeddedIn) {
    let original = null;
    let inner = address2;
    for (let level = 0; level <= MAXIMUM_NESTING; level += 1) {
      const url = parseURL(inner);
      const next = url && containedIn2(url);
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
  function isMediaTime(parameter2) {
    return TIME.test(parameter2);
  }
  function takesMediaTime({ hostname, pathname, protocol }) {
    return /^https?:$/.test(protocol) && TIMED_PAGES.some((pages) => pages.test(hostname + pathname));
  }
  function withoutMediaTime(address2) {
    return address2.replace(/\?([^#]*)/, (_, query) => {
      const kept = query.split("&").filter((parameter2) => !isMediaTime(parameter2));
      return kept.length > 0 ? "?" + kept.join("&") : "";
    });
  }

  // wire/original-address.js
  var CACHE_IDENTIFIER = /^[\w-]{12}:/;
  function originalAddress(address2) {
    return embeddedAddress(address2, containedIn);
  }
  function containedIn(url) {
    const { protocol, hostname, pathname, search } = url;
    if (protocol === "about:")
      return pathname === "reader" ? originalOf("reader", parameter(search, "url")) : null;
    if (hostname !== "webcache.googleusercontent.com" || !/^https?:$/.test(protocol))
      return embeddedIn(url);
    return pathname === "/search" ? originalOf("archive", cachedIn(parameter(search, "q"))) : null;
  }
  function cachedIn(search) {
    if (!search || !search.startsWith("cache:"))
      return null;
    return search.slice("cache:".length).split(" ")[0].replace(CACHE_IDENTIFIER, "");
  }
  function parameter(query, name) {
    const pair = query.slice(1).split("&").find((text) => text.startsWith(name + "="));
    return pair === void 0 ? null : percentDecode(pair.slice(name.length + 1).replaceAll("+", " "));
  }

  // wire/page-key.js
  var TRACKING = [
    /^(?:_ga|_gl|_hsenc|_hsmi|_openstat|dclid|fb_action_ids|fb_action_types|fb_ref|fb_source|fbclid)$/i,
    /^(?:gad_campaignid|gad_source|gbraid|gclid|gclsrc|hsctatracking|igsh|igshid|li_fat_id|mc_cid|mc_eid)$/i,
    /^(?:mkt_tok|msclkid|oly_anon_id|oly_enc_id|rb_clickid|srsltid|ttclid|twclid|vero_conv|vero_id|wbraid)$/i,
    /^(?:wickedid|yclid|ysclid)$/i,
    /^(?:mtm_|pk_|utm_)/i
  ];
  function isTracking(parameter2) {
    const [name] = parameter2.split("=");
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
  function pageKey(address2) {
    return keyOf2(address2, originalAddress(address2));
  }
  function documentKey(address2) {
    return keyOf2(address2, embeddedAddress(address2));
  }
  function keyOf2(address2, original) {
    try {
      const url = new URL(withoutCredentials(original?.address ?? address2));
      const fragment = url.hash;
      const query = url.search;
      url.hash = "";
      url.search = "";
      let key = url.href;
      const isTimed = takesMediaTime(url);
      const kept = query.slice(1).split("&").filter((parameter2) => {
        return parameter2 !== "" && !isTracking(parameter2) && !(isTimed && isMediaTime(parameter2));
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
  function linksInView(document2, box, top, near) {
    const all = call(document2, "querySelectorAll", "a[href], area[href]");
    const first = near && ownerDocumentOf(near) === document2 ? firstBehind(all, near) : 0;
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
    let end2 = -1;
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
      end2 = to === node.data.length ? segment.start + segment.length : positionOf(index, node, to);
      if (end2 - start >= MAXIMUM_SELECTION)
        break;
    }
    if (start < 0 || end2 <= start)
      return null;
    const { text } = index;
    const exact = text.slice(start, Math.min(end2, start + MAXIMUM_SELECTION));
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
    const { start, end: end2 } = wordsAt(index, position);
    const { text } = index;
    const prefix = text.slice(Math.max(0, start - MIDDLE_CONTEXT), start);
    const suffix = text.slice(end2, end2 + MIDDLE_CONTEXT);
    const { before: before2, exact, after: after2 } = reachAround(index, start, end2, prefix.length, suffix.length);
    const gap = prefix !== "" && text[start - 1] !== " " && isEdge(index, start) ? " " : "";
    const gapAfter = suffix !== "" && text[end2] !== " " && isEdge(index, end2) ? " " : "";
    return {
      role: "middle",
      quote: { exact: text.slice(start, end2), prefix: prefix + gap, suffix: gapAfter + suffix },
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
    let end2 = Math.max(start, position) + 1;
    while (end2 < block.end && end2 - start < MIDDLE_LENGTH && !isEdge(index, end2))
      end2 += 1;
    if (end2 < block.end && text[end2] !== " " && !isEdge(index, end2)) {
      const space = text.lastIndexOf(" ", end2);
      if (space > start + MIDDLE_LENGTH / 2)
        end2 = space;
    }
    while (end2 > start + 1 && text[end2 - 1] === " ")
      end2 -= 1;
    let first = start;
    while (first > block.start && end2 - first < DISTINCTIVE_MIDDLE + LONGEST_MIDDLE_WORD && !isEdge(index, first)) {
      first -= 1;
      if (text[first - 1] !== " " && first > block.start)
        continue;
      if (end2 - start < DISTINCTIVE_MIDDLE)
        start = first;
    }
    return { start, end: end2 };
  }
  function isOnce(text, wanted) {
    const first = text.indexOf(wanted);
    return first >= 0 && text.indexOf(wanted, first + 1) < 0;
  }
  function reachAround(index, start, end2, longestBefore, longestAfter) {
    const { text } = index;
    let before2 = Math.min(longestBefore, text[start - 1] === " " ? 2 : 1);
    while (before2 < longestBefore && !isEdge(index, start - before2))
      before2 += 1;
    let after2 = Math.min(longestAfter, text[end2] === " " ? 2 : 1);
    while (after2 < longestAfter && !isEdge(index, end2 + after2))
      after2 += 1;
    return { before: before2, exact: end2 - start, after: after2 };
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
  function motionOf(view, line) {
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
    const { document: document2 } = view;
    const root = read(document2, "documentElement");
    const canonical = call(document2, "querySelector", 'link[rel~="canonical" i][href]');
    const title = String(read(document2, "title") ?? "");
    const lang = root && root.getAttribute("lang");
    const style = root ? view.getComputedStyle(read(document2, "body") ?? root) : null;
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
  var TOLERANCE = 0.5;
  function lineStart(view, index, from) {
    const position = positionOf(index, from.node, from.offset);
    if (position < 0)
      return from;
    const blockStart = blockAround(index, position).start;
    const isShown3 = isInView(view, from.box);
    let found = from;
    let at = segmentBefore(index, position);
    let { node, offset: end2 } = from;
    for (let left = MAXIMUM_LINE; left > 0; ) {
      const start = startOnLine(view, node, end2, from.box, left);
      for (let offset = start; offset < end2; offset += 1) {
        const box = node.data[offset].trim() === "" ? null : characterBox(node, offset, view.top);
        if (!box || isShown3 && !isInView(view, box))
          continue;
        found = { node, offset, box };
        break;
      }
      left -= end2 - start + 1;
      at -= 1;
      if (start > 0 || at < 0 || index.segments[at].start < blockStart)
        break;
      node = index.segments[at].node;
      end2 = node.data.length;
    }
    return found;
  }
  function startOnLine(view, node, end2, line, longest) {
    let low = end2;
    for (let step2 = 24; low > 0 && end2 - low < longest; step2 = Math.min(2 * step2, 96)) {
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
    return from >= view.edge - TOLERANCE && to <= blockExtent(view.start, view.box) + TOLERANCE;
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
    const end2 = Math.min(
      blockExtent(view.start, view.box),
      distanceFromStart(view.start, box, view.box) + blockExtent(view.start, box)
    );
    for (let distance = view.edge + 1; distance < end2; distance += STEP) {
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

  // capture/shape.js
  var MOST_MARKS = 12;
  var MOST_LINKS = 6;
  var NEAR = 2;
  var FAR = 6;
  var FEW_MARKS2 = 6;
  var SEARCHED = 2e3;
  function shapeOf(index, position, links) {
    const { start, end: end2, ordinal } = blockAround(index, position);
    return {
      block: ordinal,
      blocks: index.blocks.length,
      size: end2 - start,
      share: roundFraction((position - start) / Math.max(1, end2 - start)),
      ...false ? { marks: [], links: [] } : keptAround(index, position, ordinal, links)
    };
  }
  function keptAround(index, position, ordinal, links) {
    const marks2 = /* @__PURE__ */ new Set();
    let near = "";
    for (let distance = 0; distance <= FAR && (distance <= NEAR || marks2.size < FEW_MARKS2); distance += 1) {
      for (const block of [blockAt(index, ordinal - distance), blockAt(index, ordinal + distance)]) {
        if (!block)
          continue;
        const from = Math.max(block.start, position - SEARCHED);
        const text = index.text.slice(from, Math.min(block.end, position + SEARCHED));
        if (distance <= NEAR)
          near += text + " ";
        for (const mark of marksOf(text))
          marks2.add(mark);
      }
    }
    const kept = links.filter(({ url, text }) => text !== "" && near.includes(text) && !url.includes("#"));
    return {
      marks: [...marks2].slice(0, MOST_MARKS),
      links: kept.slice(0, MOST_LINKS).map(({ url }) => linkDigits(url))
    };
  }

  // anchoring/editable-blocks.js
  var LEAST_HASHED = 40;
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
    const lengthOf2 = (element) => (element.textContent ?? "").length;
    let blocks = childBlocks(host);
    let whole = lengthOf2(host);
    for (let depth = 0; depth < MOST_WRAPPERS2; depth += 1) {
      const wrapper = blocks.find((block) => lengthOf2(block) > whole * WRAPPER_SHARE);
      const inner = wrapper ? childBlocks(wrapper) : [];
      if (!wrapper || inner.length === 0)
        break;
      blocks = inner;
      whole = lengthOf2(wrapper);
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
    return text.length < LEAST_HASHED ? "" : blockHash(text);
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
    const { document: document2 } = top;
    const root = read(document2, "documentElement");
    if (!root)
      return {};
    const style = top.getComputedStyle(read(document2, "body") ?? root);
    const start = blockStartOf(style.writingMode);
    const lock2 = lockOf(top);
    const chain = readingScrollers(top, start);
    let found = findLineIn(top, chain, start, index, lock2);
    const isEmpty2 = !found.line && !found.unread;
    if (isEmpty2 && chain.length > 1)
      found = findLineIn(top, chain.slice(0, 1), start, index, lock2);
    const { view, line } = found;
    const around = line ? scrollersAround(line.node, top) : found.chain;
    const { records, reading } = scrollerRecords(around, view.scroller, top, index.trees);
    const links = attempt(() => linksInView(document2, windowBox(top), top, line ? line.node : null), []);
    const isWindow = !view.scroller.element || view.scroller.element === lock2?.element;
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
      ...present("lock", lock2 && isWindow ? { kind: lock2.kind, x: lock2.x, y: lock2.y } : null),
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
      const shape = attempt(() => shapeOf(index, captured.position, links), null);
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
    const motion = progress.px === 0 ? attempt(() => motionOf(view, line), null) : null;
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
  function findLineIn(top, chain, start, index, lock2) {
    const scroller = chain[chain.length - 1];
    const box = lock2 && lock2.element === scroller.element ? windowBox(top) : visibleBox(scroller, top);
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
      const capture2 = () => {
        try {
          done(captureSnapshot(top, index));
        } catch {
          return;
        }
      };
      if (!hasPaused || !inLaterTask(capture2))
        capture2();
    };
    runTask();
  }

  // copy/slices.js
  var SLICE = 12;
  function runInSlices(top, steps, done) {
    const slice = () => {
      let result = null;
      try {
        const began = top.performance.now();
        for (let step2 = steps.next(); ; step2 = steps.next()) {
          if (step2.done) {
            result = step2.value;
            break;
          }
          if (step2.value) {
            step2.value.then(next, next);
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
  var SEEN_CHARACTER2 = /\S/;
  var LONGEST_NODE = 1 << 20;
  var NODE_TEXT = 1 << 10;
  var ComposedWalk = class {
    /**
     * @param {Document} document
     * @param {Visitor} visitor
     * @param {Element | null} [root] the element that is visited, with all that is in it
     */
    constructor(document2, visitor, root = read(document2, "documentElement")) {
      this.visitor = visitor;
      this.levels = [];
      this.left = 0;
      this.hasEditors = hasEditors(document2);
      this.isCut = false;
      if (root)
        this.enter(root);
    }
    /**
     * @param {number} count of nodes
     * @returns {boolean} true at the end
     */
    visit(count2) {
      const { levels, visitor } = this;
      for (this.left = count2; this.left > 0 && levels.length > 0; this.left -= 1) {
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
      if (!SEEN_CHARACTER2.test(data)) {
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
  function byline(document2) {
    const meta = call(document2, "querySelector", 'meta[name="author" i][content]');
    const named = collapsed((meta?.getAttribute("content") ?? "").slice(0, 2 * LONGEST_BYLINE)).trim();
    if (named !== "" && !/^https?:/.test(named))
      return named.slice(0, LONGEST_BYLINE);
    const elements = call(document2, "querySelectorAll", '[itemprop~="author"], [rel~="author"], .byline');
    for (let at = 0; at < Math.min(elements.length, MOST_ELEMENTS); at += 1) {
      if (isInEditor(elements[at]))
        continue;
      const shown = new ShownText();
      const walk = new ComposedWalk(document2, shown, elements[at]);
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
      const { first, end: end2 } = this.containers[container];
      return sums[end2] - sums[first];
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
      const { first, end: end2 } = this.containers[root];
      return Array.from({ length: end2 - first }, (_, at) => first + at);
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
      const { hint, name, first, end: end2 } = this.containers[at];
      const text = this.sum(this.texts, at);
      if (hint === "aside")
        return text < KEPT_SHARE * whole;
      if (!areLinksOmitted || name === "p" || name === "tr" || end2 - first < 2)
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

  // copy/links.js
  var MAXIMUM_LENGTH2 = 8192;
  var KEPT = /^(?:https?:\/\/|mailto:)/i;
  function linkOf2(element) {
    const given = element.getAttribute("href");
    if (given === null || given.length > MAXIMUM_LENGTH2)
      return null;
    const { href } = (
      /** @type {any} */
      element
    );
    return typeof href === "string" ? storableAddress(href) : null;
  }
  function storableAddress(address2) {
    if (typeof address2 !== "string" || address2.length > MAXIMUM_LENGTH2 || !KEPT.test(address2))
      return null;
    try {
      return new URL(address2) && withoutCredentials(address2);
    } catch {
      return null;
    }
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
  function lengthOf({ runs = [], rows = [] }) {
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
      const href = link ? linkOf2(link) ?? void 0 : void 0;
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
    const names = (attribute) => (element.getAttribute(attribute) ?? "").slice(0, LONGEST_NAMES);
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
      const end2 = rest.lastIndexOf("\n", longest - 1) + 1 || rest.indexOf("\n", longest) + 1;
      if (end2 === 0)
        break;
      parts.push(rest.slice(0, end2));
      rest = rest.slice(end2);
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
  var LONGEST_ALTERNATIVE = 2e3;
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
    const given = (image.getAttribute("alt") ?? "").slice(0, 2 * LONGEST_ALTERNATIVE);
    const alt = collapsed(given).trim().slice(0, LONGEST_ALTERNATIVE);
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
  var OMITTED = /* @__PURE__ */ new Set(["script", "style", "template", "head", "noscript"]);
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
      if (OMITTED.has(name))
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
        const end2 = rest.lastIndexOf(" ", LONGEST_BLOCK) + 1;
        if (end2 === 0)
          break;
        this.addText(rest.slice(0, end2));
        rest = rest.slice(end2);
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
  function* walkSteps(top, walk, count2, onStep) {
    let spent = 0;
    for (let seen = count2; ; seen += count2) {
      const began = top.performance.now();
      const isDone = walk.visit(count2);
      spent += top.performance.now() - began;
      const isSmall = seen < SMALL_PAGE && spent < SMALL_PAGE_TIME;
      if (isDone || onStep(isSmall ? 0 : spent))
        return;
      yield void 0;
    }
  }

  // copy/text-copy.js
  var LONGEST_TEXT = 1 << 20;
  var NODES_PER_STEP2 = 500;
  var BLOCKS_PER_STEP = 500;
  var LONGEST_TITLE = 500;
  var WALK_TIME = 350;
  function* textCopySteps(top, snapshot) {
    const { document: document2 } = top;
    const found = new TextBlocks();
    const walk = new ComposedWalk(document2, found);
    yield* walkSteps(top, walk, NODES_PER_STEP2, (spent) => {
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
    let end2 = first;
    const before2 = [];
    const after2 = [];
    const add = (at, list) => {
      if (at < 0 || at >= blocks.length || lengthOf(blocks[at]) > left)
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
      if ((end2 - first) % BLOCKS_PER_STEP === BLOCKS_PER_STEP - 1)
        yield void 0;
      if (mayAppend && (!mayPrepend || end2 - line <= 2 * (line - first))) {
        mayAppend = add(end2, after2);
        if (mayAppend)
          end2 += 1;
      } else {
        mayPrepend = add(first - 1, before2);
        if (mayPrepend)
          first -= 1;
      }
    }
    const json = start + [...before2.reverse(), ...after2].join(",") + "]}";
    return { json, isWhole: !isCut && first === 0 && end2 === blocks.length };
  }
  function* textDocumentSteps(top, snapshot) {
    const copy = yield* textCopySteps(top, snapshot);
    yield void 0;
    return copy.blocks.length > 0 ? yield* textJSONSteps(copy, LONGEST_TEXT) : null;
  }
  function pageHead(top, snapshot) {
    const { document: document2 } = top;
    const title = String(read(document2, "title") ?? "").slice(0, LONGEST_TITLE);
    return {
      schema: 1,
      url: copyAddress(top.location.href),
      title: title || void 0,
      byline: byline(document2) || void 0,
      lang: snapshot && snapshot.lang || void 0,
      dir: snapshot && (snapshot.dir === "rtl" || snapshot.dir === "ltr") ? snapshot.dir : void 0
    };
  }
  function copyAddress(address2) {
    const [page, fragment = ""] = withoutCredentials(address2).split(/#(.*)/s);
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

  // dom/overlay.js
  function overlayParent(document2) {
    return read(document2, "body") ?? read(document2, "documentElement");
  }
  function setStyles(element, styles) {
    for (const [name, value] of Object.entries(styles))
      element.style.setProperty(name, value, "important");
  }

  // restore/notice.js
  var NOTICE_TIME = 5e3;
  var NOTICES = /* @__PURE__ */ new Map([
    ["approximate", "Leftoff: this is approximately your place. The text has changed."],
    ["abstained", "Leftoff: your place was not found on this page."],
    ["wrongPage", "Leftoff: your place is on another page."]
  ]);
  function noticeOfWaiting({ reason, control }) {
    if (reason === "control") {
      const button = control ? "\u201C" + control + "\u201D" : "the button that shows more";
      return "Leftoff: your place is further on. Press " + button + ", and Leftoff goes there.";
    }
    return "Leftoff: something covers the page. Close it, and Leftoff goes to your place.";
  }
  function showNotice(document2, result) {
    const waits = result.continues;
    const text = waits ? noticeOfWaiting(result) : NOTICES.get(result.status);
    const parent = overlayParent(document2);
    if (!text || !parent)
      return;
    const notice = call(document2, "createElement", "div");
    notice.textContent = text;
    notice.setAttribute("role", "status");
    setStyles(notice, {
      all: "initial",
      position: "fixed",
      bottom: "16px",
      left: "16px",
      padding: "10px 14px",
      color: "#fff",
      background: "#222",
      font: "14px/1.4 sans-serif",
      "border-radius": "8px",
      "z-index": "2147483647"
    });
    parent.append(notice);
    setTimeout(() => notice.remove(), NOTICE_TIME);
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
  var MOST_LINKS2 = 4e3;
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
  function hasTraces({ document: document2 }) {
    return call(document2, "querySelector", TRACES) !== null;
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
    let left = MOST_LINKS2;
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
  var LEAST_HASHED2 = 40;
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
    const end2 = position + exact.length;
    const after2 = text.slice(end2, end2 + suffix.length * 1.5);
    const left = prefix === "" ? inRow : editLikeness(before2, prefix);
    const right = suffix === "" ? inRow : editLikeness(after2, suffix);
    return Math.max(inRow, (left + right) / 2);
  }
  function hashEvidence(index, anchor, position) {
    if (anchor.hash === "")
      return null;
    const block = blockAround(index, position);
    if (block.end - block.start < LEAST_HASHED2)
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
  var TOLERANCE2 = 0.5;
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
    return !isShaped || freeAxis !== "" || isHit2(target.node, seen, top);
  }
  function isEnough(part, extent) {
    return part >= Math.min(ENOUGH, extent * LEAST_PART) - TOLERANCE2;
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
  function isHit2(node, box, top) {
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
    return isHere && (!frame || isHit2(frame, box, top));
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
  function rootOf({ path }, { document: document2 }) {
    if (path.length === 0)
      return document2;
    const host = elementAtAddress(document2, path.slice(0, -1), path[path.length - 1]);
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

  // restore/locked.js
  var GRID2 = [0.1, 0.3, 0.5, 0.7, 0.9];
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
    return lockOf(top) !== null && !readingElement(place, top) || isCovered2(place, top);
  }
  function isCovered2(place, top) {
    const reading = readingElement(place, top);
    const count2 = countHits(top, (element) => isInOverlay(element, reading));
    return count2 > COVERED * GRID2.length ** 2;
  }
  function countHits(top, isCounted) {
    let count2 = 0;
    for (const down of GRID2) {
      for (const across of GRID2) {
        const hit = elementAt(top, top.innerWidth * across, top.innerHeight * down);
        if (hit && isCounted(hit.element))
          count2 += 1;
      }
    }
    return count2;
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
    const { document: document2 } = top;
    const found = [...call(document2, "querySelectorAll", "[contenteditable]"), read(document2, "body")];
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
  var NEAR_VIEWS = 1.5;
  function isLoading(top) {
    const { document: document2 } = top;
    if (read(document2, "readyState") !== "complete")
      return true;
    if (read(document2, "fonts")?.status === "loading")
      return true;
    const reach = top.innerHeight * NEAR_VIEWS;
    for (const image of read(document2, "images")) {
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
  function canonicalOf(document2) {
    const link = call(document2, "querySelector", 'link[rel~="canonical" i][href]');
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
      if (left === null || !isSeen2(target, place, top)) {
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
  function isSeen2(target, place, top) {
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
    if (further && placeNext(further) !== null && isSeen2(further, place, top)) {
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
  function exchangeOf(before2, now, around, isTraced) {
    const marks2 = marksOf(before2);
    const terms = foreignTerms(now, marks2);
    const earlier = foreignTerms(before2, marks2);
    const ratio = now.trim().length / Math.max(1, before2.trim().length);
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
  var SHIFTED2 = 1;
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
  function hasScrolled(before2, now) {
    return Math.abs(now.offset - before2.offset) >= SHIFTED2 && now.height === before2.height;
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
      this.words = wordsAt2(target);
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
      const isShifted = Math.abs(now.y - known.y) >= SHIFTED2 || Math.abs(now.x - known.x) >= SHIFTED2;
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
      const before2 = scrollers.map(scrollState);
      placeTarget(target, place, top, scrollTo);
      if (!isSeen2(target, place, top)) {
        scrollers.forEach((scroller, at) => scrollTo(scroller, before2[at].x, before2[at].y));
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
      if (!found || wordsAt2(found) !== words)
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
      const isThere = target.node.isConnected && wordsAt2(target) === this.words;
      const box = isThere ? target.box() : null;
      return box && { x: box.left, y: box.top, ...sumOf(this.scrollers) };
    }
  };
  function wordsAt2({ node, offset }) {
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
    const before2 = textBefore(node, offset, element);
    return { element, way: wayTo(element), share, text: blockText(element), before: before2, isOther: false };
  }
  function textBefore(node, offset, element) {
    const range = call(ownerDocumentOf(node), "createRange");
    range.setStart(element, 0);
    range.setEnd(node, offset);
    return range.toString();
  }
  function positionInBlock(page, { text, before: before2 }) {
    const [wanted, all] = [withoutSpace(text), withoutSpace(page)];
    const start = wanted.length < DISTINCTIVE_BLOCK ? -1 : all.indexOf(wanted);
    if (start < 0 || all.indexOf(wanted, start + 1) >= 0)
      return -1;
    let left = start + withoutSpace(before2).length;
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
    for (const { ordinal, count: count2, name } of way.slice(0, first + 1).reverse()) {
      const children = found ? read(found, "children") : [];
      const child = children.length === count2 ? children[ordinal] : null;
      found = child && localNameOf(child) === name ? child : null;
    }
    return found;
  }

  // restore/page-control.js
  var CONTROLS = 'button, [role="button"], summary, a, label, input[type="button" i], [tabindex], [onclick]';
  var LIKE_CONTROLS = "span, div, p, li, strong, b";
  var OUTSIDE = 'nav, footer, aside, dialog, [role="dialog"], [role="navigation"], [role="contentinfo"]';
  var LONGEST_NAME2 = 60;
  var LEAST_CUT = 40;
  var NEAR2 = 200;
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
        return isBeside(control.box, cut2) && distanceOf2(control) <= (control.isNamed ? NEAR2 : ADJACENT) && (control.isNamed || !call(control.element, "matches", 'a:not([role="button"])'));
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
    const list = listAround2(place, top);
    const named = list ? controlsIn(list, top).filter(({ isNamed }) => isNamed) : [];
    if (named.length === 0)
      return null;
    for (let scope = list; scope; scope = composedParent(scope)) {
      const within = elementBox(scope, top);
      const isInside = ({ element }) => call(scope, "contains", element);
      const inside = scope === list ? named.filter(isInside) : onlyOnes(named.filter(isInside));
      const outside = named.filter((control) => !isInside(control) && isBeside(control.box, within));
      const { bottom, top: upper } = within;
      const after2 = onlyOnes(outside.filter(({ box }) => box.top >= bottom - 1 && box.top <= bottom + NEAR2));
      const before2 = onlyOnes(outside.filter(({ box }) => box.bottom <= upper + 1 && box.bottom >= upper - NEAR2));
      const found = direction === "down" ? after2[0] ?? inside[inside.length - 1] : before2[before2.length - 1] ?? inside[0];
      if (found)
        return found;
    }
    return null;
  }
  function onlyOnes(controls) {
    return controls.filter(({ name }) => controls.filter((other) => other.name === name).length === 1);
  }
  function listAround2({ primary, scrollers }, top) {
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
      const isControl = control.matches(CONTROLS);
      if (!isControl && read(control, "firstElementChild"))
        continue;
      if (leavesPage(control) || showsNothing(control))
        continue;
      const text = (read(control, "textContent") ?? "").trim();
      if (text.length > 2 * LONGEST_NAME2 || !isControl && !(meansMore(text) && hasPointer(control)))
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
      if (call(element, "matches", CONTROLS + ", " + LIKE_CONTROLS))
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
    const name = text.slice(0, 10 * LONGEST_NAME2).replace(/[\s\p{Cc}\p{Z}]+/gu, " ").replace(/\p{C}+/gu, "").trim();
    if (name.length <= LONGEST_NAME2)
      return name;
    return name.slice(0, LONGEST_NAME2 - 1).replace(/[\ud800-\udbff]$/, "").trimEnd() + "\u2026";
  }
  function meansMore(name) {
    const words = name.toLowerCase().split(/[^\p{L}\p{M}]+/u);
    const has = (list) => words.some((word) => word && list.includes(" " + word + " "));
    if (has(OTHER_CONTENT))
      return false;
    return PARTS.test(name) || has(WORDS) || SHOWING_REST.test(name) || has(SHOWING) && has(REST);
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
  var TOLERANCE3 = 2;
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
      const before2 = scrollState(scroller);
      if (!this.originOf(scroller))
        this.origins.push({ scroller, ...presentOrigin(scroller) });
      const roots = () => [read(view.document, "documentElement"), read(view.document, "body")];
      for (const held of element ? [element] : roots())
        this.holder.hold(held);
      scrollTo(scroller, x, y);
      const after2 = scrollState(scroller);
      return Math.hypot(after2.x - before2.x, after2.y - before2.y);
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
    return { x, y, isAtEnd: high - low > TOLERANCE3 && y >= high - TOLERANCE3 };
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

  // restore/moved-page.js
  var NOTCH = 120;
  var POINTS2 = [0.5, 0.3, 0.7, 0.1, 0.9];
  var OWN_WHEEL = "canvas, iframe, frame, object, embed, video, textarea, select, input, [contenteditable]";
  var MOST_SECTIONS = 100;
  var TYPING = "textarea, select, input, [contenteditable]";
  var LARGE2 = 1.2;
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
      const { document: document2 } = this.top;
      if (isTypedIn(document2))
        return false;
      const { motion } = this.place;
      const recorded = motion ? elementAtAddress(document2, motion.path, motion.selector) : null;
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
        if (right - left > innerWidth * LARGE2 || bottom - top > innerHeight * LARGE2)
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
      return !target || isShown2(target, this.top);
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
      const before2 = location.href;
      if (!fragment || fragment.startsWith(":~:") || before2.split("#")[0] !== page)
        return [];
      const captured = page + "#" + fragment;
      if (captured === before2)
        return [];
      const back = before2.includes("#") ? before2 : before2 + "#";
      const toggle = () => {
        const { href } = location;
        if (href.split("#")[0] === page)
          location.replace(href === before2 || href === back ? captured : back);
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
        const { document: document2 } = this.top;
        const receiver = read(document2, "activeElement") ?? read(document2, "body");
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
      for (const down of POINTS2) {
        for (const across of POINTS2) {
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
  function isTypedIn(document2) {
    let element = read(document2, "activeElement");
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
    measureFrom(before2, measured) {
      const by = measured.off - before2.off;
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
    const count2 = Math.min(MOST_EVENTS, Math.ceil(Math.abs(amount) / most));
    const each = Math.max(-most, Math.min(most, amount / Math.max(1, count2)));
    return Array(count2).fill(each);
  }

  // restore/paced-index.js
  var SLICE2 = 40;
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
      let step2 = this.steps.next();
      while (!step2.done && this.top.performance.now() - this.began < SLICE2)
        step2 = this.steps.next();
      if (!step2.done) {
        this.lastCost += this.top.performance.now() - this.began;
        return null;
      }
      this.steps = null;
      return step2.value;
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
  function mediaElement({ path, selector, src }, document2) {
    const isMedia = (element) => element !== null && typeof element.currentTime === "number";
    const file = (address2) => address2.split("#")[0];
    const isSame = (element) => {
      return src === "" || file(element.currentSrc) === file(src) || file(element.src) === file(src);
    };
    const found = (
      /** @type {any} */
      elementAtAddress(document2, path, selector)
    );
    if (isMedia(found) && isSame(found))
      return found;
    if (src === "")
      return null;
    const alike = Array.from(call(document2, "querySelectorAll", "video, audio")).filter(isSame);
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
  var CONTROLS2 = 'button, [role="button"], [role="tab"], summary';
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
      const isInView2 = anchor === primary || anchor && anchor.y >= 0 && anchor.y <= viewportHeight;
      if (anchor && anchor.quote && isInView2)
        quotes.push(anchor.quote);
    }
    return quotes;
  }
  function rootsOf(document2) {
    const roots = [document2];
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
    if (!control.matches(CONTROLS2))
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
  var MOST_MARKS2 = 12;
  var MOST_LINKS3 = 6;
  var MOST_PICTURES3 = 19;
  var MOST_FRAMES = 8;
  function numberOr(value, otherwise) {
    return typeof value === "number" && Number.isFinite(value) ? value : otherwise;
  }
  function numberOrNull(value) {
    return typeof value === "number" && Number.isFinite(value) ? value : null;
  }
  function textOf3(value) {
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
    return { path: textsOf(value.path), selector: textOf3(value.selector) };
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
    const exact = quote ? textOf3(quote.exact) : "";
    const rect = rectOf(value.rect);
    const image = value.image && typeof value.image === "object" ? value.image : null;
    return {
      image: image && { src: textOf3(image.src), alt: textOf3(image.alt), key: textOf3(image.key), ...sizeOf(image) },
      hash: textOf3(value.hash),
      occurrences: numberOrNull(value.occurrences),
      ordinal: numberOrNull(value.ordinal),
      position: numberOrNull(value.position),
      quote: exact ? { exact, prefix: textOf3(quote.prefix), suffix: textOf3(quote.suffix) } : null,
      selector: textOf3(value.selector),
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
      selector: textOf3(value && value.selector),
      src: textOf3(value && value.src),
      currentTime: numberOr(value && value.currentTime, 0)
    };
  }
  function lockOf2(value) {
    const { kind, x, y } = membersOf(value);
    const known = kindOf2(kind, ["fixed", "clip"]);
    return known && { kind: known, x: numberOr(x, 0), y: numberOr(y, 0) };
  }
  function shapeOf2(value) {
    if (!value || typeof value !== "object")
      return null;
    return {
      block: countOf(value.block),
      blocks: countOf(value.blocks),
      size: countOf(value.size),
      share: numberOrNull(value.share),
      marks: textsOf(value.marks).slice(0, MOST_MARKS2),
      links: textsOf(value.links).slice(0, MOST_LINKS3)
    };
  }
  function picturesOf(value) {
    const { at, ordinal, count: count2, list } = membersOf(value);
    const pictures = itemsOf(list, MOST_PICTURES3).map((each) => {
      const picture = membersOf(each);
      return { key: textOf3(picture.key), alt: textOf3(picture.alt), ...sizeOf(picture) };
    });
    const own = countOf(at);
    if (own === null || own >= pictures.length)
      return null;
    const [number, all] = [countOf(ordinal), countOf(count2)];
    const isAmong = number !== null && all !== null && number < all;
    return { at: own, ordinal: isAmong ? number : null, count: all, list: pictures };
  }
  function motionOf2(value) {
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
      return { ...addressOf(step2), index: countOf(index), name: textOf3(name), src: textOf3(src), ...sizeOf(step2) };
    });
    if (steps.length === 0)
      return null;
    return { path: steps, url: textOf3(url), place: place && typeof place === "object" ? place : null };
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
      address: textOf3(source.url) || textOf3(source.baseURI),
      canonical: textOf3(source.canonical),
      title: textOf3(source.title),
      sketch: textOf3(source.sketch),
      media: (Array.isArray(source.media) ? source.media : []).slice(0, 16).map(mediaOf),
      x: numberOr(source.pageXOffset, 0),
      y: numberOr(source.pageYOffset, 0),
      scale: numberOr(source.visualViewport && source.visualViewport.scale, 1),
      writingMode: textOf3(source.writingMode),
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
      shape: false ? null : shapeOf2(source.shape),
      pictures: false ? null : picturesOf(source.pictures),
      isMoved: Boolean(source.motion),
      motion: false ? null : motionOf2(source.motion),
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
    const { document: document2 } = top;
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
    observeTree(document2);
    const parts = [read(document2, "documentElement"), read(document2, "body")];
    for (const element of parts)
      if (element)
        observeSize(element);
    top.addEventListener("load", onLoad);
    top.addEventListener("resize", onLoad);
    const fonts = read(document2, "fonts");
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
      const before2 = this.outcome;
      const { place, top, isAtAddress, placed } = this;
      this.outcome = attemptPlace(index, place, top, isAtAddress, this.move, placed);
      if (this.outcome.tier !== before2.tier || this.outcome.identity !== before2.identity)
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
        if (!isSeen2(target, place, top))
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
    const { document: document2, performance } = top;
    if (read(document2, "readyState") !== "complete")
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
    return Array.from(read(document2, "scripts")).some((script) => EXECUTABLE.test(script.type));
  }
  function hasScrollAnchoring(top) {
    const { CSS: CSS2 } = (
      /** @type {any} */
      top
    );
    return Boolean(CSS2 && CSS2.supports && CSS2.supports("overflow-anchor", "auto"));
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
  function isRoot2(element, { document: document2 }) {
    return element === read(document2, "documentElement") || element === read(document2, "body");
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
  var TOLERANCE4 = 2;
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
      const isAway = y > offsetRange(scroller).low + TOLERANCE4;
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
      const endsBefore2 = isShorter && scrollHeight < record.y + height;
      const isAtStart = y <= offsetRange(scroller).low + TOLERANCE4;
      if (isFound2 && start.isAtEnd && isAtStart && record.y !== 0)
        return ["up"];
      const mayBeBelow = this.isGrowing && scrollHeight < record.scrollHeight * MOST_LONGER;
      if (isFound2)
        return endsBefore2 ? ["down"] : [];
      if (!start.isAtEnd && !start.isInMiddle)
        return endsBefore2 || mayBeBelow ? ["down"] : [];
      if (start.isInMiddle && !start.isAtEnd)
        return ["down", "up"];
      if (!isShorter && isSparse)
        return [];
      return endsBefore2 ? ["up", "down"] : ["up"];
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
      const present2 = this.loaded[this.direction];
      const hasGrown = present2 !== void 0 && present2.record(now, scrollHeight, textLength);
      const longest = Math.max(MOST_GROWTH, record.scrollHeight);
      const needsText = Boolean(this.place.primary?.quote);
      if (present2 && present2.isOver(now, longest, needsText))
        this.failed.add(this.direction);
      const left = directions.filter((direction) => !this.failed.has(direction));
      if (left.length === 0)
        return false;
      const isOtherTurn = !start.isAtEnd && (hasGrown || now - this.turnedAt > TURN);
      if (!present2 || !left.includes(this.direction) || isOtherTurn && left.length > 1) {
        if (present2)
          present2.pause(now);
        this.direction = (present2 && left.find((direction) => direction !== this.direction)) ?? left[0];
        this.turnedAt = now;
      }
      const loading = this.loaded[this.direction] ?? new Loading(now, scrollHeight, textLength);
      this.loaded[this.direction] = loading;
      if (loading !== present2)
        loading.resume(now, scrollHeight, textLength);
      this.scrollToLimit(scroller, loading, hasGrown && loading === present2, move);
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
      const before2 = this.state.phase;
      const { state, actions } = nextPhase(this.state, { ...event, at: this.top.performance.now() });
      this.state = state;
      if (state.phase === "holding" && before2 !== "holding")
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
      if (!hold || !target || left === null || !isSeen2(target, place, top))
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
      const isHidden = isOver && this.isAtAddress && isCovered2(this.place, this.top);
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
        const before2 = scrollState(scroller);
        undo.unshift(() => scrollTo(scroller, before2.x, before2.y));
        scrollTo(scroller, x, y);
      };
      const outcome = attemptPlace(text, place, top, isAtAddress, move, placed);
      index.finish();
      if (outcome.target && outcome.confidence >= this.leastConfidence) {
        hold.follow(outcome.target);
        this.observeTarget(outcome.target);
        return true;
      }
      for (const step2 of undo)
        step2();
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

  // extension/expectation.js
  var RESUMING_TIME = 15 * 6e4;
  function resumedKey(address2) {
    return pageKey(withoutMediaTime(address2));
  }

  // userscript/expected-place.js
  var EXPECTED = "expected";
  function expectPlace(address2, snapshot, since) {
    return GM.setValue(EXPECTED, encodeJSON({ key: resumedKey(address2), snapshot, since }));
  }
  function takeExpected(address2, openedAt) {
    return storedExpected().then((expected) => {
      if (!expected)
        return null;
      if (Date.now() > expected.since + RESUMING_TIME)
        return GM.deleteValue(EXPECTED).then(() => null);
      return expected.key === resumedKey(address2) && openedAt >= expected.since ? expected : null;
    });
  }
  function settleExpected(expected, status) {
    if (status === "wrongPage" || status === "abstained")
      return Promise.resolve();
    return storedExpected().then((stored) => stored && stored.since === expected.since ? GM.deleteValue(EXPECTED) : void 0);
  }
  function storedExpected() {
    return GM.getValue(EXPECTED, "").then((stored) => stored ? JSON.parse(stored) : null);
  }

  // shared/ring.js
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

  // shared/symbols.js
  var CHECK_MARK = "M1 47C23 69 27 73 27 73L87 13";
  var CROSS = "M1 1L87 87M87 1L1 87";

  // userscript/page-card.js
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

  // shared/service-client.js
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
     * @param {string} [options.unreachable] the message for a request without a response
     */
    constructor({
      transport,
      origin = "",
      token = "",
      encode = JSON.stringify,
      unauthorized = "",
      unreachable = "Cannot reach the Leftoff service. Is \u201Cleftoff serve\u201D running?"
    }) {
      this.transport = transport;
      this.origin = origin;
      this.token = token;
      this.encode = encode;
      this.unauthorized = unauthorized;
      this.unreachable = unreachable;
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
        throw new ServiceError(0, this.unreachable);
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
     * Stores a copy of a place's page, in place of the previous one.
     *
     * @param {string} id of the place
     * @param {'text' | 'picture'} kind
     * @param {string} json the copy
     * @param {string} [ticket] the undo ticket of the capture
     * @param {string} [token] the capture token that the ticket belongs to, if it is not the client's own
     * @returns {Promise<any>} the stored copy, or an object with a `notice` if the service keeps none
     */
    addCopy(id, kind, json, ticket, token) {
      const query = ticket ? "?" + new URLSearchParams({ ticket }) : "";
      return this.json(snapshotPath(id) + "/copies/" + kind + query, { method: "PUT", rawBody: json, token });
    }
    /**
     * Returns the settings.
     *
     * @returns {Promise<any>}
     */
    settings() {
      return this.json("/api/settings");
    }
    /**
     * Changes some of the settings.
     *
     * @param {object} patch a merge patch (RFC 7396)
     * @returns {Promise<any>} all settings
     */
    changeSettings(patch) {
      return this.json("/api/settings", { method: "PATCH", body: patch });
    }
    /**
     * Keeps an automatic place for good.
     *
     * @param {string} id
     * @returns {Promise<any>} the place
     */
    keepSnapshot(id) {
      return this.json(snapshotPath(id), { method: "PATCH", body: { origin: "click" } });
    }
    /**
     * Removes the automatic place of a page, which gets no other one until the reader allows it.
     *
     * @param {string} page the URL of the page
     * @returns {Promise<any>} the refusal; `undo` of its place ends it
     */
    refuseAutomatic(page) {
      return this.json("/api/automatic/refusals", { method: "POST", body: { page } });
    }
    /**
     * Allows automatic places on a page again.
     *
     * @param {string} page the URL of the page
     * @returns {Promise<null>}
     */
    allowAutomatic(page) {
      return this.json("/api/automatic/refusals?" + new URLSearchParams({ page }), { method: "DELETE" });
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
     * Stores the tabs of a window.
     *
     * @param {object} set with a `request` that the caller has chosen at random
     * @returns {Promise<any>} the stored set
     */
    addWindow(set) {
      return this.json("/api/windows", { method: "POST", body: set });
    }
    /**
     * Returns the window sets, the newest first.
     *
     * @param {number} limit
     * @param {string} [query] words to search for
     * @returns {Promise<any[]>}
     */
    windows(limit, query) {
      const parameters = new URLSearchParams({ limit: String(limit), ...query ? { q: query } : {} });
      return this.json("/api/windows?" + parameters);
    }
    /**
     * @param {string} id
     * @returns {Promise<any>}
     */
    window(id) {
      return this.json(windowPath(id));
    }
    /**
     * Returns the place of a tab of a window set.
     *
     * @param {string} id of the set
     * @param {number} number of the tab
     * @returns {Promise<{snapshot: any}>} `snapshot` is null if the tab has no place
     */
    windowTab(id, number) {
      return this.json(windowPath(id) + "/tab?number=" + number);
    }
    /**
     * @param {string} id
     * @param {string} title
     * @returns {Promise<any>}
     */
    renameWindow(id, title) {
      return this.json(windowPath(id), { method: "PATCH", body: { title } });
    }
    /**
     * @param {string} id
     * @returns {Promise<null>}
     */
    forgetWindow(id) {
      return this.json(windowPath(id), { method: "DELETE" });
    }
    /**
     * Restores a window set that was forgotten within the last hour.
     *
     * @param {string} id
     * @returns {Promise<any>}
     */
    undoWindow(id) {
      return this.json(windowPath(id) + "/undo", { method: "POST" });
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
  function windowPath(id) {
    return "/api/windows/" + encodeURIComponent(id);
  }
  async function jsonOf(response) {
    try {
      return JSON.parse(await response.text());
    } catch {
      return null;
    }
  }

  // userscript/service-requests.js
  var REQUEST_TIMEOUT = 1e4;
  var SESSION_KEY = "leftoff-session";
  var SESSION_FIELD = "Leftoff-Session";
  function managerClient(origin, token) {
    return new ServiceClient({ origin, token, transport: sendThroughManager, encode: encodeJSON });
  }
  function pageClient() {
    const send = fetchTransport("same-origin");
    return new ServiceClient({
      transport: ({ headers, ...request }) => {
        const secret = localStorage.getItem(SESSION_KEY);
        return send({ ...request, headers: secret ? { ...headers, [SESSION_FIELD]: secret } : headers });
      },
      encode: encodeJSON
    });
  }
  function sendThroughManager({ method, url, headers, body }) {
    return new Promise((resolve, reject) => {
      const fail = () => reject(new Error("no response"));
      GM.xmlHttpRequest({
        method,
        url,
        headers,
        data: typeof body === "string" ? body : void 0,
        anonymous: true,
        timeout: REQUEST_TIMEOUT,
        onerror: fail,
        ontimeout: fail,
        onload: ({ status, responseText }) => {
          const text = () => Promise.resolve(responseText);
          resolve({ status, ok: status >= 200 && status < 300, text });
        }
      });
    });
  }

  // userscript/service-page.js
  var CAPTURE_TOKEN = "captureToken";
  var prepared = null;
  function observeServicePage(service) {
    document.documentElement.dataset.userscript = "there";
    document.addEventListener("pointerover", (event) => requestPlace(event.target), true);
    document.addEventListener("focusin", (event) => requestPlace(event.target), true);
    document.addEventListener("click", (event) => handleClick(service, event), true);
    document.addEventListener("auxclick", (event) => handleClick(service, event), true);
    GM.getValue(CAPTURE_TOKEN, "").then((token) => {
      if (token)
        document.documentElement.dataset.userscript = "connected";
    });
  }
  function handleClick(service, event) {
    const target = (
      /** @type {Element | null} */
      event.target
    );
    if (!event.isTrusted || !target || !target.closest)
      return;
    const connectButton = target.closest("[data-connect-userscript]");
    const link = requestPlace(target);
    if (connectButton)
      connect(service);
    if (!link || event.button > 1 || !prepared)
      return;
    const { href } = link;
    const since = Date.now();
    prepared.response.then(({ snapshot }) => expectPlace(href, snapshot, since)).catch(() => void 0);
    link.setAttribute("href", href.replace(/(#?):~:.*$/, ""));
    window.setTimeout(() => link.setAttribute("href", href));
  }
  function requestPlace(target) {
    const isElement2 = target instanceof Element;
    const link = isElement2 ? (
      /** @type {HTMLAnchorElement | null} */
      target.closest("a[data-resume]")
    ) : null;
    const id = link ? link.dataset.resume ?? "" : "";
    if (!link || prepared && prepared.id === id)
      return link;
    const response = pageClient().snapshot(id);
    response.catch(() => {
      prepared = null;
    });
    prepared = { id, response };
    return link;
  }
  function connect(service) {
    const root = document.documentElement;
    pageClient().createPairingCode().then(({ code }) => managerClient(service, "").pair(code, "capture")).then(({ token }) => GM.setValue(CAPTURE_TOKEN, token)).then(() => {
      root.dataset.userscript = "connected";
    }, () => {
      root.dataset.userscript = "failed";
    });
  }

  // userscript/shortcut.js
  var MODIFIERS = /* @__PURE__ */ new Map([
    ["alt", "alt"],
    ["option", "alt"],
    ["ctrl", "ctrl"],
    ["control", "ctrl"],
    ["meta", "meta"],
    ["cmd", "meta"],
    ["command", "meta"],
    ["shift", "shift"]
  ]);
  function readShortcut(text) {
    const words = text.toLowerCase().split("+").map((word) => word.trim());
    const key = words.pop() ?? "";
    const held = words.map((word) => MODIFIERS.get(word));
    if (!/^[a-z0-9]$/.test(key) || held.includes(void 0))
      return null;
    if (!held.some((modifier) => modifier !== "shift"))
      return null;
    return {
      alt: held.includes("alt"),
      ctrl: held.includes("ctrl"),
      meta: held.includes("meta"),
      shift: held.includes("shift"),
      key
    };
  }
  function isPressed(shortcut, event) {
    if (event.altKey !== shortcut.alt || event.ctrlKey !== shortcut.ctrl)
      return false;
    if (event.metaKey !== shortcut.meta || event.shiftKey !== shortcut.shift)
      return false;
    const key = event.code.toLowerCase().replace(/^(key|digit)/, "");
    return event.key.toLowerCase() === shortcut.key || key === shortcut.key;
  }

  // userscript/userscript.js
  var STANDARD_SHORTCUT = "Alt+Shift+L";
  var SHORTCUT = "shortcut";
  var EXPECTATION_DELAYS = [0, 400, 1500, 4e3, 1e4];
  var MOST_CARD_TEXT = 90;
  function startUserscript(service) {
    if (window.location.origin === service)
      return observeServicePage(service);
    restoreExpected();
    GM.registerMenuCommand("Capture this place", () => capture(service));
    GM.registerMenuCommand("Change the keyboard shortcut", changeShortcut);
    captureOnShortcut(service);
  }
  function restoreExpected() {
    const openedAt = Date.now();
    let isReading = false;
    let isTaken = false;
    const stopWatching = watchReader([window], () => {
      isReading = true;
    });
    const restoreIfExpected = () => {
      takeExpected(window.location.href, openedAt).then((expected) => {
        if (!expected || isTaken)
          return;
        isTaken = true;
        if (isReading)
          return settleExpected(expected, "aborted");
        restorePlace(window, expected.snapshot).then((result) => {
          showNotice(document, result);
          settleExpected(expected, result.status);
        });
      });
    };
    for (const delay of EXPECTATION_DELAYS)
      window.setTimeout(restoreIfExpected, delay);
    window.setTimeout(stopWatching, Math.max(...EXPECTATION_DELAYS));
  }
  function captureOnShortcut(service) {
    let shortcut = readShortcut(STANDARD_SHORTCUT);
    GM.getValue(SHORTCUT, STANDARD_SHORTCUT).then((text) => {
      shortcut = readShortcut(text) ?? shortcut;
    });
    window.addEventListener("keydown", (event) => {
      if (!shortcut || !event.isTrusted || event.repeat || !isPressed(shortcut, event))
        return;
      event.preventDefault();
      event.stopPropagation();
      capture(service);
    }, true);
  }
  function changeShortcut() {
    GM.getValue(SHORTCUT, STANDARD_SHORTCUT).then((text) => {
      const question = "Leftoff: the keyboard shortcut that captures a place, such as " + STANDARD_SHORTCUT;
      const wanted = window.prompt(question, text);
      if (wanted === null)
        return;
      if (readShortcut(wanted))
        return GM.setValue(SHORTCUT, wanted);
      const hint = "Use one letter or digit together with Alt, Ctrl or Meta.";
      showCard({ heading: "Shortcut not changed", text: hint, symbol: "cross" });
    });
  }
  function capture(service) {
    GM.getValue(CAPTURE_TOKEN, "").then((token) => {
      if (!token) {
        const text = "Open " + service + "/install and choose \u201CConnect the userscript\u201D.";
        showCard({ heading: "Not connected", text, symbol: "cross" });
        return;
      }
      captureInTasks(window, (snapshot) => storePlace(managerClient(service, token), snapshot));
    });
  }
  function storePlace(client, snapshot) {
    const showFailure = (problem) => {
      showCard({ heading: "Not captured", text: problem.message, symbol: "cross" });
    };
    client.addSnapshot(snapshot).then(({ id, undo, renewed }) => {
      let isUndone = false;
      const forget = () => {
        isUndone = true;
        client.undo(id, undo).then(() => {
          showCard({ heading: "Undone", text: "The place was deleted." });
        }, showFailure);
      };
      const primary = snapshot.anchors[0];
      const words = primary && primary.quote ? primary.quote.exact : snapshot.title;
      const text = words.length > MOST_CARD_TEXT ? words.slice(0, MOST_CARD_TEXT - 1) + "\u2026" : words;
      const action = undo ? { label: "Undo", run: forget } : void 0;
      if (renewed) {
        showCard({ heading: "Already saved", text: "Your place was saved here before: " + text });
        return;
      }
      showCard({ heading: "Captured", text, action });
      copyText(client, id, undo, snapshot, (outcome) => {
        if (!isUndone)
          showCard({ heading: "Captured", text: text + " \xB7 " + outcome, action });
      });
    }, showFailure);
  }
  function copyText(client, id, ticket, snapshot, report2) {
    runInSlices(window, textDocumentSteps(window, snapshot), (copied) => {
      if (!copied)
        return;
      client.addCopy(id, "text", copied.json, ticket).then((stored) => {
        if (stored && stored.bytes)
          report2("The text of the page was kept.");
        else if (stored && stored.notice)
          report2(stored.notice);
      }, ({ status, message }) => {
        if (status !== 404 && status !== 405)
          report2("No copy of the text was kept: " + message);
      });
    });
  }

  // <stdin>
  leftoff = { startUserscript };
})();
return leftoff; })()
