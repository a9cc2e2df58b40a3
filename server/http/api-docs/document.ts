import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { fieldMeanings } from '#contract/payloads/fields.ts'
import { API_SCOPES } from '#contract/api-tokens.ts'
import type { Endpoint, RoutePolicy } from '#contract/endpoints/endpoint.ts'
import { AREAS, DECLARED } from '../areas.ts'
import type { PolicyTable } from '../route-policy.ts'
import { describeFields, describeParameters, failureOf, toWireSchema } from './schemas.ts'

/** What of a route decides which failures it can respond with. */
interface FailureSources {
  readonly method: string
  readonly url: string
  readonly policy: RoutePolicy
  readonly hasInput: boolean
  readonly hasParams: boolean
}

const MIB = 1_048_576

const maxBody = ({ bodyBytes = MIB }: RoutePolicy): string =>
  bodyBytes < MIB ? `${bodyBytes / 1024} KiB` : `${bodyBytes / MIB} MiB`

const refusedText = ({ access, recentProof, scope }: RoutePolicy): string =>
  [
    `Your role is below ${access}.`,
    recentProof && 'Or you have not proven for ten minutes who you are (reason proof_required: see Prove who you are).',
    access === 'Admin' && 'Or an Admin needs a second factor here (reason factor_required).',
    scope === undefined
      ? 'Not accepted with an API token.'
      : scope !== 'any' && `Or the API token lacks the scope ${scope}.`,
  ]
    .filter(Boolean)
    .join(' ')

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
  return Object.fromEntries(
    Object.entries(descriptions).flatMap(([status, description]) =>
      description === false ? [] : [[status, failureOf(status, description)]],
    ),
  )
}

/** Fields of payloads with their meaning, unit and kind. */
const toJsonSchema = createJsonSchemaTransform({
  schemaRegistry: fieldMeanings,
  zodToJsonConfig: { unrepresentable: 'any', override: describeFields },
})

const ABOUT = `The API that the Pairbot client uses. Sign in, then send the access token as a bearer token; or create an API token in Account
security, which programs send in the same way.

Responses say what is left of the caller's budget of requests, in the fields RateLimit and RateLimit-Policy of the IETF's draft; a 429
says in Retry-After how long to wait.

Live data comes over two sockets, /ws/tdp and /ws/analytics. Get a ticket for each and pass it, or an API token with the scope
streams:read, as the token parameter; the first message is a ConnectionAck. Send a Resume with the last message id of each stream to get what you missed.

Clients can be generated from /api/openapi.json; examples/README.md of the project has the commands for TypeScript and Python.`

/** `candleImportsPause`: the area and the name of the endpoint in its file. */
const idOf = (area: string, name: string): string =>
  `${area}-${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll(/-+(\w)/g, (_, letter: string) =>
    letter.toUpperCase(),
  )

/** The section and the id of each route: areas of the same name are one section. */
const PLACES = new Map(
  Object.entries(AREAS).flatMap(([area, { name, base, endpoints }]) =>
    Object.entries(endpoints).map(([own, { method, path }]: [string, Endpoint]) => [
      `${method} ${base}${path}`,
      { section: name, operationId: idOf(area, own) },
    ]),
  ),
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
      info: {
        title: 'Pairbot API',
        version: '1.0.0',
        description: ABOUT,
        license: { name: 'All rights reserved', identifier: 'LicenseRef-All-rights-reserved' },
      },
      servers: [{ url: '/', description: 'This server' }],
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
      const place = PLACES.get(route)
      const rule = policy[route]
      if (!endpoint || !place || !rule) return { url, schema: { hide: true } }
      const { body, querystring, params, headers } = input.schema ?? {}
      const parts = { querystring, params, headers }
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
            body: { ...named(schema?.body, place.operationId, 'Request'), examples: [endpoint.example] },
          }),
          ...Object.fromEntries(
            Object.entries(parts).flatMap(([part, own]) =>
              own === undefined
                ? []
                : [[part, describeParameters(Reflect.get(schema ?? {}, part), own, endpoint.parameters)]],
            ),
          ),
          ...(endpoint.sends && { body: { content: { [endpoint.sends.type]: { schema: formOf(endpoint.sends) } } } }),
          tags: [place.section],
          operationId: place.operationId,
          summary: endpoint.summary,
          ...(endpoint.detail && { description: endpoint.detail }),
          security: rule.access === 'public' ? [] : securityOf(rule),
          response: { ...successesOf(endpoint, schema?.response, place.operationId), ...failures },
        },
      }
    },
  })
}

const securityOf = ({ scope }: RoutePolicy) => [
  { accessToken: [] },
  ...(scope === undefined ? [] : [{ apiToken: scope === 'any' ? [] : [scope] }]),
]

/** The schema of a body that is no JSON. */
const formOf = ({ parts }: NonNullable<Endpoint['sends']>): object =>
  parts === undefined ? { type: 'string', format: 'binary' } : toWireSchema(parts, 'input')

/** A schema with the name that generators of clients give to its type: `ModelsUploadResponse`. */
const named = (schema: unknown, id: string, part: 'Request' | 'Response'): object =>
  Object.assign({}, schema, { title: `${id.charAt(0).toUpperCase()}${id.slice(1)}${part}` })

/** Successes only: the failures of a route follow from its policy and what it takes. */
const successesOf = ({ returns }: Endpoint, responses: unknown, id: string): Record<string, unknown> => {
  if (returns) {
    const { type, example } = returns
    const schema = named({ type: typeof example === 'string' ? 'string' : 'object' }, id, 'Response')
    return { 200: { description: 'Done.', content: { [type]: { schema, example } } } }
  }
  const successes = Object.entries(responses ?? {}).filter(([status]) => status.startsWith('2'))
  const described = successes.map(([status, schema]) => {
    return [status, { description: 'Done.', ...named(schema, id, 'Response') }] as const
  })
  return successes.length > 0 ? Object.fromEntries(described) : { 204: { description: 'Done.', type: 'null' } }
}
