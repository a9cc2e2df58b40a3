import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, max, ne, or, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import {
  type ledgerQuerySchema,
  paperLimitsSchema,
  paperSettingsSchema,
  type PaperLimits,
  type PaperSettings,
} from '#contract/paper/account.ts'
import { paperOrderSchema, type PaperOrder } from '#contract/paper/orders.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { PairId } from '#contract/pairs.ts'
import type { Queries } from '#server/database/database.ts'
import { paperAccounts, paperAllocations, paperLedger, paperMarks, paperOrders } from '#server/database/schema/paper.ts'
import { strategyDecisions } from '#server/database/schema/strategies.ts'
import { allocationStateSchema, type AllocationState } from './allocation.ts'
import type { Posting } from './ledger.ts'
import { expectationSchema, type Expectation } from './expectation.ts'
import { accountMarksSchema, type AccountMarks } from './limits.ts'

/** An account as stored. Times are unix ms. */
export interface StoredAccount {
  readonly id: string
  readonly userId: string
  readonly settings: PaperSettings
  readonly limits: PaperLimits
  readonly marks: AccountMarks
  readonly startedAt: number
  readonly halted: { readonly at: number; readonly reason: string } | null
  readonly revision: number
}

export interface StoredAllocation {
  readonly id: string
  readonly accountId: string
  /** Null if it is traded by hand. */
  readonly strategyId: string | null
  readonly name: string
  readonly market: MarketKind
  readonly pair: PairId
  readonly capital: number
  readonly maxDrawdownPct: number | null
  readonly maxDailyLossPct: number | null
  readonly state: AllocationState
  readonly expectation: Expectation | null
  readonly startedAt: number
  readonly endedAt: number | null
  readonly endReason: string | null
}

/** An order that is final. */
export interface EndedOrder {
  readonly allocationId: string
  readonly order: PaperOrder
}

/** A row of the ledger to be added. `at` is market time, unix ms. */
export interface NewRow extends Posting {
  readonly accountId: string
  readonly allocationId: string | null
  readonly at: number
  /** Of a fill: its place among what the allocation did in the minute. */
  readonly nth?: number
}

const toAccount = (row: typeof paperAccounts.$inferSelect): StoredAccount => ({
  id: row.id,
  userId: row.userId,
  settings: z.parse(paperSettingsSchema, row.settings),
  limits: z.parse(paperLimitsSchema, row.limits),
  marks: z.parse(accountMarksSchema, row.marks),
  startedAt: row.startedAt.getTime(),
  halted: row.haltedAt === null ? null : { at: row.haltedAt.getTime(), reason: row.haltReason ?? '' },
  revision: row.revision,
})

const toAllocation = ({
  state,
  expectation,
  startedAt,
  endedAt,
  ...row
}: typeof paperAllocations.$inferSelect): StoredAllocation => ({
  ...row,
  state: z.parse(allocationStateSchema, state),
  expectation: z.parse(z.nullable(expectationSchema), expectation),
  startedAt: startedAt.getTime(),
  endedAt: endedAt?.getTime() ?? null,
})

const presentOf = (userId: string) => and(eq(paperAccounts.userId, userId), isNull(paperAccounts.endedAt))

/** The user's present account. */
export async function findAccount(db: Queries, userId: string): Promise<StoredAccount | undefined> {
  const [row] = await db.select().from(paperAccounts).where(presentOf(userId))
  return row && toAccount(row)
}

/** The present accounts of users. */
export async function findAccounts(db: Queries, userIds: readonly string[]): Promise<readonly StoredAccount[]> {
  const rows = await db
    .select()
    .from(paperAccounts)
    .where(and(inArray(paperAccounts.userId, [...userIds]), isNull(paperAccounts.endedAt)))
  return rows.map(toAccount)
}

/** The user's present account, locked for a change. */
export async function lockAccount(tx: Queries, userId: string): Promise<StoredAccount | undefined> {
  const [row] = await tx.select().from(paperAccounts).where(presentOf(userId)).for('no key update')
  return row && toAccount(row)
}

