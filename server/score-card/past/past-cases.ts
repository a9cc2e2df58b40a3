import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { READINGS_VERSION } from '#server/backtests/readings/version.ts'
import type { CandleLibrary, LibrarySet } from '#server/market/library/library.ts'
import type { MonthFile } from '#server/market/library/manifest.ts'
import { monthMessageSchema, type MonthTask } from './protocol.ts'
import type { CountedMonth, LibraryMonth, PastStore } from './store.ts'

/** Raise it with every change of the rules by which cases are counted. */
const RULES_VERSION = 1

/** What is used of a thread. */
export interface MonthThread {
  on(event: 'message', listener: (content: unknown) => void): unknown
  on(event: 'error', listener: (error: unknown) => void): unknown
  on(event: 'exit', listener: () => void): unknown
  unref(): void
  terminate(): Promise<unknown>
}

export interface PastCasesDeps {
  readonly library: CandleLibrary
  readonly store: PastStore
  readonly startThread: (task: MonthTask) => MonthThread
  readonly report: (error: unknown) => void
}

/** [SC-31] Counts the months of the candle library in a thread, one after the other. */
export interface PastCases {
  /** Looks for months that are not counted, or that have changed. */
  wake(): void
  counted(): readonly CountedMonth[]
  /** Months that are still to be counted. */
  waiting(): number
  /** Resolves when nothing is left to count. */
  settled(): Promise<void>
  stop(): Promise<void>
}

interface FoundMonth extends LibraryMonth {
  readonly path: string
}

const nameOf = ({ source, pair, month }: LibraryMonth): string => `${source} ${pair} ${month}`

async function versionOf(path: string): Promise<string> {
  const hash = createHash('sha256').update(await readFile(path))
  return `${READINGS_VERSION}.${RULES_VERSION}.${hash.digest('hex').slice(0, 32)}`
}

/** [SC-33] Of each pair and month one source: the one with the most minutes, of equal ones the first by name. */
function chosenMonths(sets: readonly LibrarySet[]): readonly (readonly [LibrarySet, MonthFile])[] {
  const chosen = new Map<string, readonly [LibrarySet, MonthFile]>()
  for (const set of sets.toSorted((a, b) => a.source.localeCompare(b.source)))
    for (const month of set.months) {
      const name = `${month.pair} ${month.month}`
      if (month.minutes > (chosen.get(name)?.[1].minutes ?? 0)) chosen.set(name, [set, month])
    }
  return [...chosen.values()]
}

async function findMonths(library: CandleLibrary): Promise<FoundMonth[]> {
  const found: FoundMonth[] = []
  for (const [set, { pair, source, month, first, last }] of chosenMonths(await library.sets())) {
    const [path] = library.files(set, first * 1000, (last + 1) * 1000)
    if (path !== undefined) found.push({ pair, source, month, path, version: await versionOf(path) })
  }
  return found
}

export function createPastCases({ library, store, startThread, report }: PastCasesDeps): PastCases {
  let counted: ReadonlyMap<string, CountedMonth> | undefined
  let left: readonly FoundMonth[] = []
  /** Versions that failed: they are tried again after a restart. */
  const failed = new Set<string>()
  let thread: MonthThread | undefined
  let working: Promise<void> = Promise.resolve()
  const stopping = new AbortController()

  const count = ({ pair, path }: FoundMonth): Promise<CountedMonth['tallies']> =>
    new Promise((resolve, reject) => {
      thread = startThread({ pair, path })
      thread.unref()
      thread.on('message', (content) => {
        const message = monthMessageSchema.parse(content)
        if (message.kind === 'done') resolve(message.tallies)
        else reject(new Error(message.reason))
      })
      thread.on('error', reject)
      thread.on('exit', () => reject(new Error('the thread ended')))
    })

  async function countOne({ path, ...month }: FoundMonth): Promise<void> {
    try {
      const tallies = await count({ path, ...month })
      await store.save({ ...month, tallies })
      counted = new Map(counted).set(nameOf(month), { ...month, tallies })
    } catch (error) {
      failed.add(month.version)
      if (!stopping.signal.aborted) report(error)
    }
  }

  async function work(): Promise<void> {
    counted ??= new Map((await store.load()).map((month) => [nameOf(month), month]))
    const found = await findMonths(library)
    const names = new Set(found.map(nameOf))
    for (const [name, month] of counted) {
      if (names.has(name)) continue
      await store.remove(month)
      counted = new Map([...counted].filter(([each]) => each !== name))
    }
    const known = counted
    left = found.filter((month) => known.get(nameOf(month))?.version !== month.version && !failed.has(month.version))
    for (let next = left[0]; next !== undefined && !stopping.signal.aborted; next = left[0]) {
      await countOne(next)
      left = left.slice(1)
    }
  }

  return {
    wake() {
      if (!stopping.signal.aborted) working = working.then(work).catch(report)
    },
    counted: () => [...(counted?.values() ?? [])],
    waiting: () => left.length,
    settled: () => working,
    async stop() {
      stopping.abort()
      await thread?.terminate()
      await working
    },
  }
}
