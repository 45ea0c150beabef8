export type SaveState = { is: 'saving' } | { is: 'saved' } | { is: 'failed'; message: string }

interface Saving<V extends object> {
  /** The error message for an invalid value. */
  findProblem<K extends keyof V>(key: K, value: V[K]): string | undefined
  send<K extends keyof V>(key: K, value: V[K]): Promise<unknown>
  onState(key: keyof V, state: SaveState | undefined): void
  /** Called after every change with the values that the server does not have yet. */
  onUnsaved(unsaved: Partial<V>): void
}

/** A pause of this length while typing triggers a save. */
const PAUSE_MS = 1500

/**
 * Saves single values as they change. Saves of one value never overlap, so the last value wins. A value that could not
 * be saved is kept and retried with the next change or by `saveAll`.
 */
export function openAutoSaver<V extends object>({ findProblem, send, onState, onUnsaved }: Saving<V>) {
  const unsaved: Partial<V> = {}
  const timers = new Map<keyof V, ReturnType<typeof setTimeout>>()
  const running = new Map<keyof V, Promise<void>>()
  /** Saves requested while `saveAll` runs. */
  const deferred = new Set<keyof V>()
  let isSavingAll = false

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
    else timers.set(key, setTimeout(save, PAUSE_MS, key, 'silently'))
  }

  /** `silently` reports no error for a value that is still being typed. */
  function save(key: keyof V, how: 'with errors' | 'silently' = 'with errors'): void {
    clearTimeout(timers.get(key))
    if (isSavingAll) deferred.add(key)
    if (isSavingAll || !isUnsaved(key) || running.has(key)) return
    const problem = findProblem(key, unsaved[key] as V[keyof V])
    if (problem === undefined) running.set(key, store(key))
    else if (how === 'with errors') onState(key, { is: 'failed', message: problem })
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
      save(key, 'silently')
    } else if (failure) onState(key, { is: 'failed', message: failure.message })
    else settle(key)
  }

  return {
    change,
    save,
    saveAllUnsaved: () => {
      for (const key of Object.keys(unsaved) as (keyof V)[]) save(key)
    },
    /** Saves the unsaved ones of several values together, after running saves. Single saves wait for it. */
    async saveAll(
      keys: readonly (keyof V)[],
      sendAll: (changed: Partial<V>) => Promise<unknown>,
    ): Promise<void> {
      isSavingAll = true
      try {
        await Promise.all(running.values())
        const sent: Partial<V> = {}
        for (const key of keys) if (isUnsaved(key)) sent[key] = unsaved[key]
        await sendAll(sent)
        for (const key of keys) if (isUnsaved(key) && unsaved[key] === sent[key]) settle(key)
      } finally {
        isSavingAll = false
        for (const key of deferred) save(key, 'silently')
        deferred.clear()
      }
    },
    /** Gives up a change: the server's value is shown instead. */
    forget(key: keyof V): void {
      clearTimeout(timers.get(key))
      delete unsaved[key]
      onUnsaved(unsaved)
      onState(key, undefined)
    },
    /** Resolves when all running saves have ended. */
    settled: async () => void (await Promise.all(running.values())),
    isUnsaved,
  }
}
