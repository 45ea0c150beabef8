import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router'

/** What lies over a page has an address, a fragment of the page's own: Back closes it, and a reload opens it again. */
const OVERLAYS = /^#(?:chat|photo-([1-9]\d?))$/

export const photoHash = (at: number): string => `#photo-${at + 1}`
/** Which photo the fragment shows, counted from 0. */
export function photoAt(hash: string): number | undefined {
  const number = OVERLAYS.exec(hash)?.[1]
  return number === undefined ? undefined : Number(number) - 1
}

interface EntryState {
  /** The entry before this one is where the way back leads. */
  back?: boolean
  /** The fragment of the page below. */
  below?: string
}

export function useHistoryOverlay() {
  const { pathname, search, hash, state, key } = useLocation()
  const navigate = useNavigate()
  const isPushed = useNavigationType() === NavigationType.Push
  const isLeaving = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it has left when it is at another entry.
  useEffect(() => {
    isLeaving.current = false
  }, [key])
  const entry = (state !== null && typeof state === 'object' ? state : {}) as EntryState
  const isOver = OVERLAYS.test(hash)
  const below = isOver ? (entry.below ?? '') : hash

  return {
    hash,
    below,
    /** Opens one above the page, or changes the one that is open; the page stays where it is scrolled to. */
    open(fragment: string) {
      void navigate(
        { pathname, search, hash: fragment },
        {
          state: isOver ? entry : { ...entry, back: true, below },
          replace: isOver || hash === fragment,
          preventScrollReset: true,
        },
      )
    },
    /** Back to where one came from; whoever came by a link from elsewhere finds the page below. */
    leave() {
      // A dialog asks once more as it closes, and a key can be pressed twice.
      if (isLeaving.current) return
      isLeaving.current = true
      if (entry.back || (isPushed && !isOver)) void navigate(-1)
      else void navigate({ pathname, search, hash: isOver ? below : '' }, { replace: true, state })
    },
  }
}
