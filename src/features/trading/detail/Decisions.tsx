import { useMemo, useState } from 'react'
import { DECISION_TYPES, type DecisionType } from '#contract/strategies/names.ts'
import type { Decision } from '#contract/strategies/decisions.ts'
import { toMillis } from '#contract/time.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { ToggleGroup } from '#src/ui/controls/ToggleGroup.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { RelativeTime } from '#src/ui/text/RelativeTime.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { formatPercent } from '#src/ui/format/number.ts'
import { formatExact } from '#src/ui/format/time.ts'
import { MEANINGS } from '../meanings.ts'
import { useTradingContext, useMarketNow } from '../trading-context.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { DecisionBadge } from './DecisionBadge.tsx'
import * as css from './detail.css.ts'
import { Section } from './Section.tsx'
import { NO_DECISIONS } from './texts.ts'
import { Why } from './Why.tsx'

interface WhyToggleProps {
  readonly strategyId: string
  readonly decision: Decision
}

/** A button that expands the explanation of a decision. */
function WhyToggle({ strategyId, decision }: WhyToggleProps) {
  const [isOpen, setIsOpen] = useState(false)
  const label = `Why ${decision.decision_type} at ${formatExact(toMillis(decision.timestamp))}`
  return (
    <>
      <Button
        size="small"
        className={css.whyToggle}
        aria-expanded={isOpen}
        aria-label={label}
        onClick={() => setIsOpen(!isOpen)}
      >
        Why
      </Button>
      {isOpen ? <Why strategyId={strategyId} decisionId={decision.id} /> : null}
    </>
  )
}

function DecisionTime({ decision, now }: { readonly decision: Decision; readonly now: number }) {
  const at = toMillis(decision.timestamp)
  return (
    <>
      <DecisionBadge type={decision.decision_type} />
      <RelativeTime at={at} now={now} />
      <span className={layout.quiet}>{formatExact(at)}</span>
    </>
  )
}

/** A HOLD has no confidence of its own: its figures are those of the side that did not suffice. */
const supportText = ({ decision_type: type }: Decision, share: number): string => {
  if (type !== 'HOLD') return formatPercent(share)
  return share === 0 ? 'No side had any' : `${formatPercent(share)} for the side held back`
}

/** The newest decision, polled. */
export function LatestDecision({ id }: { readonly id: string }) {
  const { feeds } = useTradingContext()
  const now = useMarketNow()
  const data = useRemoteData(useMemo(() => feeds.decision(id), [feeds, id]))
  return (
    <AsyncContent
      data={data}
      loading={<Skeleton height="76px" />}
      failed="Failed to load the latest decision"
      renderStale={() => null}
    >
      {(decision) =>
        decision === null ? (
          <p>{NO_DECISIONS}</p>
        ) : (
          <div className={css.item}>
            <div className={layout.wrap[2]}>
              <DecisionTime decision={decision} now={now} />
            </div>
            <div className={css.narrow}>
              <KeyValueList
                items={[
                  {
                    label: 'Confidence',
                    value: supportText(decision, decision.confidence),
                    meaning: MEANINGS.decision,
                  },
                  { label: 'Strength', value: supportText(decision, decision.strength), meaning: MEANINGS.strength },
                ]}
              />
            </div>
            <WhyToggle strategyId={id} decision={decision} />
          </div>
        )
      }
    </AsyncContent>
  )
}

type TypeFilter = DecisionType | 'All'
const TYPE_FILTERS = (['All', ...DECISION_TYPES] as const).map((type) => ({ id: type, label: type }))

function PastList({ id, type }: { readonly id: string; readonly type: DecisionType | undefined }) {
  const { feeds } = useTradingContext()
  const now = useMarketNow()
  const data = useRemoteData(useMemo(() => feeds.decisions(id, type), [feeds, id, type]))
  return (
    <AsyncContent
      data={data}
      loading={<Skeleton height="132px" />}
      failed="Failed to load past decisions"
      renderStale={() => null}
    >
      {(decisions) =>
        decisions.length === 0 ? (
          <p className={layout.quiet}>No decisions yet.</p>
        ) : (
          <ol className={css.past}>
            {decisions.map((decision) => (
              <li key={decision.id} className={css.row}>
                <DecisionTime decision={decision} now={now} />
                <WhyToggle strategyId={id} decision={decision} />
              </li>
            ))}
          </ol>
        )
      }
    </AsyncContent>
  )
}

/** The newest decisions, of all types or of one. */
export function PastDecisions({ id }: { readonly id: string }) {
  const [filter, setFilter] = useState<TypeFilter>('All')
  return (
    <>
      <ToggleGroup label="Type of decision" options={TYPE_FILTERS} value={filter} onChange={setFilter} />
      <PastList key={filter} id={id} type={filter === 'All' ? undefined : filter} />
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
