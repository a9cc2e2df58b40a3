import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { pairSchema, type PairId } from '#contract/pairs.ts'
import { storedStrategySchema, type CustomStrategy } from '#contract/strategies/definition.ts'
import type { PauseReason, StrategyStatus } from '#contract/strategies/names.ts'
import type { Queries } from '#server/database/database.ts'
import { strategies } from '#server/database/schema/strategies.ts'
import { RequestError } from '#server/http/errors.ts'
import type { Actor, StrategyAudit, StrategyAuditEntry } from '../ports.ts'

/** A stored strategy. Times in unix ms. */
export interface StoredStrategy {
  readonly id: string
  readonly userId: string
  readonly status: StrategyStatus
  /** Why the server paused it; null if it did not. */
  readonly pausedBecause: PauseReason | null
  /** When its owner stopped it; null in any other status, and if it was created as stopped. */
  readonly stoppedAt: number | null
  /** When its owner archived it; null while it is not archived. */
  readonly archivedAt: number | null
  /** Of the present version. */
  readonly definition: CustomStrategy
  /** Counts from 1. */
  readonly versionNumber: number
  /** When the present version was saved; null for the first. */
  readonly editedAt: number | null
  readonly sharedWithViewers: boolean
  readonly createdAt: number
  readonly updatedAt: number
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** PostgreSQL refuses to compare anything else with an id. */
export const isUuid = (id: string): boolean => UUID.test(id)

/** The pair of a strategy, the first of several; undefined if there is no such strategy. */
export async function pairOfStrategy(db: Queries, id: string): Promise<PairId | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await db
    .select({ pair: sql`${strategies.definition}->'symbols'->>0` })
    .from(strategies)
    .where(eq(strategies.id, id))
  return z.safeParse(pairSchema, row?.pair).data
}

export const notFound = () => new RequestError(404, 'Strategy not found')

/** A strategy from its row. */
export const toStored = ({
  id,
  userId,
  status,
  pausedBecause,
  stoppedAt,
  archivedAt,
  definition,
  versionNumber,
  editedAt,
  sharedWithViewers,
  createdAt,
  updatedAt,
}: typeof strategies.$inferSelect): StoredStrategy => ({
  id,
  userId,
  status,
  pausedBecause,
  stoppedAt: stoppedAt?.getTime() ?? null,
  archivedAt: archivedAt?.getTime() ?? null,
  definition: z.parse(storedStrategySchema, definition),
  versionNumber,
  editedAt: editedAt?.getTime() ?? null,
  sharedWithViewers,
  createdAt: createdAt.getTime(),
  updatedAt: updatedAt.getTime(),
})

/** The strategy `id` if it belongs to the user. */
export const ofUser = (userId: string, id: string) => and(eq(strategies.id, id), eq(strategies.userId, userId))

/** Locks a strategy for a change by its owner. Throws a 404 for others. */
export async function lockOwn(tx: Queries, userId: string, id: string): Promise<StoredStrategy> {
  if (!isUuid(id)) throw notFound()
  const [row] = await tx.select().from(strategies).where(ofUser(userId, id)).for('update')
  if (!row) throw notFound()
  return toStored(row)
}

/** [SG-69] Writes an audit entry of a user; the last statement of a transaction. */
export const recorder =
  (audit: StrategyAudit, now: () => number) =>
  (tx: Queries, actor: Actor, action: StrategyAuditEntry['action'], details: StrategyAuditEntry['details']) =>
    audit(tx, { action, ...actor, details, at: now() })
