import type * as z from 'zod/mini'
import { failureSchema, successOf } from '#contract/auth.ts'

/** Response schemas of a route: `data` wrapped as success, or a failure message. */
export const responseSchemas = <T extends z.ZodMiniType>(data: T) => ({ 200: successOf(data), '4xx': failureSchema })

/** Wraps `data` in the success envelope of the identity service. */
export const successBody = <T>(data: T) => ({ success: true as const, data })
