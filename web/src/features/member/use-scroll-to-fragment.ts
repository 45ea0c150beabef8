import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * Scrolls to the element that the address names once the data has brought it: the router, which does so for every
 * screen, has looked too early. Going back to a page that is still loaded keeps the place instead, as the browser does.
 */
export function useScrollToFragment(ready: boolean): void {
  const { hash, key } = useLocation()
  const wasReady = useRef(ready)
  const kind = useNavigationType()
  const first = useRef(key)

  useEffect(() => {
    const isReturn = wasReady.current && kind === 'POP' && first.current === key
    if (!ready || hash.length < 2 || isReturn) return
    document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [ready, hash, key, kind])
}
