export type SaveState = { is: 'saving' } | { is: 'saved' } | { is: 'failed'; words: string }

interface Saving<V extends object> {
  /** What is wrong with a value, in words. */
  wrongWith<K extends keyof V>(key: K, value: V[K]): string | undefined
  send<K extends keyof V>(key: K, value: V[K]): Promise<unknown>
  onState(key: keyof V, state: SaveState | undefined): void
  /** After every change: what the server does not have yet. */
  onUnsaved(unsaved: Partial<V>): void
}

/** While somebody types, a pause as long as this saves. */
const PAUSE_MS = 1500

/**
 * Saves single values as they change. Two saves of one value never overlap, so the last one typed is the one
 * that stays; what could not be saved is kept and tried again with the next change, or by `saveAll`.
 */
export function openAutoSaver<V extends object>({ wrongWith, send, onState, onUnsaved }: Saving<V>) {
  const unsaved: Partial<V> = {}
  const timers = new Map<keyof V, ReturnType<typeof setTimeout>>()
  const running = new Map<keyof V, Promise<void>>()
  /** Asked for while one save of several runs. */
  const waiting = new Set<keyof V>()
  let held = false

  const isUnsaved = (key: keyof V): boolean => Object.hasOwn(unsaved, key)

  function settle(key: keyof V): void {
    delete unsaved[key]
    onUnsaved(unsaved)
    onState(key, { is: 'saved' })
  }

  function change<K extends keyof V>(key: K, value: V[K], when: 'now' | 'after a pause'): void {
    unsaved[key] = value
    onUnsaved(unsaved)
    clearTimeout(timers.get(key))
    if (!running.has(key)) onState(key, undefined)
    if (when === 'now') save(key)
    else timers.set(key, setTimeout(save, PAUSE_MS, key, 'quietly'))
  }

  /** Quietly: what is still being typed is not called wrong yet. */
  function save(key: keyof V, how: 'aloud' | 'quietly' = 'aloud'): void {
    clearTimeout(timers.get(key))
    if (held) waiting.add(key)
    if (held || !isUnsaved(key) || running.has(key)) return
    const words = wrongWith(key, unsaved[key] as V[keyof V])
    if (words === undefined) running.set(key, store(key))
    else if (how === 'aloud') onState(key, { is: 'failed', words })
  }

  async function store(key: keyof V): Promise<void> {
    const value = unsaved[key] as V[keyof V]
    onState(key, { is: 'saving' })
    const failure = await send(key, value).then(
      () => undefined,
      (error: Error) => error,
    )
    running.delete(key)
    if (!isUnsaved(key)) return
    if (unsaved[key] !== value) {
      onState(key, undefined)
      save(key, 'quietly')
    } else if (failure) onState(key, { is: 'failed', words: failure.message })
    else settle(key)
  }

  return {
    change,
    save,
    saveAllUnsaved: () => {
      for (const key of Object.keys(unsaved) as (keyof V)[]) save(key)
    },
    /** One save of several values. Single ones wait for it, and it for those under way. */
    async saveAll(keys: readonly (keyof V)[], sendAll: () => Promise<unknown>): Promise<void> {
      held = true
      try {
        await Promise.all(running.values())
        const sent = { ...unsaved }
        await sendAll()
        for (const key of keys) if (isUnsaved(key) && unsaved[key] === sent[key]) settle(key)
      } finally {
        held = false
        for (const key of waiting) save(key, 'quietly')
        waiting.clear()
      }
    },
    /** After what is under way has ended. */
    settled: async () => void (await Promise.all(running.values())),
    isUnsaved,
  }
}
