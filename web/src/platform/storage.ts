/** What a browser keeps under a key. */
export interface Store {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  keys(): string[]
}

/** Where the browser's own is forbidden or full, it is kept for as long as the page is there: every touch may throw. */
function open(name: 'localStorage' | 'sessionStorage'): Store {
  const instead = new Map<string, string>()
  function tried<T>(touch: (storage: Storage) => T, otherwise: () => T): T {
    try {
      return touch(window[name])
    } catch {
      return otherwise()
    }
  }
  return {
    get: (key) =>
      instead.get(key) ??
      tried(
        (storage) => storage.getItem(key),
        () => null,
      ),
    set(key, value) {
      instead.delete(key)
      tried(
        (storage) => storage.setItem(key, value),
        () => void instead.set(key, value),
      )
    },
    remove(key) {
      instead.delete(key)
      tried(
        (storage) => storage.removeItem(key),
        () => {},
      )
    },
    keys: () => [
      ...instead.keys(),
      ...tried(
        (storage) => Object.keys(storage),
        () => [],
      ),
    ],
  }
}

/** Until it is removed, for every tab. */
export const onDevice = open('localStorage')
/** As long as this tab is open. */
export const inTab = open('sessionStorage')
