// Prints the payloads that the streams would carry for recorded candles, one JSON object {key, id, data} per line.
// npm run analyse -- --pair BTCUSD [--timeframe M5] [--category analysis] FILE...
import { once } from 'node:events'
import { parseStreamKey } from '#contract/stream-keys.ts'
import { toStreamTimeframe, parseTimeframe } from '#contract/timeframes.ts'
import { runCommand, type Options } from './analysis/options.ts'
import { createReplay } from './analysis/replay.ts'
import { nextEntryId } from '#server/streams/ports.ts'

/**
 * Applies the filters. `--timeframe` narrows the streams whose key includes a timeframe; `--category` is a category
 * (technical_indicators, processed_candles, analysis) or a subcategory (support_resistance, ...).
 */
function isWanted(key: string, { timeframe, category }: Options): boolean {
  const parts = parseStreamKey(key)
  if (category !== undefined && category !== parts.category && category !== parts.subcategory) return false
  if (timeframe === undefined || parseTimeframe(parts.subcategory) === undefined) return true
  return parts.subcategory === toStreamTimeframe(timeframe)
}

async function analyse(options: Options): Promise<void> {
  process.stdout.on('error', () => process.exit(0))
  const replay = createReplay(options.pair)
  const ids = new Map<string, string>()
  for (const file of options.files) {
    for await (const { minute, entries } of replay.play(file)) {
      const closedMs = (minute.timestamp + 60) * 1_000
      const lines = entries
        .filter(({ key }) => isWanted(key, options))
        .map(({ key, data }) => {
          const id = nextEntryId(ids.get(key), closedMs)
          ids.set(key, id)
          return `${JSON.stringify({ key, id, data })}\n`
        })
      if (lines.length > 0 && !process.stdout.write(lines.join(''))) await once(process.stdout, 'drain')
    }
  }
}

await runCommand(analyse, ['timeframe', 'category'])
