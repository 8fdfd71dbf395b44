import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import test from 'node:test';

const manifest = JSON.parse(readFileSync(new URL('../extension/manifest.json', import.meta.url), 'utf8'));

test('The manifest has the ids that the native messaging host accepts', () => {
    // Chromium's id is the start of the digest of the key, with the letters a to p as digits.
    const digest = createHash('sha256').update(Buffer.from(manifest.key, 'base64')).digest('hex').slice(0, 32);
    const id = [...digest].map((digit) => String.fromCharCode(97 + parseInt(digit, 16))).join('');
    assert.equal(id, 'okekocdladmcglknhgnkbcnbohhfimod');
    assert.equal(manifest.browser_specific_settings.gecko.id, 'leftoff@leftoff.local');
});

test('The extension asks for these permissions and no others', () => {
    assert.deepEqual(manifest.permissions, [
        'activeTab', 'alarms', 'contextMenus', 'nativeMessaging', 'scripting', 'storage',
    ]);
    assert.deepEqual(manifest.optional_permissions, ['tabs', 'tabGroups']);
    assert.deepEqual(manifest.host_permissions, ['http://127.0.0.1/*']);
    assert.deepEqual(manifest.optional_host_permissions, ['http://*/*', 'https://*/*']);
});
