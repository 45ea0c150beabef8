import { useEffect } from 'react'

/** Loads what is not needed yet once the screen has been painted, before anybody has clicked. */
export function usePrefetch(load: () => Promise<unknown>): void {
  useEffect(() => {
    // A failure shows when it is needed.
    const timer = setTimeout(() => void load().catch(() => undefined), 1000)
    return () => clearTimeout(timer)
  }, [load])
}
