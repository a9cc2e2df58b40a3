import type { Endpoint, Endpoints } from '#contract/endpoints/endpoint.ts'
import * as ANALYSIS from '#contract/endpoints/analysis.ts'
import * as CANDLE_IMPORTS from '#contract/endpoints/candle-imports.ts'
import * as CANDLES from '#contract/endpoints/candles.ts'
import * as INDICATORS from '#contract/endpoints/indicators.ts'
import * as MODELS from '#contract/endpoints/models.ts'
import * as SERVICE from '#contract/endpoints/service.ts'
import * as SIGNALS from '#contract/endpoints/signals.ts'
import * as STREAM_PROXY from '#contract/endpoints/stream-proxy.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'

/** A section of the API: endpoints below one base. */
interface Area {
  readonly name: string
  /** One sentence for the API reference. */
  readonly about: string
  readonly base: string
  readonly endpoints: Endpoints
}

const { tdp, proxy } = DEFAULT_BASES

const MARKET_DATA = { name: 'Market data', about: 'Candles, indicators, analysis and signals.', base: tdp } as const

/** Every area by the name of its file in contract/endpoints. */
export const AREAS = {
  candles: { ...MARKET_DATA, endpoints: CANDLES },
  'candle-imports': { ...MARKET_DATA, endpoints: CANDLE_IMPORTS },
  indicators: { ...MARKET_DATA, endpoints: INDICATORS },
  analysis: { ...MARKET_DATA, endpoints: ANALYSIS },
  signals: { ...MARKET_DATA, endpoints: SIGNALS },
  models: { name: 'Models', about: 'Uploaded models and their record.', base: tdp, endpoints: MODELS },
  'stream-proxy': {
    name: 'Streams',
    about: 'The log behind the sockets, over HTTP.',
    base: proxy,
    endpoints: STREAM_PROXY,
  },
  service: { name: 'Server', about: 'Health and configuration.', base: '', endpoints: SERVICE },
} as const satisfies Readonly<Record<string, Area>>

/** The endpoints of an area by method and path as registered. */
export const routesOf = ({ base, endpoints }: Area): Readonly<Record<string, Endpoint>> =>
  Object.fromEntries(
    Object.values(endpoints).map((endpoint) => [`${endpoint.method} ${base}${endpoint.path}`, endpoint]),
  )

/** Every declared endpoint by method and path as registered. */
export const DECLARED: Readonly<Record<string, Endpoint>> = Object.assign({}, ...Object.values(AREAS).map(routesOf))
