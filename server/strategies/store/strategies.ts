import { count, desc, eq, sql } from 'drizzle-orm'
import { STRATEGY } from '#contract/limits.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import { STATUS_CHANGES, type StrategyStatus } from '#contract/strategies/names.ts'
import type { Database } from '#server/database/database.ts'
import { strategies } from '#server/database/schema/strategies.ts'
import { RequestError } from '#server/http/errors.ts'
import type { Actor, StrategyAudit } from '../ports.ts'
import { recordCreation, findCreation, type Creation } from './creations.ts'
import { lockTrader, pauseIneligible } from './owners.ts'
import { isUuid, lockOwn, notFound, ofUser, recorder, toStored, type StoredStrategy } from './rows.ts'

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
  /** Archives a stopped strategy, or takes it out of the archive. Throws a 409 for other statuses. */
  setArchived(actor: Actor, id: string, isArchived: boolean): Promise<void>
  remove(actor: Actor, id: string): Promise<void>
  /** Pauses the strategies of all users who may not trade. */
  pauseIneligible(): Promise<void>
  /** The active strategies of all users. */
  active(): Promise<readonly StoredStrategy[]>
  /** The present version of every active strategy, by id. */
  activeVersions(): Promise<ReadonlyMap<string, number>>
  /** Undefined if it was deleted. */
  find(id: string): Promise<StoredStrategy | undefined>
}

export interface StrategyStoreDeps {
  readonly database: Database
  readonly audit: StrategyAudit
  /** Wall time, unix ms. */
  readonly now: () => number
}

/** [SG-87] */
const canUndoStop = ({ stoppedAt }: StoredStrategy, at: number): boolean =>
  stoppedAt !== null && at - stoppedAt <= STRATEGY.undoStop.allowedMs

/** [SG-76] */
const canBecome = (strategy: StoredStrategy, status: StrategyStatus, at: number): boolean =>
  STATUS_CHANGES[strategy.status].includes(status) ||
  (strategy.status === 'stopped' && (status === 'active' || status === 'paused') && canUndoStop(strategy, at))

export function createStrategyStore({ database, audit, now }: StrategyStoreDeps): StrategyStore {
  const { db } = database

  const record = recorder(audit, now)

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
      if (!isUuid(id)) throw notFound()
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
            archivedAt: null,
            updatedAt: new Date(updatedAt),
          })
          .where(eq(strategies.id, id))
        await record(tx, actor, 'strategy.status_changed', {
          target: id,
          name: strategy.definition.name,
          from: strategy.status,
          to: status,
        })
        return { ...strategy, status, pausedBecause: null, stoppedAt, archivedAt: null, updatedAt }
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

    setArchived(actor, id, isArchived) {
      return database.transaction(async (tx) => {
        const { status, archivedAt, definition } = await lockOwn(tx, actor.userId, id)
        if (isArchived === (archivedAt !== null)) return
        if (status !== 'stopped') throw new RequestError(409, 'Only a stopped strategy can be archived. Stop it first.')
        const at = new Date(now())
        await tx
          .update(strategies)
          .set({ archivedAt: isArchived ? at : null, updatedAt: at })
          .where(eq(strategies.id, id))
        const action = isArchived ? 'strategy.archived' : 'strategy.unarchived'
        await record(tx, actor, action, { target: id, name: definition.name })
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

    async activeVersions() {
      const { id, versionNumber } = strategies
      const rows = await db.select({ id, versionNumber }).from(strategies).where(eq(strategies.status, 'active'))
      return new Map(rows.map((row) => [row.id, row.versionNumber]))
    },

    async find(id) {
      const [row] = await db.select().from(strategies).where(eq(strategies.id, id))
      return row && toStored(row)
    },
  }
}
