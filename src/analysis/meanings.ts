import type { FigureKind } from '#contract/figures.ts'

/** What a figure says: its kind and, in a sentence, of what. */
export interface Meaning {
  readonly kind: FigureKind
  readonly says: string
}

const evidence = (says: string): Meaning => ({ kind: 'evidence', says })
const measurement = (says: string): Meaning => ({ kind: 'measurement', says })
const probability = (says: string): Meaning => ({ kind: 'probability', says })

/** The figures of each kind of analysis, by label. */
export const MEANINGS = {
  levels: {
    'Overall confidence': evidence('The data quality times the mean of the other factors.'),
    Alignment: evidence('The mean share of the timeframes that a level is found on.'),
    Strength: measurement('The mean share of the levels of past months that were weaker.'),
    'Strength of a level': measurement('The share of the levels of past months that were weaker.'),
    'Data quality': measurement('The share of the last day’s minutes with trades.'),
    'Historical reliability': probability('The mean chance that a level holds when price next touches it.'),
    'Volume confirmation': measurement('The share of the levels that formed on raised volume.'),
    'Age factor': measurement('Falls with the time since the levels were last touched.'),
    'Sample size': measurement('The touches of all levels, full at 100.'),
  },
  patterns: {
    Confidence: evidence('The mean of volume, height and a level behind the pattern, weighted by timeframe.'),
    Alignment: evidence('The share of the timeframes with patterns that lean the same way.'),
    'Bias strength': evidence('The share of the patterns’ weight on one side beyond the other.'),
    'Expected move': probability('Half of the moves over the next ten candles are smaller, up or down.'),
  },
  structure: {
    Confidence: probability('That the market phase is the same in an hour.'),
    'Trend strength': measurement('ADX(14) of M15, full at 50.'),
    Momentum: measurement('RSI(14) of M15; 50% is neutral.'),
    'Regime confidence': evidence('The share of the timeframes below whose swings fit the phase.'),
    'Regime duration (full at 4 h)': measurement('The time since the phase began.'),
    'Strength of a cluster': measurement('The share of the levels of past months that were weaker.'),
    'Strength of a timeframe': measurement('How one-sided its last six swings were.'),
  },
  confluence: {
    'Overall Confidence': evidence('The share of the timeframes’ weight that points to the same side.'),
    'Expected Move': probability('Half of the moves over the next hour are smaller, up or down.'),
    Strength: evidence('The mean direction of the timeframes, by weight.'),
    'Strength of a zone': measurement('The share of the levels of past months that were weaker.'),
    'Volatility alignment': measurement('The share of the timeframes with the same volatility.'),
  },
  indicators: {
    Momentum: measurement('RSI(14).'),
    Trend: measurement('The order of the moving averages and the sign of the MACD line.'),
    Volatility: measurement('The range and the band width, ranked among the last 480 candles.'),
    Volume: measurement('The volume against the average of twenty candles, which is 50.'),
  },
  divergence: {
    Strength: evidence('How far price and indicator part, relative to what is usual.'),
    'Expected move': probability('Half of the moves over the next ten candles are smaller, up or down.'),
  },
  signals: {
    Confidence: evidence('What the model itself puts on its call; its hit rate is on the model’s page.'),
  },
} as const satisfies Record<string, Readonly<Record<string, Meaning>>>

/** A meaning by label, for figures of unknown origin. */
export const UNKNOWN_CONFIDENCE: Meaning = evidence(
  'As sent by another analysis; how often it comes true is not known.',
)
