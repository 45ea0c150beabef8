export interface Store {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  keys(): string[]
}

/** Falls back to memory, because every access may throw if the browser's storage is forbidden or full. */
function open(name: 'localStorage' | 'sessionStorage'): Store {
  const memory = new Map<string, string>()
  function attempt<T>(access: (storage: Storage) => T, otherwise: () => T): T {
    try {
      return access(window[name])
    } catch {
      return otherwise()
    }
  }
  return {
    get: (key) =>
      memory.get(key) ??
      attempt(
        (storage) => storage.getItem(key),
        () => null,
      ),
    set(key, value) {
      memory.delete(key)
      attempt(
        (storage) => storage.setItem(key, value),
        () => void memory.set(key, value),
      )
    },
    remove(key) {
      memory.delete(key)
      attempt(
        (storage) => storage.removeItem(key),
        () => {},
      )
    },
    keys: () => [
      ...memory.keys(),
      ...attempt(
        (storage) => Object.keys(storage),
        () => [],
      ),
    ],
  }
}

/** Shared by all tabs, until removed. */
export const onDevice = open('localStorage')
/** For as long as this tab is open. */
export const inTab = open('sessionStorage')
