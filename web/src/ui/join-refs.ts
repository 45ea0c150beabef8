import type { Ref } from 'react'

/** Gives one element to two owners, such as a component's own ref and react-hook-form's. */
export function joinRefs<T>(...refs: (Ref<T> | undefined)[]): (node: T | null) => () => void {
  return (node) => {
    const cleanups = refs.map((ref) => give(ref, node))
    return () => {
      for (const cleanup of cleanups) cleanup()
    }
  }
}

function give<T>(ref: Ref<T> | undefined, node: T | null): () => void {
  if (typeof ref === 'function') {
    const cleanup = ref(node)
    return typeof cleanup === 'function' ? cleanup : () => void ref(null)
  }
  if (ref) ref.current = node
  return () => {
    if (ref) ref.current = null
  }
}
