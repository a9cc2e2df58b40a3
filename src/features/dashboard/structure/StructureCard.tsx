import { MEANINGS } from '#src/analysis/meanings.ts'
import { phaseRecord } from '#src/analysis/records.ts'
import type { StructureModel } from '#src/analysis/structure.ts'
import type { ClusterModel } from '#src/analysis/structure-clusters.ts'
import { useRecords } from '#src/app/services.ts'
import { useDashboardView } from '#src/app/use-dashboard-view.ts'
import { cx } from '#src/ui/cx.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { Figure } from '#src/ui/data/Figure.tsx'
import { Bar, Meter } from '#src/ui/data/Meter.tsx'
import { NOT_AVAILABLE, formatNumber, formatPercent, formatPrice } from '#src/ui/format/number.ts'
import { formatDuration } from '#src/ui/format/time.ts'
import { PHASE_TONES } from '#src/ui/theme/market-tones.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { createAnalysisCard, type BodyProps } from '../card/AnalysisCard.tsx'
import { ListBlock, ScoreMeters } from '../card/blocks.tsx'
import { rows } from '../card/card.css.ts'
import { RecordHeadline } from '../card/Headline.tsx'
import { ScoreLine } from '../scores/ScoreLine.tsx'
import { BreakList } from './BreakList.tsx'
import { withLead } from '../view/lead.ts'
import * as css from './structure.css.ts'

const FIGURES = MEANINGS.structure
const DURATION = 'Regime duration (full at 4 h)'
const CLUSTERS_SHOWN = 8
const DURATION_FULL_S = 4 * 3_600
/** After which a phase is checked to be the same. */
const PHASE_AHEAD_MINUTES = 60

const toneOf = ({ kind, isKindKnown }: ClusterModel): Tone =>
  isKindKnown ? (kind === 'Support' ? 'success' : 'danger') : 'neutral'

const touchesOf = ({ touches, timeframe }: ClusterModel): string =>
  `${formatNumber(touches)} ${touches === 1 ? 'touch' : 'touches'}${timeframe === undefined ? '' : ` on ${timeframe}`}`

function Body({ model, header }: BodyProps<StructureModel>) {
  const { phase, regime, confidence, regimeDuration, clusters, breaks, timeframes } = model
  const record = phaseRecord(useRecords(), header.pair, model)
  return (
    <>
      <RecordHeadline
        figures={FIGURES}
        record={record}
        scope={{ timeframe: header.timeframe, aheadMinutes: PHASE_AHEAD_MINUTES }}
      >
        <Badge shape="pill" tone={PHASE_TONES[phase]}>
          {regime}
        </Badge>
      </RecordHeadline>
      <ScoreMeters
        figures={FIGURES}
        records={{ Confidence: record?.text }}
        scores={[
          ['Confidence', confidence],
          ['Trend strength', model.trendStrength],
          ['Momentum', model.momentum],
          ['Regime confidence', model.regimeConfidence],
        ]}
      />
      <Meter
        label={DURATION}
        meaning={FIGURES[DURATION]}
        value={regimeDuration === undefined ? null : Math.min(1, regimeDuration / DURATION_FULL_S)}
        text={regimeDuration === undefined ? NOT_AVAILABLE : formatDuration(regimeDuration * 1000)}
      />
      <div className={css.lists}>
        <ListBlock
          label="Support and resistance clusters"
          title="Support/resistance clusters"
          empty="No clusters"
          items={clusters}
          limit={CLUSTERS_SHOWN}
          more="more clusters"
          className={css.clusters}
        >
          {(cluster) => (
            <li key={cluster.id}>
              <Badge shape="pill" tone={toneOf(cluster)} title={`${cluster.kind}, ${touchesOf(cluster)}`}>
                <span className={css.cluster}>
                  {cluster.kind.slice(0, 1)}
                  <span className={css.restOfKind}>{cluster.kind.slice(1)}</span>
                  {/* One text: a space of its own would be no part of the line. */}
                  {` ${formatPrice(cluster.level, header.pair)} · `}
                  <Figure meaning={FIGURES['Strength of a cluster']}>{formatPercent(cluster.strength)}</Figure>
                </span>
              </Badge>
            </li>
          )}
        </ListBlock>
        <BreakList breaks={breaks} header={header} />
        <ListBlock
          label="Timeframe analysis"
          empty="No timeframes"
          items={withLead(timeframes, useDashboardView().timeframe)}
          className={cx(rows, css.timeframes)}
        >
          {({ timeframe, pattern, strength }) => (
            <li key={timeframe} className={css.timeframeRow}>
              <span className={css.timeframe}>{timeframe}</span>
              <span className={css.name}>{pattern}</span>
              <Bar value={strength ?? null} />
              <Figure meaning={FIGURES['Strength of a timeframe']}>{formatPercent(strength)}</Figure>
            </li>
          )}
        </ListBlock>
      </div>
      <ScoreLine kind="regime" />
    </>
  )
}

/** Market regime, its duration, and the latest structure breaks. */
export const StructureCard = createAnalysisCard<StructureModel>({ name: 'structure', Body })
