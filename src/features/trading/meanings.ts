import type { FigureMeaning } from '#src/ui/data/meaning.ts'

const evidence = (says: string): FigureMeaning => ({ kind: 'evidence', says })

/** The figures of strategies and their decisions. */
export const MEANINGS = {
  decision: evidence('The share of the weight considered that speaks for the decision, each source by its confidence.'),
  strength: evidence('The mean strength of the signals that support the weakest rule.'),
  source: evidence('How much of what the stream looks at points the same way.'),
  threshold: evidence('The share of the weight, each source by its confidence, that must speak for a side.'),
} as const
