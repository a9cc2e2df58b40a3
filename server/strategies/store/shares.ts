import { and, asc, count, desc, eq, exists, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { STRATEGY } from '#contract/limits.ts'
import type { Role } from '#contract/roles.ts'
import { VIEWERS } from '#contract/strategies/shares.ts'
import type { Database, Queries } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity.ts'
import { strategies, strategyShares } from '#server/database/schema/strategies.ts'
import { RequestError } from '#server/http/errors.ts'
import type { Actor, StrategyAudit } from '../ports.ts'
import { TRADER_ROLES } from './owners.ts'
import { isUuid, lockOwn, notFound, ofUser, recorder, toStored, type StoredStrategy } from './rows.ts'

/** The user who reads. */
export interface Reader {
  readonly userId: string
  readonly role: Role
}

/** A strategy, and the username of its owner if that is not the reader. */
export interface ReadableStrategy extends StoredStrategy {
  readonly sharedBy: string | null
}

/** A user with whom a strategy is shared, since a time in unix ms. */
export interface SharedPerson {
  readonly userId: string
  readonly email: string
  readonly username: string
  readonly sharedAt: number
}

/** All Viewers, or a user by e-mail address. */
export type NewAudience = typeof VIEWERS | { readonly email: string }

/** Who may read a strategy besides its owner. Decided for every request by what is stored. */
export interface ShareStore {
  /** The strategies of others that the user may read, newest first. */
  listShared(reader: Reader): Promise<readonly ReadableStrategy[]>
  /** Throws a 404 unless the user owns it or it is shared with them. */
  findReadable(reader: Reader, id: string): Promise<ReadableStrategy>
  /** Those of the owner's strategies that are shared. */
  sharedIds(ownerId: string): Promise<ReadonlySet<string>>
  /** With whom the owner shares it, oldest first. Throws a 404 for others. */
  audience(ownerId: string, id: string): Promise<{ viewers: boolean; people: readonly SharedPerson[] }>
  share(actor: Actor, id: string, audience: NewAudience): Promise<void>
  /** @param audience all Viewers, or a user's id */
  revoke(actor: Actor, id: string, audience: string): Promise<void>
}

export interface ShareStoreDeps {
  readonly database: Database
  readonly audit: StrategyAudit
  /** Wall time, unix ms. */
  readonly now: () => number
}

/** A share ends with the account of either side. */
const isPresent = and(users.isActive, isNull(users.deletedAt))

export function createShareStore({ database, audit, now }: ShareStoreDeps): ShareStore {
  const { db } = database
  const record = recorder(audit, now)

  /** Strategies with their owners, of those that the user may read without owning them. */
  function sharedWith({ userId, role }: Reader, id?: string) {
    const personal = db
      .select({ id: strategyShares.strategyId })
      .from(strategyShares)
      .where(and(eq(strategyShares.strategyId, strategies.id), eq(strategyShares.userId, userId)))
    return db
      .select({ strategy: strategies, owner: users.username })
      .from(strategies)
      .innerJoin(users, eq(users.id, strategies.userId))
      .where(
        and(
          id === undefined ? undefined : eq(strategies.id, id),
          ne(strategies.userId, userId),
          isPresent,
          or(exists(personal), role === 'Viewer' ? strategies.sharedWithViewers : undefined),
        ),
      )
      .orderBy(desc(strategies.createdAt), desc(strategies.id))
  }

  async function findTrader(tx: Queries, email: string): Promise<string> {
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          eq(sql`lower(${users.email})`, email.normalize('NFKC').trim().toLowerCase()),
          isPresent,
          inArray(users.role, TRADER_ROLES),
        ),
      )
    if (!user) throw new RequestError(404, 'There is no Trader with this e-mail address.')
    return user.id
  }

  async function shareWithPerson(tx: Queries, ownerId: string, id: string, email: string): Promise<string | undefined> {
    const userId = await findTrader(tx, email)
    if (userId === ownerId) throw new RequestError(400, 'email: is your own')
    const [people] = await tx.select({ count: count() }).from(strategyShares).where(eq(strategyShares.strategyId, id))
    const rows = await tx
      .insert(strategyShares)
      .values({ strategyId: id, userId, createdAt: new Date(now()) })
      .onConflictDoNothing()
      .returning({ userId: strategyShares.userId })
    if (rows.length > 0 && (people?.count ?? 0) >= STRATEGY.maxShares) {
      throw new RequestError(409, `A strategy can be shared with ${STRATEGY.maxShares} people at most.`)
    }
    return rows[0]?.userId
  }

  const setViewers = (tx: Queries, id: string, sharedWithViewers: boolean) =>
    tx.update(strategies).set({ sharedWithViewers }).where(eq(strategies.id, id))

  return {
    async listShared(reader) {
      const rows = await sharedWith(reader)
      return rows.map(({ strategy, owner }) => ({ ...toStored(strategy), sharedBy: owner }))
    },

    async findReadable(reader, id) {
      if (!isUuid(id)) throw notFound()
      const [own] = await db.select().from(strategies).where(ofUser(reader.userId, id))
      if (own) return { ...toStored(own), sharedBy: null }
      const [shared] = await sharedWith(reader, id)
      if (!shared) throw notFound()
      return { ...toStored(shared.strategy), sharedBy: shared.owner }
    },

    async sharedIds(ownerId) {
      const rows = await db
        .selectDistinct({ id: strategies.id })
        .from(strategies)
        .leftJoin(strategyShares, eq(strategyShares.strategyId, strategies.id))
        .where(
          and(
            eq(strategies.userId, ownerId),
            or(strategies.sharedWithViewers, sql`${strategyShares.userId} is not null`),
          ),
        )
      return new Set(rows.map(({ id }) => id))
    },

    async audience(ownerId, id) {
      if (!isUuid(id)) throw notFound()
      const [own] = await db.select().from(strategies).where(ofUser(ownerId, id))
      if (!own) throw notFound()
      const rows = await db
        .select({ userId: users.id, email: users.email, username: users.username, at: strategyShares.createdAt })
        .from(strategyShares)
        .innerJoin(users, eq(users.id, strategyShares.userId))
        .where(and(eq(strategyShares.strategyId, id), isNull(users.deletedAt)))
        .orderBy(asc(strategyShares.createdAt), asc(users.id))
      return {
        viewers: own.sharedWithViewers,
        people: rows.map(({ at, ...person }) => ({ ...person, sharedAt: at.getTime() })),
      }
    },

    share(actor, id, audience) {
      return database.transaction(async (tx) => {
        const { definition, sharedWithViewers } = await lockOwn(tx, actor.userId, id)
        const details = { target: id, name: definition.name }
        if (audience !== VIEWERS) {
          const userId = await shareWithPerson(tx, actor.userId, id, audience.email)
          if (userId !== undefined) await record(tx, actor, 'strategy.shared', { ...details, with: userId })
        } else if (!sharedWithViewers) {
          await setViewers(tx, id, true)
          await record(tx, actor, 'strategy.shared', { ...details, with: VIEWERS })
        }
      })
    },

    revoke(actor, id, audience) {
      return database.transaction(async (tx) => {
        const { definition, sharedWithViewers } = await lockOwn(tx, actor.userId, id)
        if (audience === VIEWERS) {
          if (!sharedWithViewers) return
          await setViewers(tx, id, false)
        } else {
          if (!isUuid(audience)) return
          const rows = await tx
            .delete(strategyShares)
            .where(and(eq(strategyShares.strategyId, id), eq(strategyShares.userId, audience)))
            .returning({ userId: strategyShares.userId })
          if (rows.length === 0) return
        }
        await record(tx, actor, 'strategy.unshared', { target: id, name: definition.name, with: audience })
      })
    },
  }
}
