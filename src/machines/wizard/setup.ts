import { selectableTimeframes } from '#contract/strategies/catalogue.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import { assign, emit, enqueueActions, fromPromise, setup } from 'xstate'
import type { PairId } from '#contract/pairs.ts'
import { definitionOf } from './definition.ts'
import {
  EMPTY_DRAFT,
  hasSource,
  isAddable,
  sourcesOn,
  withoutRule,
  withoutSource,
  withRule,
  withSource,
  withTimeframe,
  withWeight,
  type Draft,
  type DraftRisk,
} from './draft.ts'
import {
  type BasicsEdit,
  type Created,
  type CreationFailure,
  type CreationOutcome,
  type EditedVersion,
  type Finished,
  INITIAL_CONTEXT,
  type SavedDraft,
  type WizardContext,
  type WizardEvent,
  type WizardPorts,
} from './types.ts'
import { edited, formOf, NEW_RULE, savedRule, type RuleEdit } from './rule-form.ts'
import { hasRisk } from './risk.ts'
import { hasBasics, hasEnoughSources, hasRules, isComplete, stepToContinue, type WizardStep } from './steps.ts'

/** An edit invalidates the prepared request and the last error. */
const editedDraft = (draft: Draft): Partial<WizardContext> => ({ draft, request: undefined, error: undefined })

/** An edit that may have removed sources, with the names of the rules that went with them. */
const withFewerSources = (before: Draft, draft: Draft): Partial<WizardContext> => ({
  ...editedDraft(draft),
  removedRules: before.rules.filter(({ id }) => !draft.rules.some((rule) => rule.id === id)).map(({ name }) => name),
})

/** Actions, guards and actors of the wizard machine. */
export function wizardSetup({ catalogue, create, now, newId }: WizardPorts) {
  const streamOf = (id: string) => catalogue.find((stream) => stream.id === id)
  return setup({
    types: { context: INITIAL_CONTEXT, events: {} as WizardEvent, emitted: {} as Created | Finished },
    actors: {
      create: fromPromise<CreationOutcome, Pick<WizardContext, 'request' | 'edits'>>(({ input }) =>
        input.request ? create(input.request, input.edits) : Promise.reject(new Error('nothing to create')),
      ),
    },
    actions: {
      clearDraft: assign(INITIAL_CONTEXT),
      beginDraft: assign(
        (_, { draft = EMPTY_DRAFT, edits }: { draft?: Draft | undefined; edits?: EditedVersion | undefined }) => ({
          ...INITIAL_CONTEXT,
          draftId: newId(),
          draft,
          edits,
        }),
      ),
      loadDraft: assign((_, { saved }: { saved: SavedDraft | undefined }) =>
        saved
          ? { ...INITIAL_CONTEXT, draftId: saved.id, draft: saved.draft, form: saved.form, edits: saved.edits }
          : {},
      ),
      emitFinished: enqueueActions(({ context: { draftId }, enqueue }) => {
        if (draftId !== undefined) enqueue.emit({ type: 'finished', draftId })
      }),
      editBasics: assign(({ context }, { change }: { change: BasicsEdit }) =>
        editedDraft({ ...context.draft, ...change }),
      ),
      choosePair: assign(({ context }, { pair }: { pair: PairId }) => editedDraft({ ...context.draft, pair })),
      addSource: assign(({ context }, { id }: { id: string }) => {
        const stream = streamOf(id)
        return stream ? { ...editedDraft(withSource(context.draft, stream)), removedRules: [] } : {}
      }),
      removeSource: assign(({ context }, { id }: { id: string }) =>
        withFewerSources(context.draft, withoutSource(context.draft, id)),
      ),
      toggleTimeframe: assign(({ context }, { id, timeframe }: { id: string; timeframe: Timeframe }) => {
        const stream = streamOf(id)
        return stream ? withFewerSources(context.draft, withTimeframe(context.draft, stream, timeframe)) : {}
      }),
      setSourceWeight: assign(({ context }, { id, weight }: { id: string; weight: number }) =>
        editedDraft(withWeight(context.draft, id, weight)),
      ),
      clearRemovedRules: assign({ removedRules: [] }),
      beginRule: assign({ form: NEW_RULE }),
      openRule: assign({ form: ({ context }, { id }: { id: string }) => formOf(context.draft, id) }),
      editRule: assign({ form: ({ context }, { edit }: { edit: RuleEdit }) => edited(context.form ?? NEW_RULE, edit) }),
      saveRule: assign(({ context }) => {
        const rule = context.form && savedRule(context.form, context.draft, newId())
        return rule ? { ...editedDraft(withRule(context.draft, rule)), form: undefined } : {}
      }),
      closeForm: assign({ form: undefined }),
      deleteRule: assign(({ context }, { id }: { id: string }) => editedDraft(withoutRule(context.draft, id))),
      editRisk: assign(({ context }, { change }: { change: Partial<DraftRisk> }) =>
        editedDraft({ ...context.draft, risk: { ...context.draft.risk, ...change } }),
      ),
      prepareRequest: assign({
        request: ({ context }) => context.request ?? definitionOf(context.draft, now()),
      }),
      clearError: assign({ error: undefined }),
      recordFailure: assign({ error: (_, { failure }: { failure: CreationFailure }) => failure }),
      emitCreated: emit(
        (
          { context },
          { strategyId, versionNumber }: { strategyId: string; versionNumber?: number | undefined },
        ): Created => ({ type: 'created', strategyId, name: context.draft.name.trim(), versionNumber }),
      ),
    },
    guards: {
      isCurrent: ({ context }, { saved }: { saved: SavedDraft | undefined }) =>
        saved !== undefined && saved.id === context.draftId,
      continuesAt: (_, { saved, step }: { saved: SavedDraft | undefined; step: WizardStep }) =>
        saved !== undefined && stepToContinue(saved) === step,
      isWriting: (_, { saved }: { saved: SavedDraft | undefined }) =>
        saved?.form !== undefined && stepToContinue(saved) === 'rules',
      hasBasics: ({ context }) => hasBasics(context.draft),
      hasEnoughSources: ({ context }) => hasEnoughSources(context.draft),
      hasSources: ({ context }) => context.draft.sources.length > 0,
      hasRules: ({ context }) => hasRules(context.draft),
      hasRisk: ({ context }) => hasRisk(context.draft),
      isComplete: ({ context }) => isComplete(context.draft),
      canBeAdded: ({ context }, { id }: { id: string }) => {
        const stream = streamOf(id)
        return stream !== undefined && isAddable(context.draft, stream)
      },
      // With several sources on a stream it would be unclear whose timeframe that is.
      canSelectTimeframe: ({ context }, { id, timeframe }: { id: string; timeframe: Timeframe }) => {
        const stream = streamOf(id)
        if (stream === undefined || !selectableTimeframes(stream).includes(timeframe)) return false
        return isAddable(context.draft, stream) || sourcesOn(context.draft, id).length === 1
      },
      isSelected: ({ context }, { id }: { id: string }) => hasSource(context.draft, id),
      isRule: ({ context }, { id }: { id: string }) => context.draft.rules.some((rule) => rule.id === id),
      isFormComplete: ({ context }) =>
        context.form !== undefined && savedRule(context.form, context.draft, '') !== undefined,
    },
  })
}
