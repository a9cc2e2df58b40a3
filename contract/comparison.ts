import * as z from 'zod/mini'

/** Where the bundled server offers the page around the external comparison chart. */
export const COMPARISON_PATH = '/widget/comparison'

export const COMPARISON_MESSAGES = ['comparison.loaded', 'comparison.failed'] as const

/** What that page tells the page it stands in: the vendor's chart came, or it did not. */
export const comparisonMessageSchema = z.object({ type: z.enum(COMPARISON_MESSAGES) })
export type ComparisonMessage = z.infer<typeof comparisonMessageSchema>
