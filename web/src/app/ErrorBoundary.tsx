import { Component, type ReactNode } from 'react'

interface Props {
  /** Another key tries again. */
  resetKey: string
  fallback: (error: unknown) => ReactNode
  children: ReactNode
}

interface State {
  resetKey: string
  failure: { error: unknown } | null
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { resetKey: this.props.resetKey, failure: null }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { resetKey, failure: null }
  }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } }
  }

  override render() {
    const { failure } = this.state
    return failure ? this.props.fallback(failure.error) : this.props.children
  }
}
