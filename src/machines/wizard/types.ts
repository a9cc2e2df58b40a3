import type { PairId } from '#contract/pairs.ts'
import type { CatalogueStream } from '#contract/strategies/catalogue.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import { type Draft, type DraftRisk, EMPTY_DRAFT } from './draft.ts'
import type { RuleEdit, RuleForm } from './rule-form.ts'
import type { WizardStep } from './steps.ts'

/** Ports of the wizard. */
export interface WizardPorts {
  /** Streams to choose from. */
  readonly catalogue: readonly CatalogueStream[]
  /** Creates the strategy, or saves it as a new version of the one that was edited. */
  readonly create: (request: CustomStrategy, edits: EditedVersion | undefined) => Promise<CreationOutcome>
  /** Wall clock, unix ms. */
  readonly now: () => number
  /** Creates a random id for rules. */
  readonly newId: () => string
}

/** The version of a strategy that a draft edits. */
export interface EditedVersion {
  readonly strategyId: string
  readonly versionNumber: number
}

/** A draft as it is stored for later. */
export interface SavedDraft {
  readonly id: string
  /** Wall time of the last edit, unix ms. */
  readonly savedAt: number
  readonly step: WizardStep
  readonly draft: Draft
  /** The rule that was being edited. */
  readonly form: RuleForm | undefined
  /** Undefined for a new strategy. */
  readonly edits?: EditedVersion | undefined
}

export interface WizardContext {
  /** Identifies the draft among the saved ones; undefined before the first. */
  readonly draftId: string | undefined
  readonly draft: Draft
  /** What is edited; undefined for a new strategy. */
  readonly edits: EditedVersion | undefined
  /** The rule being edited, in step 3. */
  readonly form: RuleForm | undefined
  /** Names of the rules removed along with the last removed source. */
  readonly removedRules: readonly string[]
  /** The strategy or new version as it will be sent. Prepared in step 5; any edit of the draft discards it. */
  readonly request: CustomStrategy | undefined
  /** Why the last creation failed. */
  readonly error: CreationFailure | undefined
}

export interface CreationFailure {
  readonly text: string
  /** Unanswered: it may have been created all the same. */
  readonly isUnanswered: boolean
}

export const INITIAL_CONTEXT: WizardContext = {
  draftId: undefined,
  draft: EMPTY_DRAFT,
  edits: undefined,
  form: undefined,
  removedRules: [],
  request: undefined,
  error: undefined,
}

export type BasicsEdit = Partial<Pick<Draft, 'name' | 'description'>>

export type WizardEvent =
  /** Opens the dialog with a saved draft, or a new one, empty unless `draft` is given, of a version if `edits` is given. */
  | { readonly type: 'open'; readonly saved?: SavedDraft; readonly draft?: Draft; readonly edits?: EditedVersion }
  /** Closes the dialog but keeps the draft. */
  | { readonly type: 'hide' }
  /** Closes the dialog and discards the draft. */
  | { readonly type: 'discard' }
  /** Another user signed in, or the user signed out: the draft is discarded. */
  | { readonly type: 'session.changed' }
  | { readonly type: 'next' }
  | { readonly type: 'back' }
  | { readonly type: 'create' }
  | { readonly type: 'basics.edited'; readonly change: BasicsEdit }
  | { readonly type: 'pair.chosen'; readonly pair: PairId }
  | { readonly type: 'source.added'; readonly id: string }
  | { readonly type: 'source.removed'; readonly id: string }
  /** Adds the timeframe to the source on a stream, or removes it. */
  | { readonly type: 'source.timeframe_toggled'; readonly id: string; readonly timeframe: Timeframe }
  | { readonly type: 'source.weighed'; readonly id: string; readonly weight: number }
  | { readonly type: 'rule.begun' }
  | { readonly type: 'rule.opened'; readonly id: string }
  | { readonly type: 'rule.edited'; readonly edit: RuleEdit }
  | { readonly type: 'rule.saved' }
  | { readonly type: 'rule.dropped' }
  | { readonly type: 'rule.deleted'; readonly id: string }
  | { readonly type: 'risk.edited'; readonly change: Partial<DraftRisk> }
  | CreationOutcome

/** Emitted once the strategy or its new version exists. */
export interface Created {
  readonly type: 'created'
  readonly strategyId: string
  readonly name: string
  /** Of the present version after an edit; undefined after a creation. */
  readonly versionNumber: number | undefined
}

/** Emitted when the draft is no longer needed: it was discarded, or its strategy exists. */
export interface Finished {
  readonly type: 'finished'
  readonly draftId: string
}

/** Result of the creation. */
export type CreationOutcome =
  | { readonly type: 'creation.done'; readonly strategyId: string; readonly versionNumber?: number }
  | { readonly type: 'creation.failed'; readonly failure: CreationFailure }

/** Whether the draft or rule form has input. */
export const isTouched = ({ draft, form }: Pick<WizardContext, 'draft' | 'form'>): boolean =>
  form !== undefined || JSON.stringify(draft) !== JSON.stringify(EMPTY_DRAFT)

export const UNKNOWN_FAILURE: CreationFailure = { text: 'Failed to create strategy', isUnanswered: true }

/**
 * Commands of the wizard. Given `send: snapshot.can`, each returns whether the wizard accepts it now instead, which
 * enables its control.
 */
export const wizardCommands = <T>({ send }: { readonly send: (event: WizardEvent) => T }) => ({
  /** Opens the dialog with an empty draft. */
  start: () => send({ type: 'open' }),
  /** Opens the dialog where a draft was left. */
  resume: (saved: SavedDraft) => send({ type: 'open', saved }),
  /** Opens the dialog with a draft that starts as a template or strategy. */
  adapt: (draft: Draft) => send({ type: 'open', draft }),
  /** Opens the dialog with a draft of the next version of a strategy. */
  edit: (draft: Draft, edits: EditedVersion) => send({ type: 'open', draft, edits }),
  /** Closes the dialog but retains the draft. */
  hide: () => send({ type: 'hide' }),
  /** Closes the dialog and discards the draft. */
  discard: () => send({ type: 'discard' }),
  /** Discards the draft of another user. */
  changeSession: () => send({ type: 'session.changed' }),
  next: () => send({ type: 'next' }),
  back: () => send({ type: 'back' }),
  /** Creates the strategy, or saves the new version. */
  create: () => send({ type: 'create' }),
  editBasics: (change: BasicsEdit) => send({ type: 'basics.edited', change }),
  choosePair: (pair: PairId) => send({ type: 'pair.chosen', pair }),
  addSource: (id: string) => send({ type: 'source.added', id }),
  removeSource: (id: string) => send({ type: 'source.removed', id }),
  toggleTimeframe: (id: string, timeframe: Timeframe) => send({ type: 'source.timeframe_toggled', id, timeframe }),
  setWeight: (id: string, weight: number) => send({ type: 'source.weighed', id, weight }),
  beginRule: () => send({ type: 'rule.begun' }),
  openRule: (id: string) => send({ type: 'rule.opened', id }),
  editRule: (edit: RuleEdit) => send({ type: 'rule.edited', edit }),
  saveRule: () => send({ type: 'rule.saved' }),
  /** Closes the rule's form without saving. */
  cancelRule: () => send({ type: 'rule.dropped' }),
  deleteRule: (id: string) => send({ type: 'rule.deleted', id }),
  editRisk: (change: Partial<DraftRisk>) => send({ type: 'risk.edited', change }),
})

export type WizardCommands<T = void> = ReturnType<typeof wizardCommands<T>>
