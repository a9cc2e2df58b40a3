import replyFrom, { type FastifyReplyFromHooks } from '@fastify/reply-from'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { RoutePolicy } from '#contract/endpoints/endpoint.ts'
import { parsePair, type PairId } from '#contract/pairs.ts'
import { LeaderUnavailable } from './errors.ts'
import { routeOf, type PolicyTable } from './route-policy.ts'
import { REQUEST_ID } from './logger.ts'

export interface ForwardingDeps {
  readonly policy: PolicyTable
  /** Whether a route, by method and path as in the policy table, is served elsewhere. */
  readonly isForwarded: (route: string) => boolean
  /** Address of the process that serves a pair, or what belongs to none; undefined while there is none. */
  readonly leaderAddress: (pair: PairId | undefined) => string | undefined
  /** Resolves with the pair of a strategy; undefined if there is none of that id. */
  readonly strategyPair: (id: string) => Promise<PairId | undefined>
  /** Called when that process could not be reached. */
  readonly onUnreachable: () => void
}

const CONNECT_MS = 2_000
/** A process that was stopped accepts connections and answers nothing. */
const READ_MS = 10_000
const WRITE_MS = 60_000

/** Of this connection, or for this process only. The leader reads no cookies on these routes. */
const NOT_FORWARDED = [
  'connection',
  'cookie',
  'expect',
  'forwarded',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
]
const NOT_RETURNED = ['connection', 'keep-alive', 'proxy-authenticate', 'transfer-encoding', 'upgrade']

const without = <T extends object>(headers: T, names: readonly string[]): T => {
  const rest = { ...headers }
  for (const name of names) Reflect.deleteProperty(rest, name)
  return rest
}

const timeoutOf = (method: string, { bodyMs = WRITE_MS }: RoutePolicy): number => (method === 'GET' ? READ_MS : bodyMs)

const namedPair = z.object({ pair: z.string() })
const namedStrategy = z.object({ id: z.string() })
/** Of a check of sources, and of the definition of a strategy. */
const bodyOfPair = z.union([
  z.pipe(
    z.object({ symbol: z.string() }),
    z.transform(({ symbol }) => symbol),
  ),
  z.pipe(
    z.object({ symbols: z.array(z.string()) }),
    z.transform(({ symbols }) => symbols[0] ?? ''),
  ),
])

/** The pair that a request names in its path or its query. */
function pairOf({ params, query }: FastifyRequest): PairId | undefined {
  for (const part of [params, query]) {
    const named = namedPair.safeParse(part)
    if (named.success) return parsePair(named.data.pair)
  }
  return undefined
}

function pairOfBody({ body }: FastifyRequest): PairId | undefined {
  const named = bodyOfPair.safeParse(body)
  return named.success ? parsePair(named.data) : undefined
}

/**
 * Routes whose requests are passed on to a process that leads, body and response as they stream, after their policy was
 * enforced here; the leader enforces it again. It must trust this process as its proxy, to know the address of the client.
 */
export const forwardingRoutes =
  ({ policy, isForwarded, leaderAddress, strategyPair, onUnreachable }: ForwardingDeps): FastifyPluginAsync =>
  async (app) => {
    await app.register(replyFrom, {
      disableCache: true,
      disableRequestLogging: true,
      destroyAgent: true,
      undici: { pipelining: 1, connect: { timeout: CONNECT_MS } },
    })

    const toLeader = (base: string, timeout: number): FastifyReplyFromHooks => ({
      getUpstream: () => base,
      timeout,
      // The client decides whether to repeat a request.
      retryDelay: () => null,
      rewriteRequestHeaders: (request, headers) => ({
        ...without(headers, NOT_FORWARDED),
        'x-forwarded-for': request.ip,
        [REQUEST_ID]: request.id,
      }),
      rewriteHeaders: (headers) => without(headers, NOT_RETURNED),
      onError(reply) {
        onUnreachable()
        void reply.send(new LeaderUnavailable())
      },
    })

    async function neededPair(request: FastifyRequest, { onMarketOf }: RoutePolicy): Promise<PairId | undefined> {
      if (onMarketOf === undefined) return pairOf(request)
      return onMarketOf === 'body' ? pairOfBody(request) : strategyPair(namedStrategy.parse(request.params).id)
    }

    function forward(scope: FastifyInstance, [key, rule]: readonly [string, RoutePolicy]): void {
      const { method, url } = routeOf(key)
      const timeout = timeoutOf(method, rule)
      scope.route({
        method,
        url,
        async handler(request: FastifyRequest, reply: FastifyReply) {
          const base = leaderAddress(await neededPair(request, rule))
          if (base === undefined) throw new LeaderUnavailable()
          return reply.from(undefined, toLeader(base, timeout))
        },
      })
    }

    const routes = Object.entries(policy).filter(([key]) => isForwarded(key))
    for (const route of routes) if (route[1].onMarketOf === 'body') forward(app, route)
    await app.register(async (scope) => {
      // Other bodies are not read here.
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
      for (const route of routes) if (route[1].onMarketOf !== 'body') forward(scope, route)
    })
  }
