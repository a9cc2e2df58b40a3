import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PairId } from '#contract/pairs.ts'
import { readManifest, type MonthFile } from './manifest.ts'

/** The imported candles of a pair from one source. Times in unix ms. */
export interface LibrarySet {
  readonly pair: PairId
  readonly source: string
  /** Opening of the first minute, and end of the last. */
  readonly from: number
  readonly to: number
  readonly minutes: number
  /** Oldest first. */
  readonly months: readonly MonthFile[]
}

/** Imported candles on disk. */
export interface CandleLibrary {
  sets(): Promise<readonly LibrarySet[]>
  /** Paths of the monthly files of a set that overlap a span (unix ms), oldest first. */
  files(set: LibrarySet, from: number, to: number): readonly string[]
  /** Size of a set's files. */
  bytes(set: LibrarySet): Promise<number>
}

const MINUTE_S = 60

const nameOf = ({ pair, source }: MonthFile): string => `${source} ${pair}`

function toSet(months: readonly MonthFile[]): LibrarySet | undefined {
  const ordered = months.toSorted((a, b) => a.first - b.first)
  const [first] = ordered
  const last = ordered.at(-1)
  if (!first || !last) return undefined
  return {
    pair: first.pair,
    source: first.source,
    from: first.first * 1000,
    to: (last.last + MINUTE_S) * 1000,
    minutes: ordered.reduce((sum, { minutes }) => sum + minutes, 0),
    months: ordered,
  }
}

export const createCandleLibrary = (folder: string): CandleLibrary => ({
  async sets() {
    const { months } = await readManifest(folder)
    const names = new Set(months.map(nameOf))
    return [...names].flatMap((name) => toSet(months.filter((each) => nameOf(each) === name)) ?? [])
  },
  files: ({ months }, from, to) =>
    months
      .filter(({ first, last }) => (last + MINUTE_S) * 1000 > from && first * 1000 < to)
      .map(({ file }) => join(folder, file)),
  async bytes({ months }) {
    const files = await Promise.all(months.map(({ file }) => stat(join(folder, file))))
    return files.reduce((sum, { size }) => sum + size, 0)
  },
})
