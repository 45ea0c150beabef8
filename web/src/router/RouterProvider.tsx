import {
  Component,
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { Params } from './match'
import { find, type Route, type Router } from './router'
import { keepPositions, placeScroll } from './scroll'
import type { Location, NavigationType, Shown } from './shown'

interface Place extends Pick<Shown, 'location' | 'type' | 'params'> {
  navigate: Router['navigate']
}

const PlaceContext = createContext<Place | null>(null)
const OutletContext = createContext<ReactNode>(null)

function usePlace(): Place {
  const place = useContext(PlaceContext)
  if (!place) throw new Error('There is no router around this component.')
  return place
}

export const useLocation = (): Location => usePlace().location
export const useNavigationType = (): NavigationType => usePlace().type
export const useParams = (): Params => usePlace().params
export const useNavigate = (): Router['navigate'] => usePlace().navigate
export const useSearch = (): URLSearchParams => new URLSearchParams(usePlace().location.search)

type Broken = (error: unknown) => ReactNode

/** What a frame holds: the next frame, or the screen. */
export const Outlet = (): ReactNode => useContext(OutletContext)

/** Draws what the router shows; `broken` stands in for what could not be loaded or drawn, until the next address. */
export function RouterProvider({ router, broken }: { router: Router; broken: Broken }) {
  const [shown, setShown] = useState(router.shown)
  useLayoutEffect(() => {
    const stop = router.listen((next, blends) => {
      if (blends && document.startViewTransition) {
        const { ready } = document.startViewTransition(() => flushSync(() => setShown(next)))
        // In a hidden window there is nothing to blend; the screen changes all the same.
        ready.catch(() => undefined)
      } else {
        // What the new screen still waits for keeps the old one in place.
        startTransition(() => setShown(next))
      }
    })
    // It may have been shown between the first drawing and now.
    setShown(router.shown())
    return stop
  }, [router])
  useLayoutEffect(() => {
    if (shown) placeScroll(shown)
  }, [shown])
  useEffect(() => {
    const leave = () => keepPositions(router.shown()?.location.key ?? '')
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [router])
  if (!shown) return null
  const { location, type, params } = shown
  return (
    <PlaceContext value={{ location, type, params, navigate: router.navigate }}>
      <Boundary at={location} broken={broken}>
        <Parts shown={shown} />
      </Boundary>
    </PlaceContext>
  )
}

function Parts({ shown }: { shown: Shown }): ReactNode {
  if (shown.error) throw shown.error
  let inside: ReactNode = null
  for (const part of shown.parts.toReversed()) inside = <OutletContext value={inside}>{part}</OutletContext>
  return inside
}

/** The first of these screens whose path fits, for areas that choose inside of one route. */
export function Screens({ routes }: { routes: Route[] }): ReactNode {
  const place = usePlace()
  const { chain, params } = find(routes, place.location.pathname) ?? {}
  const show = chain?.at(-1)?.show
  if (!params || typeof show === 'function') return null
  return <PlaceContext value={{ ...place, params }}>{show}</PlaceContext>
}

type BoundaryProps = { at: Location; broken: Broken; children: ReactNode }

class Boundary extends Component<BoundaryProps, { failure: { error: unknown } | null }> {
  override state = { failure: null as { error: unknown } | null }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (this.state.failure && before.at !== this.props.at) this.setState({ failure: null })
  }

  override render() {
    const { failure } = this.state
    return failure ? this.props.broken(failure.error) : this.props.children
  }
}
