import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { fieldMeanings } from '#contract/payloads/fields.ts'
import { API_SCOPES } from '#contract/api-tokens.ts'
import type { Endpoint, RoutePolicy } from '#contract/endpoints/endpoint.ts'
import { AREAS, DECLARED, routesOf } from '../areas.ts'
import type { PolicyTable } from '../route-policy.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'

/** What of a route decides which failures it can respond with. */
interface FailureSources {
  readonly method: string
  readonly url: string
  readonly policy: RoutePolicy
  readonly hasInput: boolean
  readonly hasParams: boolean
}

const text = { type: 'string' } as const
const STRATEGY_FAILURE = { type: 'object', properties: { detail: text, reason: text }, required: ['detail'] } as const
const FAILURE = {
  type: 'object',
  properties: { success: { const: false }, error: text, reason: text },
  required: ['success', 'error'],
} as const

const MIB = 1_048_576

const maxBody = ({ bodyBytes = MIB }: RoutePolicy): string =>
  bodyBytes < MIB ? `${bodyBytes / 1024} KiB` : `${bodyBytes / MIB} MiB`

const refusedText = ({ access, recentProof }: RoutePolicy): string =>
  recentProof
    ? `Your role is below ${access}, or you have not proven for ten minutes who you are (reason proof_required: see Prove who you are).`
    : `Your role is below ${access}.`

/** The failures that a route can respond with, by status: from its policy and from what it takes. */
function failuresOf({ method, url, policy, hasInput, hasParams }: FailureSources) {
  const needsToken = policy.access !== 'public'
  const route = `${method} ${url}`
  const own = DECLARED[route]?.failures
  const takesBody = method !== 'GET'
  const descriptions: Readonly<Record<string, string | false>> = {
    400: hasInput && 'The request is invalid; the message names the field.',
    401: needsToken && 'The access token is missing, invalid or expired, or the session has ended.',
    403:
      (needsToken || policy.sameOriginOnly === true) &&
      (policy.sameOriginOnly ? 'The request comes from another site.' : refusedText(policy)),
    404: hasParams && 'There is no such thing, or it is not yours to see.',
    409: own?.[409] ?? false,
    413: takesBody && `The body is larger than ${maxBody(policy)}.`,
    415: takesBody && 'The body has another content type than the route takes, or is compressed.',
    422: own?.[422] ?? false,
    429: policy.rate !== 'none' && 'Too many requests; Retry-After says how many seconds to wait.',
    500: 'The server failed. The log has the details.',
    503: url.startsWith('/api/') && 'The server cannot do this at present, for example because its disk is full.',
    507: own?.[507] ?? false,
  }
  const schema = url.startsWith(`${DEFAULT_BASES.strategy}/`) ? STRATEGY_FAILURE : FAILURE
  return Object.fromEntries(
    Object.entries(descriptions)
      .filter(([, description]) => description !== false)
      .map(([status, description]) => [status, { description, ...schema }]),
  )
}

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
