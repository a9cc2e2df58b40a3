import type { ReactNode } from 'react'
import { Card, type CardState } from '#src/ui/display/Card.tsx'
import type { Head, Reading } from '../payload/open.ts'
import * as css from './card.css.ts'
import { FaultPill } from './FaultPill.tsx'
import { BODY_PADDING, type BodyHeights } from './heights.ts'

/** What each of the five cards is given. */
export interface AnalysisProps<View> {
  /** Undefined until the first message is there. */
  readonly reading: Reading<View> | undefined
  /** Source and age, once there is something to trust. */
  readonly trust?: ReactNode
  /** Opens the raw message. */
  readonly onOpen: () => void
}

interface AnalysisCardProps extends Omit<AnalysisProps<unknown>, 'reading'> {
  readonly title: string
  readonly reading: Pick<Reading<unknown>, 'head' | 'faults'> | undefined
  readonly state: CardState
  /** Beside the pair: timeframe, volatility. */
  readonly badges?: ReactNode
  readonly footer?: ReactNode
  readonly body: BodyHeights
  readonly children: ReactNode
}

export const READY: CardState = { kind: 'ready' }
/** Until there is something to draw. */
export const ANALYZING: CardState = { kind: 'loading', text: 'Analyzing' }

/** The pair, and the exchange where there is room for it. */
function Origin({ pairLabel, exchange }: Head) {
  const place = exchange === undefined ? '' : ` · ${exchange}`
  return (
    <span className={css.origin} title={pairLabel + place}>
      <span className={css.pair}>{pairLabel}</span>
      <span>{place}</span>
    </span>
  )
}

/** The frame of an analysis card: title, origin, what is missing, how far to trust it. */
export function AnalysisCard(props: AnalysisCardProps) {
  const { title, reading, trust, state, badges, footer, body, onOpen, children } = props
  return (
    <Card
      title={title}
      headingLevel={3}
      subtitle={reading === undefined ? undefined : <Origin {...reading.head} />}
      trailing={
        <>
          {badges}
          <FaultPill faults={reading?.faults ?? []} />
          <span className={css.trust}>{trust}</span>
        </>
      }
      state={state}
      footer={footer}
      bodyHeight={`${body.least}px`}
      tall
      onOpen={onOpen}
    >
      <div className={css.stack} style={{ minHeight: `min(100%, ${body.spread - BODY_PADDING}px)` }}>
        {children}
      </div>
    </Card>
  )
}