/** The present accounts that trade a pair, or any, locked in the order of their ids, so that no two wait for each other. */
export async function lockAccountsOn(
  tx: Queries,
  market: MarketKind,
  pair?: PairId,
): Promise<readonly StoredAccount[]> {
  const trading = tx
    .select({ id: paperAllocations.accountId })
    .from(paperAllocations)
    .where(
      and(
        eq(paperAllocations.market, market),
        pair && eq(paperAllocations.pair, pair),
        isNull(paperAllocations.endedAt),
      ),
    )
  const rows = await tx
    .select()
    .from(paperAccounts)
    .where(inArray(paperAccounts.id, trading))
    .orderBy(asc(paperAccounts.id))
    .for('no key update')
  return rows.map(toAccount)
}

/** Newest first. */
export async function allocationsOf(db: Queries, accountIds: readonly string[]): Promise<readonly StoredAllocation[]> {
  if (accountIds.length === 0) return []
  const rows = await db
    .select()
    .from(paperAllocations)
    .where(inArray(paperAllocations.accountId, [...accountIds]))
    .orderBy(desc(paperAllocations.startedAt), desc(paperAllocations.id))
  return rows.map(toAllocation)
}

/** Writes what has changed of allocations, in one statement. */
export async function saveAllocations(tx: Queries, changed: readonly StoredAllocation[]): Promise<void> {
  if (changed.length === 0) return
  const rows = changed.map(({ id, state, endedAt, endReason }) => ({ id, state, ended: endedAt, reason: endReason }))
  await tx.execute(sql`
    update paper_allocations as stored
    set state = changed.state, ended_at = to_timestamp(changed.ended / 1000.0), end_reason = changed.reason
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as changed(id uuid, state jsonb, ended double precision, reason text)
    where stored.id = changed.id`)
}

/** Writes what has changed of an account that is locked; its revision grows even if only its allocations changed. */
export async function saveAccount(
  tx: Queries,
  id: string,
  {
    limits,
    marks,
    halted,
    endedAt,
  }: Partial<Pick<StoredAccount, 'limits' | 'marks' | 'halted'>> & { endedAt?: number },
): Promise<void> {
  await tx
    .update(paperAccounts)
    .set({
      revision: sql`${paperAccounts.revision} + 1`,
      ...(limits && { limits }),
      ...(marks && { marks }),
      ...(halted !== undefined && { haltedAt: halted && new Date(halted.at), haltReason: halted?.reason ?? null }),
      ...(endedAt !== undefined && { endedAt: new Date(endedAt) }),
    })
    .where(eq(paperAccounts.id, id))
}

/** Adds rows to the ledgers of accounts that are locked, numbered in their order. */
export async function addRows(tx: Queries, rows: readonly NewRow[]): Promise<void> {
  if (rows.length === 0) return
  const ids = [...new Set(rows.map(({ accountId }) => accountId))]
  const last = await tx
    .select({ id: paperLedger.accountId, seq: max(paperLedger.seq) })
    .from(paperLedger)
    .where(inArray(paperLedger.accountId, ids))
    .groupBy(paperLedger.accountId)
  const next = new Map(last.map(({ id, seq }) => [id, (seq ?? 0) + 1]))
  const numbered = rows.map((row) => {
    const seq = next.get(row.accountId) ?? 1
    next.set(row.accountId, seq + 1)
    return { nth: 0, ...row, seq }
  })
  await tx.insert(paperLedger).values(numbered)
}

/** Orders that ended; their rows are in the ledger. */
export async function addOrders(tx: Queries, ended: readonly EndedOrder[]): Promise<void> {
  if (ended.length === 0) return
  const rows = ended.map(({ allocationId, order }) => ({
    id: order.id,
    allocationId,
    endedAt: order.ended_at ?? 0,
    order,
  }))
  await tx.insert(paperOrders).values(rows)
}

