import { useSyncExternalStore } from 'react'

type ToastKind = 'success' | 'danger' | 'info'

/** The global toast. Its type sets the colour. */
interface ToastState {
  visible: boolean
  type: ToastKind
  text: string
  /** Distinguishes two equal texts, so that the second is announced too. */
  count: number
}

const HIDE_AFTER_MS = 10_000
const listeners = new Set<() => void>()
let state: ToastState = { visible: false, type: 'info', text: '', count: 0 }
let timer: ReturnType<typeof setTimeout> | undefined

function change(next: ToastState): void {
  state = next
  for (const listener of listeners) listener()
}

export function showToast(type: ToastKind, text: string): void {
  clearTimeout(timer)
  change({ visible: true, type, text, count: state.count + 1 })
  timer = setTimeout(hideToast, HIDE_AFTER_MS)
}

export function hideToast(): void {
  clearTimeout(timer)
  change({ ...state, visible: false })
}

export function useToast(): ToastState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => state,
  )
}
