import * as z from 'zod/mini'
import { and, asc, count, desc, eq, getTableColumns, inArray, notInArray } from 'drizzle-orm'
import { backtestSubjectNameSchema, type BacktestJob } from '#contract/backtests/jobs.ts'
import { backtestSettingsSchema, type BacktestSettings } from '#contract/backtests/request.ts'
import { backtestSummarySchema, type BacktestSummary } from '#contract/backtests/result.ts'
import { BACKTEST } from '#contract/limits.ts'
import { storedStrategySchema, type CustomStrategy } from '#contract/strategies/definition.ts'
import type { Database } from '#server/database/database.ts'
import { backtests } from '#server/database/schema/backtests.ts'
import { RequestError } from '#server/http/errors.ts'

/** A backtest to be run. */
export interface NewBacktest {
  readonly userId: string
  readonly name: string
  readonly subject: BacktestJob['subject']
  readonly definition: CustomStrategy
  readonly settings: BacktestSettings
}

/** A backtest that waits or runs. */
export interface OpenBacktest {
  readonly id: string
  readonly definition: CustomStrategy
  readonly settings: BacktestSettings
}

/** How one ended; `result` is gzipped JSON. */
export type Ending =
  | { readonly status: 'done'; readonly summary: BacktestSummary; readonly result: Uint8Array }
  | { readonly status: 'failed'; readonly reason: string }

/** Everything but the progress, which is not stored. */
export type StoredBacktest = Omit<BacktestJob, 'progress'>

