/** The parts of the WebExtension interface (Manifest V3) that the extension uses. */

interface ExtensionEvent<Listener> {
    addListener(listener: Listener): void;
}

interface ExtensionTab {
    id?: number;
    url?: string;
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

interface MenuItem {
    id: string;
    title: string;
    contexts: string[];
    targetUrlPatterns?: string[];
    documentUrlPatterns?: string[];
}

interface BrowserAPI {
    action: {
        setBadgeBackgroundColor(options: { color: string }): Promise<void>;
        setBadgeText(options: { text: string }): Promise<void>;
        setTitle(options: { title: string }): Promise<void>;
    };
    alarms: {
        create(name: string, options: { delayInMinutes: number }): void;
        onAlarm: ExtensionEvent<(alarm: { name: string }) => void>;
    };
    commands: { onCommand: ExtensionEvent<(command: string, tab?: ExtensionTab) => void> };
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
        getURL(path: string): string;
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
        query(options: { active: boolean; currentWindow: boolean }): Promise<ExtensionTab[]>;
        getZoom(tabId: number): Promise<number>;
        setZoom(tabId: number, factor: number): Promise<void>;
        onCreated: ExtensionEvent<(tab: ExtensionTab) => void>;
        onUpdated: ExtensionEvent<
            (tabId: number, change: { url?: string; status?: string }, tab: ExtensionTab) => void>;
    };
}

/** Firefox's name for the interface. */
declare var browser: BrowserAPI | undefined;
/** Chromium's name for the interface. */
declare var chrome: BrowserAPI;
/** Set by the restore script that the extension runs in a page, in the extension's own world. */
declare var leftoffRestore: (snapshot: any) => Promise<any>;
