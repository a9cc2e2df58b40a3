import { lazy, Suspense } from 'react'
import { PAIRS } from '#contract/pairs.ts'
import type { KindScore } from '#contract/score-card/schema.ts'
import { scoreText } from '#contract/score-card/text.ts'
import { FEWEST_CASES } from '#contract/track-records/text.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { RELIABILITY_CHART_HEIGHT } from '#src/ui/charts/reliability-chart.css.ts'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { Help } from '#src/ui/overlays/Help.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { useTheme } from '#src/ui/theme/ThemeProvider.tsx'
import { ScoreTable } from './ScoreTable.tsx'
import { className, KIND_LABELS, KIND_RULES } from './texts.ts'
import * as css from './score.css.ts'

const ReliabilityChart = lazy(() => import('#src/ui/charts/ReliabilityChart.tsx'))

const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
const pairLabel = (id: string): string => Object.entries(PAIRS).find(([pair]) => pair === id)?.[1].label ?? id

/** The total of a kind, its reliability, and its scores by pair, timeframe, class and month. */
export function KindScores({ shown }: { readonly shown: KindScore }) {
  const { theme } = useTheme()
  const { kind, total, reliability } = shown
  return (
    <div className={layout.stack[4]}>
      <Card title={KIND_LABELS[kind]} help={<Help of={KIND_LABELS[kind]} topic="score" />}>
        <div className={layout.stack[2]}>
          <p className={total.count < FEWEST_CASES ? css.few : css.total}>{capitalize(scoreText(total))}</p>
          <p className={layout.muted}>{KIND_RULES[kind]}</p>
        </div>
      </Card>
      {reliability.length === 0 ? null : (
        <Card title="Reliability" help={<Help of="Reliability" topic="reliability" />}>
          <Suspense fallback={<Skeleton height={RELIABILITY_CHART_HEIGHT} />}>
            <ReliabilityChart bins={reliability} theme={theme} />
          </Suspense>
        </Card>
      )}
      <div className={css.tables}>
        <div className={css.wholeWidth}>
          <ScoreTable title="By class" of="Class" scores={shown.classes} nameOf={className} />
        </div>
        <ScoreTable title="By pair" of="Pair" scores={shown.pairs} nameOf={pairLabel} />
        {shown.timeframes.length === 0 ? null : (
          <ScoreTable title="By timeframe" of="Timeframe" scores={shown.timeframes} />
        )}
        <ScoreTable title="By month" of="Month" scores={shown.months} />
      </div>
    </div>
  )
}
