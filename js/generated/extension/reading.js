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
    recordInput(now) {
      this.update(now);
      this.lastInput = now;
    }
    /**
     * @param {boolean} isVisible
     * @param {number} now
     */
    setVisible(isVisible, now) {
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
    remainingTime(now) {
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
      this.session = this.makeSession();
      this.scroller = null;
      this.hasMoved = true;
      this.movedAt = 0;
      this.reportedAt = -Infinity;
      this.pauseTimer = 0;
      this.readTimer = 0;
      for (const name of INPUT_EVENTS)
        addEventListener(name, (event) => this.handleInput(event), LISTENING);
      addEventListener("scroll", (event) => this.handleScroll(event), LISTENING);
      call(document, "addEventListener", "visibilitychange", () => this.handleVisibilityChange());
      addEventListener("pagehide", () => this.handleLeave());
      this.observe(wanted);
    }
    /** Returns a session that begins now. */
    makeSession() {
      return new ReadingSession(performance.now(), document.visibilityState === "visible");
    }
    /**
     * Observes the page that the document shows now. An application may show several pages in one document.
     *
     * @param {Observation} wanted
     */
    observe(wanted) {
      if (wanted.key !== this.wanted.key) {
        this.session = this.makeSession();
        this.hasMoved = true;
      }
      this.wanted = wanted;
      this.reportedAt = -Infinity;
      this.scheduleUpdate();
      if (wanted.hasPlace)
        this.report("progress");
    }
    /** @param {Event} event */
    handleInput(event) {
      if (!event.isTrusted)
        return;
      this.session.recordInput(performance.now());
      if (!this.readTimer)
        this.scheduleUpdate();
    }
    /** @param {Event} event */
    handleScroll(event) {
      const { target } = event;
      const element = target instanceof Element ? target : read(document, "scrollingElement");
      if (!element || element.clientHeight < innerHeight / 2)
        return;
      this.scroller = element;
      this.hasMoved = true;
      this.movedAt = performance.now();
      this.session.recordInput(this.movedAt);
      if (!this.readTimer)
        this.scheduleUpdate();
      if (!this.pauseTimer)
        this.schedulePause(PAUSE);
    }
    /**
     * Reports a pause when the reader has stopped scrolling.
     *
     * @param {number} delay in ms, until the check
     */
    schedulePause(delay) {
      this.pauseTimer = setTimeout(() => {
        this.pauseTimer = 0;
        const now = performance.now();
        const due = Math.max(this.movedAt + PAUSE, this.session.isRead ? this.reportedAt + REPORT_INTERVAL : 0);
        if (now < due)
          this.schedulePause(due - now);
        else
          this.report(this.session.isRead ? "pause" : "progress");
      }, delay);
    }
    /** Reports that the page has been read for long enough, if the reader continues. */
    scheduleUpdate() {
      clearTimeout(this.readTimer);
      this.readTimer = 0;
      if (!this.wanted.isAutomatic)
        return;
      const delay = this.session.remainingTime(performance.now());
      if (delay === null)
        return;
      this.readTimer = setTimeout(() => {
        this.readTimer = 0;
        this.session.update(performance.now());
        if (this.session.isRead)
          this.report("pause");
        else
          this.scheduleUpdate();
      }, delay + 1);
    }
    handleVisibilityChange() {
      this.session.setVisible(document.visibilityState === "visible", performance.now());
      if (document.visibilityState === "visible")
        this.scheduleUpdate();
      else
        this.handleLeave();
    }
    /** Reports that the reader has left the page, or may leave it without a further event. */
    handleLeave() {
      clearTimeout(this.readTimer);
      clearTimeout(this.pauseTimer);
      this.readTimer = 0;
      this.pauseTimer = 0;
      this.session.update(performance.now());
      if (this.session.isRead)
        this.report("leave");
    }
    /** @param {'pause' | 'leave' | 'progress'} event */
    report(event) {
      const { isAutomatic, hasPlace, key } = this.wanted;
      const isPrivate = call(document, "querySelector", "input[type=password]") !== null || isFrameInView();
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
      const range = scroller.scrollHeight - scroller.clientHeight;
      return range > 0 ? Math.min(1, Math.max(0, scroller.scrollTop / range)) : 0;
    }
  };
  function isFrameInView() {
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
