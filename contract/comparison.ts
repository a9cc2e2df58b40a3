import * as z from 'zod/mini'

/** Path of the page with the external comparison chart on the bundled server. */
export const COMPARISON_PATH = '/widget/comparison'

export const COMPARISON_MESSAGES = ['comparison.loaded', 'comparison.failed'] as const

/** Messages from that page to its parent: whether the vendor's chart has loaded. */
export const comparisonMessageSchema = z.object({ type: z.enum(COMPARISON_MESSAGES) })
export type ComparisonMessage = z.infer<typeof comparisonMessageSchema>
