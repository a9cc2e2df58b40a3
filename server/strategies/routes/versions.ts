import { saveVersion, version, versions } from '#contract/endpoints/strategies.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { principalOf } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { actorOf, withUnit, type StrategyRoutesDeps } from './common.ts'

/** The versions of a strategy, and saving a new one. */
export const versionRoutes =
  ({ shares, versions: store, changed }: StrategyRoutesDeps): Service =>
  async (app) =>
    serve(
      app,
      { versions, version, saveVersion },
      {
        async versions(request) {
          const { id } = await shares.findReadable(principalOf(request), request.params.id)
          const counts = await store.decisionCounts(id)
          const all = await store.list(id)
          return {
            versions: all.map(({ versionNumber, definition, createdAt }) => ({
              version_number: versionNumber,
              name: definition.name,
              created_at: createdAt,
              decisions: counts.get(versionNumber) ?? 0,
            })),
          }
        },

        async version(request) {
          const { id, status } = await shares.findReadable(principalOf(request), request.params.id)
          const [found] = await store.list(id, [request.params.versionNumber])
          if (!found) throw new RequestError(404, 'Version not found')
          const { versionNumber, definition, createdAt } = found
          return {
            version: { version_number: versionNumber, created_at: createdAt, definition: { ...definition, status } },
          }
        },

        async saveVersion(request) {
          const { based_on: basedOn, definition } = request.body
          const strategy = await store.save(actorOf(request), request.params.id, basedOn, withUnit(definition))
          await changed(strategy.id)
          return { success: true, strategy_id: strategy.id, version_number: strategy.versionNumber }
        },
      },
    )
