import { type RefObject, useEffect, useRef } from 'react'

/**
 * What was pressed may be gone once it is done. Whoever works by keyboard then goes on from the heading in its
 * place, and not from the top of the page.
 */
export function useKeptFocus(state: string): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(state)
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    if (document.activeElement !== document.body) return
    const heading = place.current?.querySelector('h2')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [state])
  return place
}
