import { useMemo } from 'react'
import type { Decision } from '#contract/strategies/decisions.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { formatPercent } from '#src/ui/format/number.ts'
import { MEANINGS } from '../meanings.ts'
import { useTradingContext, useMarketNow } from '../trading-context.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { DecisionTime, WhyToggle } from './DecisionParts.tsx'
import * as css from './detail.css.ts'
import { PastDecisions } from './PastDecisions.tsx'
import { Section } from './Section.tsx'
import { NO_DECISIONS } from './texts.ts'

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
