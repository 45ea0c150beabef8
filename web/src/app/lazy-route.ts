import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

type LazyRoute<P> = LazyExoticComponent<ComponentType<P>> & {
  /** Once this has ended the component is drawn without a pause. */
  load: () => Promise<unknown>
}

/**
 * A component that is loaded when it is drawn or asked for. React's own `lazy` leaves a gap even where the file has come
 * long ago: the page is drawn without it first, and a slow phone draws everything twice.
 */
export function lazyRoute<P>(load: () => Promise<ComponentType<P>>): LazyRoute<P> {
  let loaded: { default: ComponentType<P> } | undefined
  const loadOnce = async () => {
    loaded ??= { default: await load() }
    return loaded
  }
  // What answers at once is drawn at once.
  const atOnce = (module: { default: ComponentType<P> }): PromiseLike<typeof module> => ({
    // biome-ignore lint/suspicious/noThenProperty: it stands for a promise that has been kept.
    then: (resolve) => {
      resolve?.(module)
      return undefined as never
    },
  })
  const component = lazy(
    () => (loaded ? atOnce(loaded) : loadOnce()) as Promise<{ default: ComponentType<P> }>,
  )
  return Object.assign(component, { load: loadOnce })
}
