// Keeps what the offline screen needs, and nothing else: the page that is the same for everyone, the scripts, styles
// and fonts of this build. No call, no photo and no answer about a member ever passes through here.
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
