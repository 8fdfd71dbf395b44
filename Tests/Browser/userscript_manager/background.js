// The part of a userscript manager outside of the page: requests and the menu.

const api = globalThis.browser ?? globalThis.chrome;

api.runtime.onMessage.addListener((request, sender, respond) => {
    const { method, url, headers, data } = request;
    fetch(url, { method, headers, body: data || undefined, credentials: 'omit' })
        .then(async (response) => respond({ status: response.status, responseText: await response.text() }))
        .catch(() => respond(null));
    return true;
});
api.action.onClicked.addListener((tab) => api.tabs.sendMessage(tab.id, 'menu'));
