import { assign, emit, fromPromise, setup } from 'xstate'
import type { PairId } from '#contract/pairs.ts'
import { definitionOf } from './definition.ts'
import { hasSource, withoutRule, withoutSource, withRule, withSource, withWeight } from './draft.ts'
import type { Draft, DraftRisk } from './draft.ts'
import { BLANK } from './model.ts'
import type { Created, CreationFailure, CreationOutcome, CreationRequest, WizardContext, WizardEvent } from './model.ts'
import type { WizardPorts } from './ports.ts'
import { edited, formOf, NEW_RULE, savedRule, type RuleEdit } from './rule-form.ts'
import { hasBasics, hasEnoughSources, hasRisk, hasRules, isComplete } from './steps.ts'
import { isTouched } from './touched.ts'

/** A changed draft is another strategy: what was made of the old one, and what was said of it, goes. */
const changed = (draft: Draft): Partial<WizardContext> => ({ draft, request: undefined, error: undefined })

/** The words the chart of the wizard is written in, over the given ports. */
export function wizardSetup({ catalogue, create, now, newId }: WizardPorts) {
  const streamOf = (id: string) => catalogue.find((stream) => stream.id === id)
  return setup({
    types: { context: BLANK, events: {} as WizardEvent, emitted: {} as Created },
    actors: {
      create: fromPromise<CreationOutcome, { request: CreationRequest | undefined }>(({ input }) =>
        input.request ? create(input.request) : Promise.reject(new Error('nothing to create')),
      ),
    },
    actions: {
      dropDraft: assign(BLANK),
      editBasics: assign(({ context }, { change }: { change: Partial<Pick<Draft, 'name' | 'description'>> }) =>
        changed({ ...context.draft, ...change }),
      ),
      choosePair: assign(({ context }, { pair }: { pair: PairId }) => changed({ ...context.draft, pair })),
      addSource: assign(({ context }, { id }: { id: string }) => {
        const stream = streamOf(id)
        return stream ? { ...changed(withSource(context.draft, stream)), lostRules: [] } : {}
      }),
      removeSource: assign(({ context }, { id }: { id: string }) => {
        const draft = withoutSource(context.draft, id)
        const lost = context.draft.rules.filter((rule) => !draft.rules.some((kept) => kept.id === rule.id))
        return { ...changed(draft), lostRules: lost.map(({ name }) => name) }
      }),
      weighSource: assign(({ context }, { id, weight }: { id: string; weight: number }) =>
        changed(withWeight(context.draft, id, weight)),
      ),
      forgetLostRules: assign({ lostRules: [] }),
      beginRule: assign({ form: NEW_RULE }),
      openRule: assign({ form: ({ context }, { id }: { id: string }) => formOf(context.draft, id) }),
      editRule: assign({ form: ({ context }, { edit }: { edit: RuleEdit }) => edited(context.form ?? NEW_RULE, edit) }),
      saveRule: assign(({ context }) => {
        const rule = context.form && savedRule(context.form, context.draft, newId())
        return rule ? { ...changed(withRule(context.draft, rule)), form: undefined } : {}
      }),
      dropForm: assign({ form: undefined }),
      deleteRule: assign(({ context }, { id }: { id: string }) => changed(withoutRule(context.draft, id))),
      editRisk: assign(({ context }, { change }: { change: Partial<DraftRisk> }) =>
        changed({ ...context.draft, risk: { ...context.draft.risk, ...change } }),
      ),
      prepareRequest: assign({
        request: ({ context }) => context.request ?? { key: newId(), definition: definitionOf(context.draft, now()) },
      }),
      forgetError: assign({ error: undefined }),
      noteFailure: assign({ error: (_, { failure }: { failure: CreationFailure }) => failure }),
      tellCreated: emit(({ context }, { strategyId }: { strategyId: string }): Created => ({
        type: 'created',
        strategyId,
        name: context.draft.name.trim(),
      })),
    },
    guards: {
      isTouched: ({ context }) => isTouched(context),
      hasBasics: ({ context }) => hasBasics(context.draft),
      hasEnoughSources: ({ context }) => hasEnoughSources(context.draft),
      hasSources: ({ context }) => context.draft.sources.length > 0,
      hasRules: ({ context }) => hasRules(context.draft),
      hasRisk: ({ context }) => hasRisk(context.draft),
      isComplete: ({ context }) => isComplete(context.draft),
      canBeAdded: ({ context }, { id }: { id: string }) => streamOf(id) !== undefined && !hasSource(context.draft, id),
      isSelected: ({ context }, { id }: { id: string }) => hasSource(context.draft, id),
      isRule: ({ context }, { id }: { id: string }) => context.draft.rules.some((rule) => rule.id === id),
      isFormComplete: ({ context }) =>
        context.form !== undefined && savedRule(context.form, context.draft, '') !== undefined,
    },
  })
}
