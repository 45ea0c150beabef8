// Caches only what the offline screen needs: the page, which is the same for everyone, and the scripts, styles and fonts
// of this build. API calls and photos never pass through here. Also shows push notifications, which contain no names.
// web/build/pwa.ts fills in the constants.
const files = __FILES__
const entry = __ENTRY__
const cacheName = `shell-${__BUILD__}`
const page = '/'

self.addEventListener('install', (event) => {
  event.waitUntil(cacheShell().then(() => self.skipWaiting()))
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
  event.waitUntil(showPush(readPush(event)))
})

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewSubscription(event))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openAt(event.notification.data.url))
})

/** A push without data, or with data we can't read, must be shown too. */
function readPush({ data }) {
  const unreadable = { text: 'You have news', url: '/', tag: 'news' }
  try {
    return { ...unreadable, ...data?.json() }
  } catch {
    return unreadable
  }
}

/** Without the old subscription, the next visit stores the new one. */
async function renewSubscription({ oldSubscription: old, newSubscription }) {
  if (!old) return
  const renewed = newSubscription ?? (await self.registration.pushManager.subscribe(old.options))
  await fetch('/api/push-subscription-renew', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ old: old.toJSON(), subscription: renewed.toJSON() }),
  })
}

/** Shows nothing if the site is visible. Browsers allow that only then. */
async function showPush({ text, url, unread, tag }) {
  if (unread !== undefined) await self.navigator.setAppBadge?.(unread).catch(() => undefined)
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (windows.some((one) => one.visibilityState === 'visible' && one.focused)) return
  await self.registration.showNotification(text, {
    tag,
    data: { url },
    icon: '/icons/192.png',
    renotify: true,
  })
}

/**
 * Focuses a tab that shows the path, or opens a new one: any other tab may have unsaved work, so it is left as it is. Never
 * leaves this site, whatever the push contains.
 */
async function openAt(path) {
  const url = new URL(path, self.location.origin)
  if (url.origin !== self.location.origin) return
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const match = windows.find((one) => new URL(one.url).pathname === url.pathname)
  await (match ? match.focus() : self.clients.openWindow(url.href))
}

/** Caches everything or nothing. If the build is replaced meanwhile, the next visit tries again. */
async function cacheShell() {
  const cache = await caches.open(cacheName)
  const response = await fetch(page, { cache: 'no-store', credentials: 'omit' })
  const html = await response.text()
  if (!response.ok || !html.includes(entry)) throw new Error('The page belongs to another build.')
  await cache.addAll(files)
  const headers = new Headers(response.headers)
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  // The mark tells the app to show the offline screen.
  await cache.put(page, new Response(html.replace('<html', '<html data-offline'), { headers }))
}

/** File names contain a hash of their content, so open pages of the previous build keep working. */
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
    return (await cached(page)) ?? Response.error()
  }
}

/** A file with a hash in its name never changes. For others, try the server first. */
async function openFile(request, pathname) {
  if (pathname.startsWith('/assets/')) return (await cached(pathname)) ?? fetch(request)
  try {
    return await fetch(request)
  } catch {
    return (await cached(pathname)) ?? Response.error()
  }
}

async function cached(path) {
  const cache = await caches.open(cacheName)
  return cache.match(path, { ignoreVary: true })
}
