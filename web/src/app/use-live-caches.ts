import { useEffect } from 'react'
import { onLive } from '../platform/live/live'

let loading: Promise<typeof import('./live-caches')> | undefined

/** The first screen does not wait for this code. If it fails to load, the next event tries again. */
function load(): Promise<typeof import('./live-caches') | undefined> {
  loading ??= import('./live-caches')
  return loading.catch(() => {
    loading = undefined
    return undefined
  })
}

/** Applies live events to the cached data, in their order. */
export function useLiveCaches(): void {
  useEffect(() => {
    void load()
    return onLive((update, before) => void load().then((caches) => caches?.updateCaches(update, before)))
  }, [])
}
