import type { Inspection } from './inspection.ts'
import type { ClaimedMetrics, ActivationChange, Scoring } from './model.ts'
import type { Performance } from './performance.ts'

/** A model in lists. Times are unix milliseconds. Fields that another backend does not provide are undefined. */
export interface ListedModel {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly isActive: boolean
  readonly createdAt: number
  readonly updatedAt: number
  readonly modelType: string | undefined
  readonly timeframe: string | undefined
  readonly pair: string | undefined
  readonly exchange: string | undefined
  readonly format: string | undefined
  readonly fileName: string | undefined
  readonly sizeBytes: number | undefined
  readonly scoring: Scoring | undefined
}

/** A model's performance: measured by this server, or reported by another backend. */
export type Metrics =
  | { readonly kind: 'measured'; readonly performance: Performance }
  | { readonly kind: 'reported'; readonly figures: Readonly<Record<string, string | number>> }

export interface ModelDetails {
  readonly model: ListedModel
  readonly uploadedBy: string | undefined
  readonly inspection: Inspection | undefined
  readonly claimed: ClaimedMetrics | undefined
  /** Newest first. */
  readonly history: readonly ActivationChange[]
  /** Undefined if they could not be loaded. */
  readonly metrics: Metrics | undefined
}

/** Why a request failed: refused by the server, no response, or no session. */
export interface ModelFailure {
  readonly kind: 'refused' | 'unanswered' | 'unauthenticated'
  /** One line for users; empty if the server gave no reason. */
  readonly text: string
}