/** Backtests in the database. Those of others appear not to exist: 404. */
export interface BacktestStore {
  /** Returns its id. Throws a 409 while too many of the user's wait. */
  add(backtest: NewBacktest): Promise<string>
  /** Newest first. */
  list(userId: string): Promise<readonly StoredBacktest[]>
  find(userId: string, id: string): Promise<StoredBacktest & { readonly result: Uint8Array | null }>
  rename(userId: string, id: string, name: string): Promise<void>
  readonly remove: (userId: string, id: string) => Promise<void>
  /** These throw a 409 if it has ended. */
  readonly pause: (userId: string, id: string) => Promise<void>
  /** It waits again. */
  readonly resume: (userId: string, id: string) => Promise<void>
  readonly cancel: (userId: string, id: string) => Promise<void>
  /** Those that wait or run, oldest first. */
  open(): Promise<readonly OpenBacktest[]>
  /** How many definitions the owner of a backtest has tried on its pair and span, its own included. */
  variants(id: string): Promise<number>
  /** False if it was paused, cancelled or deleted meanwhile. */
  start(id: string): Promise<boolean>
  /** Changes nothing if it was paused, cancelled or deleted meanwhile. Deletes the user's oldest beyond the limit. */
  end(id: string, ending: Ending): Promise<void>
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const RUNNABLE = ['queued', 'running'] as const
const OPEN = [...RUNNABLE, 'paused'] as const

interface OpenChange {
  readonly from: readonly (typeof OPEN)[number][]
  readonly to: { readonly status: BacktestJob['status']; readonly finishedAt?: Date }
}

const notFound = () => new RequestError(404, 'Backtest not found')

const { result: _result, ...LISTED } = getTableColumns(backtests)
type Row = Omit<typeof backtests.$inferSelect, 'result'>

const toJob = ({
  id,
  name,
  subject,
  settings,
  status,
  reason,
  summary,
  createdAt,
  finishedAt,
}: Row): StoredBacktest => ({
  id,
  name,
  subject: z.parse(backtestSubjectNameSchema, subject),
  settings: z.parse(backtestSettingsSchema, settings),
  status,
  reason,
  summary: summary === null ? null : z.parse(backtestSummarySchema, summary),
  created_at: createdAt.getTime(),
  finished_at: finishedAt?.getTime() ?? null,
})

const toOpen = ({ id, definition, settings }: Pick<Row, 'id' | 'definition' | 'settings'>): OpenBacktest => ({
  id,
  definition: z.parse(storedStrategySchema, definition),
  settings: z.parse(backtestSettingsSchema, settings),
})

function ownedBy(userId: string, id: string) {
  if (!UUID.test(id)) throw notFound()
  return and(eq(backtests.id, id), eq(backtests.userId, userId))
}

export function createBacktestStore(database: Database, now: () => number): BacktestStore {
  const { db } = database

  async function assertChanged(change: Promise<readonly unknown[]>): Promise<void> {
    const changed = await change
    if (changed.length === 0) throw notFound()
  }

  /** Changes one whose status is one of `from`; an open one with another stays as it is. Throws a 409 if it has ended. */
  async function changeOpen(userId: string, id: string, { from, to }: OpenChange): Promise<void> {
    const owned = ownedBy(userId, id)
    await database.transaction(async (tx) => {
      const changed = await tx
        .update(backtests)
        .set(to)
        .where(and(owned, inArray(backtests.status, [...from])))
        .returning({ id: backtests.id })
      if (changed.length > 0) return
      const [known] = await tx.select({ status: backtests.status }).from(backtests).where(owned)
      if (!known) throw notFound()
      if (!OPEN.some((status) => status === known.status)) throw new RequestError(409, 'The backtest has ended.')
    })
  }

  async function prune(userId: string): Promise<void> {
    const newest = db
      .select({ id: backtests.id })
      .from(backtests)
      .where(eq(backtests.userId, userId))
      .orderBy(desc(backtests.createdAt), desc(backtests.id))
      .limit(BACKTEST.maxPerUser)
    await database.transaction((tx) =>
      tx
        .delete(backtests)
        .where(
          and(eq(backtests.userId, userId), notInArray(backtests.status, [...OPEN]), notInArray(backtests.id, newest)),
        ),
    )
  }

  return {
    async add({ userId, name, subject, definition, settings }) {
      return database.transaction(async (tx) => {
        const [waiting] = await tx
          .select({ count: count() })
          .from(backtests)
          .where(and(eq(backtests.userId, userId), inArray(backtests.status, [...OPEN])))
        if ((waiting?.count ?? 0) >= BACKTEST.maxOpenPerUser) {
          throw new RequestError(409, `${BACKTEST.maxOpenPerUser} of your backtests are waiting. Let one finish first.`)
        }
        const [row] = await tx
          .insert(backtests)
          .values({ userId, name, subject, definition, settings, status: 'queued', createdAt: new Date(now()) })
          .returning({ id: backtests.id })
        if (!row) throw new Error('The created backtest was not returned')
        return row.id
      })
    },

    async list(userId) {
      const rows = await db
        .select(LISTED)
        .from(backtests)
        .where(eq(backtests.userId, userId))
        .orderBy(desc(backtests.createdAt), desc(backtests.id))
      return rows.map(toJob)
    },

    async find(userId, id) {
      const [row] = await db.select().from(backtests).where(ownedBy(userId, id))
      if (!row) throw notFound()
      return { ...toJob(row), result: row.result }
    },

    rename: (userId, id, name) =>
      assertChanged(
        database.transaction((tx) =>
          tx.update(backtests).set({ name }).where(ownedBy(userId, id)).returning({ id: backtests.id }),
        ),
      ),

    remove: (userId, id) =>
      assertChanged(
        database.transaction((tx) => tx.delete(backtests).where(ownedBy(userId, id)).returning({ id: backtests.id })),
      ),

    pause: (userId, id) => changeOpen(userId, id, { from: RUNNABLE, to: { status: 'paused' } }),
    resume: (userId, id) => changeOpen(userId, id, { from: ['paused'], to: { status: 'queued' } }),
    cancel: (userId, id) =>
      changeOpen(userId, id, { from: OPEN, to: { status: 'cancelled', finishedAt: new Date(now()) } }),

    async open() {
      const rows = await db
        .select({ id: backtests.id, definition: backtests.definition, settings: backtests.settings })
        .from(backtests)
        .where(inArray(backtests.status, [...RUNNABLE]))
        .orderBy(asc(backtests.createdAt), asc(backtests.id))
      return rows.map(toOpen)
    },

    async variants(id) {
      const owner = db.select({ userId: backtests.userId }).from(backtests).where(eq(backtests.id, id))
      const rows = await db
        .select({ id: backtests.id, definition: backtests.definition, settings: backtests.settings })
        .from(backtests)
        .where(inArray(backtests.userId, owner))
      return countVariants(id, rows.map(toOpen))
    },

    async start(id) {
      const changed = await database.transaction((tx) =>
        tx
          .update(backtests)
          .set({ status: 'running' })
          .where(and(eq(backtests.id, id), inArray(backtests.status, [...RUNNABLE])))
          .returning({ id: backtests.id }),
      )
      return changed.length > 0
    },

    async end(id, ending) {
      const [ended] = await database.transaction((tx) =>
        tx
          .update(backtests)
          .set({ ...ending, finishedAt: new Date(now()) })
          .where(and(eq(backtests.id, id), inArray(backtests.status, [...RUNNABLE])))
          .returning({ userId: backtests.userId }),
      )
      if (ended) await prune(ended.userId)
    },
  }
}

/** What makes two definitions the same: all but their names and ids. */
const contentOf = ({ definition: { signal_sources, confluence_rules, risk_parameters } }: OpenBacktest): string =>
  JSON.stringify([signal_sources, confluence_rules, risk_parameters])

/** [BR-16] Different definitions among a user's backtests of the same pair over a span that overlaps. At least 1. */
export function countVariants(id: string, all: readonly OpenBacktest[]): number {
  const own = all.find((each) => each.id === id)
  if (!own) return 1
  const { pair, from, to } = own.settings
  const tried = all.filter(({ settings }) => settings.pair === pair && settings.from < to && settings.to > from)
  return new Set(tried.map(contentOf)).size
}
