import { raise, type ActorRefFrom, type SnapshotFrom } from 'xstate'
import { WIZARD_STEPS, type WizardStep } from './steps.ts'
import { INITIAL_CONTEXT, UNKNOWN_FAILURE, type WizardEvent, type WizardPorts, isTouched } from './types.ts'
import { wizardSetup } from './setup.ts'

interface OpenArgs {
  readonly event: Extract<WizardEvent, { type: 'open' }>
}
const savedOf = ({ event }: OpenArgs) => ({ saved: event.saved })
const loadDraft = { type: 'loadDraft' as const, params: savedOf }

/**
 * The five-step wizard for custom strategies and new versions of them. The draft outlives the dialog. Edits are only accepted in their own step,
 * so that a later step cannot become active without the earlier ones being complete. Rules: docs/rules/trading.md.
 */
export function createWizardMachine(ports: WizardPorts) {
  const setup = wizardSetup(ports)
  return setup.createMachine({
    id: 'wizard',
    context: INITIAL_CONTEXT,
    initial: 'closed',
    on: { 'session.changed': { target: '.closed', actions: 'clearDraft' } },
    states: {
      closed: {
        on: {
          open: [
            { guard: { type: 'isCurrent', params: savedOf }, target: 'open.resumed' },
            { guard: { type: 'isWriting', params: savedOf }, target: 'open.rules.writing', actions: loadDraft },
            ...WIZARD_STEPS.map((step) => ({
              guard: { type: 'continuesAt' as const, params: ({ event }: OpenArgs) => ({ saved: event.saved, step }) },
              target: `open.${step}` as const,
              actions: loadDraft,
            })),
            {
              target: 'open.basics',
              actions: {
                type: 'beginDraft',
                params: ({ event }: OpenArgs) => ({ draft: event.draft, edits: event.edits }),
              },
            },
          ],
        },
      },
      open: {
        initial: 'basics',
        on: { hide: 'closed', discard: { target: 'closed', actions: ['emitFinished', 'clearDraft'] } },
        states: {
          resumed: { type: 'history', history: 'deep' },
          basics: {
            on: {
              'basics.edited': { actions: { type: 'editBasics', params: ({ event }) => event } },
              'pair.chosen': { actions: { type: 'choosePair', params: ({ event }) => event } },
              next: { guard: 'hasBasics', target: 'sources' },
            },
          },
          sources: {
            exit: 'clearRemovedRules',
            on: {
              'source.added': {
                guard: { type: 'canBeAdded', params: ({ event }) => event },
                actions: { type: 'addSource', params: ({ event }) => event },
              },
              'source.removed': {
                guard: { type: 'isSelected', params: ({ event }) => event },
                actions: { type: 'removeSource', params: ({ event }) => event },
              },
              'source.timeframe_toggled': {
                guard: { type: 'canSelectTimeframe', params: ({ event }) => event },
                actions: { type: 'toggleTimeframe', params: ({ event }) => event },
              },
              'source.weighed': {
                guard: { type: 'isSelected', params: ({ event }) => event },
                actions: { type: 'setSourceWeight', params: ({ event }) => event },
              },
              back: 'basics',
              next: { guard: 'hasEnoughSources', target: 'rules' },
            },
          },
          rules: {
            initial: 'listing',
            states: {
              listing: {
                on: {
                  'rule.begun': { guard: 'hasSources', target: 'writing', actions: 'beginRule' },
                  'rule.opened': {
                    guard: { type: 'isRule', params: ({ event }) => event },
                    target: 'writing',
                    actions: { type: 'openRule', params: ({ event }) => event },
                  },
                  'rule.deleted': {
                    guard: { type: 'isRule', params: ({ event }) => event },
                    actions: { type: 'deleteRule', params: ({ event }) => event },
                  },
                  back: '#wizard.open.sources',
                  next: { guard: 'hasRules', target: '#wizard.open.risk' },
                },
              },
              // No back or next here: an unsaved rule would be lost silently.
              writing: {
                on: {
                  'rule.edited': { actions: { type: 'editRule', params: ({ event }) => event } },
                  'rule.saved': { guard: 'isFormComplete', target: 'listing', actions: 'saveRule' },
                  'rule.dropped': { target: 'listing', actions: 'closeForm' },
                },
              },
            },
          },
          risk: {
            on: {
              'risk.edited': { actions: { type: 'editRisk', params: ({ event }) => event } },
              back: 'rules',
              next: { guard: 'hasRisk', target: 'review' },
            },
          },
          review: {
            entry: 'prepareRequest',
            initial: 'reading',
            states: {
              reading: {
                on: { back: '#wizard.open.risk', create: { guard: 'isComplete', target: 'creating' } },
              },
              creating: {
                entry: 'clearError',
                // The request has been sent, so closing the dialog would not cancel it.
                on: {
                  hide: {},
                  discard: {},
                  'creation.done': {
                    target: '#wizard.closed',
                    actions: [{ type: 'emitCreated', params: ({ event }) => event }, 'emitFinished', 'clearDraft'],
                  },
                  'creation.failed': {
                    target: 'reading',
                    actions: { type: 'recordFailure', params: ({ event }) => event },
                  },
                },
                invoke: {
                  src: 'create',
                  input: ({ context: { request, edits } }) => ({ request, edits }),
                  onDone: { actions: raise(({ event }) => event.output) },
                  onError: {
                    target: 'reading',
                    actions: { type: 'recordFailure', params: { failure: UNKNOWN_FAILURE } },
                  },
                },
              },
            },
          },
        },
      },
    },
  })
}

export type WizardMachine = ReturnType<typeof createWizardMachine>
export type WizardSnapshot = SnapshotFrom<WizardMachine>
export type WizardActor = ActorRefFrom<WizardMachine>

/** The current step; undefined while the wizard is closed. */
export const wizardStep = (snapshot: WizardSnapshot): WizardStep | undefined =>
  WIZARD_STEPS.find((step) => snapshot.matches({ open: step }))

export const isCreating = (snapshot: WizardSnapshot): boolean => snapshot.matches({ open: { review: 'creating' } })
export const isWritingRule = (snapshot: WizardSnapshot): boolean => snapshot.matches({ open: { rules: 'writing' } })

/** Whether discarding the draft would lose input. */
export const hasEntries = ({ context }: WizardSnapshot): boolean => isTouched(context)
