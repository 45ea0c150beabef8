import type { ReactNode } from 'react'
import { asWritten, match, type Params } from './match'
import { keepPosition } from './scroll'
import type { Location, NavigationType, Shown } from './shown'

export interface Route {
  /** Absent in a frame, whose children have the paths. The first that fits is shown. */
  path?: string
  /** What is shown, or how to load it when somebody goes there. */
  show: ReactNode | (() => Promise<ReactNode>)
  children?: Route[]
}

export interface NavigateOptions {
  replace?: boolean
  state?: unknown
  /** The page stays where it is scrolled to. */
  preventScrollReset?: boolean
  /** The browser blends the old screen into the new one. */
  viewTransition?: boolean
}

type Listener = (shown: Shown, blends: boolean) => void

export interface Router {
  shown(): Shown | null
  /** Resolves when the screen is loaded and handed over. Takes '/path', '?query' and '#fragment'. */
  navigate(to: string, options?: NavigateOptions): Promise<void>
  listen(listener: Listener): () => void
}

/** The frames and the screen of a path. */
export function find(routes: Route[], path: string): { chain: Route[]; params: Params } | null {
  for (const route of routes) {
    const inside = route.children && find(route.children, path)
    if (inside) return { chain: [route, ...inside.chain], params: inside.params }
    const params = route.path === undefined ? null : match(route.path, path)
    if (params) return { chain: [route], params }
  }
  return null
}

const newKey = (): string => Math.random().toString(36).slice(2, 10)

/** Where the browser is. An entry that is not ours, such as that of a plain fragment link, gets its key here. */
function here(): Location {
  const { pathname, search, hash } = window.location
  const kept = window.history.state as { key?: string; state?: unknown } | null
  const key = kept?.key ?? newKey()
  if (!kept?.key) window.history.replaceState({ key }, '')
  return { pathname, search, hash, key, state: kept?.state }
}

/**
 * Addresses and screens. A screen is loaded first and then shown, so that the old one stays until the new one is ready;
 * who goes elsewhere meanwhile sees only the last.
 */
export function createRouter(routes: Route[]): Router {
  const listeners = new Set<Listener>()
  const loaded = new Map<Route, ReactNode>()
  const blended = new Set<string>()
  let shown: Shown | null = null
  let pending: Location | null = null

  async function load(route: Route): Promise<void> {
    if (typeof route.show === 'function') loaded.set(route, await route.show())
    else loaded.set(route, route.show)
  }

  async function show(asked: Location, type: NavigationType, options: NavigateOptions = {}) {
    const { chain, params } = find(routes, asked.pathname) ?? { chain: [], params: {} }
    const location = { ...asked, pathname: asWritten(chain.at(-1)?.path ?? '/*', asked.pathname) }
    pending = location
    let error: unknown
    try {
      const missing = chain.filter((route) => !loaded.has(route))
      // What is there already is shown at once, without the turn that waiting takes.
      if (missing.length > 0) await Promise.all(missing.map(load))
    } catch (reason) {
      error = reason
    }
    if (pending !== location) return
    pending = null
    if (shown) keepPosition(shown.location.key)
    const { key, state } = location
    const href = window.location.origin + location.pathname + location.search + location.hash
    if (type === 'PUSH') window.history.pushState({ key, state }, '', href)
    if (type === 'REPLACE' || location.pathname !== asked.pathname)
      window.history.replaceState({ key, state }, '', href)
    const from = shown?.location.pathname
    // The way back is as the way there was.
    const blends = options.viewTransition || (type === 'POP' && blended.has(`${location.pathname} ${from}`))
    if (options.viewTransition) blended.add(`${from} ${location.pathname}`)
    const parts = chain.map((route) => loaded.get(route))
    const keepsScroll = options.preventScrollReset ?? false
    shown = { location, type, params, parts, keepsScroll, error }
    for (const listener of listeners) listener(shown, blends ?? false)
  }

  window.addEventListener('popstate', () => void show(here(), 'POP'))
  void show(here(), 'POP')

  return {
    shown: () => shown,
    navigate(to, options = {}) {
      const { pathname, search, hash } = new URL(to, window.location.href)
      const location = { pathname, search, hash, state: options.state, key: newKey() }
      return show(location, options.replace ? 'REPLACE' : 'PUSH', options)
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
