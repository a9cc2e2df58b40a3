import * as z from 'zod/mini'
import { STRATEGY } from '../limits.ts'
import { integerString } from '../numeric-strings.ts'
import { strategyActivityResponseSchema, strategyHealthSchema, strategyMetricsSchema } from '../strategies/activity.ts'
import { availabilityQuerySchema, availabilityResponseSchema } from '../strategies/availability.ts'
import { backtestQuerySchema, backtestResponseSchema } from '../strategies/backtest.ts'
import {
  decisionResponseSchema,
  decisionsResponseSchema,
  evaluateResponseSchema,
  signalsResponseSchema,
  whyResponseSchema,
} from '../strategies/decisions.ts'
import { customStrategySchema, storedStrategySchema } from '../strategies/definition.ts'
import { EXAMPLE_STRATEGY } from '../strategies/example.ts'
import { decisionTypeSchema } from '../strategies/names.ts'
import {
  archivedResponseSchema,
  archiveSchema,
  createdStrategySchema,
  creationHeadersSchema,
  deletedResponseSchema,
  fromTemplateSchema,
  renamedResponseSchema,
  renameSchema,
  statusQuerySchema,
  statusResponseSchema,
  strategiesResponseSchema,
  strategyResponseSchema,
  templatesResponseSchema,
} from '../strategies/responses.ts'
import { shareSchema, sharesResponseSchema } from '../strategies/shares.ts'
import {
  savedVersionSchema,
  saveVersionSchema,
  versionResponseSchema,
  versionsResponseSchema,
} from '../strategies/versions.ts'
import type { Endpoint } from './endpoint.ts'

const READ = { access: 'Viewer', scope: 'strategies:read' } as const
const WRITE = { access: 'Trader', scope: 'strategies:write' } as const
const id = z.string().check(z.maxLength(STRATEGY.maxId))
const params = z.object({ id })
const ofVersion = { version_number: z.optional(integerString(1, STRATEGY.maxVersions)) }
const limit = (initial: number, max: number) => z._default(integerString(1, max), initial)
const REPEATED = 'A repeated Idempotency-Key returns the strategy that the first request created.'
const NOT_IN_THIS_STATUS = { 409: 'The strategy does not have a status in which this can be done.' }

export const templates = {
  method: 'GET',
  path: '/api/ensemble/templates',
  ...READ,
  response: templatesResponseSchema,
  summary: 'List the templates',
} satisfies Endpoint

export const fromTemplate = {
  method: 'POST',
  path: '/api/ensemble/strategies/from-template/:templateId',
  ...WRITE,
  params: z.object({ templateId: id }),
  headers: creationHeadersSchema,
  body: fromTemplateSchema,
  example: { name: 'Trend on BTC/USD', exchange: 'kraken', trading_pair: 'BTCUSD' },
  response: createdStrategySchema,
  summary: 'Create a strategy from a template',
  detail: REPEATED,
} satisfies Endpoint

export const custom = {
  method: 'POST',
  path: '/api/ensemble/strategies/custom',
  ...WRITE,
  headers: creationHeadersSchema,
  body: customStrategySchema,
  example: EXAMPLE_STRATEGY,
  response: createdStrategySchema,
  summary: 'Create a strategy',
  detail: REPEATED,
} satisfies Endpoint

export const backtest = {
  method: 'POST',
  path: '/api/ensemble/strategies/backtest',
  ...WRITE,
  onMarketOf: 'body',
  query: backtestQuerySchema,
  body: customStrategySchema,
  example: EXAMPLE_STRATEGY,
  response: backtestResponseSchema,
  summary: 'Run a strategy over past candles',
  detail: 'Stores nothing. The evaluator is the one that decides live.',
} satisfies Endpoint

export const availability = {
  method: 'POST',
  path: '/api/ensemble/sources/availability',
  ...WRITE,
  onMarketOf: 'body',
  body: availabilityQuerySchema,
  example: { symbol: 'BTCUSD', signal_sources: EXAMPLE_STRATEGY.signal_sources },
  response: availabilityResponseSchema,
  summary: 'Tell how much of the time sources can be used',
} satisfies Endpoint

export const list = {
  method: 'GET',
  path: '/api/ensemble/strategies',
  ...READ,
  response: strategiesResponseSchema,
  summary: 'List the strategies that you may read',
  detail: 'Your own, then those shared with you.',
} satisfies Endpoint

export const one = {
  method: 'GET',
  path: '/api/ensemble/strategies/:id',
  ...READ,
  params,
  response: strategyResponseSchema,
  summary: 'Read a strategy',
} satisfies Endpoint

export const rename = {
  method: 'PATCH',
  path: '/api/ensemble/strategies/:id',
  ...WRITE,
  params,
  body: renameSchema,
  example: { name: 'M5 with H1, cautious' },
  response: renamedResponseSchema,
  summary: 'Rename a strategy',
} satisfies Endpoint

export const remove = {
  method: 'DELETE',
  path: '/api/ensemble/strategies/:id',
  ...WRITE,
  params,
  response: deletedResponseSchema,
  summary: 'Delete a strategy',
  detail: 'With its decisions.',
} satisfies Endpoint

/** The status is read from the body where the query has none. */
export const status = {
  method: 'PATCH',
  path: '/api/ensemble/strategies/:id/status',
  ...WRITE,
  params,
  query: z.partial(statusQuerySchema),
  body: z.nullish(z.partial(statusQuerySchema)),
  example: { status: 'paused' },
  response: statusResponseSchema,
  failures: NOT_IN_THIS_STATUS,
  summary: 'Pause, resume or stop a strategy',
} satisfies Endpoint

