import type { PairId } from '#contract/pairs.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import type { Draft, DraftRisk } from './draft.ts'
import type { RuleEdit } from './rule-form.ts'
import type { BasicsEdit, EditedVersion, SavedDraft, WizardEvent } from './types.ts'

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
