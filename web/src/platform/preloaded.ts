import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { freshPreloaded, type Input, type RouteName, urlOf } from './api'

/**
 * Puts the answer that preload.js asked for into the cache, where it came before its screen is drawn for the
 * first time: then the screen has nothing to wait for, and nothing is drawn twice. Says whether it did.
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
