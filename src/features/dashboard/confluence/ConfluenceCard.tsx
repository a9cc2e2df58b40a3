import { STRONG_ZONE } from '#contract/payloads/cross-timeframe.ts'
import type { ReactNode } from 'react'
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
import { formatMoveSize, formatPercent, formatPrice, pluralize } from '#src/ui/format/number.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { VOLATILITY_TONES } from '#src/ui/theme/market-tones.ts'
import { createAnalysisCard, type BodyProps } from '../card/AnalysisCard.tsx'
import { ListBlock, MarketBadges, TimeframeBadge } from '../card/blocks.tsx'
import { badgesAtEnd, box, line, twoColumns } from '../card/card.css.ts'
import { DirectionBadge } from '../card/DirectionBadge.tsx'
import { RecordHeadline } from '../card/Headline.tsx'
import { ALL_TIMEFRAMES } from '../card/scope.ts'
import { LevelPrice } from '../levels/level-names.tsx'
import * as css from './confluence.css.ts'

const FIGURES = MEANINGS.confluence
const SHOWN = 6
/** Expected move in percent at which the gauge is full. */
const FULL_MOVE_PERCENT = 1
const AHEAD_MINUTES = 60

/** Names the direction if its badge does not. */
function headlineOf({ direction, strength }: ConfluenceModel, record: ShownRecord | undefined): ReactNode {
  const name = hasNoEdge(record) ? `${humanize(direction)} signal` : 'signal'
  if (strength === undefined) return name
  return (
    <>
      {name}, {formatPercent(strength)}
      <span className={css.strengthWord}> strength</span>
    </>
  )
}

/** How far the price will be in an hour, in half and in nine of ten cases. */
function NextHour({ forecast }: { readonly forecast: MoveForecastModel }) {
  const [half, nineTenths] = [formatMoveSize(forecast.half), formatMoveSize(forecast.nineTenths)]
  const says = `In an hour, the price is within ${half} of here in half of the cases, and within ${nineTenths} in nine of ten.`
  return (
    <Figure meaning={{ kind: 'probability', says }}>
      <span className={css.sentenceWord}>Next hour: </span>half{' '}
      <span className={css.longWord}>of the time within </span>
      {half}, 9 of 10 <span className={css.longWord}>within </span>
      {nineTenths}
    </Figure>
  )
}

/** Pair, exchange, primary timeframe and volatility. */
const Market = ({ model, header }: BodyProps<ConfluenceModel>) => (
  <div className={line}>
    <MarketBadges {...header} />
    <span className={badgesAtEnd}>
      <TimeframeBadge title="Primary timeframe" timeframe={model.primaryTimeframe} />
      {model.volatility === undefined ? null : (
        <Badge tone={VOLATILITY_TONES[model.volatility]} title="Volatility of most timeframes">
          {model.volatility}
        </Badge>
      )}
    </span>
  </div>
)

/** 'in 4 of 6 timeframes'. */
function agreementText({ alignment, timeframes }: ConfluenceModel): string | null {
  if (alignment === undefined) return null
  const known = timeframes.filter(({ volatility }) => volatility !== undefined).length
  return known === 0
    ? `in ${formatPercent(alignment)} of them`
    : `in ${Math.round(alignment * known)} of ${pluralize(known, 'timeframe')}`
}

function Body({ model, header }: BodyProps<ConfluenceModel>) {
  const { direction, confidence, expectedMove, volatility, zones, nextHour } = model
  const strong = zones.filter(({ score }) => score >= STRONG_ZONE)
  const shown = strong.slice(0, SHOWN)
  const record = signalRecord(useRecords(), header.pair, model)
  const size = nextHour === undefined ? 'Next hour: not known yet' : <NextHour forecast={nextHour} />
  // What is known stands first: without an edge in direction, that is the size of the move.
  const leadsWithSize = hasNoEdge(record) && nextHour !== undefined
  return (
    <>
      <RecordHeadline
        figures={FIGURES}
        record={record}
        scope={{ timeframe: ALL_TIMEFRAMES, aheadMinutes: AHEAD_MINUTES }}
      >
        {leadsWithSize ? (
          size
        ) : (
          <>
            <DirectionBadge bias={direction} record={record} /> {headlineOf(model, record)}
          </>
        )}
      </RecordHeadline>
      <Market model={model} header={header} />
      <div className={twoColumns}>
        <Gauge
          label="Overall Confidence"
          value={confidence}
          text={formatPercent(confidence)}
          meaning={{ ...FIGURES['Overall Confidence'], record: record?.text }}
          caption="of timeframes agree"
        />
        <Gauge
          label="Expected Move"
          meaning={FIGURES['Expected Move']}
          value={expectedMove === undefined ? null : expectedMove / FULL_MOVE_PERCENT}
          text={formatMoveSize(expectedMove)}
          caption="half move less"
        />
      </div>
      <section className={box} aria-label="Market Volatility">
        <div className={cx(line, css.volatility)}>
          <h4 className={layout.quiet}>Market Volatility</h4>
          <span className={line}>
            {volatility === undefined ? (
              <span className={layout.quiet}>N/A</span>
            ) : (
              <Badge tone={VOLATILITY_TONES[volatility]}>{humanize(volatility)}</Badge>
            )}
            <Figure className={layout.quiet} meaning={FIGURES['Volatility alignment']}>
              {agreementText(model)}
            </Figure>
          </span>
        </div>
        <p className={css.nextHour}>
          {leadsWithSize ? <Figure meaning={FIGURES.Strength}>No edge: {headlineOf(model, record)}</Figure> : size}
        </p>
      </section>
      <ListBlock
        label="Confluence zones"
        empty={zones.length === 0 ? 'No zones' : `None of ${formatPercent(STRONG_ZONE)} strength or more`}
        items={shown}
        others={zones.length - shown.length}
        more="more zones"
        className={css.zones}
      >
        {({ id, price, reaction, score, timeframes }) => (
          <li key={id} className={css.zone}>
            <span className={css.price}>
              <LevelPrice price={price} pair={header.pair}>
                {formatPrice(price, header.pair)}
              </LevelPrice>
            </span>
            <span className={css.reaction} title={reaction}>
              {reaction}
            </span>
            <span className={css.timeframes} title={timeframes.join(' ')}>
              {timeframes.join(' ')}
            </span>
            <Figure className={css.numeric} meaning={FIGURES['Strength of a zone']}>
              {formatPercent(score)}
            </Figure>
            <div className={css.bar}>
              <Bar value={score} />
            </div>
          </li>
        )}
      </ListBlock>
    </>
  )
}

/** Combined signal of all timeframes and their confluence zones. */
export const ConfluenceCard = createAnalysisCard<ConfluenceModel>({
  name: 'confluence',
  loadingText: 'Analyzing market confluence...',
  Body,
})
