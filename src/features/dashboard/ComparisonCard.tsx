import { Card } from '#src/ui/cards/Card.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx'
import { Spinner } from '#src/ui/feedback/Spinner.tsx'
import { card, overlay, frame as frameClass, container } from './ComparisonCard.css.ts'
import { useComparison } from './useComparison.ts'

const TITLE = 'External Comparison Chart'

export interface ComparisonCardProps {
  /** URL of the page that embeds the vendor's chart; undefined where none is offered. */
  readonly src: string | undefined
}

function ComparisonFrame({ src }: { readonly src: string }) {
  const { state, attempt, frame, onFrameLoad, retry } = useComparison()
  return (
    <div className={container}>
      {state === 'failed' ? (
        <ErrorState message="The external chart could not be reached." onRetry={retry}>
          It is loaded from a third party. The rest of this page is not affected.
        </ErrorState>
      ) : (
        <iframe
          key={attempt}
          ref={frame}
          className={frameClass}
          src={src}
          title={TITLE}
          sandbox="allow-scripts"
          loading="lazy"
          referrerPolicy="no-referrer"
          onLoad={onFrameLoad}
        />
      )}
      {state === 'loading' ? (
        <div className={overlay}>
          <Spinner />
          <p>Loading the external chart...</p>
        </div>
      ) : null}
    </div>
  )
}

/** The vendor's BTCUSD chart for comparison, in a sandboxed frame without access to the page. */
export function ComparisonCard({ src }: ComparisonCardProps) {
  return (
    <Card title={TITLE} subtitle="BTCUSD · 1m · TradingView" className={card} flush>
      {src === undefined ? (
        <EmptyState title="No external chart">This server does not offer a comparison chart.</EmptyState>
      ) : (
        <ComparisonFrame src={src} />
      )}
    </Card>
  )
}
