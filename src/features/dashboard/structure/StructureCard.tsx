import { toSeconds } from '#contract/time.ts'
import { MEANINGS } from '#src/analysis/meanings.ts'
import { phaseRecord } from '#src/analysis/records.ts'
import type { BreakModel, ClusterModel, StructureModel } from '#src/analysis/structure.ts'
import { useRecords } from '#src/app/services.ts'
import { useDashboardView } from '#src/app/use-dashboard-view.ts'
import { cx } from '#src/ui/cx.ts'
import { Figure } from '#src/ui/data/Figure.tsx'
import { Bar, Meter } from '#src/ui/data/Meter.tsx'
import { formatNumber, formatPercent, formatPrice, NOT_AVAILABLE } from '#src/ui/format/number.ts'
import { zoneName } from '#src/ui/format/regional.ts'
import { formatClock, formatDate, formatDuration, formatExact, toIso } from '#src/ui/format/time.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { PHASE_TONES } from '#src/ui/theme/market-tones.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { type BodyProps, createAnalysisCard } from '../card/AnalysisCard.tsx'
import { DirectionIcon } from '../card/DirectionIcon.tsx'
import { RecordHeadline } from '../card/Headline.tsx'
import { ListBlock, ScoreMeters } from '../card/blocks.tsx'
import { rows } from '../card/card.css.ts'
import { OnChart } from '../chart/OnChart.tsx'
import { LevelPrice } from '../levels/level-names.tsx'
import { ScoreLine } from '../scores/ScoreLine.tsx'
import { withLead } from '../view/lead.ts'
import * as css from './structure.css.ts'

const SHOWN = 5

/** Time of a break; its date if that is not the day of `now`, unix ms. */
const whenOf = (at: number, now: number | undefined): string =>
  now === undefined || formatDate(now) === formatDate(at) ? formatClock(at).slice(0, 5) : formatDate(at).slice(5)

interface BreakListProps extends Pick<BodyProps<never>, 'header'> {
  /** Newest first. */
  readonly breaks: readonly BreakModel[]
}

/** The latest structure breaks. */
const BreakList = ({ breaks, header }: BreakListProps) => (
  <ListBlock
    label="Structure breaks"
    title={`Structure breaks (${zoneName()})`}
    empty="No breaks"
    items={breaks.slice(0, SHOWN)}
    className={cx(rows, css.breaks)}
  >
    {({ id, name, direction, price, timeframe, at, isVolumeConfirmed }) => (
      <li key={id} className={css.breakRow}>
        <DirectionIcon direction={direction} />
        <span className={css.name}>
          <OnChart target={{ highlight: { kind: 'candle', at: toSeconds(at), label: name }, timeframe }}>
            {name}
          </OnChart>
          <VisuallyHidden>
            {direction === 'none' ? '' : `, ${direction}`}
            {isVolumeConfirmed ? ', volume confirmed' : ''}
          </VisuallyHidden>
        </span>
        <span>{timeframe}</span>
        <span>{formatPrice(price, header.pair)}</span>
        <time className={layout.muted} dateTime={toIso(at)} title={formatExact(at)}>
          {whenOf(at, header.at)}
        </time>
      </li>
    )}
  </ListBlock>
)

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
                  <LevelPrice price={cluster.level} pair={header.pair} kind={cluster.kind}>
                    {cluster.kind.slice(0, 1)}
                    <span className={css.restOfKind}>{cluster.kind.slice(1)}</span>
                    {/* One text: a space of its own would be no part of the line. */}
                    {` ${formatPrice(cluster.level, header.pair)}`}
                  </LevelPrice>
                  {' · '}
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
