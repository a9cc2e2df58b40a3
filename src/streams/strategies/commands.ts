import { firstValueFrom } from 'rxjs'
import { STRATEGY } from '#contract/limits.ts'
import type { EvaluateResponse, PastDecisions } from '#contract/strategies/decisions.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import type { StrategyStatus } from '#contract/strategies/names.ts'
import type { FromTemplate } from '#contract/strategies/responses.ts'
import type { SaveVersion, VersionDetails } from '#contract/strategies/versions.ts'
import type { Share } from '#contract/strategies/shares.ts'
import type { Creation, DecisionFilter, StrategyResult, StrategyApi } from './api.ts'

/** Mutations of strategies. None rejects; a success refreshes the queries without waiting for the next poll. */
export interface StrategyCommands {
  readonly createFromTemplate: (templateId: string, body: FromTemplate) => Promise<StrategyResult<string>>
  readonly createCustom: (body: CustomStrategy) => Promise<StrategyResult<string>>
  /** Resolves to the number of the present version. A repeated edit saves nothing twice. */
  readonly saveVersion: (id: string, edit: SaveVersion) => Promise<StrategyResult<number>>
  readonly setStatus: (id: string, status: StrategyStatus) => Promise<StrategyResult<unknown>>
  readonly rename: (id: string, name: string) => Promise<StrategyResult<unknown>>
  readonly setArchived: (id: string, isArchived: boolean) => Promise<StrategyResult<unknown>>
  readonly share: (id: string, share: Share) => Promise<StrategyResult<unknown>>
  /** @param audience `viewers`, or a user's id */
  readonly revokeShare: (id: string, audience: string) => Promise<StrategyResult<unknown>>
  readonly remove: (id: string) => Promise<StrategyResult<unknown>>
  readonly evaluate: (id: string) => Promise<StrategyResult<EvaluateResponse>>
  readonly definition: (id: string) => Promise<StrategyResult<CustomStrategy>>
  readonly version: (id: string, versionNumber: number) => Promise<StrategyResult<VersionDetails>>
  /** All retained decisions that pass the filter. */
  readonly pastDecisions: (id: string, filter: DecisionFilter) => Promise<StrategyResult<PastDecisions>>
}

interface CommandPorts {
  readonly api: StrategyApi
  readonly invalidate: () => void
  /** Creates an idempotency key. */
  readonly newKey: () => string
}

export function createStrategyCommands({ api, invalidate, newKey }: CommandPorts): StrategyCommands {
  async function thenInvalidate<T>(mutation: Promise<StrategyResult<T>>): Promise<StrategyResult<T>> {
    const result = await mutation
    // Without a response the server may still have applied it.
    if (result.ok || result.error.status === undefined) invalidate()
    return result
  }

  /** Keys of creations that have not succeeded: a retry of the same request reuses its key, so that it runs once. */
  const keys = new Map<string, string>()
  async function create<Body>(
    template: string | undefined,
    body: Body,
    send: (creation: Creation<Body>) => Promise<StrategyResult<string>>,
  ): Promise<StrategyResult<string>> {
    const request = JSON.stringify([template, body])
    const key = keys.get(request) ?? newKey()
    keys.set(request, key)
    const result = await thenInvalidate(send({ body, key }))
    if (result.ok) keys.delete(request)
    return result
  }

  return {
    createFromTemplate: (templateId, body) =>
      create(templateId, body, (creation) => api.createFromTemplate(templateId, creation)),
    createCustom: (body) => create(undefined, body, api.createCustom),
    saveVersion: (id, edit) => thenInvalidate(api.saveVersion(id, edit)),
    setStatus: (id, status) => thenInvalidate(api.setStatus(id, status)),
    rename: (id, name) => thenInvalidate(api.rename(id, name)),
    setArchived: (id, isArchived) => thenInvalidate(api.setArchived(id, isArchived)),
    share: (id, share) => thenInvalidate(api.share(id, share)),
    revokeShare: (id, audience) => thenInvalidate(api.revokeShare(id, audience)),
    remove: (id) => thenInvalidate(api.remove(id)),
    evaluate: api.evaluate,
    definition: api.definition,
    version: (id, versionNumber) => firstValueFrom(api.version(id, versionNumber)),
    pastDecisions: (id, filter) => firstValueFrom(api.decisions(id, filter, STRATEGY.decisionsCap)),
  }
}
