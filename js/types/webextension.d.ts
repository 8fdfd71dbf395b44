/** The parts of the WebExtension interface (Manifest V3) that the extension uses. */

interface ExtensionEvent<Listener> {
    addListener(listener: Listener): void;
}

interface ExtensionTab {
    id?: number;
    url?: string;
    status?: string;
    pendingUrl?: string;
    openerTabId?: number;
}

interface ExtensionSender {
    id?: string;
    url?: string;
    tab?: ExtensionTab;
}

interface ExtensionStorage {
    get(keys: string | string[]): Promise<Record<string, any>>;
    set(items: Record<string, unknown>): Promise<void>;
    setAccessLevel?(options: { accessLevel: string }): Promise<void>;
}

interface ScriptInjection {
    target: { tabId: number };
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
        setBadgeBackgroundColor(options: { color: string }): Promise<void>;
        setBadgeText(options: { text: string }): Promise<void>;
        setIcon(options: { imageData?: Record<string, ImageData>; path?: Record<string, string> }): Promise<void>;
        setTitle(options: { title: string }): Promise<void>;
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
        contains(permissions: { origins: string[] }): Promise<boolean>;
        request(permissions: { origins: string[] }): Promise<boolean>;
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
    scripting: { executeScript(injection: ScriptInjection): Promise<{ result: any }[]> };
    storage: { local: ExtensionStorage; session: ExtensionStorage };
    tabs: {
        create(options: { url: string }): Promise<ExtensionTab>;
        get(tabId: number): Promise<ExtensionTab>;
        query(options: { active: boolean; currentWindow: boolean }): Promise<ExtensionTab[]>;
        getZoom(tabId: number): Promise<number>;
        setZoom(tabId: number, factor: number): Promise<void>;
        onCreated: ExtensionEvent<(tab: ExtensionTab) => void>;
        onUpdated: ExtensionEvent<
            (tabId: number, change: { url?: string; status?: string }, tab: ExtensionTab) => void>;
    };
}

interface Navigator {
    /** Chromium */
    userAgentData?: { brands: { brand: string }[] };
}

/** A canvas without a document, for scripts in the background. */
declare class OffscreenCanvas {
    constructor(width: number, height: number);
    getContext(type: '2d'): CanvasRenderingContext2D | null;
}

/** Firefox's name for the interface. */
declare var browser: BrowserAPI | undefined;
/** Chromium's name for the interface. */
declare var chrome: BrowserAPI;
/** Set by the restore script that the extension runs in a page, in the extension's own world. */
declare var leftoffRestore: (snapshot: any) => Promise<any>;
