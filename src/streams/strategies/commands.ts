import type { EvaluateResponse } from '#contract/strategies/decisions.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import type { StrategyStatus } from '#contract/strategies/names.ts'
import type { FromTemplate } from '#contract/strategies/responses.ts'
import type { Creation, StrategyResult, StrategyApi } from './api.ts'

/** Mutations of strategies. None rejects; a success refreshes the queries without waiting for the next poll. */
export interface StrategyCommands {
  readonly createFromTemplate: (templateId: string, creation: Creation<FromTemplate>) => Promise<StrategyResult<string>>
  readonly createCustom: (creation: Creation<CustomStrategy>) => Promise<StrategyResult<string>>
  readonly setStatus: (id: string, status: StrategyStatus) => Promise<StrategyResult<unknown>>
  readonly remove: (id: string) => Promise<StrategyResult<unknown>>
  readonly evaluate: (id: string) => Promise<StrategyResult<EvaluateResponse>>
  readonly definition: (id: string) => Promise<StrategyResult<CustomStrategy>>
  /** Creates an idempotency key. */
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
    // Without a response the server may still have applied it.
    if (result.ok || result.error.status === undefined) invalidate()
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
