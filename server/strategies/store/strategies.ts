import { and, count, desc, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { STRATEGY } from '#contract/limits.ts'
import { storedStrategySchema, type CustomStrategy } from '#contract/strategies/definition.ts'
import { STATUS_CHANGES, type PauseReason, type StrategyStatus } from '#contract/strategies/names.ts'
import type { Database, Queries } from '#server/database/database.ts'
import { strategies } from '#server/database/schema/strategies.ts'
import { RequestError } from '#server/http/errors.ts'
import type { Actor, StrategyAuditEntry, StrategyAudit } from '../ports.ts'
import { recordCreation, findCreation, type Creation } from './creations.ts'
import { lockTrader, pauseIneligible } from './owners.ts'

/** A stored strategy. Times in unix ms. */
export interface StoredStrategy {
  readonly id: string
  readonly userId: string
  readonly status: StrategyStatus
  /** Why the server paused it; null if it did not. */
  readonly pausedBecause: PauseReason | null
  /** When its owner stopped it; null in any other status, and if it was created as stopped. */
  readonly stoppedAt: number | null
  readonly definition: CustomStrategy
  readonly createdAt: number
  readonly updatedAt: number
}

export interface StrategyStore {
  /** Idempotent: a repeated creation returns the existing strategy. */
  create(actor: Actor, definition: CustomStrategy, creation: Creation): Promise<{ id: string; isNew: boolean }>
  /** The user's strategies, newest first. */
  list(userId: string): Promise<readonly StoredStrategy[]>
  /** Throws a 404 unless the user owns it, so that strategies of others appear not to exist. */
  findOwn(userId: string, id: string): Promise<StoredStrategy>
  /** Throws a 409 for an invalid transition. A stop can be taken back for a minute. */
  changeStatus(actor: Actor, id: string, status: StrategyStatus): Promise<StoredStrategy>
  rename(actor: Actor, id: string, name: string): Promise<void>
  remove(actor: Actor, id: string): Promise<void>
  /** Pauses the strategies of all users who may not trade. */
  pauseIneligible(): Promise<void>
  /** The active strategies of all users. */
  active(): Promise<readonly StoredStrategy[]>
}

export interface StrategyStoreDeps {
  readonly database: Database
  readonly audit: StrategyAudit
  /** Wall time, unix ms. */
  readonly now: () => number
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const notFound = () => new RequestError(404, 'Strategy not found')

type Row = typeof strategies.$inferSelect

const toStored = ({
  id,
  userId,
  status,
  pausedBecause,
  stoppedAt,
  definition,
  createdAt,
  updatedAt,
}: Row): StoredStrategy => ({
  id,
  userId,
  status,
  pausedBecause,
  stoppedAt: stoppedAt?.getTime() ?? null,
  definition: z.parse(storedStrategySchema, definition),
  createdAt: createdAt.getTime(),
  updatedAt: updatedAt.getTime(),
})

/** [SG-87] */
const canUndoStop = ({ stoppedAt }: StoredStrategy, at: number): boolean =>
  stoppedAt !== null && at - stoppedAt <= STRATEGY.undoStop.allowedMs

/** [SG-76] */
const canBecome = (strategy: StoredStrategy, status: StrategyStatus, at: number): boolean =>
  STATUS_CHANGES[strategy.status].includes(status) ||
  (strategy.status === 'stopped' && (status === 'active' || status === 'paused') && canUndoStop(strategy, at))

export function createStrategyStore({ database, audit, now }: StrategyStoreDeps): StrategyStore {
  const { db } = database

  const ofUser = (userId: string, id: string) => and(eq(strategies.id, id), eq(strategies.userId, userId))

  async function lockOwn(tx: Queries, userId: string, id: string): Promise<StoredStrategy> {
    if (!UUID.test(id)) throw notFound()
    const [row] = await tx.select().from(strategies).where(ofUser(userId, id)).for('update')
    if (!row) throw notFound()
    return toStored(row)
  }

  /** [SG-69] */
  const record = (
    tx: Queries,
    actor: Actor,
    action: StrategyAuditEntry['action'],
    details: StrategyAuditEntry['details'],
  ) => audit(tx, { action, ...actor, details, at: now() })

  return {
    create(actor, definition, creation) {
      const { userId } = actor
      return database.transaction(async (tx) => {
        // One creation per user at a time, to prevent races on the limit and on repeated requests.
        await lockTrader(tx, userId)
        const existing = await findCreation(tx, userId, creation, now())
        if (existing !== undefined) return { id: existing, isNew: false }
        const [owned] = await tx.select({ count: count() }).from(strategies).where(eq(strategies.userId, userId))
        if ((owned?.count ?? 0) >= STRATEGY.maxPerUser) {
          throw new RequestError(
            409,
            `You have ${STRATEGY.maxPerUser} strategies, which is the maximum. Delete one first.`,
          )
        }
        const at = new Date(now())
        const [row] = await tx
          .insert(strategies)
          .values({ userId, status: definition.status, definition, createdAt: at, updatedAt: at })
          .returning({ id: strategies.id })
        if (!row) throw new Error('The created strategy was not returned')
        await recordCreation(tx, userId, creation, row.id, at)
        await record(tx, actor, 'strategy.created', {
          target: row.id,
          name: definition.name,
          status: definition.status,
        })
        return { id: row.id, isNew: true }
      })
    },

    async list(userId) {
      const rows = await db
        .select()
        .from(strategies)
        .where(eq(strategies.userId, userId))
        .orderBy(desc(strategies.createdAt), desc(strategies.id))
      return rows.map(toStored)
    },

    async findOwn(userId, id) {
      if (!UUID.test(id)) throw notFound()
      const [row] = await db.select().from(strategies).where(ofUser(userId, id))
      if (!row) throw notFound()
      return toStored(row)
    },

    changeStatus(actor, id, status) {
      return database.transaction(async (tx) => {
        if (status === 'active') await lockTrader(tx, actor.userId)
        const strategy = await lockOwn(tx, actor.userId, id)
        if (strategy.status === status) return strategy
        const updatedAt = now()
        if (!canBecome(strategy, status, updatedAt)) {
          throw new RequestError(409, `A ${strategy.status} strategy cannot become ${status}.`)
        }
        const stoppedAt = status === 'stopped' ? updatedAt : null
        await tx
          .update(strategies)
          .set({
            status,
            pausedBecause: null,
            stoppedAt: stoppedAt === null ? null : new Date(stoppedAt),
            updatedAt: new Date(updatedAt),
          })
          .where(eq(strategies.id, id))
        await record(tx, actor, 'strategy.status_changed', {
          target: id,
          name: strategy.definition.name,
          from: strategy.status,
          to: status,
        })
        return { ...strategy, status, pausedBecause: null, stoppedAt, updatedAt }
      })
    },

    rename(actor, id, name) {
      return database.transaction(async (tx) => {
        const { definition } = await lockOwn(tx, actor.userId, id)
        if (definition.name === name) return
        const renamed = sql`jsonb_set(${strategies.definition}, '{name}', to_jsonb(${name}::text))`
        await tx
          .update(strategies)
          .set({ definition: renamed, updatedAt: new Date(now()) })
          .where(eq(strategies.id, id))
        await record(tx, actor, 'strategy.renamed', { target: id, from: definition.name, to: name })
      })
    },

    remove(actor, id) {
      return database.transaction(async (tx) => {
        const { definition, status } = await lockOwn(tx, actor.userId, id)
        await tx.delete(strategies).where(eq(strategies.id, id))
        await record(tx, actor, 'strategy.deleted', { target: id, name: definition.name, status })
      })
    },

    pauseIneligible: () => database.transaction(async (tx) => void (await pauseIneligible(tx, audit, { at: now() }))),

    async active() {
      const rows = await db.select().from(strategies).where(eq(strategies.status, 'active'))
      return rows.map(toStored)
    },
  }
}
