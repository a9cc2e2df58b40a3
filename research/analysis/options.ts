import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { PAIR_IDS, DEFAULT_PAIR, parsePair, type PairId } from '#contract/pairs.ts'
import {
  ANALYSIS_CATEGORY,
  ANALYSIS_SUBCATEGORIES,
  CANDLE_CATEGORY,
  INDICATOR_CATEGORY,
} from '#contract/payloads/streams.ts'
import { parseTimeframe, type Timeframe } from '#contract/timeframes.ts'

const CATEGORIES: readonly string[] = [
  INDICATOR_CATEGORY,
  CANDLE_CATEGORY,
  ANALYSIS_CATEGORY,
  ...ANALYSIS_SUBCATEGORIES,
]

/** Options that only some commands support. */
type SpecialOption = 'timeframe' | 'category' | 'check'
const SPECIAL_OPTIONS: readonly SpecialOption[] = ['timeframe', 'category', 'check']

export interface Options {
  readonly pair: PairId
  /** False when `pair` is the default. */
  readonly isPairGiven: boolean
  readonly timeframe: Timeframe | undefined
  readonly category: string | undefined
  readonly check: boolean
  readonly files: readonly string[]
}

function read(argv: readonly string[]) {
  return parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      pair: { type: 'string' },
      timeframe: { type: 'string' },
      category: { type: 'string' },
      check: { type: 'boolean' },
    },
  })
}

/** Parses a command line; returns a message when it is invalid. `supported`: options the command has besides `--pair`. */
export function parseOptions(argv: readonly string[], supported: readonly SpecialOption[]): Options | string {
  let parsed: ReturnType<typeof read>
  try {
    parsed = read(argv)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  const { values, positionals } = parsed
  const unsupported = SPECIAL_OPTIONS.find((name) => values[name] !== undefined && !supported.includes(name))
  if (unsupported) return `--${unsupported} is not an option of this command`
  const pair = parsePair(values.pair ?? DEFAULT_PAIR)
  if (!pair) return `--pair ${values.pair} is not one of ${PAIR_IDS.join(', ')}`
  const timeframe = values.timeframe === undefined ? undefined : parseTimeframe(values.timeframe)
  if (values.timeframe !== undefined && !timeframe) return `--timeframe ${values.timeframe} is not one of M1 to D1`
  if (values.category !== undefined && !CATEGORIES.includes(values.category)) {
    return `--category ${values.category} is not one of ${CATEGORIES.join(', ')}`
  }
  if (positionals.length === 0) return 'specify at least one candle file'
  const { category, check = false } = values
  return { pair, isPairGiven: values.pair !== undefined, timeframe, category, check, files: positionals }
}

/** The pair that a file is named after, such as BTCUSD-1m-2019-04.csv or XBTUSD_1.csv; BTCUSDT counts as BTCUSD. */
export const pairOfFile = (file: string): PairId | undefined => parsePair(/^[A-Z]+?USD/.exec(basename(file))?.[0] ?? '')

/** Runs a command with its options; failures print one line to stderr and set the exit code. */
export async function runCommand(
  command: (options: Options) => Promise<void>,
  supported: readonly SpecialOption[] = [],
): Promise<void> {
  const options = parseOptions(process.argv.slice(2), supported)
  if (typeof options === 'string') {
    console.error(options)
    process.exitCode = 2
    return
  }
  try {
    await command(options)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
