import { type CustomStrategy, confluenceRuleSchema, signalSourceSchema } from '#contract/strategies/definition.ts'
import { createActor, type InspectionEvent } from 'xstate'
import { CATALOGUE } from '#contract/strategies/catalogue.ts'
import { pageVisible$ } from '#src/lib/page-visibility.ts'
import { createWizardMachine, type WizardActor, wizardStep } from '#src/machines/wizard/machine.ts'
import {
  type CreationOutcome,
  type EditedVersion,
  isTouched,
  type SavedDraft,
  wizardCommands,
} from '#src/machines/wizard/types.ts'
import { createQueries } from '#src/streams/queries.ts'
import { createBacktests } from '#src/transport/api/backtests.ts'
import { createPaper } from '#src/transport/api/paper.ts'
import type { Call } from '#src/transport/http/http.ts'
import { createStrategyService, type StrategyFailure, type StrategyService } from '#src/transport/api/strategies.ts'
import type { Cache } from '#src/transport/browser/cache.ts'
import type { onSessionChange } from './session-changes.ts'
import type { Strategies, DraftStore } from './services.ts'
import { BehaviorSubject, distinctUntilChanged, filter, map, type Observable } from 'rxjs'
import type { PaperUpdate } from '#contract/messages.ts'
import type { Streams } from '#src/streams/index.ts'
import * as z from 'zod/mini'
import { STRATEGY } from '#contract/limits.ts'
import { exchangeSchema, pairSchema } from '#contract/pairs.ts'
import { positionUnitSchema, ruleOperatorSchema } from '#contract/strategies/names.ts'
import { riskParametersSchema } from '#contract/strategies/risk.ts'
import { timeframeSchema } from '#contract/timeframes.ts'
import { parseCacheEntry } from '#src/streams/cache-entry.ts'
import { streamOf } from '#src/machines/wizard/from-definition.ts'
import { WIZARD_STEPS } from '#src/machines/wizard/steps.ts'

const figure = z.nullable(z.number())
const ruleFields = {
  name: z.string(),
  operator: ruleOperatorSchema,
  confidenceThreshold: z.number(),
  sourceIds: z.array(z.string()),
  basis: z.optional(confluenceRuleSchema),
}
const storedDraftSchema = z.object({
  id: z.string(),
  savedAt: z.number(),
  step: z.enum(WIZARD_STEPS),
  draft: z.object({
    name: z.string(),
    description: z.string(),
    exchange: exchangeSchema,
    pair: pairSchema,
    sources: z.array(
      z.object({
        id: z.string(),
        timeframes: z.array(timeframeSchema),
        weight: z.number(),
        basis: z.optional(signalSourceSchema),
      }),
    ),
    rules: z.array(z.object({ id: z.string(), minSignals: z.number(), ...ruleFields })),
    risk: z.object({
      maxPositionSize: figure,
      positionUnit: positionUnitSchema,
      stopLossPct: figure,
      takeProfitPct: figure,
      signalTimeoutS: figure,
    }),
    basis: z.optional(
      z.object({
        name: z.string(),
        description: z.string(),
        version: z.string(),
        exchanges: z.array(exchangeSchema),
        symbols: z.array(pairSchema),
        risk_parameters: riskParametersSchema,
      }),
    ),
  }),
  edits: z.optional(z.object({ strategyId: z.string(), versionNumber: z.number() })),
  form: z.optional(z.object({ id: z.optional(z.string()), minSignals: figure, ...ruleFields })),
})
const storedSchema = z.object({ drafts: z.array(storedDraftSchema) })
type StoredDraft = z.infer<typeof storedDraftSchema>

const toStored = ({ draft, ...saved }: SavedDraft): object => ({
  ...saved,
  draft: { ...draft, sources: draft.sources.map((source) => ({ ...source, stream: undefined })) },
})

/** Sources of the wizard on streams that are no longer in the catalogue are dropped; it then asks for the rules again. */
function fromStored({ draft, form, ...saved }: StoredDraft): SavedDraft {
  const sources = draft.sources.flatMap((source) => {
    const { id, basis } = source
    const stream = basis ? streamOf(basis, CATALOGUE) : CATALOGUE.find((each) => each.id === id)
    return stream ? [{ ...source, stream }] : []
  })
  return { ...saved, draft: { ...draft, sources }, form: form && { ...form, id: form.id } }
}

