import type { ProxyConsumption, ProxyStatus } from '#contract/proxy.ts'

export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string }

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

type Ask<T> = (signal: AbortSignal) => Promise<Answer<T>>

/** The calls of the stream-proxy that tell of its health. None rejects. */
export interface ProxyApi {
  readonly vitals: Ask<ProxyVitals>
  readonly system: Ask<ProxySystem>
  readonly consumption: Ask<ProxyConsumption>
  readonly analytics: Ask<ProxyAnalyticsHealth>
  readonly streams: Ask<readonly string[]>
}

/** Everything the monitor needs from outside. */
export interface HealthPorts {
  readonly api: ProxyApi
  /** Called back whenever another person, or nobody, is signed in; returns how to stop. */
  readonly watchSession: (changed: () => void) => () => void
  /** Wall clock, unix ms. */
  readonly now: () => number
}
