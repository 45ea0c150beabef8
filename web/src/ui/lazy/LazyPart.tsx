import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState, useTransition } from 'react'
import { Button } from '../Button'

interface BoundaryProps {
  /** A new key clears the error and renders the children again. */
  resetKey: unknown
  onError?: () => void
  fallback: (error: unknown) => ReactNode
  children: ReactNode
}

interface BoundaryState {
  resetKey: unknown
  failure: { error: unknown } | null
}

export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { resetKey: this.props.resetKey, failure: null }

  static getDerivedStateFromProps({ resetKey }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return resetKey === state.resetKey ? null : { resetKey, failure: null }
  }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failure: { error } }
  }

  override componentDidCatch(): void {
    this.props.onError?.()
  }

  override render() {
    const { failure } = this.state
    return failure ? this.props.fallback(failure.error) : this.props.children
  }
}

export interface Failure {
  error: unknown
  /** How often the member has tried again. */
  tries: number
  pending: boolean
  retry: () => void
}

type Failed<P> = (failure: Failure, props: P) => ReactNode

type LazyPart<P> = ComponentType<P> & {
  /** Resolves when the part can render without suspending. */
  load: () => Promise<unknown>
}

/**
 * A part of the page that loads when it renders or when `load` is called. If it fails to load or to render, the rest of
 * the page stays, and `failed` shows in its place.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  failed: Failed<P> = (failure) => failedBox(failure),
): LazyPart<P> {
  let loaded: { default: ComponentType<P> } | undefined
  const loadOnce = async () => {
    loaded ??= { default: await load() }
    return loaded
  }
  // React's `lazy` suspends even if the file has already loaded, so the page renders twice, which is slow on a phone. A
  // thenable that resolves synchronously lets React render synchronously.
  const resolved = (module: { default: ComponentType<P> }): PromiseLike<typeof module> => ({
    // biome-ignore lint/suspicious/noThenProperty: it imitates a resolved promise.
    then: (resolve) => {
      resolve?.(module)
      return undefined as never
    },
  })
  const make = () =>
    lazy(() => (loaded ? resolved(loaded) : loadOnce()) as Promise<{ default: ComponentType<P> }>)
  // A component of `lazy` that has failed stays failed, so a failure is replaced for the next try.
  let latest: ComponentType<P> = make()

  function Part(props: P) {
    const [{ Current, tries }, setTry] = useState(() => ({ Current: latest, tries: 0 }))
    const [pending, start] = useTransition()
    const renew = () => {
      if (Current === latest) latest = make()
    }
    const retry = () => start(() => setTry({ Current: latest, tries: tries + 1 }))
    return (
      <ErrorBoundary
        resetKey={Current}
        onError={renew}
        fallback={(error) => failed({ error, tries, pending, retry }, props)}
      >
        <Current {...props} />
      </ErrorBoundary>
    )
  }
  return Object.assign(Part, { load: loadOnce })
}

/** A page from before an upgrade never finds its file, so the second try loads the whole page. */
export function TryAgain({ tries, pending, retry }: Failure) {
  const again = () => (tries > 0 && navigator.onLine ? window.location.reload() : retry())
  return (
    // A failed try replaces the button, so the new one takes the focus.
    <Button autoFocus={tries > 0} pending={pending} onClick={again}>
      Try again
    </Button>
  )
}

// Looks like an alert but loads no icon, because it is part of every page.
export const failedBox = (failure: Failure, close?: ReactNode): ReactNode => (
  <div
    role="alert"
    className="petal-md flex flex-wrap items-center gap-3 bg-danger-soft px-5 py-4 font-medium text-on-danger-soft inset-ring inset-ring-danger/30"
  >
    <p className="flex-1 basis-48">We couldn’t load this part of the page.</p>
    <TryAgain {...failure} />
    {close}
  </div>
)

/**
 * A dialog and the like. While it loads, the bar at the top of the page moves; a failure floats where it can be seen.
 * `onClose` returns nothing while the dialog is closed.
 */
export function lazyOverlay<P extends object>(
  load: () => Promise<ComponentType<P>>,
  onClose: (props: P) => (() => void) | undefined,
) {
  const Part = lazyPart(load, (failure, props) => {
    const close = onClose(props)
    return (
      close && (
        <div className="fixed inset-x-4 bottom-40 z-20 mx-auto max-w-lg lg:bottom-24">
          {failedBox(
            failure,
            <Button tone="bare" onClick={close}>
              Close
            </Button>,
          )}
        </div>
      )
    )
  })
  return (props: P) => (
    <Suspense fallback={<span data-loading hidden />}>
      <Part {...props} />
    </Suspense>
  )
}

/** For a part that shows nothing by itself, such as notifications. */
export const failedQuietly = (): ReactNode => null

/** For a part as large as the screen. */
export const failedScreen = (failure: Failure): ReactNode => (
  <div className="flex flex-1 flex-col items-center justify-center gap-4 px-4 py-16 text-center">
    <h1 className="text-3xl">Something went wrong</h1>
    <p className="text-muted">We couldn’t load this page.</p>
    <TryAgain {...failure} />
  </div>
)
