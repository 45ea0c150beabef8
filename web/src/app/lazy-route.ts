import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

type LazyRoute<P> = LazyExoticComponent<ComponentType<P>> & {
  /** Resolves when the component can render without suspending. */
  load: () => Promise<unknown>
}

/**
 * A component that loads when it renders or when `load` is called. React's `lazy` suspends even if the file has already
 * loaded, so the page renders twice, which is slow on a phone.
 */
export function lazyRoute<P>(load: () => Promise<ComponentType<P>>): LazyRoute<P> {
  let loaded: { default: ComponentType<P> } | undefined
  const loadOnce = async () => {
    loaded ??= { default: await load() }
    return loaded
  }
  // A thenable that resolves synchronously lets React render synchronously.
  const resolved = (module: { default: ComponentType<P> }): PromiseLike<typeof module> => ({
    // biome-ignore lint/suspicious/noThenProperty: it imitates a resolved promise.
    then: (resolve) => {
      resolve?.(module)
      return undefined as never
    },
  })
  const component = lazy(
    () => (loaded ? resolved(loaded) : loadOnce()) as Promise<{ default: ComponentType<P> }>,
  )
  return Object.assign(component, { load: loadOnce })
}