/** Orders of an account that ended, newest first. */
export async function endedOrders(db: Queries, accountId: string, limit: number): Promise<readonly EndedOrder[]> {
  const rows = await db
    .select({ allocationId: paperOrders.allocationId, order: paperOrders.order })
    .from(paperOrders)
    .innerJoin(paperAllocations, eq(paperAllocations.id, paperOrders.allocationId))
    .where(eq(paperAllocations.accountId, accountId))
    .orderBy(desc(paperOrders.endedAt), desc(paperOrders.id))
    .limit(limit)
  return rows.map(({ allocationId, order }) => ({ allocationId, order: z.parse(paperOrderSchema, order) }))
}

/** The equity of allocations at a full hour; one that is known stays. */
export async function addMarks(tx: Queries, at: number, allocations: readonly StoredAllocation[]): Promise<void> {
  if (allocations.length === 0) return
  const rows = allocations.map(({ id, state }) => ({ allocationId: id, at, equity: state.equity }))
  await tx.insert(paperMarks).values(rows).onConflictDoNothing()
}

/** Rows of a ledger before a number, newest first, with their pair. */
export async function ledgerRows(
  db: Queries,
  accountId: string,
  { before, kind, strategy_id: strategyId, limit }: z.infer<typeof ledgerQuerySchema>,
) {
  return db
    .select({ row: paperLedger, pair: paperAllocations.pair })
    .from(paperLedger)
    .leftJoin(paperAllocations, eq(paperAllocations.id, paperLedger.allocationId))
    .where(
      and(
        eq(paperLedger.accountId, accountId),
        before === undefined ? undefined : lt(paperLedger.seq, before),
        kind === undefined ? undefined : eq(paperLedger.kind, kind),
        strategyId === undefined ? undefined : eq(sql`${paperAllocations.strategyId}::text`, strategyId),
      ),
    )
    .orderBy(desc(paperLedger.seq))
    .limit(limit)
}

/** BUY and SELL decisions on a pair that were stored after the last that each strategy's allocation knows, and before a time. */
export async function unknownDecisions(
  tx: Queries,
  allocations: readonly StoredAllocation[],
  { market, pair, before }: { readonly market: MarketKind; readonly pair: PairId; readonly before: number },
) {
  const known = allocations.flatMap(({ strategyId, state, startedAt }) =>
    strategyId === null ? [] : [{ strategyId, since: state.decidedAt ?? startedAt }],
  )
  if (known.length === 0) return []
  const { strategyId, decidedAt, type } = strategyDecisions
  return tx
    .select({ strategyId, decidedAt, type })
    .from(strategyDecisions)
    .where(
      and(
        eq(strategyDecisions.market, market),
        eq(strategyDecisions.pair, pair),
        ne(type, 'HOLD'),
        lt(decidedAt, before),
        or(...known.map((each) => and(eq(strategyId, each.strategyId), gt(decidedAt, each.since)))),
      ),
    )
    .orderBy(asc(decidedAt))
}

/** Marks of an account's allocations since a market time, and the last of each before it; oldest first. */
export async function marksOf(db: Queries, accountId: string, since: number) {
  const mark = { allocationId: paperMarks.allocationId, at: paperMarks.at, equity: paperMarks.equity }
  const isOwn = eq(paperAllocations.accountId, accountId)
  const recent = await db
    .select(mark)
    .from(paperMarks)
    .innerJoin(paperAllocations, eq(paperAllocations.id, paperMarks.allocationId))
    .where(and(isOwn, gte(paperMarks.at, since)))
    .orderBy(asc(paperMarks.at))
  const before = await db
    .selectDistinctOn([paperMarks.allocationId], mark)
    .from(paperMarks)
    .innerJoin(paperAllocations, eq(paperAllocations.id, paperMarks.allocationId))
    .where(and(isOwn, lt(paperMarks.at, since)))
    .orderBy(paperMarks.allocationId, desc(paperMarks.at))
  return [...before.toSorted((a, b) => a.at - b.at), ...recent]
}
