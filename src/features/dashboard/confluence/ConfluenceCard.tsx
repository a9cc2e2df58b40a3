import type { AlignedVolatility } from '#contract/analysis/cross-timeframe.ts'
import type { PairId } from '#contract/pairs.ts'
import { cx } from '#src/ui/cx.ts'
import { Badge } from '#src/ui/display/Badge.tsx'
import type { CardState } from '#src/ui/display/Card.tsx'
import { Gauge } from '#src/ui/display/Gauge.tsx'
import { Bar } from '#src/ui/display/Meter.tsx'
import { formatChange, formatPercent, formatPrice } from '#src/ui/format/number.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { AnalysisCard, READY, type AnalysisProps } from '../card/AnalysisCard.tsx'
import { block, blockHeader, box, line, twoColumns } from '../card/card.css.ts'
import { BIAS_TONES, strengthTone } from '../card/tones.ts'
import { BODY_HEIGHTS } from '../card/heights.ts'
import { Headline } from '../card/Headline.tsx'
import type { PayloadHeader } from '../payload/card-model.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { humanize } from '#contract/analysis/payload-fields.ts'
import * as css from './confluence.css.ts'
import type { ConfluenceView, ZoneView } from './view.ts'

const SHOWN = 6
/** Expected move in percent at which the gauge is full, up or down. */
const FULL_MOVE_PERCENT = 1

/** Gray, blue, green, red. */
const VOLATILITY_TONES: Record<AlignedVolatility, Tone> = {
  low: 'neutral',
  normal: 'info',
  high: 'success',
  extreme: 'danger',
}
const LOADING: CardState = { kind: 'loading', text: 'Analyzing market confluence...' }

function Zones({ zones, pair }: { readonly zones: readonly ZoneView[]; readonly pair: PairId }) {
  const more = zones.length - SHOWN
  return (
    <section className={block} aria-label="Confluence zones">
      <div className={blockHeader}>
        <h4 className={layout.quiet}>Confluence zones</h4>
        {more > 0 ? <p className={layout.quiet}>+{more} more zones</p> : null}
      </div>
      <ul className={css.zones}>
        {zones.length === 0 ? <li className={cx(layout.quiet, css.none)}>No zones</li> : null}
        {zones.slice(0, SHOWN).map(({ id, price, reaction, score, timeframes }) => (
          <li key={id} className={css.zone}>
            <span className={css.price}>{formatPrice(price, pair)}</span>
            <span className={css.reaction} title={reaction}>
              {reaction}
            </span>
            <span className={css.timeframes} title={timeframes.join(' ')}>
              {timeframes.join(' ')}
            </span>
            <span className={css.numeric}>{formatPercent(score)}</span>
            <div className={css.bar}>
              <Bar value={score} tone={strengthTone(score)} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function headlineOf({ strength }: ConfluenceView): string {
  return strength === undefined ? 'signal' : `signal, ${formatPercent(strength)} strength`
}

function Body({ view, header }: { readonly view: ConfluenceView; readonly header: PayloadHeader }) {
  const { direction, confidence, expectedMove, volatility, alignment, zones } = view
  const bias = direction ?? 'neutral'
  return (
    <>
      <Headline confidence={confidence}>
        <Badge shape="pill" tone={BIAS_TONES[bias]}>
          {humanize(bias)}
        </Badge>{' '}
        {headlineOf(view)}
      </Headline>
      <div className={twoColumns}>
        <Gauge label="Overall Confidence" value={confidence} text={formatPercent(confidence)} />
        <Gauge
          label="Expected Move"
          value={expectedMove === undefined ? null : Math.abs(expectedMove) / FULL_MOVE_PERCENT}
          text={formatChange(expectedMove)}
          tone={expectedMove === undefined || expectedMove === 0 ? 'neutral' : expectedMove > 0 ? 'success' : 'danger'}
        />
      </div>
      <Zones zones={zones} pair={header.pair} />
      <section className={box} aria-label="Market Volatility">
        <div className={cx(line, css.volatility)}>
          <h4 className={layout.quiet}>Market Volatility</h4>
          {volatility === undefined ? (
            <span className={layout.quiet}>N/A</span>
          ) : (
            <Badge tone={VOLATILITY_TONES[volatility]}>{humanize(volatility)}</Badge>
          )}
        </div>
        <p className={cx(layout.quiet, css.alignment)}>
          {alignment === undefined ? null : `${formatPercent(alignment)} of the timeframes agree`}
        </p>
      </section>
    </>
  )
}

function Badges({ primaryTimeframe, volatility }: ConfluenceView) {
  return (
    <>
      {primaryTimeframe === undefined ? null : <Badge title="Primary timeframe">{primaryTimeframe}</Badge>}
      {volatility === undefined ? null : (
        <Badge tone={VOLATILITY_TONES[volatility]} title="Volatility">
          {volatility}
        </Badge>
      )}
    </>
  )
}

/** Combined signal of all timeframes and their confluence zones. */
export function ConfluenceCard({ model, trust, onOpen }: AnalysisProps<ConfluenceView>) {
  const view = model?.view
  return (
    <AnalysisCard
      title="Cross-Timeframe Confluence"
      model={model}
      trust={trust}
      state={view ? READY : LOADING}
      badges={view ? <Badges {...view} /> : null}
      body={BODY_HEIGHTS.confluence}
      onOpen={onOpen}
    >
      {model && view ? <Body view={view} header={model.header} /> : null}
    </AnalysisCard>
  )
}
