import { parseArgs } from 'node:util'
import { DEFAULT_PAIR, parsePair, type PairId } from '#contract/pairs.ts'
import { parseTimeframe, type Timeframe } from '#contract/timeframes.ts'

export interface Options {
  readonly pair: PairId
  readonly timeframe: Timeframe | undefined
  readonly category: string | undefined
  readonly files: readonly string[]
}

/** Options of a command line, or what is wrong with it. */
export function parseOptions(argv: readonly string[]): Options | string {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      pair: { type: 'string', default: DEFAULT_PAIR },
      timeframe: { type: 'string' },
      category: { type: 'string' },
    },
  })
  const pair = parsePair(values.pair)
  if (!pair) return `--pair ${values.pair} is none of BTCUSD, ETHUSD, XRPUSD`
  const timeframe = values.timeframe === undefined ? undefined : parseTimeframe(values.timeframe)
  if (values.timeframe !== undefined && !timeframe) return `--timeframe ${values.timeframe} is none of M1 to D1`
  if (positionals.length === 0) return 'name at least one candle file'
  return { pair, timeframe, category: values.category, files: positionals }
}
