import { useSyncExternalStore } from 'react'

/** Whether the device has a network connection. The server may still be unreachable. */
export const isOnline = (): boolean => navigator.onLine

export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, isOnline)

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
