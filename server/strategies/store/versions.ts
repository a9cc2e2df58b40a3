import { and, count, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { STRATEGY } from '#contract/limits.ts'
import { storedStrategySchema, type CustomStrategy } from '#contract/strategies/definition.ts'
import { EDITABLE_STATUSES } from '#contract/strategies/names.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { Database } from '#server/database/database.ts'
import { strategies, strategyDecisions, strategyVersions } from '#server/database/schema/strategies.ts'
import { RequestError } from '#server/http/errors.ts'
import type { Actor, StrategyAudit } from '../ports.ts'
import { lockTrader } from './owners.ts'
import { lockOwn, recorder, type StoredStrategy } from './rows.ts'

/** A version of a strategy; `createdAt` is when it was saved, unix ms. */
export interface Version {
  readonly versionNumber: number
  readonly definition: CustomStrategy
  readonly createdAt: number
}

export interface VersionStore {
  /**
   * Saves a new version on behalf of the owner, who edited the version `basedOn`. The same definition again saves nothing.
   * Throws a 409 if another version was saved since, for a status that cannot be edited, and beyond the limit.
   */
  save(actor: Actor, id: string, basedOn: number, definition: CustomStrategy): Promise<StoredStrategy>
  /** All versions of a strategy, or those of the given numbers, newest first. */
  list(strategyId: string, numbers?: readonly number[]): Promise<readonly Version[]>
  /** How many decisions of each version are stored, by its number. */
  decisionCounts(strategyId: string): Promise<ReadonlyMap<number, number>>
}

export interface VersionStoreDeps {
  readonly database: Database
  readonly market: MarketKind
  readonly audit: StrategyAudit
  /** Wall time, unix ms. */
  readonly now: () => number
}

function assertEditable({ status, versionNumber }: StoredStrategy, basedOn: number): void {
  if (!EDITABLE_STATUSES.includes(status)) {
    throw new RequestError(409, `A ${status} strategy cannot be edited. Duplicate it instead.`)
  }
  if (basedOn !== versionNumber) {
    throw new RequestError(
      409,
      `This edits version ${basedOn}, but the present one is ${versionNumber}. Edit that one.`,
    )
  }
  if (versionNumber >= STRATEGY.maxVersions) {
    throw new RequestError(
      409,
      `This strategy has ${STRATEGY.maxVersions} versions, which is the maximum. Duplicate it instead.`,
    )
  }
}

export function createVersionStore({ database, market, audit, now }: VersionStoreDeps): VersionStore {
  const { db } = database
  const record = recorder(audit, now)

  return {
    save(actor, id, basedOn, given) {
      return database.transaction(async (tx) => {
        await lockTrader(tx, actor.userId)
        const strategy = await lockOwn(tx, actor.userId, id)
        const { definition: before, versionNumber, editedAt, createdAt } = strategy
        // These belong to the strategy, not to a version.
        const definition = { ...given, id: before.id, version: before.version, status: before.status }
        // Also of a request that is repeated because its response was lost.
        if (isDeepStrictEqual(definition, before)) return strategy
        assertEditable(strategy, basedOn)
        const at = now()
        const next = versionNumber + 1
        await tx.insert(strategyVersions).values({
          strategyId: id,
          versionNumber,
          definition: before,
          createdAt: new Date(editedAt ?? createdAt),
        })
        await tx
          .update(strategies)
          .set({ definition, versionNumber: next, editedAt: new Date(at), updatedAt: new Date(at) })
          .where(eq(strategies.id, id))
        await record(tx, actor, 'strategy.edited', { target: id, name: definition.name, from: versionNumber, to: next })
        return { ...strategy, definition, versionNumber: next, editedAt: at, updatedAt: at }
      })
    },

    async list(strategyId, numbers) {
      const wanted = (column: Parameters<typeof inArray>[0]): SQL | undefined =>
        numbers === undefined ? undefined : inArray(column, [...numbers])
      const { versionNumber, definition, createdAt } = strategyVersions
      const savedAt = sql<Date>`coalesce(${strategies.editedAt}, ${strategies.createdAt})`.mapWith(createdAt)
      // In one statement, so that a version saved meanwhile is not missed.
      const rows = await db
        .select({ versionNumber, definition, createdAt })
        .from(strategyVersions)
        .where(and(eq(strategyVersions.strategyId, strategyId), wanted(versionNumber)))
        .unionAll(
          db
            .select({
              versionNumber: strategies.versionNumber,
              definition: strategies.definition,
              createdAt: savedAt,
            })
            .from(strategies)
            .where(and(eq(strategies.id, strategyId), wanted(strategies.versionNumber))),
        )
      return rows
        .map((row) => ({
          versionNumber: row.versionNumber,
          definition: z.parse(storedStrategySchema, row.definition),
          createdAt: row.createdAt.getTime(),
        }))
        .toSorted((x, y) => y.versionNumber - x.versionNumber)
    },

    async decisionCounts(strategyId) {
      const { versionNumber } = strategyDecisions
      const rows = await db
        .select({ versionNumber, decisions: count() })
        .from(strategyDecisions)
        .where(and(eq(strategyDecisions.strategyId, strategyId), eq(strategyDecisions.market, market)))
        .groupBy(versionNumber)
      return new Map(rows.map((row) => [row.versionNumber, row.decisions]))
    },
  }
}

/**
 * The definitions of the versions that decided. Those of the strategy as it was read need no query.
 * Throws if one is missing: decisions are deleted with their strategy.
 */
export async function definitionsFor(
  versions: Pick<VersionStore, 'list'>,
  { id, versionNumber, definition }: Pick<StoredStrategy, 'id' | 'versionNumber' | 'definition'>,
  numbers: readonly number[],
): Promise<(of: number) => CustomStrategy> {
  const others = [...new Set(numbers)].filter((each) => each !== versionNumber)
  const found = others.length === 0 ? [] : await versions.list(id, others)
  const known = new Map([
    [versionNumber, definition],
    ...found.map((each) => [each.versionNumber, each.definition] as const),
  ])
  return (of) => {
    const wanted = known.get(of)
    if (!wanted) throw new RequestError(404, 'Strategy not found')
    return wanted
  }
}
