import { Button } from '#src/ui/controls/Button.tsx'
import { cx } from '#src/ui/cx.ts'
import { Badge } from '#src/ui/display/Badge.tsx'
import type { CardState } from '#src/ui/display/Card.tsx'
import { Gauge } from '#src/ui/display/Gauge.tsx'
import { KeyValueList } from '#src/ui/display/KeyValueList.tsx'
import { NOT_AVAILABLE, formatNumber } from '#src/ui/format/number.ts'
import { formatClock, formatExact, toIso } from '#src/ui/format/time.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { tone as toneClass } from '#src/ui/theme/tone.css.ts'
import { AnalysisCard, READY, type AnalysisProps } from '../card/AnalysisCard.tsx'
import { block, end, facts, line } from '../card/card.css.ts'
import { BODY_HEIGHTS } from '../card/heights.ts'
import { Headline } from '../card/Headline.tsx'
import { humanize } from '#contract/analysis/payload-fields.ts'
import type { PayloadHeader } from '../payload/card-model.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { numeric, gauges, keyLevels, marketBadges, scoreWord, time, toned } from './indicators.css.ts'
import { volumeOf, type GaugeScore } from './scores.ts'
import type { IndicatorsView } from './view.ts'

type ReadyView = Extract<IndicatorsView, { readonly kind: 'ready' }>

export interface IndicatorsCardProps extends AnalysisProps<IndicatorsView> {
  /** Volume of the snapshot's candle relative to the average of the twenty before it. */
  readonly volumeRatio?: number | undefined
  /** The stream cannot be reached. */
  readonly isUnreachable?: boolean | undefined
}

const TEXTS = {
  invalid: 'Invalid technical indicators data structure',
  failed: 'Failed to process technical indicators data',
  unreachable: 'Failed to connect to technical indicators stream',
} as const

const RATING_TONES = new Map<string, Tone>([
  ['overbought', 'danger'],
  ['oversold', 'success'],
  ['bullish', 'success'],
  ['bearish', 'danger'],
  ['high', 'warning'],
  ['low', 'info'],
])

/** Error message when there is nothing to show; undefined otherwise. */
function failureOf(model: IndicatorsCardProps['model'], isUnreachable: boolean): string | undefined {
  if (model === undefined) return isUnreachable ? TEXTS.unreachable : undefined
  if (model.view === undefined) return TEXTS.failed
  return model.view.kind === 'invalid' ? TEXTS.invalid : undefined
}

function stateOf(model: IndicatorsCardProps['model'], failure: string | undefined): CardState {
  if (failure !== undefined) return { kind: 'error', message: 'Connection Error', detail: failure }
  if (model === undefined) return { kind: 'loading', text: 'Processing live data...' }
  return model.view?.kind === 'empty' ? { kind: 'empty', text: 'No real indicators data available' } : READY
}

function Kpi({ label, gauge }: { readonly label: string; readonly gauge: GaugeScore | undefined }) {
  if (gauge === undefined) return <Gauge label={label} value={null} text={NOT_AVAILABLE} />
  const { score, rating } = gauge
  return (
    <Gauge
      label={label}
      value={score / 100}
      text={formatNumber(score)}
      caption={rating}
      tone={RATING_TONES.get(rating) ?? 'accent'}
    />
  )
}

function headlineOf({ trend, momentum }: ReadyView): string {
  const parts = [
    trend === undefined ? undefined : `Trend ${trend.rating}`,
    momentum === undefined || momentum.rating === 'neutral' ? undefined : momentum.rating,
  ].filter((each) => each !== undefined)
  return parts.length === 0 ? 'No trend yet' : humanize(parts.join(', '))
}

const TrendScore = ({ score }: GaugeScore) => (
  <>
    trend <span className={scoreWord}>score </span>
    {formatNumber(score)}
  </>
)

function Body(props: {
  readonly view: ReadyView
  readonly header: PayloadHeader
  readonly volumeRatio: number | undefined
}) {
  const { view, header, volumeRatio } = props
  const { at } = header
  return (
    <>
      <Headline note={view.trend === undefined ? 'warming up' : <TrendScore {...view.trend} />}>
        {headlineOf(view)}
      </Headline>
      <div className={line}>
        <span className={marketBadges}>
          {header.exchange === undefined ? null : <Badge>{header.exchange}</Badge>}
          <Badge>{header.pairLabel}</Badge>
        </span>
        <time
          className={time}
          dateTime={at === undefined ? undefined : toIso(at)}
          title={at === undefined ? undefined : formatExact(at)}
        >
          {view.timeframe} ·{' '}
          <span className={numeric}>{at === undefined ? NOT_AVAILABLE : `${formatClock(at)} UTC`}</span>
        </time>
      </div>
      <div className={gauges}>
        <Kpi label="Momentum" gauge={view.momentum} />
        <Kpi label="Trend" gauge={view.trend} />
        <Kpi label="Volatility" gauge={view.volatility} />
        <Kpi label="Volume" gauge={volumeOf(volumeRatio)} />
      </div>
      <section className={block} aria-label="Key Levels">
        <h4 className={layout.quiet}>Key Levels</h4>
        <div className={cx(facts, keyLevels)}>
          {view.keyLevels.length === 0 ? <p className={layout.quiet}>All indicators within normal ranges</p> : null}
          <KeyValueList
            items={view.keyLevels.map(({ name, value, tone }) => ({
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
  const { model, trust, onOpen, volumeRatio, isUnreachable = false } = props
  const view = model?.view?.kind === 'ready' ? model.view : undefined
  return (
    <AnalysisCard
      title="Technical Indicators"
      model={model}
      trust={trust}
      state={stateOf(model, failureOf(model, isUnreachable))}
      body={BODY_HEIGHTS.indicators}
      footer={
        <>
          <span>{view?.active ?? 0} active indicators</span>
          <Button variant="ghost" size="small" className={end} onClick={onOpen}>
            View all details
          </Button>
        </>
      }
      onOpen={onOpen}
    >
      {model && view ? <Body view={view} header={model.header} volumeRatio={volumeRatio} /> : null}
    </AnalysisCard>
  )
}
