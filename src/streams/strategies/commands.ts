import type { EvaluateResponse } from '#contract/strategies/decisions.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import type { StrategyStatus } from '#contract/strategies/names.ts'
import type { FromTemplate } from '#contract/strategies/replies.ts'
import type { Creation, StrategyResult, StrategyApi } from './api.ts'

/** What can be done with strategies. None rejects; whatever succeeded shows without waiting for the next poll. */
export interface StrategyCommands {
  readonly createFromTemplate: (templateId: string, creation: Creation<FromTemplate>) => Promise<StrategyResult<string>>
  readonly createCustom: (creation: Creation<CustomStrategy>) => Promise<StrategyResult<string>>
  readonly setStatus: (id: string, status: StrategyStatus) => Promise<StrategyResult<unknown>>
  readonly remove: (id: string) => Promise<StrategyResult<unknown>>
  readonly evaluate: (id: string) => Promise<StrategyResult<EvaluateResponse>>
  readonly definition: (id: string) => Promise<StrategyResult<CustomStrategy>>
  /** A key for a creation: one per thing that is to exist once. */
  readonly newKey: () => string
}

interface CommandPorts {
  readonly api: StrategyApi
  readonly invalidate: () => void
  readonly newKey: () => string
}

export function createStrategyCommands({ api, invalidate, newKey }: CommandPorts): StrategyCommands {
  async function thenInvalidate<T>(mutation: Promise<StrategyResult<T>>): Promise<StrategyResult<T>> {
    const result = await mutation
    // Unanswered, it may have happened all the same.
    if (result.ok || result.failure.status === undefined) invalidate()
    return result
  }
  return {
    createFromTemplate: (templateId, creation) => thenInvalidate(api.createFromTemplate(templateId, creation)),
    createCustom: (creation) => thenInvalidate(api.createCustom(creation)),
    setStatus: (id, status) => thenInvalidate(api.setStatus(id, status)),
    remove: (id) => thenInvalidate(api.remove(id)),
    evaluate: api.evaluate,
    definition: api.definition,
    newKey,
  }
}
