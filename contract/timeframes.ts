import * as z from 'zod/mini'

/** Timeframes of indicators and roll-ups. Analysis payloads use all but M30 (`ANALYSIS_TIMEFRAMES`). */
export const TIMEFRAMES = ['M1', 'M5', 'M15', 'M30', 'H1', 'H4', 'D1'] as const
export const timeframeSchema = z.enum(TIMEFRAMES)
export type Timeframe = z.infer<typeof timeframeSchema>

export const ANALYSIS_TIMEFRAMES = ['M1', 'M5', 'M15', 'H1', 'H4', 'D1'] as const
export const analysisTimeframeSchema = z.enum(ANALYSIS_TIMEFRAMES)
export type AnalysisTimeframe = z.infer<typeof analysisTimeframeSchema>

export const DEFAULT_TIMEFRAME: Timeframe = 'M1'

/** Timeframes as spelled in candles, sockets and uploads. */
export const INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d'] as const
export const intervalSchema = z.enum(INTERVALS)
export type Interval = z.infer<typeof intervalSchema>

/** Minutes in one candle of a timeframe. */
export const TIMEFRAME_MINUTES: Record<Timeframe, number> = {
  M1: 1,
  M5: 5,
  M15: 15,
  M30: 30,
  H1: 60,
  H4: 240,
  D1: 1440,
}

const INTERVAL_OF: Record<Timeframe, Interval> = {
  M1: '1m',
  M5: '5m',
  M15: '15m',
  M30: '30m',
  H1: '1h',
  H4: '4h',
  D1: '1d',
}

/** M1 as candles, sockets and uploads spell it: 1m. */
export const toInterval = (timeframe: Timeframe): Interval => INTERVAL_OF[timeframe]

/** M1 as stream keys and strategy filters spell it: m1. */
export const toStreamTimeframe = (timeframe: Timeframe): string => timeframe.toLowerCase()

const BY_SPELLING = new Map<string, Timeframe>(
  TIMEFRAMES.flatMap((timeframe): [string, Timeframe][] => [
    [timeframe, timeframe],
    [INTERVAL_OF[timeframe], timeframe],
    [INTERVAL_OF[timeframe].toUpperCase(), timeframe],
  ]),
)

/** The timeframe behind any spelling in use (M1, m1, 1m), or undefined. */
export const parseTimeframe = (text: string): Timeframe | undefined =>
  BY_SPELLING.get(text) ?? BY_SPELLING.get(text.toUpperCase())
