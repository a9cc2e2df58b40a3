import type { DecisionType, PauseReason, StrategyStatus } from '#contract/strategies/names.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import type { FigureMeaning } from '#src/ui/data/meaning.ts'

export const COMING_SOON = 'Coming Soon'

export const STATUS_TONES: Record<StrategyStatus, Tone> = {
  active: 'success',
  paused: 'warning',
  stopped: 'neutral',
  testing: 'info',
}

/** [TG-23] */
export const PAUSE_REASONS: Record<PauseReason, string> = {
  account: 'Paused when your account was deactivated.',
  role: 'Paused when your role no longer allowed trading.',
}

export const DECISION_TONES: Record<DecisionType, Tone> = { BUY: 'success', SELL: 'danger', HOLD: 'neutral' }

/** Ends a server message with a full stop, if it has no end mark. */
export const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

const evidence = (says: string): FigureMeaning => ({ kind: 'evidence', says })

/** The figures of strategies and their decisions. */
export const MEANINGS = {
  decision: evidence('The share of the weight considered that speaks for the decision, each source by its confidence.'),
  strength: evidence('The mean strength of the signals that support the weakest rule.'),
  source: evidence('How much of what the stream looks at points the same way.'),
  threshold: evidence('The share of the weight, each source by its confidence, that must speak for a side.'),
} as const
