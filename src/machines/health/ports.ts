import type { ProxyConsumption, ProxyStatus } from '#contract/proxy.ts'

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string }

/** What the stream-proxy says of itself, in its own words; a 503 says it too. */
export interface ProxyVitals {
  readonly status: string
  readonly redis_connection: { readonly healthy: boolean; readonly status: string }
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

/** The calls of the stream-proxy that tell of its health. None rejects. */
export interface ProxyApi {
  readonly vitals: Query<ProxyVitals>
  readonly system: Query<ProxySystem>
  readonly consumption: Query<ProxyConsumption>
  readonly analytics: Query<ProxyAnalyticsHealth>
  readonly streams: Query<readonly string[]>
}

/** Everything the monitor needs from outside. */
export interface HealthPorts {
  readonly api: ProxyApi
  /** Called back whenever another person, or nobody, is signed in; returns how to stop. */
  readonly watchSession: (changed: () => void) => () => void
  /** Wall clock, unix ms. */
  readonly now: () => number
}
