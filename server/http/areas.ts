import * as ACCOUNT from '#contract/endpoints/account.ts'
import * as ADMINISTRATION from '#contract/endpoints/administration.ts'
import * as AUTH from '#contract/endpoints/auth.ts'
import * as BACKTESTS from '#contract/endpoints/backtests.ts'
import type { Endpoint, Endpoints } from '#contract/endpoints/endpoint.ts'
import * as ANALYSIS from '#contract/endpoints/analysis.ts'
import * as CANDLE_IMPORTS from '#contract/endpoints/candle-imports.ts'
import * as CANDLES from '#contract/endpoints/candles.ts'
import * as INDICATORS from '#contract/endpoints/indicators.ts'
import * as MODELS from '#contract/endpoints/models.ts'
import * as PAPER from '#contract/endpoints/paper.ts'
import * as SERVICE from '#contract/endpoints/service.ts'
import * as SIGNALS from '#contract/endpoints/signals.ts'
import * as STREAM_PROXY from '#contract/endpoints/stream-proxy.ts'
import * as STRATEGIES from '#contract/endpoints/strategies.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'

/** A section of the API: endpoints below one base. */
interface Area {
  readonly name: string
  /** One sentence for the API reference. */
  readonly about: string
  readonly base: string
  readonly endpoints: Endpoints
}

const { identity, tdp, proxy, strategy } = DEFAULT_BASES
const account = { name: 'Account', about: 'Signing in and out, your sessions and your password.', base: identity }
const marketData = { name: 'Market data', about: 'Candles, indicators, analysis and signals.', base: tdp }

/** Every area by the name of its file in contract/endpoints, in the order of the API reference. */
export const AREAS = {
  auth: { ...account, endpoints: AUTH },
  account: { ...account, endpoints: ACCOUNT },
  candles: { ...marketData, endpoints: CANDLES },
  'candle-imports': { ...marketData, endpoints: CANDLE_IMPORTS },
  indicators: { ...marketData, endpoints: INDICATORS },
  analysis: { ...marketData, endpoints: ANALYSIS },
  signals: { ...marketData, endpoints: SIGNALS },
  strategies: {
    name: 'Strategies',
    about: 'Strategies, their decisions and backtests.',
    base: strategy,
    endpoints: STRATEGIES,
  },
  backtests: {
    name: 'Backtests',
    about: 'Strategies over past candles, with simulated trades.',
    base: strategy,
    endpoints: BACKTESTS,
  },
  paper: {
    name: 'Paper trading',
    about: 'Strategies that trade simulated money on the live market.',
    base: strategy,
    endpoints: PAPER,
  },
  models: { name: 'Models', about: 'Uploaded models and their record.', base: tdp, endpoints: MODELS },
  'stream-proxy': {
    name: 'Streams',
    about: 'The log behind the sockets, over HTTP.',
    base: proxy,
    endpoints: STREAM_PROXY,
  },
  administration: {
    name: 'Administration',
    about: 'Users, invitations, sessions and security.',
    base: identity,
    endpoints: ADMINISTRATION,
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
