import { Component, type ReactNode } from 'react'
import { ErrorState } from './ErrorState.tsx'

interface ErrorBoundaryProps {
  /** Shown in place of the children after an error. */
  readonly message: string
  readonly children: ReactNode
}

/** Contains rendering and chunk loading errors of its children, with Retry. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failed: boolean }> {
  override readonly state = { failed: false }

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return <ErrorState message={this.props.message} onRetry={() => this.setState({ failed: false })} />
  }
}
