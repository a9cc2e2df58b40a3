import type { EvaluateReply } from '#contract/strategies/decisions.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import type { StrategyStatus } from '#contract/strategies/names.ts'
import type { FromTemplate } from '#contract/strategies/replies.ts'
import type { Creation, StrategyAnswer, StrategyApi } from './api.ts'

/** What can be done with strategies. None rejects; whatever succeeded shows without waiting for the next poll. */
export interface StrategyCommands {
  readonly createFromTemplate: (templateId: string, creation: Creation<FromTemplate>) => Promise<StrategyAnswer<string>>
  readonly createCustom: (creation: Creation<CustomStrategy>) => Promise<StrategyAnswer<string>>
  readonly setStatus: (id: string, status: StrategyStatus) => Promise<StrategyAnswer<unknown>>
  readonly remove: (id: string) => Promise<StrategyAnswer<unknown>>
  readonly evaluate: (id: string) => Promise<StrategyAnswer<EvaluateReply>>
  readonly definition: (id: string) => Promise<StrategyAnswer<CustomStrategy>>
  /** A key for a creation: one per thing that is to exist once. */
  readonly newKey: () => string
}

interface CommandPorts {
  readonly api: StrategyApi
  readonly changed: () => void
  readonly newKey: () => string
}

export function createStrategyCommands({ api, changed, newKey }: CommandPorts): StrategyCommands {
  async function telling<T>(deed: Promise<StrategyAnswer<T>>): Promise<StrategyAnswer<T>> {
    const answer = await deed
    // Unanswered, it may have happened all the same.
    if (answer.ok || answer.failure.status === undefined) changed()
    return answer
  }
  return {
    createFromTemplate: (templateId, creation) => telling(api.createFromTemplate(templateId, creation)),
    createCustom: (creation) => telling(api.createCustom(creation)),
    setStatus: (id, status) => telling(api.setStatus(id, status)),
    remove: (id) => telling(api.remove(id)),
    evaluate: api.evaluate,
    definition: api.definition,
    newKey,
  }
}
