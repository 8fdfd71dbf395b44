/** The parts of the WebExtension interface (Manifest V3) that the extension uses. */

interface ExtensionEvent<Listener> {
    addListener(listener: Listener): void;
}

interface ExtensionTab {
    id?: number;
    active?: boolean;
    /** True if the browser has not loaded the page. */
    discarded?: boolean;
    /** Chromium */
    frozen?: boolean;
    /** -1 if the tab belongs to no group */
    groupId?: number;
    incognito?: boolean;
    index?: number;
    pinned?: boolean;
    title?: string;
    windowId?: number;
    url?: string;
    status?: string;
    pendingUrl?: string;
    openerTabId?: number;
    /** Firefox */
    isInReaderMode?: boolean;
    favIconUrl?: string;
}

interface ExtensionTabGroup {
    id: number;
    title?: string;
    color?: string;
    collapsed?: boolean;
}

interface ExtensionWindow {
    id?: number;
    focused?: boolean;
    incognito: boolean;
    type?: string;
    tabs?: ExtensionTab[];
}

interface ExtensionSender {
    id?: string;
    url?: string;
    tab?: ExtensionTab;
    frameId?: number;
}

interface ExtensionStorage {
    get(keys: string | string[] | null): Promise<Record<string, any>>;
    set(items: Record<string, unknown>): Promise<void>;
    remove(keys: string | string[]): Promise<void>;
    setAccessLevel?(options: { accessLevel: string }): Promise<void>;
}

interface ScriptInjection {
    target: { tabId: number; allFrames?: boolean; frameIds?: number[] };
    files?: string[];
    func?: (...args: any[]) => unknown;
    args?: unknown[];
}

/** A connection to a native messaging host. */
interface NativePort {
    postMessage(message: unknown): void;
    disconnect(): void;
    onMessage: ExtensionEvent<(message: any) => void>;
    onDisconnect: ExtensionEvent<(port: NativePort) => void>;
}

interface MenuItem {
    id: string;
    title: string;
    contexts: string[];
    targetUrlPatterns?: string[];
    documentUrlPatterns?: string[];
}

