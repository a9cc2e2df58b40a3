import { Component, type ReactNode } from 'react'
import { ErrorState } from './ErrorState.tsx'

interface ErrorBoundaryProps {
  /** Shown in place of the children after an error. */
  readonly message: string
  /** No Retry, because only reloading the page helps. */
  readonly isFinal?: boolean
  /** Called with an error. Returns whether the children can be rendered anew at once. */
  readonly recover?: (error: unknown) => boolean
  readonly children: ReactNode
}

/** Contains rendering and chunk loading errors of its children, with Retry unless final. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failed: boolean }> {
  override readonly state = { failed: false }

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    if (this.props.recover?.(error) === true) this.setState({ failed: false })
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    const { message, isFinal = false } = this.props
    return <ErrorState message={message} onRetry={isFinal ? undefined : () => this.setState({ failed: false })} />
  }
}
