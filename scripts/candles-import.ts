// Imports candles of one minute for backtests: Kraken's OHLCVT files (XBTUSD_1.csv, or the zip with them) and replay files
// (BTCUSD-….csv.gz).
// npm run candles:import -- --source NAME [--allow-gaps] FILE...   (into the library of PAIRBOT_DATA_DIR, also while the server runs)
// A file is imported completely or not at all. Run it again after an interruption: what was imported before is skipped.
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { importSourceSchema } from '#contract/candle-imports.ts'
import { importFile } from '#server/market/library/import.ts'
import { parseSettings } from '#server/settings.ts'

const MAX_SHOWN = 10

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { source: { type: 'string' }, 'allow-gaps': { type: 'boolean', default: false } },
})
const { data: source } = importSourceSchema.safeParse(values.source)
if (files.length === 0 || source === undefined) {
  console.error(
    'usage: npm run candles:import -- --source NAME [--allow-gaps] FILE...   (a name, such as kraken, has lower-case letters, digits and -)',
  )
  process.exit(2)
}
const folder = join(parseSettings(process.env).dataDir, 'library')

/** Shows how much of a file is read, in one line of a terminal. */
function showProgress(name: string, progress: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${name}: ${Math.floor(100 * progress)}%\x1b[K`)
}
function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
}

for (const path of files) {
  const name = basename(path)
  try {
    const { findings, report } = await importFile({
      folder,
      path,
      source,
      now: Date.now(),
      allowsGaps: values['allow-gaps'],
      onProgress: (progress) => showProgress(name, progress),
    })
    endProgress()
    const { minutes, duplicates, rejected, missing, skipped } = findings
    const more = duplicates + rejected - MAX_SHOWN
    for (const { file, line, reason } of skipped.slice(0, MAX_SHOWN))
      console.error(`${file}:${line}: skipped, ${reason}`)
    if (more > 0) console.error(`${name}: ${more} more rows were skipped`)
    for (const each of findings.files)
      console.log(`${each.file}: ${each.minutes} minutes, ${each.missing} missing, ${each.skipped} rows skipped`)
    console.log(
      report.is_known
        ? `${name}: imported before`
        : `${name}: ${minutes} minutes (${report.added} new), ${missing} missing between them, ${duplicates + rejected} rows skipped`,
    )
  } catch (error) {
    endProgress()
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}
