import { useSyncExternalStore } from 'react'

type ToastKind = 'success' | 'danger' | 'info'

interface ToastAction {
  label: string
  onAct: () => void
  /** How long the action is possible. The toast hides after that. */
  ms: number
}

/** The global toast. Its type sets the colour. */
interface ToastState {
  visible: boolean
  type: ToastKind
  text: string
  action?: ToastAction
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

/** Returns a function that hides this toast, unless another has replaced it. */
export function showToast(type: ToastKind, text: string, action?: ToastAction): () => void {
  clearTimeout(timer)
  const count = state.count + 1
  change({ visible: true, type, text, action, count })
  timer = setTimeout(hideToast, action?.ms ?? HIDE_AFTER_MS)
  return () => {
    if (state.count === count) hideToast()
  }
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