export const archive = {
  method: 'PATCH',
  path: '/api/ensemble/strategies/:id/archive',
  ...WRITE,
  params,
  body: archiveSchema,
  example: { archived: true },
  response: archivedResponseSchema,
  failures: NOT_IN_THIS_STATUS,
  summary: 'Archive a stopped strategy, or bring it back',
} satisfies Endpoint

export const versions = {
  method: 'GET',
  path: '/api/ensemble/strategies/:id/versions',
  ...READ,
  params,
  response: versionsResponseSchema,
  summary: "List a strategy's versions",
  detail: 'Newest first.',
} satisfies Endpoint

export const version = {
  method: 'GET',
  path: '/api/ensemble/strategies/:id/versions/:versionNumber',
  ...READ,
  params: z.extend(params, { versionNumber: integerString(1, STRATEGY.maxVersions) }),
  response: versionResponseSchema,
  summary: 'Read a version of a strategy',
} satisfies Endpoint

export const saveVersion = {
  method: 'POST',
  path: '/api/ensemble/strategies/:id/versions',
  ...WRITE,
  params,
  body: saveVersionSchema,
  example: { based_on: 1, definition: EXAMPLE_STRATEGY },
  response: savedVersionSchema,
  failures: {
    409: 'Another version was saved since, there are as many as there can be, or the status allows no editing.',
  },
  summary: 'Save a new version of a strategy',
  detail: 'The next decision uses it. Refused if based_on is no longer the present version.',
} satisfies Endpoint

export const shares = {
  method: 'GET',
  path: '/api/ensemble/strategies/:id/shares',
  access: 'Trader',
  params,
  response: sharesResponseSchema,
  summary: 'List who may read a strategy',
} satisfies Endpoint

/** The response says whether a Trader has the e-mail address. */
export const share = {
  method: 'POST',
  path: '/api/ensemble/strategies/:id/shares',
  access: 'Trader',
  rate: 'sign-in',
  params,
  body: shareSchema,
  example: { audience: 'viewers' },
  response: sharesResponseSchema,
  failures: { 409: 'The strategy is shared with as many people as it can be.' },
  summary: 'Share a strategy to be read',
  detail: 'With all Viewers, or with the Trader who has the e-mail address.',
} satisfies Endpoint

/** `audience`: `viewers`, or the id of a user. */
export const revokeShare = {
  method: 'DELETE',
  path: '/api/ensemble/strategies/:id/shares/:audience',
  access: 'Trader',
  params: z.extend(params, { audience: id }),
  response: sharesResponseSchema,
  summary: 'End a share',
  detail: 'It applies at once.',
} satisfies Endpoint

export const performance = {
  method: 'GET',
  path: '/api/ensemble/strategies/:id/performance',
  ...READ,
  params,
  response: strategyActivityResponseSchema,
  summary: "Count a strategy's decisions",
} satisfies Endpoint

export const decision = {
  method: 'GET',
  path: '/api/ensemble/strategies/:id/decision',
  ...READ,
  params,
  query: z.object(ofVersion),
  response: decisionResponseSchema,
  summary: "Read a strategy's newest decision",
} satisfies Endpoint

/** `hours` of market time: all that are retained by default. */
export const decisions = {
  method: 'GET',
  path: '/api/ensemble/strategies/:id/decisions',
  ...READ,
  onMarketOf: 'strategy',
  params,
  query: z.object({
    ...ofVersion,
    limit: limit(STRATEGY.decisionsDefault, STRATEGY.decisionsCap),
    type: z.optional(decisionTypeSchema),
    hours: z.optional(integerString(1, STRATEGY.decisionsMaxHours)),
  }),
  response: decisionsResponseSchema,
  summary: "List a strategy's decisions",
  detail: 'Newest first.',
} satisfies Endpoint

export const why = {
  method: 'GET',
  path: '/api/ensemble/strategies/:id/decisions/:decisionId/why',
  ...READ,
  params: z.extend(params, { decisionId: id }),
  response: whyResponseSchema,
  summary: 'Read why a decision was made',
  detail: 'Every input, weight and rule, so that the decision can be recomputed.',
} satisfies Endpoint

export const signals = {
  method: 'GET',
  path: '/api/ensemble/strategies/:id/signals',
  ...READ,
  params,
  query: z.object({ limit: limit(STRATEGY.signalsDefault, STRATEGY.signalsCap) }),
  response: signalsResponseSchema,
  summary: 'Read the signals that a strategy saw last',
} satisfies Endpoint

export const definition = {
  method: 'GET',
  path: '/api/ensemble/strategies/:id/export',
  ...READ,
  params,
  response: storedStrategySchema,
  summary: 'Export a strategy',
  detail: 'As the body that creates the same strategy.',
} satisfies Endpoint

export const evaluate = {
  method: 'POST',
  path: '/api/ensemble/strategies/:id/evaluate',
  ...WRITE,
  onMarketOf: 'strategy',
  params,
  response: evaluateResponseSchema,
  summary: 'Evaluate a strategy now',
  detail: 'Stores no decision.',
} satisfies Endpoint

export const health = {
  method: 'GET',
  path: '/api/ensemble/health',
  ...READ,
  response: strategyHealthSchema,
  summary: 'Tell whether strategies are evaluated',
} satisfies Endpoint

export const metrics = {
  method: 'GET',
  path: '/api/ensemble/metrics',
  ...READ,
  response: strategyMetricsSchema,
  summary: 'Count your strategies and their decisions',
} satisfies Endpoint
