// Runs before the first paint. The build inlines it into the page, and the content security policy allows no other script.
;(() => {
  try {
    // Prevents a flash of the wrong theme. src/ui/theme.ts writes the same key and attribute.
    const chosen = localStorage.getItem('theme')
    if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen

    // Loads what the first screen needs in parallel with the main scripts: its own scripts, listed by
    // web/build/preload-files.ts, and its data, used by src/platform/api.ts.
    const { fonts, home, member, profile } = document.currentScript.dataset
    const preload = (files, as) => {
      for (const href of files?.split(' ') ?? [])
        document.head.append(Object.assign(document.createElement('link'), { href, ...as }))
    }
    const session = JSON.parse(localStorage.getItem('userInfo'))
    // Visitors get the web fonts early. Members usually have them cached, and otherwise see the text sooner in another
    // font.
    if (!session) preload(fonts, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '' })
    if (!member || document.documentElement.hasAttribute('data-offline')) return
    if (!session && location.pathname === '/') preload(home, { rel: 'modulepreload' })
    if (!session?.token || session.status !== 2) return
    // /favorites and /questions are no profiles. A profile whose address begins like them loads its data later.
    const [, hash] = /^\/(?!fav|que)([a-z\d]{9})$/.exec(location.pathname) ?? []
    // The data comes first, because browsers open only a few connections. Impersonation, other lists and other pages make
    // different calls.
    const isFirst = location.pathname === '/' && location.search === ''
    if ((hash || isFirst) && !localStorage.getItem('adminInfo')) {
      const { email, token } = session
      const fields = { email, token, ...(hash ? { url_hash: hash } : { filter: 'recent', p: '1' }) }
      const url = `${hash ? '/api/view-profile' : '/api/users'}?${new URLSearchParams(fields)}`
      const preloaded = { url, answer: fetch(url) }
      window.preloaded = preloaded
      preloaded.answer
        .then(async (answer) => {
          if (answer.ok) preloaded.reply = await answer.clone().json()
        })
        .catch(() => {})
    }
    preload(hash ? `${member} ${profile}` : member, { rel: 'modulepreload' })
  } catch {
    // Storage is disabled, so use the system's theme and no session.
  }
})()
