// The view of the settings, the backup and access.

import { api } from './api.js';
import { setMotion } from './motion.js';
import { attempt, clearToast, copy, element, problemNotice, toast } from './notices.js';
import { hasSingleKeys, setSingleKeys } from './shortcuts.js';
import { count, inWords } from './text.js';

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const field = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (document.getElementById(id));

/** @typedef {{downloadDirectory: string | null, motion: string, privateHosts: string[],
 *   usualDownloadDirectory?: string}} Settings */

export class SettingsView {
    /**
     * @param {() => void} showKeys
     */
    constructor(showKeys) {
        part('set-directory').addEventListener('submit', (event) => {
            event.preventDefault();
            this.save({ downloadDirectory: field('directory').value.trim() || null }, 'Saved the folder.', 'directory');
        });
        part('set-motion').addEventListener('change', (event) => {
            const motion = /** @type {HTMLInputElement} */ (event.target).value;
            setMotion(motion);
            this.save({ motion }, 'Saved.', 'set-motion');
        });
        part('set-hosts').addEventListener('submit', (event) => {
            event.preventDefault();
            const privateHosts = field('hosts').value.split(/[\s,]+/).filter(Boolean);
            this.save({ privateHosts }, 'Saved the hosts.', 'hosts');
        });
        for (const id of ['set-motion', 'set-keys']) {
            part(id).addEventListener('submit', (event) => event.preventDefault());
        }
        field('keys').checked = hasSingleKeys();
        field('keys').addEventListener('change', () => setSingleKeys(field('keys').checked));
        part('show-keys').addEventListener('click', showKeys);
        part('login').addEventListener('click', () => attempt(() => this.login()));
        const dialog = /** @type {HTMLDialogElement} */ (part('rotate-dialog'));
        part('rotate').addEventListener('click', () => {
            dialog.returnValue = '';
            dialog.showModal();
        });
        dialog.addEventListener('close', () => {
            if (dialog.returnValue !== 'rotate') return;
            attempt(async () => {
                await api.rotateTokens();
                toast('The tokens were replaced. Set up the bookmarklets, the extension and the userscript again.');
            });
        });
        const files = field('import-file');
        files.addEventListener('change', () => {
            if (files.files?.[0]) this.import(files.files[0]);
            files.value = '';
        });
        const drop = part('drop');
        drop.addEventListener('dragover', (event) => {
            event.preventDefault();
            drop.classList.add('over');
        });
        drop.addEventListener('dragleave', () => drop.classList.remove('over'));
        drop.addEventListener('drop', (event) => {
            event.preventDefault();
            drop.classList.remove('over');
            if (event.dataTransfer?.files[0]) this.import(event.dataTransfer.files[0]);
        });
    }

    async open() {
        try {
            this.show(await api.settings());
            part('settings-notice').replaceChildren();
            part('settings-body').hidden = false;
        } catch (problem) {
            part('settings-body').hidden = true;
            part('settings-notice').replaceChildren(problemNotice(problem, () => this.open()));
        }
    }

    /**
     * @param {Settings} settings
     */
    show({ downloadDirectory, motion, privateHosts, usualDownloadDirectory }) {
        field('directory').value = downloadDirectory ?? '';
        if (usualDownloadDirectory) field('directory').placeholder = usualDownloadDirectory;
        field('hosts').value = privateHosts.join('\n');
        const radios = /** @type {NodeListOf<HTMLInputElement>} */ (part('set-motion').querySelectorAll('input'));
        for (const radio of radios) {
            radio.checked = radio.value === motion;
        }
        setMotion(motion);
    }

    /**
     * @param {Record<string, unknown>} patch
     * @param {string} done
     * @param {string} id of the control
     */
    async save(patch, done, id) {
        const about = part(id);
        clearToast();
        try {
            const settings = await api.changeSettings(patch);
            about.removeAttribute('aria-invalid');
            about.closest('.tile')?.querySelector('.problem')?.remove();
            this.show(settings);
            toast(done);
        } catch (problem) {
            const { message } = /** @type {Error} */ (problem);
            const tile = about.closest('.tile');
            tile?.querySelector('.problem')?.remove();
            const line = element('p', { text: inWords(message), className: 'problem' });
            line.setAttribute('role', 'alert');
            tile?.append(line);
            if (about.matches('input, textarea')) {
                about.setAttribute('aria-invalid', 'true');
                about.focus();
            }
        }
    }

    async login() {
        const { address } = await api.login();
        const button = element('button', { text: 'Copy' });
        button.addEventListener('click', () => copy(address, 'Copied the address.'));
        part('login-outcome').replaceChildren(
            element('p', {}, element('code', { text: address })), element('p', { className: 'actions' }, button));
    }

    /**
     * @param {File} file
     */
    async import(file) {
        const outcome = part('import-outcome');
        outcome.replaceChildren(element('p', { text: `Reading ${file.name}…` }));
        try {
            const { places, downloads, omissions } = await api.import(file);
            const said = [`${count(places.added, 'place')} added, ${places.known} already known.`];
            if (downloads.queued + downloads.ended > 0) {
                said.push(`${count(downloads.queued, 'download')} queued, ${downloads.ended} already ended.`);
            }
            outcome.replaceChildren(element('p', { text: said.join(' ') }),
                element('ul', { className: 'plain' },
                    ...omissions.map((/** @type {string} */ text) => element('li', { text }))));
        } catch (problem) {
            const text = `The import failed: ${/** @type {Error} */ (problem).message}`;
            outcome.replaceChildren(element('p', { text, className: 'problem' }));
        }
    }
}
