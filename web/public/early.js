// Runs before the first paint. A file, because the content security policy allows no inline script.
;(() => {
  try {
    // A chosen theme never flashes. src/ui/theme.ts writes the same key and the same attribute.
    const chosen = localStorage.getItem('theme')
    if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen

    // What a member's first screen needs comes beside the scripts and not after them: its parts, which
    // web/build/early-parts.ts names, and its data, which src/platform/api.ts takes from here.
    const { member, profile } = document.currentScript.dataset
    const session = JSON.parse(localStorage.getItem('userInfo'))
    const isOffline = document.documentElement.hasAttribute('data-offline')
    if (!member || isOffline || session?.status !== 2) return
    const [, hash] = /^\/(?!favorites$)([a-z0-9]{9})$/.exec(location.pathname) ?? []
    for (const href of (hash ? `${member} ${profile}` : member).split(' ')) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    }
    // Who acts as a member asks otherwise, and so do the other lists and pages.
    const isFirst = location.pathname === '/' && location.search === ''
    if (localStorage.getItem('adminInfo') || !(hash || isFirst)) return
    const path = hash ? '/api/view-profile' : '/api/users'
    const { email, token } = session
    const fields = { email, token, ...(hash ? { url_hash: hash } : { filter: 'recent', p: '1' }) }
    const url = `${path}?${new URLSearchParams(fields)}`
    window.early = { url, answer: fetch(url) }
    window.early.answer.catch(() => {})
  } catch {
    // Storage is switched off: the system's choice holds, and nobody is logged in.
  }
})()
