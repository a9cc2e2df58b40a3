import { humanize } from '#src/analysis/fields.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { KindScore, ScoreKind } from '#contract/score-card/schema.ts'
import { csvLine } from '#contract/csv.ts'

export const KIND_LABELS: Readonly<Record<ScoreKind, string>> = {
  level: 'Levels',
  pattern: 'Patterns',
  regime: 'Regimes',
  break: 'Structure breaks',
}

/** When a case of each kind has held. */
export const KIND_RULES: Readonly<Record<ScoreKind, string>> = {
  level:
    'A level of a full hour that the price reaches within the hour has held if a minute closes 0.7 hourly ranges back before one closes as far beyond, within four hours. Chance is the price as far away on the other side.',
  pattern:
    'A pattern has held if the tenth close after its publication is beyond the one then, in its direction. Chance is the share of all candles after which the price moved that way.',
  regime:
    'A regime has held if the market phase is the same an hour later. Chance is how many phases of the month lasted an hour, of any kind.',
  break:
    'A structure break has held if the tenth close after it is beyond its own, in its direction. It claims no probability.',
}

export const MARKET_LABELS: Readonly<Record<MarketKind, string>> = {
  kraken: 'Live',
  replay: 'Live (replay)',
  simulated: 'Live (simulated market)',
}

/** 'bullish_break_of_structure' in words. */
export const className = (name: string): string => humanize(name.replaceAll('_', ' '))

/** All scores of a kind, one a line. */
export const scoresCsv = ({ kind, total, pairs, timeframes, classes, months }: KindScore): string =>
  [
    ['kind', 'by', 'name', 'held', 'count', 'claimed', 'chance'],
    ...[
      { by: 'total', scores: [{ name: '', ...total }] },
      { by: 'pair', scores: pairs },
      { by: 'timeframe', scores: timeframes },
      { by: 'class', scores: classes },
      { by: 'month', scores: months },
    ].flatMap(({ by, scores }) =>
      scores.map(({ name, held, count, claimed, chance }) => [kind, by, name, held, count, claimed, chance]),
    ),
  ]
    .map(csvLine)
    .join('')
