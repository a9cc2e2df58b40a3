import { useCallback } from 'react'
import type { Candle } from '#contract/candles.ts'
import { INDICATOR } from '#contract/limits.ts'
import { toSeconds } from '#contract/time.ts'
import { humanize } from '#src/analysis/fields.ts'
import type { IndicatorsModel, Snapshot } from '#src/analysis/indicators.ts'
import { MEANINGS } from '#src/analysis/meanings.ts'
import type { PayloadHeader } from '#src/analysis/payload.ts'
import { useCandles, useDashboardView } from '#src/app/use-dashboard-view.ts'
import type { CardState } from '#src/ui/cards/Card.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { cx } from '#src/ui/cx.ts'
import { Gauge } from '#src/ui/data/Gauge.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { formatNumber, formatPrice, NOT_AVAILABLE } from '#src/ui/format/number.ts'
import { zoneName } from '#src/ui/format/regional.ts'
import { formatClock, formatExact, toIso } from '#src/ui/format/time.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { VOLATILITY_TONES } from '#src/ui/theme/market-tones.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { AnalysisCard, type AnalysisProps, type BodyProps, READY } from '../card/AnalysisCard.tsx'
import { Headline } from '../card/Headline.tsx'
import { MarketBadges } from '../card/blocks.tsx'
import { block, end, facts, line } from '../card/card.css.ts'
import { gauges, keyLevels, numeric, time, toned } from './indicators.css.ts'
import { type GaugeScore, momentumOf, trendOf, volatilityOf, volumeOf } from './scores.ts'
import { tone as toneClass } from '#src/ui/theme/color.css.ts'

/** An indicator beyond its normal range, or one that is always listed. */
interface KeyLevel {
  readonly name: 'RSI(14)' | 'MACD' | 'ADX' | 'VWAP'
  readonly value: string
  readonly tone: Tone
}

/** Key levels of a snapshot, formatted. */
export function keyLevelsOf(
  { rsi14, macdLine, adx, vwap }: Snapshot,
  pair: PayloadHeader['pair'],
): readonly KeyLevel[] {
  const levels: KeyLevel[] = []
  if (rsi14 !== undefined && rsi14 > INDICATOR.rsiHigh)
    levels.push({ name: 'RSI(14)', value: formatNumber(rsi14, 1), tone: 'danger' })
  if (rsi14 !== undefined && rsi14 < INDICATOR.rsiLow)
    levels.push({ name: 'RSI(14)', value: formatNumber(rsi14, 1), tone: 'success' })
  if (macdLine !== undefined && Math.abs(macdLine) > INDICATOR.macdShown)
    levels.push({ name: 'MACD', value: formatNumber(macdLine, 3), tone: macdLine > 0 ? 'success' : 'danger' })
  if (adx !== undefined && adx > INDICATOR.adxShown)
    levels.push({ name: 'ADX', value: formatNumber(adx, 1), tone: 'info' })
  if (vwap !== undefined) levels.push({ name: 'VWAP', value: formatPrice(vwap, pair), tone: 'neutral' })
  return levels
}

const AVERAGED = 20

/**
 * Volume of the candle that opened at `timestamp` (unix s) relative to the mean of the twenty before it.
 * Undefined without that candle, without twenty before it, or if their volume is zero.
 */
export function volumeRatio(candles: readonly Candle[], timestamp: number): number | undefined {
  const at = candles.findLastIndex((candle) => candle.timestamp === timestamp)
  const candle = candles[at]
  const before = candles.slice(Math.max(0, at - AVERAGED), Math.max(0, at))
  if (candle === undefined || before.length < AVERAGED) return undefined
  const mean = before.reduce((sum, { volume }) => sum + volume, 0) / AVERAGED
  return mean > 0 ? candle.volume / mean : undefined
}

interface IndicatorsCardProps extends AnalysisProps<IndicatorsModel> {
  /** Volume of the snapshot's candle relative to the average of the twenty before it. */
  readonly volumeRatio?: number | undefined
}

const FIGURES = MEANINGS.indicators

const TEXTS = {
  invalid: 'Invalid technical indicators data structure',
  failed: 'Failed to process technical indicators data',
  unreachable: 'Failed to connect to technical indicators stream',
} as const

/** Of ratings that say which way; the volume has none. */
const DIRECTION_TONES = new Map<string, Tone>([
  ['overbought', 'danger'],
  ['oversold', 'success'],
  ['bullish', 'success'],
  ['bearish', 'danger'],
])

const OF_VOLATILITY = new Map<string, Tone>(Object.entries(VOLATILITY_TONES))

/** Error message when there is nothing to show; undefined otherwise. */
function failureOf({ payload, isUnreachable }: IndicatorsCardProps): string | undefined {
  if (payload === undefined) return isUnreachable ? TEXTS.unreachable : undefined
  if (payload.model === undefined) return TEXTS.failed
  return payload.model.state === 'invalid' ? TEXTS.invalid : undefined
}

