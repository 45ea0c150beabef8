// Keeps what the offline screen needs, and nothing else: the page that is the same for everyone, the scripts, styles
// and fonts of this build. No call, no photo and no answer about a member ever passes through here. And it shows what a
// push tells, which names nobody.
// web/build/pwa.ts writes the constants.
const files = __FILES__
const entry = __ENTRY__
const cacheName = `shell-${__BUILD__}`
const page = '/'

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (!/^\/(api|media|socket\.io)\//.test(pathname)) event.respondWith(openPage(event))
  } else if (files.includes(pathname)) event.respondWith(openFile(request, pathname))
})

self.addEventListener('push', (event) => {
  event.waitUntil(tell(event.data?.json()))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openAt(event.notification.data.url))
})

/** Whoever looks at the site sees it there; browsers allow silence only then. */
async function tell({ text, url, unread, tag }) {
  await self.navigator.setAppBadge?.(unread).catch(() => undefined)
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (windows.some((one) => one.visibilityState === 'visible' && one.focused)) return
  await self.registration.showNotification(text, {
    tag,
    data: { url },
    icon: '/icons/192.png',
    renotify: true,
  })
}

/** In a tab that is open, or in one of its own. Never away from here, whatever came. */
async function openAt(path) {
  const url = new URL(path, self.location.origin)
  if (url.origin !== self.location.origin) return
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find((one) => new URL(one.url).pathname === url.pathname)
  if (there) return there.focus()
  const open = windows[0] && (await windows[0].focus())
  // A tab that this worker does not serve yet cannot be led anywhere.
  const led = await open?.navigate(url.href).catch(() => undefined)
  if (!led) await self.clients.openWindow(url.href)
}

/** All or nothing: a build that is being replaced while it is fetched is left for the next visit. */
async function keepShell() {
  const cache = await caches.open(cacheName)
  const answer = await fetch(page, { cache: 'no-store', credentials: 'omit' })
  const html = await answer.text()
  if (!answer.ok || !html.includes(entry)) throw new Error('The page is of another build.')
  await cache.addAll(files)
  const headers = new Headers(answer.headers)
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  // By this mark the app knows that nobody answered, and shows the offline screen.
  await cache.put(page, new Response(html.replace('<html', '<html data-offline'), { headers }))
}

/** Files carry the hash of their content, so pages of the last build that are still open are not harmed. */
async function takeOver() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)))
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

async function openPage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return (await kept(page)) ?? Response.error()
  }
}

/** A name with a hash always means the same bytes; the others are the server's first. */
async function openFile(request, pathname) {
  if (pathname.startsWith('/assets/')) return (await kept(pathname)) ?? fetch(request)
  try {
    return await fetch(request)
  } catch {
    return (await kept(pathname)) ?? Response.error()
  }
}

async function kept(path) {
  const cache = await caches.open(cacheName)
  return cache.match(path, { ignoreVary: true })
}
