import { assignInlineVars } from '@vanilla-extract/dynamic'
import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react'
import { useContext, createContext } from 'react'
import type { PairId } from '#contract/pairs.ts'
import { type CandleModel, readCandle } from '#src/analysis/candles.ts'
import { RAW_FIGURES } from '#src/analysis/figures.ts'
import { cx } from '#src/ui/cx.ts'
import { Bar, Meter } from '#src/ui/data/Meter.tsx'
import { PriceChange } from '#src/ui/data/PriceChange.tsx'
import { meaningProps } from '#src/ui/data/meaning.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import type {
  Headline as HeadlineView,
  KeyValue,
  MessageSummary,
  PriceLevelRow,
  Ratio,
  Trend,
} from '../summaries/summary.ts'
import * as css from './visuals.css.ts'
import { tone as toneClass } from '#src/ui/theme/color.css.ts'
import { pairOfKey } from '#contract/stream-keys.ts'
import type { StreamRecord } from '#src/streams/index.ts'

/** The prices that a candle is drawn between. */
type PriceScale = Pick<CandleModel, 'low' | 'high'>
type PriceScales = ReadonlyMap<PairId, PriceScale>

/** One scale for all candles of a pair, so that a minute does not look like a day. */
export const CandleScales = createContext<PriceScales>(new Map())

/** From the lowest to the highest price of each pair's newest candles. */
export function candleScales(records: readonly Pick<StreamRecord, 'key' | 'data'>[]): PriceScales {
  const scales = new Map<PairId, PriceScale>()
  for (const { key, data } of records) {
    const pair = pairOfKey(key)
    const candle = data === null ? undefined : readCandle(data, key).model
    if (pair === undefined || candle === undefined) continue
    const { low, high } = scales.get(pair) ?? candle
    scales.set(pair, { low: Math.min(low, candle.low), high: Math.max(high, candle.high) })
  }
  return scales
}

/** Position of a price between the ends of a scale, 0 to 1; the middle of one without height. */
export function positionOn({ low, high }: PriceScale, price: number): number {
  const ratio = (price - low) / (high - low)
  return Number.isFinite(ratio) ? Math.min(1, Math.max(0, ratio)) : 0.5
}

const ARROWS: Record<Trend, typeof ArrowUp> = { up: ArrowUp, down: ArrowDown, flat: ArrowRight }

/** First line of a visual, with an arrow for its trend. */
function Headline({ headline }: { readonly headline: HeadlineView }) {
  const { text, tone, trend, note, noteTitle } = headline
  const Arrow = trend === undefined ? undefined : ARROWS[trend]
  return (
    <p className={cx(css.headline, toneClass[tone])} data-testid="headline">
      {Arrow === undefined ? null : <Arrow size={14} className={css.icon} aria-hidden="true" />}
      <span className={css.headlineText} title={text}>
        {text}
      </span>
      {note === undefined ? null : (
        <span className={css.headlineNote} title={noteTitle}>
          {note}
        </span>
      )}
    </p>
  )
}

const KeyValues = ({ values }: { readonly values: readonly KeyValue[] }) => (
  <dl className={css.keyValues}>
    {values.map(({ label, value, tone, meaning }) => (
      <div key={label} className={css.keyValue} {...(meaning === undefined ? {} : meaningProps(meaning))}>
        <dt className={css.keyLabel}>{label}</dt>
        <dd
          className={cx(css.keyText, tone !== undefined && cx(toneClass[tone], css.keyTone.toned))}
          title={meaning === undefined ? value : undefined}
        >
          {value}
        </dd>
      </div>
    ))}
  </dl>
)

const Ratios = ({ ratios }: { readonly ratios: readonly Ratio[] }) => (
  <div className={css.ratios}>
    {ratios.map((ratio) => (
      <Meter key={ratio.label} {...ratio} />
    ))}
  </div>
)

/** Price levels from high to low with their strength. */
const Ladder = ({ rows }: { readonly rows: readonly PriceLevelRow[] }) => (
  <dl className={css.ladder}>
    {rows.map(({ label, price, tone, strength, note }) => (
      <div key={label} className={cx(css.ladderRow, toneClass[tone])}>
        <dt className={css.keyLabel}>{label}</dt>
        <dd className={css.price}>{price}</dd>
        <dd>{strength === undefined ? null : <Bar value={strength} tone={tone} />}</dd>
        <dd className={css.note}>{note}</dd>
      </div>
    ))}
  </dl>
)

/** A scale from 0 to 100 with its lower and upper 30 marked. */
const Scale = ({ at }: { readonly at: number | undefined }) => (
  <div className={css.scale} aria-hidden="true">
    {at === undefined ? null : <span className={css.needle} style={assignInlineVars({ [css.position]: String(at) })} />}
  </div>
)

/** Last line of a visual. */
const Note = (props: { readonly note: string; readonly noteTitle?: string | undefined }) => (
  <p className={css.note} title={props.noteTitle ?? props.note}>
    {props.note}
  </p>
)

const ROW = 34
const TREND_ENDS: Record<Trend, readonly [from: number, to: number]> = { up: [26, 6], down: [6, 26], flat: [16, 16] }
const TREND_CLASSES: Record<Trend, string> = { up: css.slopeUp, down: css.slopeDown, flat: css.slope }

