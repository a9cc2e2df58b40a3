import { createHash } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import { STRATEGY } from '#contract/limits.ts'
import type { Queries } from '#server/database/database.ts'
import { strategies, strategyCreations } from '#server/database/schema/strategies.ts'
import { RequestError } from '#server/http/errors.ts'

/** What makes two requests to create the same one. */
export interface Creation {
  readonly key: string
  readonly requestHash: string
  /** How long it is remembered, ms. */
  readonly windowMs: number
  /** True when the sender named the key: then the first answer stands, even when its strategy is gone. */
  readonly hasHeader: boolean
}

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/**
 * [SG-71] By the sender's Idempotency-Key; without one by `what` the request itself says it is.
 * @param request everything that was asked for, as it was parsed
 */
export function creationOf(
  header: string | undefined,
  fallback: { readonly what: string; readonly windowMs: number },
  request: unknown,
): Creation {
  const requestHash = hashOf(request)
  return header === undefined
    ? { key: `as:${fallback.what}`, requestHash, windowMs: fallback.windowMs, hasHeader: false }
    : { key: `key:${header}`, requestHash, windowMs: STRATEGY.idempotencyMs, hasHeader: true }
}

/** The strategy that this creation made before, or undefined. Throws a 409 when the key was used for something else. */
export async function findCreation(
  tx: Queries,
  userId: string,
  { key, requestHash, windowMs, hasHeader }: Creation,
  now: number,
): Promise<string | undefined> {
  const own = eq(strategyCreations.userId, userId)
  await tx
    .delete(strategyCreations)
    .where(and(own, lt(strategyCreations.createdAt, new Date(now - STRATEGY.idempotencyMs))))
  const [previous] = await tx
    .select()
    .from(strategyCreations)
    .where(and(own, eq(strategyCreations.key, key)))
  if (!previous || previous.createdAt.getTime() < now - windowMs) return undefined
  if (!hasHeader && !(await exists(tx, previous.strategyId))) return undefined
  if (previous.requestHash === requestHash) return previous.strategyId
  throw new RequestError(
    409,
    hasHeader
      ? 'This Idempotency-Key was used for another strategy.'
      : 'Another strategy was created with this id. Give it another id.',
  )
}

async function exists(tx: Queries, id: string): Promise<boolean> {
  const rows = await tx.select({ id: strategies.id }).from(strategies).where(eq(strategies.id, id))
  return rows.length > 0
}

/** Remembers a creation with its answer; belongs into the transaction that made the strategy. */
export async function recordCreation(
  tx: Queries,
  userId: string,
  { key, requestHash }: Creation,
  strategyId: string,
  createdAt: Date,
): Promise<void> {
  const values = { requestHash, strategyId, createdAt }
  await tx
    .insert(strategyCreations)
    .values({ userId, key, ...values })
    .onConflictDoUpdate({ target: [strategyCreations.userId, strategyCreations.key], set: values })
}
