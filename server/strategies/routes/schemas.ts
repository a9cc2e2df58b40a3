import * as z from 'zod/mini'
import { integerString } from '#contract/numeric-strings.ts'
import { STRATEGY } from '#contract/limits.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import { IDEMPOTENCY_HEADER, idempotencyKeySchema, strategyFailureSchema } from '#contract/strategies/responses.ts'

const id = z.string().check(z.maxLength(STRATEGY.maxId))

export const idParams = z.object({ id })
export const decisionParams = z.object({ id, decisionId: id })
export const templateParams = z.object({ templateId: id })

/** `limit` from 1 to `max`; `initial` by default. */
export const limitQuery = (initial: number, max: number) => z._default(integerString(1, max), initial)

export const creationHeaders = z.object({ [IDEMPOTENCY_HEADER]: z.optional(idempotencyKeySchema) })

/** Response schemas of a route. */
export const responses = <T extends z.ZodMiniType>(response: T) => ({ 200: response, '4xx': strategyFailureSchema })

/** Defaults to dollars: the wizard asks for dollars without naming them. */
export const withUnit = (definition: CustomStrategy): CustomStrategy => ({
  ...definition,
  risk_parameters: { max_position_unit: 'usd', ...definition.risk_parameters },
})