/** Trend of the price above and of the indicator below; decorative, as the headline says the same. */
function Slopes({
  price,
  indicator,
  name,
}: {
  readonly price: Trend
  readonly indicator: Trend
  readonly name: string
}) {
  const rows = [
    { trend: price, label: 'Price', top: 0 },
    { trend: indicator, label: name.slice(0, 10), top: ROW },
  ]
  return (
    <svg className={css.slopes} viewBox="0 0 108 72" aria-hidden="true">
      {rows.map(({ trend, label, top }) => {
        const [from, to] = TREND_ENDS[trend]
        return (
          <g key={top}>
            <text className={css.slopeName} x="0" y={top + 20}>
              {label}
            </text>
            <path className={TREND_CLASSES[trend]} d={`M62 ${top + from}L102 ${top + to}m-4 -4l4 4l-4 4`} />
          </g>
        )
      })}
    </svg>
  )
}

interface CandleGlyphProps {
  readonly candle: Pick<CandleModel, 'open' | 'high' | 'low' | 'close'>
  readonly pair: PairId | undefined
}

const HEIGHT = 100
const LEAST_HEIGHT = 2

/** One candle with body and wick, on the scale of its pair; its values are shown beside it. */
function CandleGlyph({ candle, pair }: CandleGlyphProps) {
  const { open, high, low, close } = candle
  const scales = useContext(CandleScales)
  const scale = (pair === undefined ? undefined : scales.get(pair)) ?? candle
  const yOf = (price: number) => 2 + (1 - positionOn(scale, price)) * (HEIGHT - 4)
  const top = yOf(Math.max(open, close))
  const height = Math.max(LEAST_HEIGHT, yOf(Math.min(open, close)) - top)
  return (
    <svg className={css.glyph} viewBox={`0 0 44 ${HEIGHT}`} aria-hidden="true">
      <line className={css.priceScale} x1="1" x2="1" y1="2" y2={HEIGHT - 2} />
      <g className={close >= open ? css.up : css.down}>
        <line x1="22" x2="22" y1={yOf(high)} y2={yOf(low)} strokeWidth="2" />
        <rect x="10" width="24" y={top} height={height} strokeWidth="1" rx="1" />
      </g>
    </svg>
  )
}

function Body({ summary }: { readonly summary: MessageSummary }) {
  switch (summary.kind) {
    case 'indicators':
      return (
        <>
          <p className={css.scaleHeader}>
            <span className={css.keyLabel}>RSI(14)</span>
            <strong className={cx(css.keyText, css.keyTone.toned, toneClass[summary.tone])}>{summary.rsiText}</strong>
          </p>
          <Scale at={summary.rsi} />
          <KeyValues values={summary.values} />
          <p className={css.note}>{summary.note}</p>
        </>
      )
    case 'candles':
      return (
        <div className={css.candle}>
          <CandleGlyph candle={summary.candle} pair={summary.pair} />
          <div className={css.candleSide}>
            <p className={css.line}>
              <PriceChange percent={summary.changePct} title="Close against open" />
              <Badge tone={summary.state.tone}>{summary.state.text}</Badge>
            </p>
            {summary.values.map(({ label, value }) => (
              <p key={label} className={css.keyValue}>
                <span className={css.keyLabel}>{label}</span>
                <span className={css.keyText}>{value}</span>
              </p>
            ))}
          </div>
        </div>
      )
    case 'levels':
      return (
        <>
          <Ladder rows={summary.priceLevels} />
          <Ratios ratios={summary.ratios} />
          <Note {...summary} />
        </>
      )
    case 'patterns':
      return (
        <>
          <Headline headline={summary.headline} />
          <Ratios ratios={[summary.ratio]} />
          <p className={css.pills}>
            {summary.groups.map((group) => (
              <Badge key={group} shape="pill">
                {group}
              </Badge>
            ))}
          </p>
          <Note {...summary} />
        </>
      )
    case 'structure':
    case 'confluence':
      return (
        <>
          <Headline headline={summary.headline} />
          <Ratios ratios={summary.ratios} />
          {summary.kind === 'structure' ? <KeyValues values={summary.values} /> : <Ladder rows={summary.priceLevels} />}
          <Note {...summary} />
        </>
      )
    case 'divergence':
      return (
        <>
          <Headline headline={summary.headline} />
          <div className={css.divergence}>
            <Slopes price={summary.price} indicator={summary.indicator} name={summary.indicatorName} />
            <dl className={css.candleSide}>
              {summary.values.map(({ label, value, meaning }) => (
                <div key={label} className={css.keyValue} {...(meaning === undefined ? {} : meaningProps(meaning))}>
                  <dt className={css.keyLabel}>{label}</dt>
                  <dd className={css.keyText}>{value}</dd>
                </div>
              ))}
            </dl>
          </div>
          <Note {...summary} />
        </>
      )
    case 'signals':
      return (
        <>
          <Headline headline={{ ...summary.headline, note: summary.note }} />
          <Ratios ratios={[summary.ratio]} />
          <Ladder rows={summary.priceLevels} />
        </>
      )
    case 'analysis':
      return <KeyValues values={summary.values} />
    case 'raw':
      return (
        <>
          {summary.note === undefined ? null : <p className={css.note}>{summary.note}</p>}
          <pre className={css.raw} title={RAW_FIGURES}>
            {summary.text}
          </pre>
        </>
      )
  }
}

/** Visual of a stream's latest message. */
export const StreamVisual = ({ summary }: { readonly summary: MessageSummary | undefined }) => (
  <div className={css.visual} data-kind={summary?.kind ?? 'nothing'}>
    {summary === undefined ? <p className={layout.muted}>No message yet</p> : <Body summary={summary} />}
  </div>
)
