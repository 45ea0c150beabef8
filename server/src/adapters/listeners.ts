/** A set of listeners of which none can stop the others, or whoever calls them. */
export function listeners<E extends unknown[]>(onError: (error: unknown) => void) {
  const all = new Set<{ hear: (...event: E) => void }>()
  return {
    add(hear: (...event: E) => void): () => void {
      const entry = { hear }
      all.add(entry)
      return () => void all.delete(entry)
    },
    call(...event: E): void {
      for (const { hear } of [...all]) {
        try {
          hear(...event)
        } catch (error) {
          onError(error)
        }
      }
    },
  }
}
