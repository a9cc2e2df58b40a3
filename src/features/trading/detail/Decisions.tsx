import { useMemo, useState } from 'react'
import { DECISION_TYPES, type DecisionType } from '#contract/strategies/names.ts'
import type { Decision } from '#contract/strategies/decisions.ts'
import { toMillis } from '#contract/time.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { ToggleGroup } from '#src/ui/controls/ToggleGroup.tsx'
import { ErrorState } from '#src/ui/display/ErrorState.tsx'
import { KeyValueList } from '#src/ui/display/KeyValueList.tsx'
import { RelativeTime } from '#src/ui/display/RelativeTime.tsx'
import { Skeleton } from '#src/ui/display/Skeleton.tsx'
import { formatPercent } from '#src/ui/format/number.ts'
import { formatExact } from '#src/ui/format/time.ts'
import { useDesk, useMarketNow, usePoll } from '../desk.ts'
import { DecisionBadge } from './DecisionBadge.tsx'
import * as css from './detail.css.ts'
import { Section } from './Section.tsx'
import { NO_DECISIONS } from './texts.ts'
import { Why } from './Why.tsx'

interface ExplainedProps {
  readonly strategyId: string
  readonly decision: Decision
}

/** The button that opens what a decision was made of, and that. */
function Explained({ strategyId, decision }: ExplainedProps) {
  const [isOpen, setIsOpen] = useState(false)
  const about = `Why ${decision.decision_type} at ${formatExact(toMillis(decision.timestamp))}`
  return (
    <>
      <Button
        size="small"
        className={css.why}
        aria-expanded={isOpen}
        aria-label={about}
        onClick={() => setIsOpen(!isOpen)}
      >
        Why
      </Button>
      {isOpen ? <Why strategyId={strategyId} decisionId={decision.id} /> : null}
    </>
  )
}

/** The newest decision, asked for every 10 s. */
export function LatestDecision({ id }: { readonly id: string }) {
  const { feeds } = useDesk()
  const now = useMarketNow()
  const { value: decision, failure, isAsking, again } = usePoll(useMemo(() => feeds.decision(id), [feeds, id]))
  if (decision === undefined)
    return failure === undefined ? (
      <Skeleton height="76px" />
    ) : (
      <ErrorState message="Failed to load the latest decision" onRetry={again} busy={isAsking}>
        {failure.text}
      </ErrorState>
    )
  if (decision === null) return <p>{NO_DECISIONS}</p>
  const at = toMillis(decision.timestamp)
  return (
    <div className={css.item}>
      <div className={css.head}>
        <DecisionBadge type={decision.decision_type} />
        <RelativeTime at={at} now={now} />
        <span className={css.quiet}>{formatExact(at)}</span>
      </div>
      <div className={css.brief}>
        <KeyValueList
          items={[
            { label: 'Confidence', value: formatPercent(decision.confidence) },
            { label: 'Strength', value: formatPercent(decision.strength) },
          ]}
        />
      </div>
      <Explained strategyId={id} decision={decision} />
    </div>
  )
}

type Shown = DecisionType | 'All'
const SHOWN = (['All', ...DECISION_TYPES] as const).map((type) => ({ id: type, label: type }))

function PastList({ id, type }: { readonly id: string; readonly type: DecisionType | undefined }) {
  const { feeds } = useDesk()
  const now = useMarketNow()
  const poll = useMemo(() => feeds.decisions(id, type), [feeds, id, type])
  const { value: decisions, failure, isAsking, again } = usePoll(poll)
  if (decisions === undefined)
    return failure === undefined ? (
      <Skeleton height="132px" />
    ) : (
      <ErrorState message="Failed to load past decisions" onRetry={again} busy={isAsking}>
        {failure.text}
      </ErrorState>
    )
  if (decisions.length === 0) return <p className={css.quiet}>None yet.</p>
  return (
    <ol className={css.past}>
      {decisions.map((decision) => {
        const at = toMillis(decision.timestamp)
        return (
          <li key={decision.id} className={css.row}>
            <DecisionBadge type={decision.decision_type} />
            <RelativeTime at={at} now={now} />
            <span className={css.quiet}>{formatExact(at)}</span>
            <Explained strategyId={id} decision={decision} />
          </li>
        )
      })}
    </ol>
  )
}

/** The newest decisions before it, of all types or of one. */
export function PastDecisions({ id }: { readonly id: string }) {
  const [shown, setShown] = useState<Shown>('All')
  return (
    <>
      <ToggleGroup label="Type of decision" options={SHOWN} value={shown} onChange={setShown} />
      <PastList key={shown} id={id} type={shown === 'All' ? undefined : shown} />
    </>
  )
}

export function Decisions({ id }: { readonly id: string }) {
  return (
    <>
      <Section title="Latest Decision">
        <LatestDecision id={id} />
      </Section>
      <Section title="Past Decisions">
        <PastDecisions id={id} />
      </Section>
    </>
  )
}
