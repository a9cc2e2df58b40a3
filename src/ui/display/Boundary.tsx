import { Component, type ReactNode } from 'react'
import { ErrorState } from './ErrorState.tsx'

interface BoundaryProps {
  /** What is said in place of the part. */
  readonly message: string
  readonly children: ReactNode
}

/** Keeps a part that cannot be drawn, or whose code cannot be loaded, from taking the page with it. */
export class Boundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override readonly state = { failed: false }

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return <ErrorState message={this.props.message} onRetry={() => this.setState({ failed: false })} />
  }
}
