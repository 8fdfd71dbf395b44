"use strict";
(() => {
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

  // browser-api.js
  var browserAPI = globalThis.browser ?? globalThis.chrome;

  // reading-session.js
  var INPUT_TIME = 6e4;
  var READING_TIME = 3e4;
  var ReadingSession = class {
    /**
     * @param {number} now
     * @param {boolean} isVisible
     */
    constructor(now, isVisible) {
      this.total = 0;
      this.isVisible = isVisible;
      this.lastInput = now;
      this.lastUpdate = now;
    }
    /**
     * Adds the time since the last update for which the page was visible and the reader was active.
     *
     * @param {number} now
     */
    update(now) {
      const end = Math.min(now, this.lastInput + INPUT_TIME);
      if (this.isVisible && end > this.lastUpdate)
        this.total += end - this.lastUpdate;
      this.lastUpdate = Math.max(now, this.lastUpdate);
    }
    /** @param {number} now */
    input(now) {
      this.update(now);
      this.lastInput = now;
    }
    /**
     * @param {boolean} isVisible
     * @param {number} now
     */
    show(isVisible, now) {
      this.update(now);
      this.isVisible = isVisible;
      if (isVisible)
        this.lastInput = now;
    }
    /** True if the page was read for long enough. */
    get isRead() {
      return this.total >= READING_TIME;
    }
    /**
     * Returns the time until the page has been read for long enough; null if that needs an input first.
     *
     * @param {number} now
     * @returns {number | null}
     */
    remaining(now) {
      const missing = READING_TIME - this.total;
      const active = this.lastInput + INPUT_TIME - now;
      return this.isVisible && missing > 0 && active > 0 ? Math.min(missing, active) : null;
    }
  };

  // reading.js
  var PAUSE = 1e3;
  var REPORT_INTERVAL = 2e3;
  var INPUT_EVENTS = ["wheel", "touchmove", "keydown", "pointerdown", "pointermove"];
  var LISTENING = { capture: true, passive: true };
  var Reading = class {
    /** @param {Observation} wanted */
    constructor(wanted) {
      this.wanted = wanted;
      this.session = this.newSession();
      this.scroller = null;
      this.hasMoved = true;
      this.movedAt = 0;
      this.reportedAt = -Infinity;
      this.pause = 0;
      this.timer = 0;
      for (const name of INPUT_EVENTS)
        addEventListener(name, (event) => this.input(event), LISTENING);
      addEventListener("scroll", (event) => this.scrolled(event), LISTENING);
      call(document, "addEventListener", "visibilitychange", () => this.shown());
      addEventListener("pagehide", () => this.left());
      this.observe(wanted);
    }
    newSession() {
      return new ReadingSession(performance.now(), document.visibilityState === "visible");
    }
    /**
     * Observes the page that the document shows now. An application may show several pages in one document.
     *
     * @param {Observation} wanted
     */
    observe(wanted) {
      if (wanted.key !== this.wanted.key) {
        this.session = this.newSession();
        this.hasMoved = true;
      }
      this.wanted = wanted;
      this.reportedAt = -Infinity;
      this.wait();
      if (wanted.hasPlace)
        this.report("progress");
    }
    /** @param {Event} event */
    input(event) {
      if (!event.isTrusted)
        return;
      this.session.input(performance.now());
      if (!this.timer)
        this.wait();
    }
    /** @param {Event} event */
    scrolled(event) {
      const { target } = event;
      const element = target instanceof Element ? target : read(document, "scrollingElement");
      if (!element || element.clientHeight < innerHeight / 2)
        return;
      this.scroller = element;
      this.hasMoved = true;
      this.movedAt = performance.now();
      this.session.input(this.movedAt);
      if (!this.timer)
        this.wait();
      if (!this.pause)
        this.waitForPause(PAUSE);
    }
    /** @param {number} delay */
    waitForPause(delay) {
      this.pause = setTimeout(() => {
        this.pause = 0;
        const now = performance.now();
        const due = Math.max(this.movedAt + PAUSE, this.session.isRead ? this.reportedAt + REPORT_INTERVAL : 0);
        if (now < due)
          this.waitForPause(due - now);
        else
          this.report(this.session.isRead ? "pause" : "progress");
      }, delay);
    }
    /** Waits until the page has been read for long enough, if the reader goes on reading. */
    wait() {
      clearTimeout(this.timer);
      this.timer = 0;
      if (!this.wanted.isAutomatic)
        return;
      const delay = this.session.remaining(performance.now());
      if (delay === null)
        return;
      this.timer = setTimeout(() => {
        this.timer = 0;
        this.session.update(performance.now());
        if (this.session.isRead)
          this.report("pause");
        else
          this.wait();
      }, delay + 1);
    }
    shown() {
      this.session.show(document.visibilityState === "visible", performance.now());
      if (document.visibilityState === "visible")
        this.wait();
      else
        this.left();
    }
    /** The reader has left the page, or may leave it without a further event. */
    left() {
      clearTimeout(this.timer);
      clearTimeout(this.pause);
      this.timer = 0;
      this.pause = 0;
      this.session.update(performance.now());
      if (this.session.isRead)
        this.report("leave");
    }
    /** @param {'pause' | 'leave' | 'progress'} event */
    report(event) {
      const { isAutomatic, hasPlace, key } = this.wanted;
      const isPrivate = call(document, "querySelector", "input[type=password]") !== null || showsFrame();
      const reads = isAutomatic && event !== "progress" && !isPrivate;
      if (!reads && !hasPlace)
        return;
      const isMoved = this.hasMoved;
      if (reads) {
        this.hasMoved = false;
        this.reportedAt = performance.now();
      }
      const message = { type: "reading", event: reads ? event : "progress", key, isMoved, progress: this.progress() };
      try {
        browserAPI.runtime.sendMessage(message).catch(() => void 0);
      } catch {
      }
    }
    /** Returns the progress by scroll offset, 0 to 1. */
    progress() {
      const scroller = this.scroller?.isConnected ? this.scroller : read(document, "scrollingElement");
      if (!scroller)
        return 0;
      const room = scroller.scrollHeight - scroller.clientHeight;
      return room > 0 ? Math.min(1, Math.max(0, scroller.scrollTop / room)) : 0;
    }
  };
  function showsFrame() {
    return [...call(document, "querySelectorAll", "iframe")].some((frame) => frame.getBoundingClientRect().height >= innerHeight / 2 && frame.contentDocument !== null);
  }
  var reading = null;
  if (!globalThis.leftoffObserve) {
    globalThis.leftoffObserve = (wanted) => {
      if (reading)
        reading.observe(wanted);
      else if (wanted.isAutomatic || wanted.hasPlace)
        reading = new Reading(wanted);
    };
  }
})();
