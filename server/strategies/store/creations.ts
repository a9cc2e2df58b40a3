import { createHash } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import { STRATEGY } from '#contract/limits.ts'
import type { Queries } from '#server/database/database.ts'
import { strategies, strategyCreations } from '#server/database/schema/strategies.ts'
import { RequestError } from '#server/http/errors.ts'

/** Identifies a creation request, so that a repeated one creates nothing. */
export interface Creation {
  readonly key: string
  readonly requestHash: string
  /** How long the request is remembered, in ms. */
  readonly windowMs: number
  /** True if the client sent the key: then the first response is final, even if its strategy is gone. */
  readonly hasHeader: boolean
}

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/**
 * [SG-71] Identified by the client's Idempotency-Key, otherwise by the `fallback`.
 * @param request the parsed request
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

/** The strategy created by an earlier identical request, or undefined. Throws a 409 if the key was used for another one. */
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

/** Records a creation; call it in the transaction that inserts the strategy. */
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
