import { useEffect } from 'react'

/** Loads code shortly after the first render, before it is needed. */
export function usePrefetch(load: () => Promise<unknown>): void {
  useEffect(() => {
    // A failure shows when the code is needed.
    const timer = setTimeout(() => void load().catch(() => undefined), 1000)
    return () => clearTimeout(timer)
  }, [load])
}
