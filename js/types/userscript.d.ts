/** The functions of a userscript manager (Greasemonkey 4) that the userscript is granted. */

interface UserscriptResponse {
    status: number;
    responseText: string;
}

interface UserscriptRequest {
    method: string;
    url: string;
    headers: Record<string, string>;
    data?: string;
    anonymous: boolean;
    /** In milliseconds. */
    timeout: number;
    onload(response: UserscriptResponse): void;
    onerror(): void;
    ontimeout(): void;
}

declare const GM: {
    getValue(name: string, fallback: string): Promise<string>;
    setValue(name: string, value: string): Promise<void>;
    deleteValue(name: string): Promise<void>;
    registerMenuCommand(title: string, run: () => void): void;
    xmlHttpRequest(request: UserscriptRequest): void;
};
