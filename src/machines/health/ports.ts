import type { ProxyConsumption, ProxyHealth, ProxyStatus } from '#contract/proxy.ts'
import type { Result } from '#src/lib/result.ts'

/** Response of /health, which a 503 carries too. */
export interface ProxyVitals {
  readonly status: string
  readonly redis_connection: ProxyHealth['redis_connection']
  /** Why the server as a whole is not healthy. */
  readonly errors?: readonly string[] | undefined
}

export interface ProxySystem {
  readonly status: string
  readonly version?: string | undefined
  readonly config?:
    | { readonly [Field in keyof ProxyStatus['config']]?: ProxyStatus['config'][Field] | undefined }
    | undefined
}

export interface ProxyAnalyticsHealth {
  readonly status?: string | undefined
}

type Query<T> = (signal: AbortSignal) => Promise<Result<T>>

/** Calls of the stream-proxy that report its health. None rejects. */
export interface ProxyApi {
  readonly vitals: Query<ProxyVitals>
  readonly system: Query<ProxySystem>
  readonly consumption: Query<ProxyConsumption>
  readonly analytics: Query<ProxyAnalyticsHealth>
  readonly streams: Query<readonly string[]>
}

/** Ports of the health monitor. */
export interface HealthPorts {
  readonly api: ProxyApi
  /** Calls back when another user signs in, or the user signs out. Returns a function that stops it. */
  readonly watchSession: (changed: () => void) => () => void
  /** Wall clock, unix ms. */
  readonly now: () => number
}
