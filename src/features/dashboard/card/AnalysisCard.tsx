import { TriangleAlert } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { ParsedPayload, PayloadHeader } from '#src/analysis/payload.ts'
import type { PayloadProblem } from '#src/analysis/problems.ts'
import { Card, type CardState } from '#src/ui/cards/Card.tsx'
import { Popover } from '#src/ui/overlays/Popover.tsx'
import { ShrinkingBadge } from '#src/ui/text/Badge.tsx'
import { BODY_PADDING, type CardName, CARDS } from '../cards.ts'
import * as css from './card.css.ts'
import { code as codeClass, problems as problemsClass } from './card.css.ts'

/** Pill with the number of problems in a card's data; lists them on hover or click. Absent without problems. */
export function ProblemsPill({ problems }: { readonly problems: readonly PayloadProblem[] }) {
  if (problems.length === 0) return null
  return (
    <Popover
      title="Missing or unreadable"
      onHover
      trigger={
        <ShrinkingBadge
          tone="danger"
          shape="pill"
          icon={<TriangleAlert size={12} aria-hidden="true" />}
          count={problems.length}
        >
          data incomplete ({problems.length})
        </ShrinkingBadge>
      }
    >
      <ul className={problemsClass}>
        {problems.map(({ code, message }) => (
          <li key={`${code} ${message}`}>
            <code className={codeClass}>{code}</code>
            {message}
          </li>
        ))}
      </ul>
    </Popover>
  )
}

/** Props shared by all cards. */
export interface AnalysisProps<Model> {
  /** Undefined until the first message. */
  readonly payload: ParsedPayload<Model> | undefined
  /** Source and age, once there is data. */
  readonly trust?: ReactNode
  /** Explains the figures. */
  readonly help?: ReactNode
  /** Opens the raw message. */
  readonly onOpen: () => void
  /** The card's stream cannot be reached. */
  readonly isUnreachable?: boolean | undefined
}

interface AnalysisCardProps extends AnalysisProps<unknown> {
  readonly name: CardName
  readonly state: CardState
  readonly footer?: ReactNode
  readonly children: ReactNode
}

export const READY: CardState = { kind: 'ready' }

/** Frame of an analysis card: title, problems, trust mark. */
export function AnalysisCard(props: AnalysisCardProps) {
  const { name, payload, trust, help, state, footer, onOpen, children } = props
  const { title, minHeight, maxHeight } = CARDS[name]
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
      bodyHeight={`${minHeight}px`}
      compact
      onOpen={onOpen}
    >
      <div className={css.stack} style={{ minHeight: `min(100%, ${maxHeight - BODY_PADDING}px)` }}>
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
  readonly name: CardName
  /** Text until the first data arrives. */
  readonly loadingText?: string
  readonly Body: ComponentType<BodyProps<Model>>
}

/** Creates a card that shows the model of its payload once one could be read. */
export const createAnalysisCard = <Model extends object>({
  name,
  loadingText = 'Analyzing',
  Body,
}: CardDefinition<Model>) =>
  function PayloadCard(props: AnalysisProps<Model>) {
    const { payload } = props
    const model = payload?.model
    return (
      <AnalysisCard {...props} name={name} state={model ? READY : { kind: 'loading', text: loadingText }}>
        {payload && model ? <Body model={model} header={payload.header} /> : null}
      </AnalysisCard>
    )
  }
