// Imports candles of one minute for backtests: Kraken's OHLCVT files (XBTUSD_1.csv) and replay files (BTCUSD-….csv.gz).
// npm run candles:import -- [--source kraken] FILE...   (into the library of PAIRBOT_DATA_DIR, also while the server runs)
// Run it again after an interruption: complete files are skipped, and a month is stored whole or not at all.
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { importFile } from '#server/market/library/import.ts'
import { parseSettings } from '#server/settings.ts'

const MAX_SHOWN = 10
const SOURCE = /^[a-z0-9][a-z0-9-]{0,39}$/

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { source: { type: 'string', default: 'kraken' } },
})
if (files.length === 0 || !SOURCE.test(values.source)) {
  console.error(
    'usage: npm run candles:import -- [--source NAME] FILE...   (a name has lower-case letters, digits and -)',
  )
  process.exit(2)
}
const folder = join(parseSettings(process.env).dataDir, 'library')
for (const path of files) {
  const name = basename(path)
  try {
    const { isKnown, minutes, issues } = await importFile({
      folder,
      path,
      source: values.source,
      onMonth: ({ month, minutes: count }) => console.log(`${name}: ${month}, ${count} minutes`),
    })
    for (const { line, reason } of issues.slice(0, MAX_SHOWN)) console.error(`${name}:${line}: skipped, ${reason}`)
    if (issues.length > MAX_SHOWN) console.error(`${name}: ${issues.length - MAX_SHOWN} more rows were skipped`)
    console.log(isKnown ? `${name}: imported before` : `${name}: ${minutes} minutes, ${issues.length} rows skipped`)
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}
