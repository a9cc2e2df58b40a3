import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import { failureSchema } from '#contract/auth.ts'
import type { Endpoint, Endpoints } from '#contract/endpoints/endpoint.ts'
import { routeOf, type PolicyTable } from './route-policy.ts'
import { PAIR_IDS, parsePair, type PairId } from '#contract/pairs.ts'
import { parseTimeframe, type Timeframe } from '#contract/timeframes.ts'
import { RequestError } from './errors.ts'

type Parsed<E, Part extends string> = E extends { readonly [P in Part]: infer S extends z.ZodMiniType }
  ? z.output<S>
  : unknown
interface Parts<E> {
  Params: Parsed<E, 'params'>
  Querystring: Parsed<E, 'query'>
  Headers: Parsed<E, 'headers'>
  Body: Parsed<E, 'body'>
}
/** What a handler gives: what the schema of the response takes, anything where there is none, or the reply that it has sent. */
type Given<E> = E extends { readonly response: infer S extends z.ZodMiniType } ? z.input<S> | FastifyReply : unknown

/**
 * Handles the requests to an endpoint, whose parts its schemas have parsed. The status of a success is set before. A method, so
 * that the handlers of different endpoints fit one record.
 */
interface Handling<E extends Endpoint> {
  handle(request: FastifyRequest<Parts<E>>, reply: FastifyReply): Given<E> | Promise<Given<E>>
}
type Handlers<A extends Endpoints> = { readonly [Name in keyof A]: Handling<A[Name]>['handle'] }

/**
 * Parameters that no endpoint knows are refused: a misspelled filter would return everything. Pages and the like, which take none,
 * ignore them.
 */
function queryOf({ query, access }: Endpoint): z.ZodMiniType | undefined {
  if (query instanceof z.ZodMiniObject) return z.catchall(query, z.never())
  return query ?? (access === 'public' ? undefined : z.strictObject({}))
}

function schemaOf(endpoint: Endpoint, status: number) {
  const { params, headers, body, response, acceptStatuses = [] } = endpoint
  const query = queryOf(endpoint)
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(headers && { headers }),
    ...(body && { body }),
    ...(response && {
      response: {
        [status]: response,
        ...Object.fromEntries(acceptStatuses.map((other) => [other, z.union([response, failureSchema])])),
      },
    }),
  }
}

/**
 * Registers the handlers of endpoints, of a whole area or of some of it: each validated, limited and documented as its
 * declaration says.
 */
export function serve<A extends Endpoints>(
  app: { route(options: RouteOptions): unknown },
  endpoints: A,
  handlers: NoInfer<Handlers<A>>,
): void {
  for (const [name, handle] of Object.entries(handlers)) {
    const endpoint = endpoints[name]
    if (!endpoint) throw new Error(`Handler without an endpoint: declare "${name}" in contract/endpoints/`)
    const { method, path: url, body, bodyBytes, response, returns } = endpoint
    const status = endpoint.status ?? (response || returns ? 200 : 204)
    app.route({
      method,
      url,
      schema: schemaOf(endpoint, status),
      ...(body && bodyBytes !== undefined && { bodyLimit: bodyBytes }),
      async handler(request, reply) {
        void reply.code(status)
        return handle(request, reply)
      },
    })
  }
}

/** Throws for a route of the table that is not registered. */
export function assertServed(app: FastifyInstance, policy: PolicyTable): void {
  const unserved = Object.keys(policy).find((key) => !app.hasRoute(routeOf(key)))
  if (unserved !== undefined)
    throw new Error(`Endpoint without a handler: handle "${unserved}", or remove it from contract/endpoints/`)
}

/** Parses a pair in any spelling. Throws a 400 that lists the pairs. */
export function requirePair(spelling: string): PairId {
  const pair = parsePair(spelling)
  if (!pair) throw new RequestError(400, `Unknown pair "${spelling}": there are ${PAIR_IDS.join(', ')}.`)
  return pair
}

/** Parses one of the `offered` timeframes in any spelling. Throws a 400 that lists them as formatted by `spell`. */
export function requireTimeframe<T extends Timeframe>(
  spelling: string,
  offered: readonly T[],
  spell: (timeframe: T) => string = (timeframe) => timeframe,
): T {
  const named = parseTimeframe(spelling)
  const timeframe = offered.find((each) => each === named)
  if (timeframe) return timeframe
  throw new RequestError(400, `Unknown timeframe "${spelling}": there are ${offered.map(spell).join(', ')}.`)
}
