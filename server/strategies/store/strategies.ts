import { and, count, desc, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { STRATEGY } from '#contract/limits.ts'
import { customStrategySchema, type CustomStrategy } from '#contract/strategies/definition.ts'
import { STATUS_CHANGES, type StrategyStatus } from '#contract/strategies/names.ts'
import type { Database, Queries } from '#server/database/database.ts'
import { strategies } from '#server/database/schema/strategies.ts'
import { users } from '#server/database/schema/identity.ts'
import { RequestError } from '#server/http/errors.ts'
import { remember, remembered, type Creation } from './creations.ts'

/** A strategy as it is kept. Times in unix ms. */
export interface StoredStrategy {
  readonly id: string
  readonly userId: string
  readonly status: StrategyStatus
  readonly definition: CustomStrategy
  readonly createdAt: number
  readonly updatedAt: number
}

export interface StrategyStore {
  /** Creates a strategy once: a creation that was made before gives its strategy again. */
  create(userId: string, definition: CustomStrategy, creation: Creation): Promise<{ id: string; isNew: boolean }>
  /** The user's own, newest first. */
  list(userId: string): Promise<readonly StoredStrategy[]>
  /** Throws a 404 unless it is the user's own: what belongs to others looks like nothing at all. */
  own(userId: string, id: string): Promise<StoredStrategy>
  /** Throws a 409 for a change that there is none of. */
  changeStatus(userId: string, id: string, status: StrategyStatus): Promise<StoredStrategy>
  remove(userId: string, id: string): Promise<void>
  /** Every user's active ones. */
  active(): Promise<readonly StoredStrategy[]>
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const notFound = () => new RequestError(404, 'Strategy not found')

type Row = typeof strategies.$inferSelect

const stored = ({ id, userId, status, definition, createdAt, updatedAt }: Row): StoredStrategy => ({
  id,
  userId,
  status,
  definition: z.parse(customStrategySchema, definition),
  createdAt: createdAt.getTime(),
  updatedAt: updatedAt.getTime(),
})

export function createStrategyStore(database: Database, now: () => number): StrategyStore {
  const { db } = database

  const ofUser = (userId: string, id: string) => and(eq(strategies.id, id), eq(strategies.userId, userId))

  async function locked(tx: Queries, userId: string, id: string): Promise<StoredStrategy> {
    if (!UUID.test(id)) throw notFound()
    const [row] = await tx.select().from(strategies).where(ofUser(userId, id)).for('update')
    if (!row) throw notFound()
    return stored(row)
  }

  return {
    create(userId, definition, creation) {
      return database.transaction(async (tx) => {
        // One creation of a user at a time, so that neither the limit nor a repeated request can be raced.
        await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
        const before = await remembered(tx, userId, creation, now())
        if (before !== undefined) return { id: before, isNew: false }
        const [held] = await tx.select({ count: count() }).from(strategies).where(eq(strategies.userId, userId))
        if ((held?.count ?? 0) >= STRATEGY.maxPerUser) {
          throw new RequestError(
            409,
            `You have ${STRATEGY.maxPerUser} strategies, which is the most there can be. Delete one first.`,
          )
        }
        const at = new Date(now())
        const [row] = await tx
          .insert(strategies)
          .values({ userId, status: definition.status, definition, createdAt: at, updatedAt: at })
          .returning({ id: strategies.id })
        if (!row) throw new Error('The created strategy was not returned')
        await remember(tx, userId, creation, row.id, at)
        return { id: row.id, isNew: true }
      })
    },

    async list(userId) {
      const rows = await db
        .select()
        .from(strategies)
        .where(eq(strategies.userId, userId))
        .orderBy(desc(strategies.createdAt), desc(strategies.id))
      return rows.map(stored)
    },

    async own(userId, id) {
      if (!UUID.test(id)) throw notFound()
      const [row] = await db.select().from(strategies).where(ofUser(userId, id))
      if (!row) throw notFound()
      return stored(row)
    },

    changeStatus(userId, id, status) {
      return database.transaction(async (tx) => {
        const strategy = await locked(tx, userId, id)
        if (strategy.status === status) return strategy
        if (!STATUS_CHANGES[strategy.status].includes(status)) {
          throw new RequestError(409, `A ${strategy.status} strategy cannot become ${status}.`)
        }
        const updatedAt = now()
        await tx
          .update(strategies)
          .set({ status, updatedAt: new Date(updatedAt) })
          .where(eq(strategies.id, id))
        return { ...strategy, status, updatedAt }
      })
    },

    remove(userId, id) {
      return database.transaction(async (tx) => {
        await locked(tx, userId, id)
        await tx.delete(strategies).where(eq(strategies.id, id))
      })
    },

    async active() {
      const rows = await db.select().from(strategies).where(eq(strategies.status, 'active'))
      return rows.map(stored)
    },
  }
}
