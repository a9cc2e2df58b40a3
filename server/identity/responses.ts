import type * as z from 'zod/mini'
import { failureSchema, successOf } from '#contract/auth.ts'

/** Schemas of a route's replies: `data` wrapped, or a failure in words. */
export const responseSchemas = <T extends z.ZodMiniType>(data: T) => ({ 200: successOf(data), '4xx': failureSchema })

/** Wraps `data` as the identity service answers. */
export const successBody = <T>(data: T) => ({ success: true as const, data })
