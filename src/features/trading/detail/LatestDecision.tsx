import { useMemo, useState } from 'react'
import type { Decision, Why } from '#contract/strategies/decisions.ts'
import { toMillis } from '#contract/time.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { formatPercent } from '#src/ui/format/number.ts'
import { formatExact } from '#src/ui/format/time.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { useTradingContext, useMarketNow } from '../trading-context.ts'
import { DecisionTime } from './DecisionParts.tsx'
import * as css from './detail.css.ts'
import { ShowOnChart } from './ShowOnChart.tsx'
import { TraceSteps, TraceSummary } from './TraceView.tsx'
import { MEANINGS } from '#src/features/trading/texts.ts'
import { NO_DECISIONS } from './risk.ts'

/** A HOLD has no confidence of its own: its figures are those of the side that did not suffice. */
const supportText = ({ decision_type: type }: Decision, share: number): string => {
  if (type !== 'HOLD') return formatPercent(share)
  return share === 0 ? 'No side had any' : `${formatPercent(share)} for the side held back`
}

/** Why, in one or two sentences, and on request each step. The last explanation stays until that of a new decision is there. */
function Explanation({ strategyId, decision }: { readonly strategyId: string; readonly decision: Decision }) {
  const { feeds } = useTradingContext()
  const { id } = decision
  const data = useRemoteData(useMemo(() => feeds.why(strategyId, id), [feeds, strategyId, id]))
  const [last, setLast] = useState<Why>()
  const [isOpen, setIsOpen] = useState(false)
  if (data.value !== undefined && data.value !== last) setLast(data.value)
  const shown = data.value === undefined && data.error === undefined ? { ...data, value: last } : data
  return (
    <AsyncContent data={shown} loading={<Skeleton height="56px" />} failed="Failed to load the explanation">
      {(why) => (
        <>
          <TraceSummary trace={why.trace} nearestMiss={why.nearest_miss} />
          <Button
            size="small"
            className={css.whyToggle}
            aria-expanded={isOpen}
            aria-label={`Why ${decision.decision_type} at ${formatExact(toMillis(decision.timestamp))}, step by step`}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? 'Hide steps' : 'Step by step'}
          </Button>
          {isOpen ? <TraceSteps trace={why.trace} /> : null}
        </>
      )}
    </AsyncContent>
  )
}

interface LatestDecisionProps {
  readonly id: string
  /** Of this version only. */
  readonly versionNumber?: number | undefined
}

/** The newest decision and why it was made, polled. */
export function LatestDecision({ id, versionNumber }: LatestDecisionProps) {
  const { feeds } = useTradingContext()
  const now = useMarketNow()
  const data = useRemoteData(useMemo(() => feeds.decision(id, versionNumber), [feeds, id, versionNumber]))
  return (
    <AsyncContent
      data={data}
      loading={<Skeleton height="132px" />}
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
              <ShowOnChart decision={decision} />
            </div>
            <Explanation strategyId={id} decision={decision} />
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
          </div>
        )
      }
    </AsyncContent>
  )
}
