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
    const end = position + exact.length;
    const after = text.slice(end, end + suffix.length * 1.5);
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
  function isShown2(element, mayEdit) {
    if (!element || mayEdit && read(element, "isContentEditable") === true)
      return false;
    return isRendered(element);
  }
  function mayBeEdited(root) {
    return read(root, "designMode") === "on" || call(root, "querySelector", "[contenteditable]") !== null;
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
    const keys = keysOf(untimed(place, place.address), place.canonical);
    return keysOf(untimed(place, address), canonical).some((key) => keys.includes(key));
  }
  function keysOf(address, canonical) {
    const isDeclared = mayDeclare(address, canonical) || canonical !== "" && isCopyAddress(address);
    return (isDeclared ? [address, canonical] : [address]).map(documentKey);
  }
  function hasSameKey(place, address) {
    return place.address === "" || documentKey(untimed(place, address)) === documentKey(untimed(place, place.address));
  }
  function untimed({ media }, address) {
    return media.length > 0 ? withoutMediaTime(address) : address;
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
      const isFound2 = confidence >= CONFIDENCE.found;
      const page2 = { identity, isEdition, awaitsMore: awaitsMore && !isFound2, textLength, hidden };
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

  // dom/overlay.js
  function setStyles(element, styles) {
    for (const [name, value] of Object.entries(styles))
      element.style.setProperty(name, value, "important");
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

  // restore/highlight.js
  var HIGHLIGHT_TIME = 1200;
  var HIGHLIGHT_MARGIN = 3;
  var SHORTEST_MARK = 80;
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
      const end = Math.max(owner.bottom, box.top + SHORTEST_MARK);
      const bottom = isAcross ? box.bottom : Math.min(top.innerHeight, end);
      const mark = call(top.document, "createElement", "div");
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

  // restore/watch-changes.js
  function watchChanges(top, onChange) {
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
    const mutations = new MutationObserver(() => onChange(true));
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

  // restore/keep-place.js
  var SHIFTED = 1;
  var ANSWER_TIME = 50;
  var SHIFT_TIME = 300;
  function keepPlace(target, place, top, time) {
    let known = measure(target, top);
    let changedAt = 0;
    let isWatching = false;
    let isOver = known === null;
    const check = () => {
      isWatching = false;
      const now = isOver ? null : measure(target, top);
      if (!now || !known)
        return stop();
      const age = top.performance.now() - changedAt;
      const isShifted = Math.abs(now.y - known.y) >= SHIFTED || Math.abs(now.x - known.x) >= SHIFTED;
      const isScrolled = Math.abs(now.offset - known.offset) >= SHIFTED && now.height === known.height;
      if (isShifted && isScrolled && age > SHIFT_TIME)
        return stop();
      if (isShifted && age > ANSWER_TIME) {
        placeIfSeen(target, place, top);
        known = measure(target, top);
      } else if (!isShifted) {
        known = now;
      }
      if (age <= SHIFT_TIME)
        watch();
    };
    const watch = () => {
      if (isWatching)
        return;
      isWatching = true;
      top.requestAnimationFrame(check);
    };
    const changes = watchChanges(top, () => {
      changedAt = top.performance.now();
      watch();
    });
    const stop = () => {
      isOver = true;
      changes.stop();
      stopWatching();
    };
    const stopWatching = watchReader([top], stop);
    top.setTimeout(stop, time);
  }
  function measure(target, top) {
    const box = target.node.isConnected ? target.box() : null;
    let offset = 0;
    for (const scroller of scrollersAround(target.node, top)) {
      const { x, y } = scrollState(scroller);
      offset += Math.abs(x) + Math.abs(y);
    }
    const root = rootScrollerElement(top);
    return box ? { x: box.left, y: box.top, offset, height: root ? root.scrollHeight : 0 } : null;
  }
  function placeIfSeen(target, place, top) {
    const scrollers = scrollersAround(target.node, top);
    const before = scrollers.map(scrollState);
    placeTarget(target, place, top, scrollTo);
    if (isSeen(target, place, top))
      return;
    scrollers.forEach((scroller, at) => scrollTo(scroller, before[at].x, before[at].y));
  }

  // restore/paced-index.js
  var SLICE = 40;
  var SHORTEST_PAUSE = 80;
  var COST_FACTOR = 5;
  var LONGEST_PAUSE = 2e3;
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
      const pause = Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, this.lastCost * COST_FACTOR));
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
  var PRESSABLE = 'button:not([type="submit" i]), [role="button"], [role="tab"], summary';
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
    if (!control.matches(PRESSABLE))
      return null;
    const name = (control.getAttribute("aria-controls") ?? "").trim().split(/\s+/)[0];
    if (name)
      return call(root, "getElementById", name);
    const heading = control.closest("h1, h2, h3, h4, h5, h6, dt") ?? control;
    return read(heading, "nextElementSibling");
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

  // restore/seek.js
  var SPARSE_TEXT = 0.5;
  var MOST_STEPS = 8;
  var SHORTER = 0.95;
  var GROWTH_TIMEOUT = 2500;
  var Seek = class {
    /**
     * @param {Place} place
     * @param {Window} top
     * @param {(scroller: Scroller) => {x: number, y: number} | null} originOf returns the offset that a scroller had
     *     before it was moved; null if it was not
     */
    constructor(place, top, originOf) {
      this.place = place;
      this.top = top;
      this.originOf = originOf;
      this.steps = 0;
      this.height = 0;
      this.grewAt = 0;
      this.isNudged = false;
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
      const end = state.scrollHeight - state.height;
      if (state.scrollHeight > this.height) {
        this.height = state.scrollHeight;
        this.grewAt = now;
      }
      if (now - this.grewAt > GROWTH_TIMEOUT)
        return false;
      if (state.y < end - 1) {
        move(scroller, state.x, end);
      } else {
        this.isNudged = !this.isNudged;
        move(scroller, state.x, this.isNudged ? Math.max(0, end - state.height) : end);
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
      const distance = Math.ceil(this.steps / 2) * (this.steps % 2 === 1 ? 1 : -1) * state.height * 0.8;
      const range = state.scrollHeight - state.height;
      move(scroller, state.x, Math.max(0, Math.min(range, fraction * range + distance)));
      this.steps += 1;
      return true;
    }
  };

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
    const { at, ordinal, count, list } = membersOf(value);
    const pictures = itemsOf(list, MOST_PICTURES).map((each) => {
      const picture = membersOf(each);
      return { key: textOf(picture.key), alt: textOf(picture.alt), ...sizeOf(picture) };
    });
    const own = countOf(at);
    if (own === null || own >= pictures.length)
      return null;
    return { at: own, ordinal: countOf(ordinal), count: countOf(count), list: pictures };
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
      lock: lockOf(source.lock),
      shape: false ? null : shapeOf(source.shape),
      pictures: false ? null : picturesOf(source.pictures),
      motion: false ? null : motionOf(source.motion),
      frame: frameOf(source.frame),
      unread: unreadOf(source.unread),
      isEdition: false
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
        this.origins.push({ scroller, x: before.x, y: before.y });
      const roots = () => [read(view.document, "documentElement"), read(view.document, "body")];
      for (const held of element ? [element] : roots())
        this.holder.hold(held);
      scrollTo(scroller, x, y);
      const after = scrollState(scroller);
      return Math.hypot(after.x - before.x, after.y - before.y);
    }
    /**
     * @param {Scroller} scroller
     * @returns {{x: number, y: number} | null} its offset before it was moved; null if it was not
     */
    originOf({ view, element }) {
      return this.origins.find(({ scroller }) => scroller.view === view && scroller.element === element) ?? null;
    }
    /** Scrolls everything back. */
    undo() {
      for (const { scroller, x, y } of this.origins)
        scrollTo(scroller, x, y);
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

  // restore/verdict.js
  var QUIET = 500;
  var EXPECTANT_QUIET = 5500;
  var CALM_CHECKS = 4;
  var REACHED = 20;
  function hasSettled(outcome, { quiet, calmChecks, isAtAddress, hasScrollAnchoring: hasScrollAnchoring2 }) {
    const isWrong = isWrongPage(outcome);
    if (isFound(outcome) && !isWrong && calmChecks >= CALM_CHECKS && hasScrollAnchoring2)
      return true;
    const mayComeYet = isAtAddress && (outcome.awaitsMore || isWrong);
    return quiet >= (mayComeYet ? EXPECTANT_QUIET : QUIET);
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

  // restore/zoom.js
  function zoomOutcome(scale, top) {
    const now = top.visualViewport ? top.visualViewport.scale : 1;
    return Math.abs(now - scale) < 0.01 ? "unchanged" : "unsupported";
  }

  // restore/restore.js
  var SEEK_QUIET = 200;
  var DEADLINE = 1e4;
  var SURE_CHECKS = 6;
  var MOVED = 1;
  function restorePlace(top, snapshot, options = {}) {
    return new Promise((resolve) => {
      try {
        new PlaceRestore(top, snapshot, resolve).start();
      } catch {
        resolve(failure());
      }
    });
  }
  function failure() {
    return { status: "abstained", tier: "none", confidence: 0, zoom: "unchanged", movedPx: 0, settledMs: 0 };
  }
  var PlaceRestore = class {
    /**
     * @param {Window} top
     * @param {any} snapshot
     * @param {(result: Result) => void} resolve
     */
    constructor(top, snapshot, resolve) {
      this.top = top;
      this.resolve = resolve;
      this.place = readSnapshot(snapshot);
      this.isAtAddress = hasSameAddress(this.place, top.location.href, canonicalOf(top.document));
      this.isHere = hasSameKey(this.place, top.location.href);
      this.started = top.performance.now();
      this.lastChange = this.started;
      this.lastEvent = this.started;
      this.calmChecks = 0;
      this.wasDisturbed = false;
      this.isDirty = true;
      this.needsCheck = true;
      this.isDone = false;
      this.scrolling = new UndoableScrolling(top);
      this.index = new PacedIndex(top);
      this.seek = new Seek(this.place, top, (scroller) => this.scrolling.originOf(scroller));
      this.isSeeking = false;
      this.placed = /* @__PURE__ */ new Set();
      this.wasWithinReach = false;
      this.outcome = NO_OUTCOME;
      this.move = (scroller, x, y) => {
        this.moved += this.scrolling.moveTo(scroller, x, y);
      };
      this.moved = 0;
      this.stopMedia = this.isAtAddress ? restoreMedia(this.place, top) : () => void 0;
      this.stopWatchingReader = watchReader([top], () => this.finish("aborted"));
      this.changes = watchChanges(top, (isStructural) => this.recordChange(isStructural));
    }
    start() {
      this.check();
      this.scheduleCheck();
    }
    /**
     * Records that the page has changed.
     *
     * @param {boolean} isStructural false if only sizes have changed
     */
    recordChange(isStructural) {
      if (this.isDone)
        return;
      this.isDirty = this.isDirty || isStructural;
      this.wasDisturbed = true;
      this.needsCheck = true;
      this.calmChecks = 0;
      this.lastEvent = this.top.performance.now();
    }
    /** Checks the position of the place, corrects it if necessary, and ends the restore if the page has settled. */
    check() {
      if (this.isDone)
        return;
      this.moved = 0;
      try {
        if (this.index.steps || this.isDirty && this.index.mayStart()) {
          if (!this.attempt())
            return;
        } else if (this.needsCheck) {
          this.placeAgain();
        }
        this.observeTarget();
        if (!this.isDirty)
          this.searchFurther();
      } catch {
        this.isDirty = false;
        this.index.steps = null;
      }
      this.changes.discard();
      if (this.moved >= MOVED)
        this.lastChange = this.top.performance.now();
      this.calmChecks = this.moved >= MOVED ? 0 : this.calmChecks + 1;
      this.needsCheck = this.isDirty || this.calmChecks < SURE_CHECKS;
      const status = this.verdict();
      if (status)
        this.finish(status);
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
      const { target, identity, confidence, textLength, left, isEdition } = this.outcome;
      if (identity === "other" || identity === "unknown")
        return;
      const isFound2 = target && confidence >= CONFIDENCE.found;
      if (isFound2 && (left < MOVED || isEdition && !this.isHere))
        return;
      const { place, top } = this;
      const isOpened = isFound2 ? revealFollowing(place, target.node, top) : revealPlace(place, top);
      if (isOpened) {
        this.isDirty = true;
        this.moved += MOVED;
        return;
      }
      const now = this.top.performance.now();
      const isQuiet = now - Math.max(this.lastChange, this.lastEvent) >= SEEK_QUIET;
      if (target && !isFound2 || !isQuiet || isLoading(this.top))
        return;
      const hadLeft = this.isSeeking;
      this.isSeeking = this.seek.step(textLength, now, this.move, Boolean(isFound2));
      if (this.isSeeking)
        this.lastChange = now;
      else if (hadLeft)
        this.isDirty = true;
    }
    /** Watches the trees and windows that contain the target. */
    observeTarget() {
      const { target } = this.outcome;
      if (!target)
        return;
      for (let element = composedParent(target.node), steps = 0; element && steps < 6; steps += 1) {
        this.changes.observeSize(element);
        element = composedParent(element);
      }
      const root = treeRootOf(target.node);
      const view = viewOf(target.node);
      if (root && this.changes.observeTree(root) && view && view !== this.top) {
        const stopBefore = this.stopWatchingReader;
        const stop = watchReader([view], () => this.finish("aborted"));
        this.stopWatchingReader = () => {
          stopBefore();
          stop();
        };
      }
    }
    /**
     * @returns {Status | null} null if the restore is not over
     */
    verdict() {
      if (this.timeLeft() > 0) {
        if (this.isDirty)
          return null;
        if (isLoading(this.top)) {
          this.wasDisturbed = true;
          return null;
        }
        const page = {
          quiet: this.top.performance.now() - this.lastChange,
          calmChecks: this.wasDisturbed ? 0 : this.calmChecks,
          isAtAddress: this.isAtAddress,
          hasScrollAnchoring: hasScrollAnchoring(this.top)
        };
        if (!hasSettled(this.outcome, page))
          return null;
      }
      return statusOf(this.outcome);
    }
    /** Checks again in the next frame, or after a short time if the page is hidden and has no frames. */
    scheduleCheck() {
      if (this.isDone)
        return;
      let isCalled = false;
      const again = () => {
        if (isCalled)
          return;
        isCalled = true;
        this.check();
        this.scheduleCheck();
      };
      this.top.requestAnimationFrame(again);
      this.top.setTimeout(again, 100);
    }
    /**
     * @returns {number} in ms
     */
    timeLeft() {
      return Math.max(0, DEADLINE - (this.top.performance.now() - this.started));
    }
    /**
     * @param {Status} status
     */
    finish(status) {
      if (this.isDone)
        return;
      this.isDone = true;
      this.stopWatchingReader();
      this.changes.stop();
      const { target, tier } = this.outcome;
      const confidence = Math.min(this.outcome.confidence, isReached(this.outcome) ? 1 : CONFIDENCE.outOfReach);
      const isThere = status === "restored" || status === "approximate";
      if (!isThere)
        this.stopMedia();
      if (status === "abstained" || status === "wrongPage") {
        this.scrolling.undo();
      }
      this.scrolling.release();
      if (isThere && target && isText(target.node))
        highlightLine(this.top, target.node, target.offset);
      if (status === "restored" && target)
        keepPlace(target, this.place, this.top, this.timeLeft());
      this.resolve({
        status,
        tier: isThere || status === "aborted" ? tier : "none",
        confidence: isThere || status === "aborted" ? Math.round(confidence * 100) / 100 : 0,
        zoom: zoomOutcome(this.place.scale, this.top),
        movedPx: Math.round(this.scrolling.distance() * 100) / 100,
        settledMs: Math.round(this.top.performance.now() - this.started)
      });
    }
  };
  function hasScrollAnchoring(top) {
    const { CSS: CSS2 } = (
      /** @type {any} */
      top
    );
    return Boolean(CSS2 && CSS2.supports && CSS2.supports("overflow-anchor", "auto"));
  }

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
    Object.assign(globalThis, {
      leftoffRestore: (snapshot, options) => {
        return restorePlace(window, snapshot, options);
      },
      leftoffRestoreState: () => ({ phase: "searching", control: null }),
      leftoffStopRestore: () => void 0
    });
  }

  // <stdin>
  leftoff = { restoreFromJSON, defineRestore };
})();
return leftoff; })()
