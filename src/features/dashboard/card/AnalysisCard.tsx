import type { ComponentType, ReactNode } from 'react'
import type { ParsedPayload, PayloadHeader } from '#src/analysis/payload.ts'
import { Card, type CardState } from '#src/ui/cards/Card.tsx'
import * as css from './card.css.ts'
import { ProblemsPill } from './ProblemsPill.tsx'
import { BODY_PADDING, type BodyHeights } from './heights.ts'

/** Props shared by the five cards. */
export interface AnalysisProps<Model> {
  /** Undefined until the first message. */
  readonly payload: ParsedPayload<Model> | undefined
  /** Source and age, once there is data. */
  readonly trust?: ReactNode
  /** Explains the figures. */
  readonly help?: ReactNode
  /** Opens the raw message. */
  readonly onOpen: () => void
}

interface AnalysisCardProps extends AnalysisProps<unknown> {
  readonly title: string
  readonly state: CardState
  readonly footer?: ReactNode
  readonly body: BodyHeights
  /** CSS length in place of the least height, where that depends on the card's place. */
  readonly bodyHeight?: string | undefined
  readonly children: ReactNode
}

export const READY: CardState = { kind: 'ready' }

/** Frame of an analysis card: title, problems, trust mark. */
export function AnalysisCard(props: AnalysisCardProps) {
  const { title, payload, trust, help, state, footer, body, onOpen, children } = props
  return (
    <Card
      title={title}
      headingLevel={3}
      help={help}
      trailing={
        <>
          <ProblemsPill problems={payload?.problems ?? []} />
          {trust}
        </>
      }
      state={state}
      footer={footer}
      bodyHeight={props.bodyHeight ?? `${body.minHeight}px`}
      compact
      onOpen={onOpen}
    >
      <div className={css.stack} style={{ minHeight: `min(100%, ${body.maxHeight - BODY_PADDING}px)` }}>
        {children}
      </div>
    </Card>
  )
}

/** Props of the body of a card. */
export interface BodyProps<Model> {
  readonly model: Model
  readonly header: PayloadHeader
}

interface CardDefinition<Model> {
  readonly title: string
  readonly heights: BodyHeights
  readonly bodyHeight?: string
  /** Text until the first data arrives. */
  readonly loadingText?: string
  readonly Body: ComponentType<BodyProps<Model>>
}

/** Creates a card that shows the model of its payload once one could be read. */
export const createAnalysisCard = <Model extends object>(definition: CardDefinition<Model>) =>
  function PayloadCard({ payload, trust, help, onOpen }: AnalysisProps<Model>) {
    const { title, heights, bodyHeight, loadingText = 'Analyzing', Body } = definition
    const model = payload?.model
    return (
      <AnalysisCard
        title={title}
        payload={payload}
        trust={trust}
        help={help}
        state={model ? READY : { kind: 'loading', text: loadingText }}
        body={heights}
        bodyHeight={bodyHeight}
        onOpen={onOpen}
      >
        {payload && model ? <Body model={model} header={payload.header} /> : null}
      </AnalysisCard>
    )
  }
