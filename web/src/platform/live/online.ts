import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** Whether the device has a network connection. The server may still be unreachable. */
export const isOnline = (): boolean => navigator.onLine

export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, isOnline)

/** Sends again what could not be sent, as soon as the network returns. */
export function useRetryOnline(isUnsaved: boolean, retry: () => void): void {
  const onOnline = useEffectEvent(retry)
  useEffect(() => {
    if (!isUnsaved) return
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [isUnsaved])
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
