// Runs before the first paint. A file, because the content security policy allows no inline script.
;(() => {
  try {
    // A chosen theme never flashes. src/ui/theme.ts writes the same key and the same attribute.
    const chosen = localStorage.getItem('theme')
    if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
    // What a member's screens need comes beside the first script and not after it. web/build/early-parts.ts names it.
    const { member, profile } = document.currentScript.dataset
    const isOffline = document.documentElement.hasAttribute('data-offline')
    if (!member || isOffline || !localStorage.getItem('userInfo')) return
    const isProfile = /^\/[a-z]{9}$/.test(location.pathname)
    for (const href of `${member} ${isProfile ? profile : ''}`.trim().split(' ')) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    }
  } catch {
    // Storage is switched off: the system's choice holds, and nobody is logged in.
  }
})()
