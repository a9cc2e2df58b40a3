import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { fieldMeanings } from '#contract/payloads/fields.ts'
import { API_SCOPES } from '#contract/api-tokens.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { AREAS, DECLARED, routesOf } from '../areas.ts'
import type { PolicyTable } from '../route-policy.ts'
import { failuresOf } from './failures.ts'

/** Fields of payloads with their meaning, unit and kind. */
const toJsonSchema = createJsonSchemaTransform({
  schemaRegistry: fieldMeanings,
  zodToJsonConfig: { unrepresentable: 'any' },
})

const ABOUT = `The API that the Pairbot client uses. Sign in, then send the access token as a bearer token; or create an API token in Account
security, which programs send in the same way.

Live data comes over two sockets, /ws/tdp and /ws/analytics. Get a ticket for each and pass it, or an API token with the scope
streams:read, as the token parameter; the first message is a ConnectionAck. Send a Resume with the last message id of each stream to get what you missed.`

/** The section of each route: areas of the same name are one. */
const SECTIONS = new Map(
  Object.values(AREAS).flatMap((area) => Object.keys(routesOf(area)).map((route) => [route, area.name])),
)
const ABOUT_SECTIONS = new Map(Object.values(AREAS).map(({ name, about }) => [name, about]))

/**
 * Collects the routes that are registered from now on into an OpenAPI 3.1 document, which `app.swagger()` returns. What
 * the schemas do not say comes from the declarations of the endpoints and the policy table.
 */
export async function describeRoutes(app: FastifyInstance, policy: PolicyTable): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Pairbot API', version: '1.0.0', description: ABOUT },
      tags: [...ABOUT_SECTIONS].map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          accessToken: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'Of a session: see Sign in.',
          },
          apiToken: {
            type: 'http',
            scheme: 'bearer',
            description: `Of a program: see Create an API token. Scopes: ${API_SCOPES.join(', ')}.`,
          },
        },
      },
    },
    transform(input) {
      const { url, schema } = toJsonSchema(input)
      const method = [input.route.method].flat()[0] ?? 'GET'
      const route = `${method} ${url}`
      const endpoint = DECLARED[route]
      const section = SECTIONS.get(route)
      const rule = policy[route]
      if (!endpoint || !section || !rule) return { url, schema: { hide: true } }
      const { body, querystring, params } = input.schema ?? {}
      const failures = failuresOf({
        method,
        url,
        policy: rule,
        hasInput: [body, querystring, params].some((part) => part !== undefined),
        hasParams: params !== undefined,
      })
      return {
        url,
        schema: {
          ...schema,
          ...(endpoint.example !== undefined && {
            body: Object.assign({}, schema?.body, { examples: [endpoint.example] }),
          }),
          tags: [section],
          summary: endpoint.summary,
          ...(endpoint.detail && { description: endpoint.detail }),
          ...(rule.access !== 'public' && {
            security: [{ accessToken: [] }, ...(rule.scope ? [{ apiToken: [rule.scope] }] : [])],
          }),
          response: { ...successesOf(endpoint, schema?.response), ...failures },
        },
      }
    },
  })
}

/** Successes only: the failures of a route follow from its policy and what it takes. */
const successesOf = ({ returns }: Endpoint, responses: unknown): Record<string, unknown> => {
  if (returns) {
    const { type, example } = returns
    const schema = { type: typeof example === 'string' ? 'string' : 'object' }
    return { 200: { description: 'Done.', content: { [type]: { schema, example } } } }
  }
  const successes = Object.entries(responses ?? {}).filter(([status]) => status.startsWith('2'))
  return successes.length > 0 ? Object.fromEntries(successes) : { 204: { description: 'Done.', type: 'null' } }
}