function stateOf(props: IndicatorsCardProps): CardState {
  const failure = failureOf(props)
  if (failure !== undefined) return { kind: 'error', message: 'Connection Error', detail: failure }
  if (props.payload === undefined) return { kind: 'loading', text: 'Processing live data...' }
  return props.payload.model?.state === 'empty' ? { kind: 'empty', text: 'No real indicators data available' } : READY
}

interface KpiProps {
  readonly label: keyof typeof FIGURES
  readonly gauge: GaugeScore | undefined
  readonly tones?: ReadonlyMap<string, Tone>
}

function Kpi({ label, gauge, tones = DIRECTION_TONES }: KpiProps) {
  const meaning = FIGURES[label]
  if (gauge === undefined) return <Gauge label={label} value={null} text={NOT_AVAILABLE} meaning={meaning} />
  const { score, rating } = gauge
  return (
    <Gauge
      label={label}
      value={score / 100}
      text={formatNumber(score)}
      meaning={meaning}
      caption={rating}
      tone={tones.get(rating) ?? 'accent'}
    />
  )
}

function headlineOf(trend: GaugeScore | undefined, momentum: GaugeScore | undefined): string {
  const parts = [
    trend === undefined ? undefined : `Trend ${trend.rating}`,
    momentum === undefined || momentum.rating === 'neutral' ? undefined : momentum.rating,
  ].filter((each) => each !== undefined)
  return parts.length === 0 ? 'No trend yet' : humanize(parts.join(', '))
}

function Body(props: BodyProps<IndicatorsModel> & Pick<IndicatorsCardProps, 'volumeRatio'>) {
  const { model, header, volumeRatio } = props
  const { at } = header
  const momentum = momentumOf(model.values)
  const trend = trendOf(model.values, model.trendScore)
  const keyLevelRows = keyLevelsOf(model.values, header.pair)
  return (
    <>
      <Headline figures={FIGURES} scope={{ timeframe: model.timeframe, aheadMinutes: undefined }}>
        {headlineOf(trend, momentum)}
      </Headline>
      <div className={line}>
        <MarketBadges {...header} />
        <time
          className={time}
          dateTime={at === undefined ? undefined : toIso(at)}
          title={at === undefined ? undefined : formatExact(at)}
        >
          {model.timeframe} ·{' '}
          <span className={numeric}>{at === undefined ? NOT_AVAILABLE : `${formatClock(at)} ${zoneName(at)}`}</span>
        </time>
      </div>
      <div className={gauges}>
        <Kpi label="Momentum" gauge={momentum} />
        <Kpi label="Trend" gauge={trend} />
        <Kpi label="Volatility" gauge={volatilityOf(model.values, model.volatilityRanks)} tones={OF_VOLATILITY} />
        <Kpi label="Volume" gauge={volumeOf(volumeRatio)} />
      </div>
      <section className={block} aria-label="Key Levels">
        <h4 className={layout.quiet}>Key Levels</h4>
        <div className={cx(facts, keyLevels)}>
          {keyLevelRows.length === 0 ? <p className={layout.quiet}>All indicators within normal ranges</p> : null}
          <KeyValueList
            items={keyLevelRows.map(({ name, value, tone }) => ({
              label: name,
              value: (
                <span className={cx(toned, toneClass[tone])} data-tone={tone}>
                  {value}
                </span>
              ),
            }))}
          />
        </div>
      </section>
    </>
  )
}

/** Technical indicators of one timeframe. */
export function IndicatorsCard(props: IndicatorsCardProps) {
  const { payload, onOpen, volumeRatio } = props
  const model = payload?.model?.state === 'ready' ? payload.model : undefined
  return (
    <AnalysisCard
      {...props}
      name="indicators"
      state={stateOf(props)}
      footer={
        <>
          <span>{model?.activeCount ?? 0} active indicators</span>
          <Button variant="ghost" size="small" className={end} onClick={onOpen}>
            View all details
          </Button>
        </>
      }
    >
      {payload && model ? <Body model={model} header={payload.header} volumeRatio={volumeRatio} /> : null}
    </AnalysisCard>
  )
}

/** The same with the volume of the snapshot's candle, where that is one of the chart. */
export function LiveIndicatorsCard(props: AnalysisProps<IndicatorsModel>) {
  const { payload } = props
  const { timeframe } = useDashboardView()
  const { state, timeframe: ofSnapshot } = payload?.model ?? {}
  const at = state === 'ready' && ofSnapshot === timeframe ? payload?.header.at : undefined
  const ratioOf = useCallback(
    (candles: readonly Candle[]) => (at === undefined ? undefined : volumeRatio(candles, toSeconds(at))),
    [at],
  )
  return <IndicatorsCard {...props} volumeRatio={useCandles(ratioOf, timeframe)} />
}
