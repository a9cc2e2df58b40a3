import { basename, join } from 'node:path'
import { importSourceSchema } from '#contract/candle-imports.ts'
import { importFile } from '../market/library/import.ts'
import { parseSettings } from '../settings.ts'
import { defineCommand, UsageError } from './command.ts'

const MAX_SHOWN = 10

/** Shows how much of a file is read, in one line of a terminal. */
function showProgress(name: string, progress: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${name}: ${Math.floor(100 * progress)}%\x1b[K`)
}
function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
}

type Request = Pick<Parameters<typeof importFile>[0], 'folder' | 'path' | 'source' | 'allowsGaps'>

async function importOne(name: string, request: Request): Promise<void> {
  const onProgress = (progress: number) => showProgress(name, progress)
  const { findings, report } = await importFile({ ...request, now: Date.now(), onProgress }).finally(endProgress)
  const { minutes, duplicates, rejected, missing, skipped } = findings
  const more = duplicates + rejected - MAX_SHOWN
  for (const { file, line, reason } of skipped.slice(0, MAX_SHOWN)) console.error(`${file}:${line}: skipped, ${reason}`)
  if (more > 0) console.error(`${name}: ${more} more rows were skipped`)
  for (const each of findings.files)
    console.log(`${each.file}: ${each.minutes} minutes, ${each.missing} missing, ${each.skipped} rows skipped`)
  console.log(
    report.is_known
      ? `${name}: imported before`
      : `${name}: ${minutes} minutes (${report.added} new), ${missing} missing between them, ${duplicates + rejected} rows skipped`,
  )
}

/** A file is imported completely or not at all; after an interruption, what was imported before is skipped. */
export const importCandles = defineCommand({
  summary:
    "imports one-minute candles for backtests: Kraken's OHLCVT files or zip, or replay files; also while the server runs",
  words: { names: 'FILE...', min: 1, max: Infinity },
  options: {
    source: {
      type: 'string',
      takes: 'NAME',
      text: 'required: where they are from, such as kraken (lower-case letters, digits, -)',
    },
    'allow-gaps': { type: 'boolean', text: 'imports files in which minutes are missing' },
  },
  run: async ({ positionals: files, values }) => {
    const { data: source } = importSourceSchema.safeParse(values.source)
    if (source === undefined) throw new UsageError('--source NAME: must have lower-case letters, digits and - only')
    const folder = join(parseSettings(process.env).dataDir, 'library')
    let isDone = true
    for (const path of files) {
      const name = basename(path)
      try {
        await importOne(name, { folder, path, source, allowsGaps: values['allow-gaps'] ?? false })
      } catch (error) {
        console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`)
        isDone = false
      }
    }
    return isDone
  },
})
