// Runs before the first paint. The build writes it into the page; the server's policy allows this very script and no other.
;(() => {
  try {
    // A chosen theme never flashes. src/ui/theme.ts writes the same key and the same attribute.
    const chosen = localStorage.getItem('theme')
    if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen

    // What the first screen needs comes beside the scripts and not after them: its own scripts, which
    // web/build/preload-files.ts names, and its data, which src/platform/api.ts takes from here.
    const { fonts, home, member, profile } = document.currentScript.dataset
    const ask = (files, as) => {
      for (const href of files?.split(' ') ?? [])
        document.head.append(Object.assign(document.createElement('link'), { href, ...as }))
    }
    const session = JSON.parse(localStorage.getItem('userInfo'))
    // A visitor sees the words in their own letters from the start. A member mostly has them already, and sees others
    // sooner where they have not.
    if (!session) ask(fonts, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '' })
    if (!member || document.documentElement.hasAttribute('data-offline')) return
    if (!session && location.pathname === '/') ask(home, { rel: 'modulepreload' })
    if (!session?.token || session.status !== 2) return
    const [, hash] = /^\/(?!favorites$)([a-z0-9]{9})$/.exec(location.pathname) ?? []
    // The data first, because a browser opens but a few connections. Who acts as a member asks otherwise, and so do the
    // other lists and pages.
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
    ask(hash ? `${member} ${profile}` : member, { rel: 'modulepreload' })
  } catch {
    // Storage is switched off: the system's choice holds, and nobody is logged in.
  }
})()
