import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let open: readonly HTMLElement[] = []

function change(next: readonly HTMLElement[]): void {
  open = next
  for (const listener of listeners) listener()
}

/** Registers an open modal dialog. Returns a function to call when it closes. */
export function modalOpened(dialog: HTMLElement): () => void {
  change([...open, dialog])
  return () => change(open.filter((one) => one !== dialog))
}

/** The element whose content can be clicked and read: the topmost open modal dialog, or else the body. */
export const useReachable = (): HTMLElement =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => open.at(-1) ?? document.body,
  )
