import type * as z from 'zod/mini'
import type { ApiScope } from '../api-tokens.ts'
import type { Role } from '../roles.ts'
import type { Parameter } from './parameters.ts'

/*
 * An endpoint is declared once, in the file of its area in this folder. The server's policy, validation, handler types and API
 * documents, and the client's typed calls follow from it. To add one:
 *
 * 1. Declare it: `export const activate = { method: 'POST', path: …, … } satisfies Endpoint`. Files of areas export nothing else.
 * 2. Handle it where `serve` (server/http/serve.ts) gets the other handlers of the area.
 * 3. Use it: `call(requestOf(MODELS.activate, { params: { id } }))` (src/transport/http/request-of.ts).
 *
 * A new area is also listed in server/http/areas.ts. A server does not start with an endpoint that nothing handles, nor with a
 * route that is not declared. The client's build keeps method, path, response and acceptStatuses (vite.config.ts).
 */

/** What limits how often an endpoint is called; `none`: the handler, if anything. */
export type RateClass = 'none' | 'standard' | 'token' | 'sign-in' | 'refresh' | 'invitation' | 'report'

/** Who may call an endpoint, how often, and whether cross-site requests are refused. */
export interface RoutePolicy {
  readonly access: 'public' | Role
  /** `standard` by default. */
  readonly rate?: RateClass
  /** The scope with which an API token may call the route, `any` for each token; without one, no API token may. */
  readonly scope?: ApiScope | 'any'
  /** Refuses cross-site requests, because the route reads or sets a cookie. */
  readonly sameOriginOnly?: true
  /** Refuses users who have not proven who they are for ten minutes: a taken session alone must not be able to do this. */
  readonly recentProof?: true
  /** A public route that counts a request with a valid refresh cookie against its user's budget, not its address's. */
  readonly identifiedByCookie?: true
  /** It needs the market of the pair that its body names, or of the strategy in its path: the process that leads that pair answers. */
  readonly onMarketOf?: 'body' | 'strategy'
  /** Time-out of the body if the default is too short, milliseconds, and its largest size if that is not 1 MiB. */
  readonly bodyMs?: number
  readonly bodyBytes?: number
}

/** What the API reference says of an endpoint. */
export interface Description {
  /** One line in the imperative: `List the users`. */
  readonly summary: string
  /** What the summary leaves open: units, order, limits, side effects. */
  readonly detail?: string
  /** What differs from `PARAMETERS`, by name. */
  readonly parameters?: Readonly<Record<string, Parameter>>
  /** A body that is no JSON: its type, and the parts of a form. */
  readonly sends?: { readonly type: string; readonly parts?: z.ZodMiniType }
  /** A body that the endpoint accepts. Required where it takes JSON. */
  readonly example?: unknown
  /** What it returns if that is no JSON with a schema. */
  readonly returns?: { readonly type: string; readonly example: unknown }
  /** Failures, by status, that the policy and the parameters do not imply. */
  readonly failures?: Readonly<Partial<Record<409 | 422 | 507, string>>>
}

export interface Endpoint extends RoutePolicy, Description {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below the base of its service. `:names` are parameters. */
  readonly path: `/${string}`
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  /** By names in lower case. */
  readonly headers?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  /** Without it the response has no body, or is what `returns` says. */
  readonly response?: z.ZodMiniType
  /** Of a success; by default 200, and 204 without a body. */
  readonly status?: 201 | 202
  /** Further statuses with the body of a success: a health check responds with 503 and says what is wrong. */
  readonly acceptStatuses?: readonly number[]
}

/** The endpoints of an area by name: the exports of its file. */
export type Endpoints = Readonly<Record<string, Endpoint>>
