import type { ReactNode } from 'react'
import type { LevelsModel } from '#src/analysis/levels.ts'
import { MEANINGS } from '#src/analysis/meanings.ts'
import type { PayloadHeader } from '#src/analysis/payload.ts'
import { levelRecord } from '#src/analysis/records.ts'
import { useRecords } from '#src/app/services.ts'
import { meaningText } from '#src/ui/data/meaning.ts'
import { formatPrice } from '#src/ui/format/number.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { createAnalysisCard, type BodyProps } from '../card/AnalysisCard.tsx'
import { ScoreMeters } from '../card/blocks.tsx'
import { block } from '../card/card.css.ts'
import { RecordHeadline } from '../card/Headline.tsx'
import { strengthTone } from '../card/tones.ts'
import { ScoreLine } from '../scores/ScoreLine.tsx'
import { LevelList } from './LevelList.tsx'
import * as css from './levels.css.ts'

/** Within which a level holds or breaks. */
const HOLD_MINUTES = 4 * 60

function headlineOf({ support, resistance }: LevelsModel, { pair }: PayloadHeader): ReactNode {
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

function Body({ model, header }: BodyProps<LevelsModel>) {
  const { summary, factors, support, resistance } = model
  const record = levelRecord(useRecords(), header.pair, [support[0], resistance[0]])
  return (
    <>
      <RecordHeadline
        figures={MEANINGS.levels}
        record={record}
        scope={{ timeframe: model.dominantTimeframe, aheadMinutes: HOLD_MINUTES }}
      >
        {headlineOf(model, header)}
      </RecordHeadline>
      <ScoreMeters
        figures={MEANINGS.levels}
        scores={[
          ['Overall confidence', summary.confidence],
          ['Alignment', summary.alignment],
          ['Strength', summary.strength, strengthTone(summary.strength)],
        ]}
      />
      <div className={block}>
        <h4 className={layout.quiet} title={meaningText(MEANINGS.levels['Overall confidence'])}>
          Confidence factors
        </h4>
        <ScoreMeters
          figures={MEANINGS.levels}
          scores={[
            ['Data quality', factors.dataQuality],
            ['Historical reliability', factors.reliability],
            ['Volume confirmation', factors.volumeConfirmation],
            ['Age factor', factors.age],
            ['Sample size', factors.sampleSize],
          ]}
        />
      </div>
      <LevelList side="Resistance" levels={resistance} pair={header.pair} />
      <LevelList side="Support" levels={support} pair={header.pair} />
      <ScoreLine kind="level" />
    </>
  )
}

/** Support and resistance levels with their confidence. */
export const LevelsCard = createAnalysisCard<LevelsModel>({ name: 'levels', Body })
