import { ANALYSIS, CANDLES, DEFAULT_BASES, INDICATORS, SIGNALS } from '#contract/paths.ts'
import type { Operations } from './operation.ts'

const { tdp } = DEFAULT_BASES

export const MARKET_DATA_OPERATIONS: Operations = {
  [`GET ${tdp}${CANDLES.timeframes}`]: {
    summary: 'List the timeframes of a pair',
    detail: 'With the candles of each.',
  },
  [`GET ${tdp}${CANDLES.recent}`]: { summary: 'Read the newest candles', detail: 'In ascending order.' },
  [`GET ${tdp}${CANDLES.byTimeframe}`]: {
    summary: 'Read candles of a timeframe',
    detail:
      'In ascending order: the first that opened since a time, the last that opened before one, or the newest. ' +
      'To read the past page by page, ask before the first candle of the page at hand; fewer than `limit` are the last.',
  },
  [`GET ${tdp}${CANDLES.latest}`]: { summary: 'Read the newest candle of a timeframe' },
  [`GET ${tdp}${CANDLES.status}`]: {
    summary: 'Read the state of the market',
    detail: 'Source, clock and age of the data.',
  },
  [`GET ${tdp}${CANDLES.imports}`]: {
    summary: 'List the imports of candles',
    detail:
      'Newest first, with their progress, the lines that were skipped, and the gaps. Times are unix milliseconds.',
  },
  [`POST ${tdp}${CANDLES.imports}`]: {
    summary: 'Import candles',
    detail:
      'application/octet-stream with the file: one-minute candles as CSV, also gzipped, as Kraken offers them or as they are ' +
      'replayed; `name` begins with the pair. It is read after the response, and is in the library completely or not at all.',
  },
  [`POST ${tdp}${CANDLES.pauseImport}`]: { summary: 'Pause an import of candles' },
  [`POST ${tdp}${CANDLES.resumeImport}`]: {
    summary: 'Resume an import of candles',
    detail: 'It goes on where it was, after a restart of the server from the beginning.',
  },
  [`POST ${tdp}${CANDLES.cancelImport}`]: {
    summary: 'Cancel an import of candles',
    detail: 'Nothing of it is in the library.',
  },

  [`GET ${tdp}${INDICATORS.all}`]: { summary: 'Read all indicators of a timeframe' },
  [`GET ${tdp}${INDICATORS.history}`]: { summary: 'Read past indicators of a timeframe', detail: 'Oldest first.' },
  [`GET ${tdp}${INDICATORS.series}`]: {
    summary: 'Read indicators of any past candles',
    detail:
      'A row for each closed candle since a time and before another, at most 1,000, computed as the live ones are. ' +
      'Published ones, with everything else that a snapshot has, are under `history`.',
  },
  [`GET ${tdp}${INDICATORS.rsi}`]: { summary: 'Read the RSI', detail: 'Wilder, 14 candles.' },
  [`GET ${tdp}${INDICATORS.ema9}`]: { summary: 'Read the EMA of 9 candles' },
  [`GET ${tdp}${INDICATORS.ema21}`]: { summary: 'Read the EMA of 21 candles' },
  [`GET ${tdp}${INDICATORS.bollingerBands}`]: { summary: 'Read the Bollinger bands' },
  [`GET ${tdp}${INDICATORS.atr}`]: { summary: 'Read the average true range' },
  [`GET ${tdp}${INDICATORS.macd}`]: { summary: 'Read the MACD' },
  [`GET ${tdp}${INDICATORS.stochastic}`]: { summary: 'Read the stochastic oscillator' },

  [`GET ${tdp}${ANALYSIS.comprehensive}`]: { summary: 'Read every analysis of a pair' },
  [`GET ${tdp}${ANALYSIS.supportResistance}`]: { summary: 'Read support and resistance levels' },
  [`GET ${tdp}${ANALYSIS.divergence}`]: { summary: 'Read divergences of price and indicators' },
  [`GET ${tdp}${ANALYSIS.patterns}`]: { summary: 'Read candle and chart patterns' },
  [`GET ${tdp}${ANALYSIS.crossTimeframe}`]: { summary: 'Read the confluence across timeframes' },
  [`GET ${tdp}${ANALYSIS.trackRecords}`]: {
    summary: 'Read how often each claim came true',
    detail: 'Counted on months that nothing was fitted to, with a 95 % interval and what chance would have reached.',
  },
  [`GET ${tdp}${ANALYSIS.scoreCard}`]: {
    summary: 'Read how often published levels, patterns, regimes and breaks held',
    detail:
      'Of those published by this server and those of imported months, by pair, timeframe, class and month, with the mean ' +
      'of the published probabilities and the share that holds at random.',
  },
  [`GET ${tdp}${SIGNALS.ml}`]: { summary: 'Read the signals of the active models' },
  [`GET ${tdp}${SIGNALS.comprehensive}`]: { summary: 'Read all signals of a pair' },
  [`GET ${tdp}${SIGNALS.activeModels}`]: { summary: 'List the active models' },
}
