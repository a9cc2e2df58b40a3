import type { PairId } from '#contract/pairs.ts'
import type { StoredEntry } from './entry-writer.ts'

/** Entries written together. `at` is the end of their minute, unix ms of market time. */
export interface PublishedUpdate {
  readonly pair: PairId
  readonly at: number
  /** initial: the state of a pair when its analysis started. */
  readonly kind: 'closed' | 'initial'
  readonly entries: readonly StoredEntry[]
}