interface BrowserAPI {
    action: {
        getUserSettings?(): Promise<{ isOnToolbar?: boolean }>;
        getBadgeText(options: { tabId?: number }): Promise<string>;
        setBadgeBackgroundColor(options: { tabId?: number; color: string }): Promise<void>;
        setBadgeText(options: { tabId?: number; text: string | null }): Promise<void>;
        setIcon(options: { imageData?: Record<string, ImageData>; path?: Record<string, string> }): Promise<void>;
        setTitle(options: { tabId?: number; title: string }): Promise<void>;
    };
    alarms: {
        create(name: string, options: { delayInMinutes: number }): void;
        onAlarm: ExtensionEvent<(alarm: { name: string }) => void>;
    };
    commands: {
        getAll(): Promise<{ name: string; shortcut: string }[]>;
        onCommand: ExtensionEvent<(command: string, tab?: ExtensionTab) => void>;
        /** Firefox 137 */
        openShortcutSettings?(): Promise<void>;
    };
    contextMenus: {
        create(item: MenuItem): void;
        removeAll(): Promise<void>;
        onClicked: ExtensionEvent<
            (clicked: { menuItemId: string; linkUrl?: string; pageUrl?: string }, tab?: ExtensionTab) => void>;
    };
    permissions: {
        contains(permissions: { permissions?: string[]; origins: string[] }): Promise<boolean>;
        request(permissions: { permissions?: string[]; origins: string[] }): Promise<boolean>;
    };
    runtime: {
        id: string;
        connectNative(name: string): NativePort;
        /** Firefox */
        getBrowserInfo?(): Promise<{ name: string }>;
        getManifest(): { version: string; action: { default_icon: Record<string, string> } };
        getURL(path: string): string;
        lastError?: { message?: string };
        sendMessage(message: Record<string, unknown>): Promise<any>;
        onInstalled: ExtensionEvent<(details: { reason: string }) => void>;
        onMessage: ExtensionEvent<
            (message: any, sender: ExtensionSender, respond: (response: unknown) => void) => boolean>;
        onStartup: ExtensionEvent<() => void>;
    };
    scripting: {
        executeScript(injection: ScriptInjection): Promise<{ frameId?: number; result: any }[]>;
        insertCSS(injection: { target: object; css: string; origin: 'USER' }): Promise<void>;
    };
    storage: { local: ExtensionStorage; session: ExtensionStorage };
    /** Present once the reader has allowed it; Chromium, and Firefox 139 */
    tabGroups?: {
        get(id: number): Promise<ExtensionTabGroup>;
        update(id: number, options: { title: string; color?: string; collapsed: boolean }): Promise<ExtensionTabGroup>;
    };
    windows: {
        create(options: { url?: string; focused: boolean }): Promise<ExtensionWindow>;
        get(windowId: number, options: { populate: boolean }): Promise<ExtensionWindow>;
        getAll(options: { windowTypes: string[] }): Promise<ExtensionWindow[]>;
        remove(windowId: number): Promise<void>;
        update(windowId: number, options: { focused: boolean }): Promise<ExtensionWindow>;
    };
    tabs: {
        create(options: {
            url?: string; windowId?: number; index?: number; active?: boolean; pinned?: boolean; discarded?: boolean;
            title?: string; openerTabId?: number;
        }): Promise<ExtensionTab>;
        get(tabId: number): Promise<ExtensionTab>;
        getCurrent(): Promise<ExtensionTab | undefined>;
        /** Chromium, and Firefox 138 */
        group?(options: {
            tabIds: number[]; groupId?: number; createProperties?: { windowId: number };
        }): Promise<number>;
        query(options: {
            active?: boolean; currentWindow?: boolean; windowId?: number; windowType?: string;
        }): Promise<ExtensionTab[]>;
        remove(tabIds: number[]): Promise<void>;
        update(tabId: number, options: { url?: string; active?: boolean; pinned?: boolean }): Promise<ExtensionTab>;
        onActivated: ExtensionEvent<(activated: { tabId: number; windowId: number }) => void>;
        onRemoved: ExtensionEvent<(tabId: number, removed: { isWindowClosing: boolean }) => void>;
        onReplaced?: ExtensionEvent<(addedTabId: number, removedTabId: number) => void>;
        getZoom(tabId: number): Promise<number>;
        setZoom(tabId: number, factor: number): Promise<void>;
        /** Firefox */
        toggleReaderMode?(tabId: number): Promise<void>;
        onCreated: ExtensionEvent<(tab: ExtensionTab) => void>;
        onUpdated: ExtensionEvent<
            (tabId: number, change: { url?: string; status?: string; discarded?: boolean }, tab: ExtensionTab) => void>;
    };
}

interface Navigator {
    /** Chromium */
    userAgentData?: { brands: { brand: string }[] };
}

/** A canvas without a document, for scripts in the background. */
declare class OffscreenCanvas {
    constructor(width: number, height: number);
    readonly width: number;
    readonly height: number;
    getContext(type: '2d'): CanvasRenderingContext2D | null;
    convertToBlob(options?: { type?: string; quality?: number }): Promise<Blob>;
}

/** Firefox's name for the interface. */
declare var browser: BrowserAPI | undefined;
/** Chromium's name for the interface. */
declare var chrome: BrowserAPI;
/** Set by the copy script that the extension runs in a page, in the extension's own world. */
declare var leftoffCopy: Record<'text' | 'picture', (snapshot: any, options?: any) => Promise<any>>;
/** Set by the script that observes a page, in the extension's own world. */
declare var leftoffObserve:
    ((wanted: { key: string; isAutomatic: boolean; hasPlace: boolean }) => void) | undefined;
/** Defined by `js/highlights/paint-definition.js` in the extension's isolated world. */
declare var leftoffPaint: (quotes: any[]) => any;
/**
 * Set by the restore script that the extension runs in a page, in the extension's own world. `onLater` of the options
 * receives the results that follow the first one.
 */
declare var leftoffRestore: (snapshot: any, options?: any) => Promise<any>;
/** The phase of the restore, and the name of the control that shows more of the page. */
declare var leftoffRestoreState: () => { phase: string, control: string | null };
/** Stops the restore as if the reader had scrolled. */
declare var leftoffStopRestore: () => void;
/** Set by the script of the card that offers copies, in the extension's own world. */
declare var leftoffOffer: (card: any) => void;
/** Removes that card. */
declare var leftoffWithdrawOffer: () => void;
