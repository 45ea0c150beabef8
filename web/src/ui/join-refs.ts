import type { Ref } from 'react'

/** Combines refs to one element, such as a component's own and react-hook-form's. */
export function joinRefs<T>(...refs: (Ref<T> | undefined)[]): (node: T | null) => () => void {
  return (node) => {
    const cleanups = refs.map((ref) => setRef(ref, node))
    return () => {
      for (const cleanup of cleanups) cleanup()
    }
  }
}

function setRef<T>(ref: Ref<T> | undefined, node: T | null): () => void {
  if (typeof ref === 'function') {
    const cleanup = ref(node)
    return typeof cleanup === 'function' ? cleanup : () => void ref(null)
  }
  if (ref) ref.current = node
  return () => {
    if (ref) ref.current = null
  }
}
