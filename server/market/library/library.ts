import { stat, readdir, rm } from 'node:fs/promises'
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

const DAY_MS = 86_400_000
const WRITTEN = /\.csv\.gz(\.tmp)?$/

/** Removes monthly files that the library does not list and that are `chosen`. */
async function removeUnlisted(folder: string, chosen: (path: string) => Promise<boolean>): Promise<void> {
  const entries = await readdir(folder, { recursive: true }).catch(() => [])
  const { months } = await readManifest(folder)
  const listed = new Set(months.map(({ file }) => file))
  for (const file of entries) {
    if (WRITTEN.test(file) && !listed.has(file) && (await chosen(file))) await rm(join(folder, file), { force: true })
  }
}

/** Removes what an import wrote that was not published. */
export const removeUnpublished = (folder: string, id: string): Promise<void> =>
  removeUnlisted(folder, async (file) => file.includes(`.${id}.csv.gz`))

/** Removes what was replaced, and what imports that died have left: not the files of today, which one may be writing. */
export const removeLeftovers = (folder: string, now: number): Promise<void> =>
  removeUnlisted(folder, async (file) => (await stat(join(folder, file))).mtimeMs < now - DAY_MS)
