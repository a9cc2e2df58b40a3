import { emptyResponseSchema } from '#contract/admin.ts'
import { apiTokensSchema, createApiTokenSchema, createdApiTokenSchema } from '#contract/api-tokens.ts'
import { IDENTITY } from '#contract/paths.ts'
import type { Service } from '#server/http/app.ts'
import { principalOf } from '#server/http/guard.ts'
import { idParams } from '../admin/queries.ts'
import type { IdentityContext } from '../context.ts'
import { actorOf } from '../request-context.ts'
import { responseSchemas, successBody } from '../responses.ts'
import type { SessionEnded } from '../sessions.ts'
import { createApiToken, listApiTokens, revokeApiToken } from './api-tokens.ts'

export interface ApiTokenRoutesDeps extends IdentityContext {
  readonly publish: (ended: SessionEnded) => void
}

/** Routes of the user's own API tokens. */
export const apiTokenRoutes =
  ({ database, now, publish }: ApiTokenRoutesDeps): Service =>
  async (app) => {
    app.get(IDENTITY.apiTokens, { schema: { response: responseSchemas(apiTokensSchema) } }, async (request) =>
      successBody({ tokens: await listApiTokens(database.db, principalOf(request).userId, now()) }),
    )

    app.post(
      IDENTITY.apiTokens,
      { schema: { body: createApiTokenSchema, response: responseSchemas(createdApiTokenSchema) } },
      async (request) => successBody(await createApiToken(database, request.body, actorOf(request, now()))),
    )

    app.delete(
      IDENTITY.apiToken,
      { schema: { params: idParams, response: responseSchemas(emptyResponseSchema) } },
      async (request) => {
        const ended = await revokeApiToken(database, request.params.id, actorOf(request, now()))
        if (ended) publish(ended)
        return successBody({})
      },
    )
  }
