import {
  Component,
  type ReactNode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
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
import { canonicalPath } from './canonical-path'
import {
  focusHeading,
  type Navigation,
  rememberPosition,
  restoreScroll,
  showFieldOnTab,
  storePositions,
} from './scroll-and-focus'

interface Props {
  /** Another key tries again. */
  resetKey: string
  fallback: (error: unknown) => ReactNode
  children: ReactNode
}

interface State {
  resetKey: string
  failure: { error: unknown } | null
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { resetKey: this.props.resetKey, failure: null }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { resetKey, failure: null }
  }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } }
  }

  override render() {
    const { failure } = this.state
    return failure ? this.props.fallback(failure.error) : this.props.children
  }
}

interface AppRouterProps {
  routes: RouteObject[]
  /** Stands in for what could not be loaded or drawn, until the next address. */
  onError: (error: unknown) => ReactNode
}

/**
 * React Router's BrowserRouter with one difference: an address is written when its screen is drawn, and not before its
 * screen is loaded. The old screen and its address stay until then, and who goes elsewhere meanwhile leaves no entry
 * in the history.
 */
export function AppRouter({ routes, onError }: AppRouterProps) {
  const [navigation, setNavigation] = useState(() => currentEntry(routes))
  const drawn = useRef(navigation)

  const [navigator] = useState((): Navigator => {
    const navigate =
      (type: NavigationType) =>
      (to: To, state?: unknown, { preventScrollReset }: NavigateOptions = {}) => {
        const location = newLocation(routes, to, state)
        rememberPosition(drawn.current.location.key)
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
    drawn.current = navigation
    if (type === NavigationType.Push) writeAddress(location, 'pushState')
    if (type === NavigationType.Replace) writeAddress(location, 'replaceState')
    restoreScroll(navigation)
  }, [navigation])

  useLayoutEffect(() => {
    const onPopState = () => {
      rememberPosition(drawn.current.location.key)
      // React runs no view transition inside this event, for the sake of browsers that scroll by themselves after it.
      setTimeout(() => startTransition(() => setNavigation(currentEntry(routes))))
    }
    const onPageHide = () => storePositions(drawn.current.location.key)
    window.addEventListener('popstate', onPopState)
    window.addEventListener('pagehide', onPageHide)
    window.addEventListener('keydown', showFieldOnTab)
    // The browser may have gone elsewhere between the first drawing and now.
    if (historyEntry()?.key !== drawn.current.location.key) onPopState()
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

const Screens = ({ routes }: Pick<AppRouterProps, 'routes'>): ReactNode => useRoutes(routes)

function useFocusOnNavigation({ pathname, search }: Location): void {
  const before = useRef({ pathname, search })
  useEffect(() => {
    const { current: was } = before
    if (was.pathname === pathname && was.search === search) return
    before.current = { pathname, search }
    // Who types or chooses in what keeps its state in the address has not finished.
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
 * Where the browser is. The entry gets its canonical address, and its key if it is not ours, such as that of a plain
 * fragment link: now, because by the time it is drawn the browser may be at another.
 */
function currentEntry(routes: RouteObject[]): Navigation {
  const entry = historyEntry()
  const location = newLocation(routes, window.location, entry?.state, entry?.key)
  writeAddress(location, 'replaceState')
  return { location, type: NavigationType.Pop }
}

function writeAddress(location: Location, how: 'pushState' | 'replaceState'): void {
  const { key, state } = location
  // With the origin, because a path may begin with two slashes.
  window.history[how]({ key, state }, '', window.location.origin + createPath(location))
}
