import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Worker } from 'node:worker_threads'
import { READINGS_VERSION } from '#server/backtests/readings/version.ts'
import { createJobQueue, type Turn } from '#server/jobs/queue.ts'
import { startThread, type JobThread } from '#server/jobs/thread.ts'
import { RULES_VERSION } from '#server/outcomes/follower.ts'
import type { CandleLibrary, LibrarySet } from '#server/market/library/library.ts'
import type { MonthFile } from '#server/market/library/manifest.ts'
import { monthMessageSchema, type MonthTask } from './count-month.ts'
import type { CountedMonth, LibraryMonth, PastStore } from './store.ts'

/** Starts a thread that counts one month and ends. */
export const startMonthThread = (task: MonthTask): Worker =>
  startThread({
    name: 'score-card',
    memoryMb: 512,
    caller: import.meta.url,
    compiled: './score-card-worker.js',
    data: task,
  })

export interface PastCasesDeps {
  readonly library: CandleLibrary
  readonly store: PastStore
  readonly startThread: (task: MonthTask) => JobThread
  readonly report: (error: unknown) => void
}

/** [SC-31] Counts the months of the candle library in a thread, one after the other. */
export interface PastCases {
  /** Looks for months that are not counted, or that have changed. */
  wake(): void
  counted(): readonly CountedMonth[]
  /** Months that are still to be counted. */
  waiting(): number
  /** Months that failed since the start, and will be tried again after the next. */
  failed(): number
  /** Resolves when nothing is left to count. */
  settled(): Promise<void>
  stop(): Promise<void>
}

interface FoundMonth extends LibraryMonth {
  readonly id: string
  readonly path: string
}

const nameOf = ({ source, pair, month }: Omit<LibraryMonth, 'version'>): string => `${source} ${pair} ${month}`

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
    if (path !== undefined)
      found.push({ id: nameOf({ source, pair, month }), pair, source, month, path, version: await versionOf(path) })
  }
  return found
}

export function createPastCases({ library, store, startThread: start, report }: PastCasesDeps): PastCases {
  let counted: ReadonlyMap<string, CountedMonth> | undefined
  let left: readonly FoundMonth[] = []
  /** Versions that failed: they are tried again after a restart. */
  const failed = new Set<string>()
  let isLookDue = false
  const queue = createJobQueue({
    next,
    run,
    startThread: start,
    messages: monthMessageSchema,
    threadEnded: 'the thread ended',
    report,
  })

  async function look(): Promise<void> {
    counted ??= new Map((await store.load()).map((month) => [nameOf(month), month]))
    const found = await findMonths(library)
    const names = new Set(found.map(({ id }) => id))
    for (const [name, month] of counted) {
      if (names.has(name)) continue
      await store.remove(month)
      counted = new Map([...counted].filter(([each]) => each !== name))
    }
    const known = counted
    left = found.filter(({ id, version }) => known.get(id)?.version !== version && !failed.has(version))
  }

  async function next(): Promise<FoundMonth | undefined> {
    if (isLookDue) {
      isLookDue = false
      await look()
    }
    return left[0]
  }

  async function run({ id, path, ...month }: FoundMonth, { inThread }: Turn<MonthTask, CountedMonth['tallies']>) {
    const ended = await inThread({ pair: month.pair, path })
    if (!ended) return
    try {
      if (ended.kind === 'failed') throw new Error(ended.reason)
      await store.save({ ...month, tallies: ended.result })
      counted = new Map(counted).set(id, { ...month, tallies: ended.result })
    } catch (error) {
      failed.add(month.version)
      report(error)
    }
    left = left.slice(1)
  }

  return {
    wake() {
      isLookDue = true
      queue.wake()
    },
    counted: () => [...(counted?.values() ?? [])],
    waiting: () => left.length,
    failed: () => failed.size,
    settled: queue.settled,
    stop: queue.stop,
  }
}
