import { Component, type ReactNode } from 'react'
import { ErrorState } from './ErrorState.tsx'

interface ErrorBoundaryProps {
  /** What is said in place of the part. */
  readonly message: string
  readonly children: ReactNode
}

/** Keeps a part that cannot be drawn, or whose code cannot be loaded, from taking the page with it. */
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
