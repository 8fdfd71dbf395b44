/** The parts of Node.js that the tests use. */

declare module 'node:test' {
    export default function test(name: string, body: (t: { skip(reason: string): void }) => void | Promise<void>): Promise<void>;
}

declare module 'node:assert/strict' {
    const assert: {
        (value: unknown, message?: string): asserts value;
        equal(actual: unknown, expected: unknown, message?: string): void;
        deepEqual(actual: unknown, expected: unknown, message?: string): void;
        rejects(work: Promise<unknown>, expected: RegExp): Promise<void>;
    };
    export default assert;
}

declare module 'node:crypto' {
    export function createHash(name: string): { update(data: Uint8Array): { digest(encoding: 'hex'): string } };
}

declare module 'node:fs' {
    export function existsSync(path: URL): boolean;
    export function readdirSync(path: URL): string[];
    export function readFileSync(path: URL, encoding: 'utf8'): string;
    export function writeFileSync(path: URL, text: string): void;
}

declare module 'node:process' {
    const process: { env: Record<string, string | undefined> };
    export default process;
}

declare module 'node:timers/promises' {
    export function setImmediate(): Promise<void>;
}

declare module 'node:vm' {
    export function runInNewContext(code: string, names: object, options: { timeout: number }): unknown;
}

declare const Buffer: { from(text: string, encoding: 'base64'): Uint8Array; byteLength(text: string): number };
