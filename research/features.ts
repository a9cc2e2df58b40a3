// Prints the feature vectors that a model would receive for recorded minutes, with the target, as CSV.
// npm run features -- --pair BTCUSD --timeframe M5 FILE... > features.csv
import { once } from 'node:events'
import type { Candle } from '#contract/candles.ts'
import { FEATURES } from '#contract/models/features.ts'
import { DEFAULT_TIMEFRAME, TIMEFRAME_MINUTES, type Timeframe } from '#contract/timeframes.ts'
import { createIndicatorTracker } from '#server/analysis/indicators/snapshot.ts'
import { createCandleBuilder } from '#server/market/store/builder.ts'
import { createSkippedRows } from './analysis/skipped-rows.ts'
import { runCommand, type Options } from './analysis/options.ts'
import { readRows } from './analysis/rows.ts'
import { featureVector } from '#server/models/scoring/scorer.ts'

const HEADER = ['timestamp', 'close', ...FEATURES.map(({ name }) => name), 'target'].join(',')

/** Returns the candles of a timeframe that a minute closes; undefined for a rejected minute. */
function createCloser(timeframe: Timeframe) {
  const builder = createCandleBuilder(() => Number.POSITIVE_INFINITY)
  return (minute: Candle): readonly Candle[] | undefined => {
    const taken = builder.ingest(minute, true)
    if (!('rollups' in taken)) return undefined
    if (timeframe === 'M1') return [minute]
    return taken.rollups.filter((rollup) => rollup.closed && rollup.timeframe === timeframe).map(({ candle }) => candle)
  }
}

/** 1 when the next candle closed above, -1 below, 0 at the same price; empty when the next candle is missing. */
function targetOf(candle: Candle, next: Candle | undefined, timeframe: Timeframe): string {
  if (next?.timestamp !== candle.timestamp + TIMEFRAME_MINUTES[timeframe] * 60) return ''
  return String(Math.sign(next.close - candle.close))
}

async function printFeatures({ pair, timeframe = DEFAULT_TIMEFRAME, files }: Options): Promise<void> {
  process.stdout.on('error', () => process.exit(0))
  const indicators = createIndicatorTracker(pair, 'kraken', timeframe)
  const close = createCloser(timeframe)
  let pending: { readonly candle: Candle; readonly line: string } | undefined

  const writeLine = async (line: string) => {
    if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain')
  }
  const flush = async (next?: Candle) => {
    if (pending) await writeLine(`${pending.line},${targetOf(pending.candle, next, timeframe)}`)
    pending = undefined
  }

  await writeLine(HEADER)
  for (const file of files) {
    const leftovers = createSkippedRows(file)
    for await (const row of readRows(file)) {
      const closes = 'candle' in row ? close(row.candle) : undefined
      leftovers.record(row, closes !== undefined)
      for (const candle of closes ?? []) {
        await flush(candle)
        const vector = featureVector(indicators.append(candle), candle.close)
        if (vector.ok) pending = { candle, line: [candle.timestamp, candle.close, ...vector.values].join(',') }
      }
    }
    leftovers.report()
  }
  await flush()
}

await runCommand(printFeatures, ['timeframe'])
