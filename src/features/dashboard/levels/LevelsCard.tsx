import type { ReactNode } from 'react'
import { Badge } from '#src/ui/display/Badge.tsx'
import { Meter } from '#src/ui/display/Meter.tsx'
import { formatPercent, formatPrice } from '#src/ui/format/number.ts'
import { ANALYZING, AnalysisCard, READY, type AnalysisProps } from '../card/AnalysisCard.tsx'
import { block, meters } from '../card/card.css.ts'
import { strengthTone } from '../card/tones.ts'
import { BODY_HEIGHTS } from '../card/heights.ts'
import { Headline } from '../card/Headline.tsx'
import type { PayloadHeader } from '../payload/card-model.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { LevelList } from './LevelList.tsx'
import * as css from './levels.css.ts'
import type { LevelsView } from './view.ts'

function headlineOf({ support, resistance }: LevelsView, { pair }: PayloadHeader): ReactNode {
  const below = support[0]
  const above = resistance[0]
  if (below && above)
    return (
      <>
        <span className={css.sentenceWord}>Between </span>
        {formatPrice(below.price, pair)}
        <span className={css.dash}>
          <span className={css.sentenceWord}> and </span>
        </span>
        {formatPrice(above.price, pair)}
      </>
    )
  if (below) return `Above ${formatPrice(below.price, pair)}`
  return above ? `Below ${formatPrice(above.price, pair)}` : 'No levels'
}

function Body({ view, header }: { readonly view: LevelsView; readonly header: PayloadHeader }) {
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
      <Headline confidence={view.summary.confidence}>{headlineOf(view, header)}</Headline>
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
        <h4 className={layout.quiet}>Confidence factors</h4>
        <div className={meters}>
          {factorRows.map(([label, value]) => (
            <Meter key={label} label={label} value={value} text={formatPercent(value)} inline />
          ))}
        </div>
      </div>
      <LevelList side="Resistance" levels={resistance} pair={header.pair} />
      <LevelList side="Support" levels={support} pair={header.pair} />
    </>
  )
}

/** Support and resistance levels with their confidence. */
export function LevelsCard({ model, trust, onOpen }: AnalysisProps<LevelsView>) {
  const view = model?.view
  return (
    <AnalysisCard
      title="Support & Resistance"
      model={model}
      trust={trust}
      state={view ? READY : ANALYZING}
      badges={view?.dominantTimeframe ? <Badge title="Dominant timeframe">{view.dominantTimeframe}</Badge> : null}
      body={BODY_HEIGHTS.levels}
      onOpen={onOpen}
    >
      {model && view ? <Body view={view} header={model.header} /> : null}
    </AnalysisCard>
  )
}
