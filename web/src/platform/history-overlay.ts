import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router'

/** An overlay has its own URL fragment, so Back closes it and a reload opens it again. */
const OVERLAYS = /^#(?:chat|photo-([1-9]\d?))$/

export const photoHash = (at: number): string => `#photo-${at + 1}`
/** The index of the photo in the fragment. */
export function photoAt(hash: string): number | undefined {
  const number = OVERLAYS.exec(hash)?.[1]
  return number === undefined ? undefined : Number(number) - 1
}

interface EntryState {
  /** The previous history entry is the page below, so leaving goes back. */
  back?: boolean
  /** The fragment of the page below. */
  below?: string
}

export function useHistoryOverlay() {
  const { pathname, search, hash, state, key } = useLocation()
  const navigate = useNavigate()
  const isPushed = useNavigationType() === NavigationType.Push
  const isLeaving = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving ends at another entry.
  useEffect(() => {
    isLeaving.current = false
  }, [key])
  const entry = (state !== null && typeof state === 'object' ? state : {}) as EntryState
  const isOver = OVERLAYS.test(hash)
  const below = isOver ? (entry.below ?? '') : hash

  return {
    hash,
    below,
    /** Opens an overlay or replaces the open one. The page keeps its scroll position. */
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
    /** Goes back, or to the page below if the overlay was opened by a link from another site. */
    leave() {
      // A closing dialog calls this again, and a key can be pressed twice.
      if (isLeaving.current) return
      isLeaving.current = true
      if (entry.back || (isPushed && !isOver)) void navigate(-1)
      else void navigate({ pathname, search, hash: isOver ? below : '' }, { replace: true, state })
    },
  }
}
