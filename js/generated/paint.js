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
  var MAXIMUM_LENGTH = 16e6;
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
  function isShown(element, mayEdit) {
    if (!element || mayEdit && read(element, "isContentEditable") === true)
      return false;
    return isRendered(element);
  }
  function mayBeEdited(root) {
    return read(root, "designMode") === "on" || call(root, "querySelector", "[contenteditable]") !== null;
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
    const end = position + quote.exact.length;
    const after = text.slice(end, end + quote.suffix.length + 2).trimStart();
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

  // highlights/find-highlight.js
  var SUFFICIENT_LENGTH = 20;
  var LEAST_CONTEXT = 0.3;
  var LEAST_MARGIN = 0.1;
  function findHighlight(text, given) {
    const exact = collapsed(given.exact).trim();
    const quote = { exact, prefix: collapsed(given.prefix), suffix: collapsed(given.suffix) };
    const hasContext = quote.prefix.trim() !== "" || quote.suffix.trim() !== "";
    const found = positionsOf(text, exact).map((start) => ({ start, likeness: hasContext ? contextLikeness(text, start, quote) : 0 })).sort((a, b) => b.likeness - a.likeness);
    const [best, next] = found;
    if (!best)
      return null;
    const isClear = next ? best.likeness >= LEAST_CONTEXT && best.likeness - next.likeness >= LEAST_MARGIN : !hasContext || exact.length >= SUFFICIENT_LENGTH || best.likeness >= LEAST_CONTEXT;
    return isClear ? { start: best.start, end: best.start + exact.length } : null;
  }

  // highlights/paint.js
  var NAME = "leftoff";
  var painted = /* @__PURE__ */ new Set();
  function paintHighlights(top, quotes) {
    if (!supportsHighlights(top))
      return { painted: [], gone: [], unsupported: true };
    const ranges = /* @__PURE__ */ new Map();
    const result = { painted: [], gone: [], unsupported: false };
    const index = quotes.length > 0 ? buildTextIndex(top.document) : null;
    for (const quote of quotes) {
      const found = index && findHighlight(index.text, quote);
      if (index && found) {
        addRanges(index, found.start, found.end, ranges);
        result.painted.push(quote.id);
      } else {
        result.gone.push(quote.id);
      }
    }
    for (const view of painted)
      if (!ranges.has(view))
        unregister(view);
    for (const [view, all] of ranges) {
      if (register(view, all))
        painted.add(view);
      else
        result.unsupported = true;
    }
    return result.unsupported ? { painted: [], gone: [], unsupported: true } : result;
  }
  function addRanges(index, start, end, ranges) {
    const { segments } = index;
    for (let at = Math.max(0, segmentBefore(index, start)); at < segments.length; at += 1) {
      const segment = segments[at];
      if (segment.start >= end)
        return;
      const from = Math.max(start, segment.start);
      const to = Math.min(end, segment.start + segment.length);
      if (to <= from)
        continue;
      const [first, last] = [characterAt(index, from), characterAt(index, to - 1)];
      const { ownerDocument } = segment.node;
      const view = ownerDocument.defaultView;
      if (!first || !last || !view)
        continue;
      const range = call(ownerDocument, "createRange");
      range.setStart(first.node, first.offset);
      range.setEnd(last.node, last.offset + 1);
      ranges.set(view, [...ranges.get(view) ?? [], range]);
    }
  }
  function supportsHighlights(view) {
    return typeof view.Highlight === "function" && Boolean(view.CSS?.highlights);
  }
  function register(view, ranges) {
    for (const world of [view, view.wrappedJSObject]) {
      try {
        if (!world || !supportsHighlights(world))
          continue;
        const highlight = new world.Highlight();
        for (const range of ranges)
          highlight.add(range);
        world.CSS.highlights.set(NAME, highlight);
        return true;
      } catch {
        continue;
      }
    }
    return false;
  }
  function unregister(view) {
    painted.delete(view);
    for (const world of [view, view.wrappedJSObject]) {
      try {
        if (world?.CSS?.highlights?.delete(NAME))
          return;
      } catch {
      }
    }
  }

  // highlights/paint-definition.js
  var SECOND_LOOK = 2e3;
  function definePainting() {
    const world = (
      /** @type {any} */
      globalThis
    );
    if (world.leftoffPaint)
      return;
    allowClosedRoots();
    let timer = 0;
    let isStyled = false;
    world.leftoffPaint = (quotes) => {
      window.clearTimeout(timer);
      const address = location.href;
      const painting = paintHighlights(window, quotes);
      if (quotes.length > 0) {
        timer = window.setTimeout(() => {
          if (location.href === address)
            paintHighlights(window, quotes);
        }, SECOND_LOOK);
      }
      const needsStyle = !isStyled;
      isStyled = true;
      return { ...painting, needsStyle };
    };
  }

  // <stdin>
  leftoff = { definePainting };
})();
return leftoff; })()
