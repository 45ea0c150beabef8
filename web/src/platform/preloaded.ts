import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { freshPreloaded, type Input, type RouteName, urlOf } from './api'

/**
 * Puts the reply that preload.js requested into the cache if it arrived before the first render. The screen then renders
 * once, without waiting. Returns whether it did.
 */
export function usePreloaded<R extends RouteName>(route: R, input: Input<R>, queryKey: QueryKey): boolean {
  const cache = useQueryClient()
  const [isPreloaded] = useState(() => {
    const reply = freshPreloaded(urlOf(route, input))?.reply
    if (reply === undefined) return false
    cache.setQueryData(queryKey, reply)
    return true
  })
  useEffect(() => {
    if (isPreloaded) delete window.preloaded
  }, [isPreloaded])
  return isPreloaded
}
