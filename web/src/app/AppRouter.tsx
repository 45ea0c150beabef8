import { type ReactNode, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  createPath,
  type Location,
  matchRoutes,
  type NavigateOptions,
  NavigationType,
  type Navigator,
  parsePath,
  type RouteObject,
  Router,
  type To,
  useRoutes,
} from 'react-router'
import { ErrorBoundary } from '../ui/lazy/LazyPart'
import { canonicalPath } from './canonical-path'
import {
  focusHeading,
  type Navigation,
  rememberPosition,
  restoreScroll,
  showFieldOnTab,
  storePositions,
} from './scroll-and-focus'

interface AppRouterProps {
  routes: RouteObject[]
  /** Shown until the next navigation if a screen fails to load or render. */
  onError: (error: unknown) => ReactNode
}

/**
 * React Router's BrowserRouter with one difference: the URL changes when the new screen is rendered, not before it is
 * loaded. The old screen and its URL stay until then, and a navigation that is abandoned meanwhile leaves no history
 * entry.
 */
export function AppRouter({ routes, onError }: AppRouterProps) {
  const [navigation, setNavigation] = useState(() => currentEntry(routes))
  const rendered = useRef(navigation)

  const [navigator] = useState((): Navigator => {
    const navigate =
      (type: NavigationType) =>
      (to: To, state?: unknown, { preventScrollReset }: NavigateOptions = {}) => {
        const location = newLocation(routes, to, state)
        rememberPosition(rendered.current.location.key)
        setNavigating(true)
        startTransition(() => setNavigation({ location, type, preventScrollReset }))
      }
    return {
      createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
      go: (delta) => window.history.go(delta),
      push: navigate(NavigationType.Push),
      replace: navigate(NavigationType.Replace),
    }
  })

  useLayoutEffect(() => {
    const { location, type } = navigation
    rendered.current = navigation
    if (type === NavigationType.Push) writeAddress(location, 'pushState')
    if (type === NavigationType.Replace) writeAddress(location, 'replaceState')
    restoreScroll(navigation)
    setNavigating(false)
  }, [navigation])

  useLayoutEffect(() => {
    const onPopState = () => {
      rememberPosition(rendered.current.location.key)
      setNavigating(true)
      // React runs no view transitions inside this event, because some browsers scroll after it.
      setTimeout(() => startTransition(() => setNavigation(currentEntry(routes))))
    }
    const onPageHide = () => storePositions(rendered.current.location.key)
    window.addEventListener('popstate', onPopState)
    window.addEventListener('pagehide', onPageHide)
    window.addEventListener('keydown', showFieldOnTab)
    // The browser may have navigated since the first render.
    if (historyEntry()?.key !== rendered.current.location.key) onPopState()
    return () => {
      window.removeEventListener('popstate', onPopState)
      window.removeEventListener('pagehide', onPageHide)
      window.removeEventListener('keydown', showFieldOnTab)
    }
  }, [routes])

  useFocusOnNavigation(navigation.location)

  const { location, type } = navigation
  return (
    <Router location={location} navigationType={type} navigator={navigator}>
      <ErrorBoundary resetKey={location.key} fallback={onError}>
        <Screens routes={routes} />
      </ErrorBoundary>
    </Router>
  )
}

/** look.css shows a bar until the next screen is rendered. */
const setNavigating = (is: boolean) => document.documentElement.toggleAttribute('data-navigating', is)

const Screens = ({ routes }: Pick<AppRouterProps, 'routes'>): ReactNode => useRoutes(routes)

function useFocusOnNavigation({ pathname, search }: Location): void {
  const before = useRef({ pathname, search })
  useEffect(() => {
    const { current: was } = before
    if (was.pathname === pathname && was.search === search) return
    before.current = { pathname, search }
    // Keep the focus in controls that store their state in the URL, because the member is still using them.
    const choosing = 'input, select, textarea, [data-keep-focus]'
    const isChoosing = was.pathname === pathname && document.activeElement?.matches(choosing)
    if (!isChoosing) focusHeading()
  }, [pathname, search])
}

const newKey = (): string => Math.random().toString(36).slice(2, 10)

function newLocation(routes: RouteObject[], to: To, state: unknown, key = newKey()): Location {
  const { pathname = '/', search = '', hash = '' } = typeof to === 'string' ? parsePath(to) : to
  const pattern = matchRoutes(routes, pathname)?.at(-1)?.route.path ?? '*'
  return { pathname: canonicalPath(pattern, pathname), search, hash, state, key, mask: undefined }
}

const historyEntry = () => window.history.state as { key?: string; state?: unknown } | null

/**
 * The browser's current entry. It gets its canonical URL, and a key if it has none, such as after a plain fragment link.
 * This cannot wait for the render, because by then the browser may be at another entry.
 */
function currentEntry(routes: RouteObject[]): Navigation {
  const entry = historyEntry()
  const location = newLocation(routes, window.location, entry?.state, entry?.key)
  writeAddress(location, 'replaceState')
  return { location, type: NavigationType.Pop }
}

function writeAddress(location: Location, how: 'pushState' | 'replaceState'): void {
  const { key, state } = location
  // Include the origin, because a path may start with two slashes.
  window.history[how]({ key, state }, '', window.location.origin + createPath(location))
}
