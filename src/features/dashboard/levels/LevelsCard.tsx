import type { ReactNode } from 'react'
import { Badge } from '#src/ui/display/Badge.tsx'
import { Meter } from '#src/ui/display/Meter.tsx'
import { formatPercent, formatPrice } from '#src/ui/format/number.ts'
import { ANALYZING, AnalysisCard, READY, type AnalysisProps } from '../card/AnalysisCard.tsx'
import { block, heading, meters } from '../card/card.css.ts'
import { strengthTone } from '../card/tones.ts'
import { BODIES } from '../card/heights.ts'
import { Verdict } from '../card/Verdict.tsx'
import type { Head } from '../payload/open.ts'
import { LevelList } from './LevelList.tsx'
import * as css from './levels.css.ts'
import type { LevelsView } from './view.ts'

function thoughtOf({ support, resistance }: LevelsView, { pair }: Head): ReactNode {
  const below = support[0]
  const above = resistance[0]
  if (below && above)
    return (
      <>
        <span className={css.word}>Between </span>
        {formatPrice(below.price, pair)}
        <span className={css.dash}>
          <span className={css.word}> and </span>
        </span>
        {formatPrice(above.price, pair)}
      </>
    )
  if (below) return `Above ${formatPrice(below.price, pair)}`
  return above ? `Below ${formatPrice(above.price, pair)}` : 'No levels'
}

function Body({ view, head }: { readonly view: LevelsView; readonly head: Head }) {
  const { factors, support, resistance } = view
  const factorRows = [
    ['Data quality', factors.dataQuality],
    ['Historical reliability', factors.reliability],
    ['Volume confirmation', factors.volumeConfirmation],
    ['Age factor', factors.age],
    ['Sample size', factors.sampleSize],
  ] as const
  return (
    <>
      <Verdict sure={view.summary.confidence}>{thoughtOf(view, head)}</Verdict>
      <div className={meters}>
        <Meter
          label="Overall confidence"
          value={view.summary.confidence}
          text={formatPercent(view.summary.confidence)}
          inline
        />
        <Meter label="Alignment" value={view.summary.alignment} text={formatPercent(view.summary.alignment)} inline />
        <Meter
          label="Strength"
          value={view.summary.strength}
          text={formatPercent(view.summary.strength)}
          tone={strengthTone(view.summary.strength)}
          inline
        />
      </div>
      <div className={block}>
        <h4 className={heading}>Confidence factors</h4>
        <div className={meters}>
          {factorRows.map(([label, value]) => (
            <Meter key={label} label={label} value={value} text={formatPercent(value)} inline />
          ))}
        </div>
      </div>
      <LevelList side="Resistance" levels={resistance} pair={head.pair} />
      <LevelList side="Support" levels={support} pair={head.pair} />
    </>
  )
}

/** Where the price has turned before, and how much that counts. */
export function LevelsCard({ reading, trust, onOpen }: AnalysisProps<LevelsView>) {
  const view = reading?.view
  return (
    <AnalysisCard
      title="Support & Resistance"
      reading={reading}
      trust={trust}
      state={view ? READY : ANALYZING}
      badges={view?.dominantTimeframe ? <Badge title="Dominant timeframe">{view.dominantTimeframe}</Badge> : null}
      body={BODIES.levels}
      onOpen={onOpen}
    >
      {reading && view ? <Body view={view} head={reading.head} /> : null}
    </AnalysisCard>
  )
}
