import { useSyncExternalStore } from 'react'

/** Whether a media query matches, for differences that CSS cannot express. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
  )

/** Upright, where the bottom bar replaces the top bar's sections, or lying on its side. */
export const useIsPhone = (): boolean => useMedia('(width < 40rem), (width < 60rem) and (height < 30rem)')
