document.documentElement.dataset.otherExtension = 'loaded';