/** Drafts in the browser's storage, newest first. They survive a reload and an expired session, but not signing out. */
function createDraftStore(cache: Pick<Cache, 'read' | 'write'>): DraftStore {
  const list$ = new BehaviorSubject<readonly SavedDraft[]>([])
  const load = (): readonly SavedDraft[] =>
    parseCacheEntry(cache.read('strategy-drafts'), storedSchema)?.drafts.map(fromStored) ?? []

  function store(drafts: readonly SavedDraft[]): void {
    const newest = drafts.toSorted((a, b) => b.savedAt - a.savedAt).slice(0, STRATEGY.maxDrafts)
    cache.write('strategy-drafts', JSON.stringify({ drafts: newest.map(toStored) }))
    list$.next(newest)
  }
  // Another tab may have changed them, so each change starts from what is stored.
  const others = (id: string) => load().filter((draft) => draft.id !== id)

  return {
    list$,
    reload: () => list$.next(load()),
    save: (draft) => store([...others(draft.id), draft]),
    remove: (id) => store(others(id)),
  }
}

/** Saves the wizard's draft with each change, and removes it when it is finished. */
function saveDrafts(wizard: WizardActor, drafts: DraftStore, now: () => number): void {
  let last: string | undefined
  wizard.subscribe((snapshot) => {
    const { draftId: id, draft, form, edits } = snapshot.context
    const step = wizardStep(snapshot)
    if (id === undefined || step === undefined || !isTouched(snapshot.context)) return
    const saved = { id, step, draft, form, edits }
    const text = JSON.stringify(saved)
    if (text === last) return
    last = text
    drafts.save({ ...saved, savedAt: now() })
  })
  wizard.on('finished', ({ draftId }) => drafts.remove(draftId))
}

/** What the analytics socket says of the user's paper account. */
export interface PaperFeed {
  readonly isLive$: Observable<boolean>
  readonly updates$: Observable<PaperUpdate>
}

/** The paper account as the analytics socket has it. */
export const paperFeedOf = ({ unbatched$, analyticsLiveness$ }: Streams): PaperFeed => ({
  isLive$: analyticsLiveness$.pipe(
    map((liveness) => liveness === 'live'),
    distinctUntilChanged(),
  ),
  updates$: unbatched$.pipe(
    map(({ message }) => message),
    filter((message) => message.type === 'PaperUpdate'),
  ),
})

export interface StrategyDeps {
  /** The strategy service. */
  readonly call: Call
  readonly cache: Pick<Cache, 'read' | 'write'>
  /** Calls back when another user signs in, or the user signs out. */
  readonly watchSession: ReturnType<typeof onSessionChange>
  readonly now: () => number
  readonly newId: () => string
  readonly paperFeed: PaperFeed
  /** Receives the wizard's inspection events when inspection is on. */
  readonly inspect: ((event: InspectionEvent) => void) | undefined
}

function failedWith({ text, status }: StrategyFailure): CreationOutcome {
  return { type: 'creation.failed', failure: { text, isUnanswered: status === undefined || status >= 500 } }
}

async function create(commands: StrategyService['commands'], definition: CustomStrategy): Promise<CreationOutcome> {
  const result = await commands.createCustom(definition)
  return result.ok ? { type: 'creation.done', strategyId: result.value } : failedWith(result.error)
}

async function save(
  commands: StrategyService['commands'],
  definition: CustomStrategy,
  { strategyId, versionNumber: based_on }: EditedVersion,
): Promise<CreationOutcome> {
  const result = await commands.saveVersion(strategyId, { based_on, definition })
  return result.ok ? { type: 'creation.done', strategyId, versionNumber: result.value } : failedWith(result.error)
}

/** Creates what outlives the trading screen: the strategy feeds and commands, and the wizard with its draft. */
export function createStrategies({
  call,
  cache,
  watchSession,
  now,
  newId,
  paperFeed,
  inspect,
}: StrategyDeps): Strategies {
  const { feeds, commands } = createStrategyService(call, createQueries({ visible$: pageVisible$, now }), newId)
  const createOrSave = (request: CustomStrategy, edits: EditedVersion | undefined) =>
    edits === undefined ? create(commands, request) : save(commands, request, edits)
  const wizard = createActor(createWizardMachine({ catalogue: CATALOGUE, create: createOrSave, now, newId }), {
    id: 'wizard',
    ...(inspect && { inspect }),
  })
  const drafts = createDraftStore(cache)
  saveDrafts(wizard, drafts, now)
  wizard.start()
  drafts.reload()
  watchSession(() => {
    wizardCommands(wizard).changeSession()
    drafts.reload()
  })
  const backtests = createBacktests(call, createQueries({ visible$: pageVisible$, now }))
  const { isLive$, updates$ } = paperFeed
  const paperQueries = createQueries({ visible$: pageVisible$, now, feed: { isLive$, changes$: updates$ } })
  const paper = createPaper(call, paperQueries, updates$)
  return { feeds, commands, backtests, paper, wizard, drafts }
}
