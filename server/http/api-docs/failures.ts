import type { RoutePolicy } from '#contract/endpoints/endpoint.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { DECLARED } from '../areas.ts'

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
export function failuresOf({ method, url, policy, hasInput, hasParams }: FailureSources) {
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
