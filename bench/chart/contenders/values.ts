import {
  INDICATOR_COLUMNS,
  valuesByName,
  type IndicatorColumn,
  type IndicatorValues,
} from '#contract/payloads/indicator-series.ts'
import type { Row } from './contender.ts'

/** Overlays, panes and marks of the pages that show everything: three overlays of seven lines, two panes, fifty marks. */
export const ALL_OVERLAYS = ['ema', 'bollinger', 'vwap', 'rsi', 'macd', 'patterns']
const MARKS = 50

/** Whether this page shows everything. */
export const showsEverything = (): boolean => document.documentElement.dataset['everything'] !== undefined

/** Values that look like indicators, from the candle alone: what they cost to compute is not measured. */
const VALUES: Partial<Record<IndicatorColumn, (row: Row) => number>> = {
  ema_9: ({ h }) => h * 1.0002,
  ema_21: ({ l }) => l * 0.9998,
  ema_100: ({ o }) => o * 1.0004,
  bollinger_upper: ({ h }) => h * 1.001,
  bollinger_middle: ({ o, c }) => (o + c) / 2,
  bollinger_lower: ({ l }) => l * 0.999,
  vwap: ({ h, l, c }) => (h + l + c) / 3,
  rsi_14: ({ o, c }) => 50 + Math.max(-50, Math.min(50, (c / o - 1) * 30_000)),
  macd_line: ({ o, c }) => c - o,
  macd_signal: ({ o, c }) => (c - o) / 2,
  macd_histogram: ({ o, c }) => (c - o) / 2,
}

export const valueOf = (row: Row, column: IndicatorColumn): number => VALUES[column]?.(row) ?? row.c
/** By the names of the columns, as the product keeps them. */
export const valuesOf = (row: Row): IndicatorValues =>
  valuesByName(
    INDICATOR_COLUMNS,
    INDICATOR_COLUMNS.map((column) => valueOf(row, column)),
  )

/** Every tenth candle has a mark. */
export const markedRows = (rows: readonly Row[]): readonly Row[] =>
  rows.filter((_, index) => index % 10 === 0).slice(0, MARKS)
