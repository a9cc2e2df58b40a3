import type { CandleGap, ImportedFile, ImportFindings } from '#contract/candle-imports.ts'
import { CANDLE_IMPORT } from '#contract/limits.ts'
import type { PairId } from '#contract/pairs.ts'
import { MINUTE_S } from '../store/fold.ts'

const { maxGaps, maxSkipped } = CANDLE_IMPORT

/** A file that cannot be imported, with the reason for the user. */
export class UnusableFile extends Error {
  override readonly name = 'UnusableFile'
}

/** Counts what is found in the files of an import. */
export interface FindingsCounter {
  readonly current: () => ImportFindings
  /** A file of an archive that is read from now on. */
  file(name: string, pair: PairId): void
  minute(): void
  skip(file: string, line: number, reason: string, isDuplicate: boolean): void
  /** Two candles of a file, opening at `before` and `after` (unix seconds), between which minutes are missing. */
  gap(pair: PairId, before: number, after: number): void
}

const longestFirst = (gaps: readonly CandleGap[]): CandleGap[] =>
  gaps.toSorted((a, b) => b.minutes - a.minutes || a.from - b.from).slice(0, maxGaps)

export function countFindings(): FindingsCounter {
  const counts = { minutes: 0, duplicates: 0, rejected: 0, missing: 0 }
  const skipped: ImportFindings['skipped'] = []
  let gaps: CandleGap[] = []
  const files: ImportedFile[] = []
  const addToFile = (part: 'minutes' | 'missing' | 'skipped', count: number) => {
    const file = files.at(-1)
    if (file) file[part] += count
  }
  return {
    current: () => ({
      ...counts,
      skipped: [...skipped],
      gaps: longestFirst(gaps),
      files: files.map((each) => ({ ...each })),
    }),
    file(name, pair) {
      files.push({ file: name, pair, minutes: 0, missing: 0, skipped: 0 })
    },
    minute() {
      counts.minutes += 1
      addToFile('minutes', 1)
    },
    skip(file, line, reason, isDuplicate) {
      if (isDuplicate) counts.duplicates += 1
      else counts.rejected += 1
      addToFile('skipped', 1)
      if (skipped.length < maxSkipped) skipped.push({ file, line, reason })
    },
    gap(pair, before, after) {
      const minutes = (after - before) / MINUTE_S - 1
      counts.missing += minutes
      addToFile('missing', minutes)
      gaps.push({ pair, from: (before + MINUTE_S) * 1000, to: after * 1000, minutes })
      // Files with a gap every few minutes would otherwise fill the memory.
      if (gaps.length > 100 * maxGaps) gaps = longestFirst(gaps)
    },
  }
}

export const NO_FINDINGS: ImportFindings = countFindings().current()
