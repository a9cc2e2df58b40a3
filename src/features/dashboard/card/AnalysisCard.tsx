import type { ReactNode } from 'react'
import { Card, type CardState } from '#src/ui/display/Card.tsx'
import type { PayloadHeader, CardModel } from '../payload/card-model.ts'
import * as css from './card.css.ts'
import { ProblemsPill } from './ProblemsPill.tsx'
import { BODY_PADDING, type BodyHeights } from './heights.ts'

/** Props shared by the five cards. */
export interface AnalysisProps<View> {
  /** Undefined until the first message. */
  readonly model: CardModel<View> | undefined
  /** Source and age, once there is data. */
  readonly trust?: ReactNode
  /** Opens the raw message. */
  readonly onOpen: () => void
}

interface AnalysisCardProps extends Omit<AnalysisProps<unknown>, 'model'> {
  readonly title: string
  readonly model: Pick<CardModel<unknown>, 'header' | 'problems'> | undefined
  readonly state: CardState
  /** Shown in the header: timeframe, volatility. */
  readonly badges?: ReactNode
  readonly footer?: ReactNode
  readonly body: BodyHeights
  readonly children: ReactNode
}

export const READY: CardState = { kind: 'ready' }
/** State until the first data arrives. */
export const ANALYZING: CardState = { kind: 'loading', text: 'Analyzing' }

/** The pair and, where it fits, the exchange. */
function PairAndExchange({ pairLabel, exchange }: PayloadHeader) {
  const exchangeText = exchange === undefined ? '' : ` · ${exchange}`
  return (
    <span className={css.subtitle} title={pairLabel + exchangeText}>
      <span className={css.pair}>{pairLabel}</span>
      <span>{exchangeText}</span>
    </span>
  )
}

/** Frame of an analysis card: title, market, problems, trust mark. */
export function AnalysisCard(props: AnalysisCardProps) {
  const { title, model, trust, state, badges, footer, body, onOpen, children } = props
  return (
    <Card
      title={title}
      headingLevel={3}
      subtitle={model === undefined ? undefined : <PairAndExchange {...model.header} />}
      trailing={
        <>
          {badges}
          <ProblemsPill problems={model?.problems ?? []} />
          <span className={css.trust}>{trust}</span>
        </>
      }
      state={state}
      footer={footer}
      bodyHeight={`${body.minHeight}px`}
      tall
      onOpen={onOpen}
    >
      <div className={css.stack} style={{ minHeight: `min(100%, ${body.maxHeight - BODY_PADDING}px)` }}>
        {children}
      </div>
    </Card>
  )
}
