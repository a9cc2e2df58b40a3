import type { Inspection } from './inspection.ts'
import type { ClaimedMetrics, ActivationChange, Scoring } from './model.ts'
import type { Performance } from './performance.ts'

/** A model as lists show it. Times are unix milliseconds. What another backend does not tell is undefined. */
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

/** How a model fares: as this product measures it, or figures that another backend names. */
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
  /** Undefined when they could not be had; the rest is shown without them. */
  readonly metrics: Metrics | undefined
}

/** Why a call brought nothing: the server refused (in its words or without any), nobody answered, or nobody is signed in. */
export interface ModelFailure {
  readonly kind: 'refused' | 'unanswered' | 'unauthenticated'
  /** A line for people; empty when the server only said that it did not succeed. */
  readonly text: string
}

export type ModelResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: ModelFailure }
