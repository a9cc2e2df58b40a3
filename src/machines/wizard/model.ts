import type { PairId } from '#contract/pairs.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import { EMPTY_DRAFT, type Draft, type DraftRisk } from './draft.ts'
import type { RuleEdit, RuleForm } from './rule-form.ts'

/** What is sent to create the strategy. The same draft is sent again under the same key, so that it is created once. */
export interface CreationRequest {
  readonly key: string
  readonly definition: CustomStrategy
}

export interface WizardContext {
  readonly draft: Draft
  /** The rule being written, in step 3. */
  readonly form: RuleForm | undefined
  /** Rules that went with the source removed last, by name. */
  readonly removedRules: readonly string[]
  /** Made on step 5; any edit of the draft drops it. */
  readonly request: CreationRequest | undefined
  /** Why the last attempt to create failed. */
  readonly error: CreationFailure | undefined
}

export interface CreationFailure {
  readonly text: string
  /** Nobody answered: it may have been created all the same. */
  readonly isUnanswered: boolean
}

export const INITIAL_CONTEXT: WizardContext = {
  draft: EMPTY_DRAFT,
  form: undefined,
  removedRules: [],
  request: undefined,
  error: undefined,
}

export type WizardEvent =
  | { readonly type: 'open' }
  /** Closes and keeps the draft. */
  | { readonly type: 'hide' }
  /** Closes and drops the draft. */
  | { readonly type: 'discard' }
  /** Somebody else is signed in, or nobody: the draft was not theirs. */
  | { readonly type: 'session.changed' }
  | { readonly type: 'next' }
  | { readonly type: 'back' }
  | { readonly type: 'create' }
  | { readonly type: 'basics.edited'; readonly change: Partial<Pick<Draft, 'name' | 'description'>> }
  | { readonly type: 'pair.chosen'; readonly pair: PairId }
  | { readonly type: 'source.added'; readonly id: string }
  | { readonly type: 'source.removed'; readonly id: string }
  | { readonly type: 'source.weighed'; readonly id: string; readonly weight: number }
  | { readonly type: 'rule.begun' }
  | { readonly type: 'rule.opened'; readonly id: string }
  | { readonly type: 'rule.edited'; readonly edit: RuleEdit }
  | { readonly type: 'rule.saved' }
  | { readonly type: 'rule.dropped' }
  | { readonly type: 'rule.deleted'; readonly id: string }
  | { readonly type: 'risk.edited'; readonly change: Partial<DraftRisk> }
  | CreationOutcome

/** Told once the strategy exists. */
export interface Created {
  readonly type: 'created'
  readonly strategyId: string
  readonly name: string
}

/** How the attempt to create came out. */
export type CreationOutcome =
  | { readonly type: 'creation.done'; readonly strategyId: string }
  | { readonly type: 'creation.failed'; readonly failure: CreationFailure }

export const UNKNOWN_FAILURE: CreationFailure = { text: 'Failed to create strategy', isUnanswered: true }
