import * as z from 'zod/mini'
import { STRATEGY } from '#contract/limits.ts'
import { integerString } from '#contract/numeric-strings.ts'
import { STRATEGIES } from '#contract/paths.ts'
import {
  savedVersionSchema,
  saveVersionSchema,
  versionResponseSchema,
  versionsResponseSchema,
} from '#contract/strategies/versions.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { principalOf } from '#server/http/guard.ts'
import { actorOf } from './actor.ts'
import type { StrategyRoutesDeps } from './deps.ts'
import { idParams, responses, withUnit } from './schemas.ts'

const versionParams = z.extend(idParams, { versionNumber: integerString(1, STRATEGY.maxVersions) })

/** The versions of a strategy, and saving a new one. */
export const versionRoutes =
  ({ shares, versions, changed }: StrategyRoutesDeps): Service =>
  async (app) => {
    app.get(
      STRATEGIES.versions,
      { schema: { params: idParams, response: responses(versionsResponseSchema) } },
      async (request) => {
        const { id } = await shares.findReadable(principalOf(request), request.params.id)
        const counts = await versions.decisionCounts(id)
        const all = await versions.list(id)
        return {
          versions: all.map(({ versionNumber, definition, createdAt }) => ({
            version_number: versionNumber,
            name: definition.name,
            created_at: createdAt,
            decisions: counts.get(versionNumber) ?? 0,
          })),
        }
      },
    )

    app.get(
      STRATEGIES.version,
      { schema: { params: versionParams, response: responses(versionResponseSchema) } },
      async (request) => {
        const { id, status } = await shares.findReadable(principalOf(request), request.params.id)
        const [version] = await versions.list(id, [request.params.versionNumber])
        if (!version) throw new RequestError(404, 'Version not found')
        const { versionNumber, definition, createdAt } = version
        return {
          version: { version_number: versionNumber, created_at: createdAt, definition: { ...definition, status } },
        }
      },
    )

    app.post(
      STRATEGIES.versions,
      { schema: { params: idParams, body: saveVersionSchema, response: responses(savedVersionSchema) } },
      async (request) => {
        const { based_on: basedOn, definition } = request.body
        const strategy = await versions.save(actorOf(request), request.params.id, basedOn, withUnit(definition))
        await changed(strategy.id)
        return { success: true as const, strategy_id: strategy.id, version_number: strategy.versionNumber }
      },
    )
  }
