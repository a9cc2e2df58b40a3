import type { AlignedVolatility } from '#contract/analysis/cross-timeframe.ts'
import type { ConfluenceModel } from '#src/analysis/confluence.ts'
import { humanize } from '#src/analysis/fields.ts'
import { MEANINGS } from '#src/analysis/meanings.ts'
import { hasNoEdge, signalRecord, type ShownRecord } from '#src/analysis/records.ts'
import { useRecords } from '#src/app/services.ts'
import type { MoveForecastModel } from '#src/analysis/forecast.ts'
import { cx } from '#src/ui/cx.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { Figure } from '#src/ui/data/Figure.tsx'
import { Gauge } from '#src/ui/data/Gauge.tsx'
import { Bar } from '#src/ui/data/Meter.tsx'
import { formatMoveSize, formatPercent, formatPrice } from '#src/ui/format/number.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { createAnalysisCard, type BodyProps } from '../card/AnalysisCard.tsx'
import { ListBlock, TimeframeBadge } from '../card/blocks.tsx'
import { box, line, twoColumns } from '../card/card.css.ts'
import { BODY_HEIGHTS } from '../card/heights.ts'
import { DirectionBadge } from '../card/DirectionBadge.tsx'
import { RecordHeadline } from '../card/Headline.tsx'
import { strengthTone } from '../card/tones.ts'
import * as css from './confluence.css.ts'

const FIGURES = MEANINGS.confluence
const SHOWN = 6
/** Expected move in percent at which the gauge is full. */
const FULL_MOVE_PERCENT = 1

/** Gray, blue, green, red. */
const VOLATILITY_TONES: Record<AlignedVolatility, Tone> = {
  low: 'neutral',
  normal: 'info',
  high: 'success',
  extreme: 'danger',
}

/** Names the direction if its badge does not. */
function headlineOf({ direction, strength }: ConfluenceModel, record: ShownRecord | undefined): string {
  const name = hasNoEdge(record) ? `${humanize(direction)} signal` : 'signal'
  return strength === undefined ? name : `${name}, ${formatPercent(strength)} strength`
}

/** How far the price will be in an hour, in half and in nine of ten cases. */
function NextHour({ forecast }: { readonly forecast: MoveForecastModel }) {
  const [half, nineTenths] = [formatMoveSize(forecast.half), formatMoveSize(forecast.nineTenths)]
  const says = `In an hour, the price is within ${half} of here in half of the cases, and within ${nineTenths} in nine of ten.`
  return (
    <Figure meaning={{ kind: 'probability', says }}>
      <span className={css.sentenceWord}>Next hour: </span>half {half}, 9 of 10 {nineTenths}
    </Figure>
  )
}

function Body({ model, header }: BodyProps<ConfluenceModel>) {
  const { direction, confidence, expectedMove, volatility, alignment, zones, nextHour } = model
  const record = signalRecord(useRecords(), header.pair, model)
  const size = nextHour === undefined ? 'Next hour: not known yet' : <NextHour forecast={nextHour} />
  // What is known stands first: without an edge in direction, that is the size of the move.
  const leadsWithSize = hasNoEdge(record) && nextHour !== undefined
  return (
    <>
      <RecordHeadline figures={FIGURES} record={record}>
        {leadsWithSize ? (
          size
        ) : (
          <>
            <DirectionBadge bias={direction} record={record} /> {headlineOf(model, record)}
          </>
        )}
      </RecordHeadline>
      <div className={twoColumns}>
        <Gauge
          label="Overall Confidence"
          value={confidence}
          text={formatPercent(confidence)}
          meaning={{ ...FIGURES['Overall Confidence'], record: record?.text }}
        />
        <Gauge
          label="Expected Move"
          meaning={FIGURES['Expected Move']}
          value={expectedMove === undefined ? null : expectedMove / FULL_MOVE_PERCENT}
          text={formatMoveSize(expectedMove)}
        />
      </div>
      <ListBlock
        label="Confluence zones"
        empty="No zones"
        items={zones}
        limit={SHOWN}
        more="more zones"
        className={css.zones}
      >
        {({ id, price, reaction, score, timeframes }) => (
          <li key={id} className={css.zone}>
            <span className={css.price}>{formatPrice(price, header.pair)}</span>
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
        )}
      </ListBlock>
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
        <p className={css.nextHour}>{leadsWithSize ? `No edge: ${headlineOf(model, record)}` : size}</p>
      </section>
    </>
  )
}

function Badges({ primaryTimeframe, volatility }: ConfluenceModel) {
  return (
    <>
      <TimeframeBadge title="Primary timeframe" timeframe={primaryTimeframe} />
      {volatility === undefined ? null : (
        <Badge tone={VOLATILITY_TONES[volatility]} title="Volatility">
          {volatility}
        </Badge>
      )}
    </>
  )
}

/** Combined signal of all timeframes and their confluence zones. */
export const ConfluenceCard = createAnalysisCard<ConfluenceModel>({
  title: 'Cross-Timeframe Confluence',
  heights: BODY_HEIGHTS.confluence,
  loadingText: 'Analyzing market confluence...',
  Badges,
  Body,
})
