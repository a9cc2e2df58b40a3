import * as z from 'zod/mini'

export const COMPARISON_MESSAGES = ['comparison.loaded', 'comparison.failed'] as const

/** Messages from that page to its parent: whether the vendor's chart has loaded. */
export const comparisonMessageSchema = z.object({ type: z.enum(COMPARISON_MESSAGES) })
export type ComparisonMessage = z.infer<typeof comparisonMessageSchema>
