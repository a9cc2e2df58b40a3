import type { CustomStrategy } from '#contract/strategies/definition.ts'
import { createActor, type InspectionEvent } from 'xstate'
import { CATALOGUE } from '#contract/strategies/catalogue.ts'
import { pageVisible$ } from '#src/lib/page-visibility.ts'
import { wizardCommands } from '#src/machines/wizard/commands.ts'
import { createWizardMachine } from '#src/machines/wizard/machine.ts'
import type { CreationOutcome, EditedVersion } from '#src/machines/wizard/types.ts'
import { createQueries } from '#src/streams/queries.ts'
import { createBacktests } from '#src/transport/api/backtests.ts'
import type { Call } from '#src/transport/http/http.ts'
import { createStrategyService, type StrategyFailure, type StrategyService } from '#src/transport/api/strategies.ts'
import type { Cache } from '#src/transport/browser/cache.ts'
import type { onSessionChange } from './session-changes.ts'
import type { Strategies } from './services.ts'
import { createDraftStore, saveDrafts } from './strategy-drafts.ts'

export interface StrategyDeps {
  /** The strategy service. */
  readonly call: Call
  readonly cache: Pick<Cache, 'read' | 'write'>
  /** Calls back when another user signs in, or the user signs out. */
  readonly watchSession: ReturnType<typeof onSessionChange>
  readonly now: () => number
  readonly newId: () => string
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
export function createStrategies({ call, cache, watchSession, now, newId, inspect }: StrategyDeps): Strategies {
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
  return { feeds, commands, backtests, wizard, drafts }
}
