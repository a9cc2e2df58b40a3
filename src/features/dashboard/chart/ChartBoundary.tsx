import { Component } from 'react'
import type { ReactNode } from 'react'
import { CHART_TEXTS } from '#src/streams/index.ts'
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx'

/** Error boundary: a chart that fails to load or render does not take down the page. */
export class ChartBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override readonly state = { failed: false }

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? <ErrorState message={CHART_TEXTS.rendering} /> : this.props.children
  }
}
