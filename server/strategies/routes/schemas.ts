import * as z from 'zod/mini'
import { STRATEGY } from '#contract/limits.ts'
import { IDEMPOTENCY_HEADER, idempotencyKeySchema, strategyFailureSchema } from '#contract/strategies/replies.ts'

const id = z.string().check(z.maxLength(STRATEGY.maxId))

export const idParams = z.object({ id })
export const decisionParams = z.object({ id, decisionId: id })
export const templateParams = z.object({ templateId: id })

/** `limit` from 1 to `cap`, `initial` when absent. */
export function limitQuery(initial: number, cap: number) {
  const words = `must be a whole number from 1 to ${cap}`
  return z._default(z.coerce.number(words).check(z.int(words), z.gte(1, words), z.lte(cap, words)), initial)
}

export const creationHeaders = z.object({ [IDEMPOTENCY_HEADER]: z.optional(idempotencyKeySchema) })

/** Schemas of a route's replies. */
export const replies = <T extends z.ZodMiniType>(reply: T) => ({ 200: reply, '4xx': strategyFailureSchema })
