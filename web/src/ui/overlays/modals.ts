import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let open: readonly HTMLElement[] = []

function change(next: readonly HTMLElement[]): void {
  open = next
  for (const listener of listeners) listener()
}

/** A modal dialog has opened; the answer tells that it closes. */
export function modalOpened(dialog: HTMLElement): () => void {
  change([...open, dialog])
  return () => change(open.filter((one) => one !== dialog))
}

/** Where things can be clicked and read: in the topmost modal dialog while one is open, else anywhere in the page. */
export const useReachable = (): HTMLElement =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => open.at(-1) ?? document.body,
  )
