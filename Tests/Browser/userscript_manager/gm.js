// The functions that a manager grants to a userscript. The userscript follows in the same scope.

const { runtime, storage } = globalThis.browser ?? globalThis.chrome;
const commands = [];
runtime.onMessage.addListener(() => commands[0]());
const GM = {
    getValue: async (name, otherwise) => (await storage.local.get({ [name]: otherwise }))[name],
    setValue: (name, value) => storage.local.set({ [name]: value }),
    deleteValue: (name) => storage.local.remove(name),
    registerMenuCommand: (name, run) => commands.push(run),
    xmlHttpRequest: ({ method, url, headers, data, onload, onerror }) => {
        if (new URL(url).hostname !== '127.0.0.1') throw new Error('@connect does not name this host');
        runtime.sendMessage({ method, url, headers, data })
            .then((response) => (response ? onload(response) : onerror()), onerror);
    },
};
