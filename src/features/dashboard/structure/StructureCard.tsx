import type { MarketPhase } from '#contract/analysis/structure.ts'
import { cx } from '#src/ui/cx.ts'
import { Badge } from '#src/ui/display/Badge.tsx'
import { Bar, Meter } from '#src/ui/display/Meter.tsx'
import { NOT_AVAILABLE, formatNumber, formatPercent, formatPrice } from '#src/ui/format/number.ts'
import { formatDuration } from '#src/ui/format/time.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { ANALYZING, AnalysisCard, READY, type AnalysisProps } from '../card/AnalysisCard.tsx'
import { block, blockHeader, rows, meters } from '../card/card.css.ts'
import { strengthTone } from '../card/tones.ts'
import { BODY_HEIGHTS } from '../card/heights.ts'
import { Headline } from '../card/Headline.tsx'
import type { PayloadHeader } from '../payload/card-model.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { BreakList } from './BreakList.tsx'
import type { ClusterView } from './clusters.ts'
import * as css from './structure.css.ts'
import type { StructureView, TimeframeView } from './view.ts'

const CLUSTERS_SHOWN = 8

const PHASE_TONES: Record<MarketPhase, Tone> = {
  bullish: 'success',
  bearish: 'danger',
  neutral: 'neutral',
  transitional: 'warning',
  ranging: 'info',
}

const toneOf = ({ kind, isKindKnown }: ClusterView): Tone =>
  isKindKnown ? (kind === 'Support' ? 'success' : 'danger') : 'neutral'

const touchesOf = ({ touches, timeframe }: ClusterView): string =>
  `${formatNumber(touches)} ${touches === 1 ? 'touch' : 'touches'}${timeframe === undefined ? '' : ` on ${timeframe}`}`

function Clusters({ clusters, pair }: { readonly clusters: readonly ClusterView[] } & Pick<PayloadHeader, 'pair'>) {
  const more = clusters.length - CLUSTERS_SHOWN
  return (
    <section className={block} aria-label="Support and resistance clusters">
      <div className={blockHeader}>
        <h4 className={layout.quiet}>Support/resistance clusters</h4>
        {more > 0 ? <p className={layout.quiet}>+{more} more clusters</p> : null}
      </div>
      <ul className={css.clusters}>
        {clusters.length === 0 ? <li className={layout.quiet}>No clusters</li> : null}
        {clusters.slice(0, CLUSTERS_SHOWN).map((cluster) => (
          <li key={cluster.id}>
            <Badge shape="pill" tone={toneOf(cluster)} title={touchesOf(cluster)}>
              <span className={css.cluster}>
                <span className={css.kind}>{cluster.kind} </span>
                <span>
                  {formatPrice(cluster.level, pair)} · {formatPercent(cluster.strength)}
                </span>
              </span>
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Timeframes({ timeframes }: { readonly timeframes: readonly TimeframeView[] }) {
  return (
    <section className={block} aria-label="Timeframe analysis">
      <h4 className={layout.quiet}>Timeframe analysis</h4>
      <ul className={cx(rows, css.timeframes)}>
        {timeframes.length === 0 ? <li className={layout.quiet}>No timeframes</li> : null}
        {timeframes.map(({ timeframe, pattern, strength }) => (
          <li key={timeframe} className={css.timeframeRow}>
            <span className={css.timeframe}>{timeframe}</span>
            <span className={css.name}>{pattern}</span>
            <Bar value={strength ?? null} tone={strengthTone(strength ?? 0)} />
            <span>{formatPercent(strength)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Body({ view, header }: { readonly view: StructureView; readonly header: PayloadHeader }) {
  const { phase, regime, confidence, regimeDuration, durationRatio } = view
  const scores = [
    ['Confidence', confidence],
    ['Trend strength', view.trendStrength],
    ['Momentum', view.momentum],
    ['Regime confidence', view.regimeConfidence],
  ] as const
  return (
    <>
      <Headline confidence={confidence}>
        <Badge shape="pill" tone={PHASE_TONES[phase]}>
          {regime}
        </Badge>
      </Headline>
      <div className={meters}>
        {scores.map(([label, value]) => (
          <Meter key={label} label={label} value={value ?? null} text={formatPercent(value)} inline />
        ))}
      </div>
      <Meter
        label="Regime duration (full at 4 h)"
        value={durationRatio ?? null}
        text={regimeDuration === undefined ? NOT_AVAILABLE : formatDuration(regimeDuration * 1000)}
      />
      <Clusters clusters={view.clusters} pair={header.pair} />
      <BreakList breaks={view.breaks} pair={header.pair} at={header.at} />
      <Timeframes timeframes={view.timeframes} />
    </>
  )
}

/** Market regime, its duration, and the latest structure breaks. */
export function StructureCard({ model, trust, onOpen }: AnalysisProps<StructureView>) {
  const view = model?.view
  return (
    <AnalysisCard
      title="Market Structure"
      model={model}
      trust={trust}
      state={view ? READY : ANALYZING}
      body={BODY_HEIGHTS.structure}
      onOpen={onOpen}
    >
      {model && view ? <Body view={view} header={model.header} /> : null}
    </AnalysisCard>
  )
}
