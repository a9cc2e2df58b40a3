import * as z from 'zod/mini'
import { clientConfigSchema } from '../config.ts'
import { healthSchema, livenessSchema, readinessSchema } from '../health.ts'
import { HEALTH_PATH } from '../paths.ts'
import type { Endpoint } from './endpoint.ts'

export const health = {
  method: 'GET',
  path: HEALTH_PATH,
  access: 'public',
  rate: 'none',
  response: healthSchema,
  acceptStatuses: [503],
  summary: 'Tell whether the server is ready',
  detail: 'Covers the ability to write, the age of market data, disk, database and models. 503 if it is not ready.',
} satisfies Endpoint

export const readiness = {
  method: 'GET',
  path: '/health/ready',
  access: 'public',
  rate: 'none',
  response: readinessSchema,
  acceptStatuses: [503],
  summary: 'Tell by the status whether the server takes all requests',
  detail:
    '503 while the database is unavailable, or changes and sign-ins are refused, as with a full disk; /health says why. For what ' +
    'balances by status and must not send changes to a server that can be read only.',
} satisfies Endpoint

export const liveness = {
  method: 'GET',
  path: '/health/live',
  access: 'public',
  rate: 'none',
  response: livenessSchema,
  summary: 'Tell whether the process responds',
  detail: 'Checks nothing else.',
} satisfies Endpoint

/** Checks a token of its own. */
export const metrics = {
  method: 'GET',
  path: '/metrics',
  access: 'public',
  rate: 'none',
  summary: 'Read metrics',
  detail: 'In the text format of Prometheus, with the token of PAIRBOT_METRICS_TOKEN as bearer token. 404 without one.',
  returns: { type: 'text/plain', example: '# TYPE pairbot_sockets gauge\npairbot_sockets 3\n' },
} satisfies Endpoint

/** Constant, as the client's files are: no stranger can keep the client of another from starting. */
export const config = {
  method: 'GET',
  path: '/config.json',
  access: 'public',
  rate: 'none',
  response: clientConfigSchema,
  summary: 'Read where the services are',
  detail: 'Base paths and socket addresses.',
} satisfies Endpoint

const text = z.optional(z.string())
/** Browsers send reports without the access token. Of other kinds of reports only the type is read. */
export const reports = {
  method: 'POST',
  path: '/api/reports',
  access: 'public',
  rate: 'report',
  bodyBytes: 65_536,
  body: z.array(
    z.object({
      type: z.string(),
      url: text,
      body: z.nullish(
        z.object({
          effectiveDirective: text,
          blockedURL: text,
          sourceFile: text,
          lineNumber: z.nullish(z.number()),
        }),
      ),
    }),
  ),
  example: [
    {
      type: 'csp-violation',
      url: 'https://pairbot.example/dashboard',
      body: { blockedURL: 'inline', effectiveDirective: 'script-src-elem' },
    },
  ],
  summary: 'Report a violation of the content security policy',
  detail: 'Sent by browsers, in batches.',
} satisfies Endpoint

// Descriptions of the API: nothing that the client's scripts do not contain.

export const openApi = {
  method: 'GET',
  path: '/api/openapi.json',
  access: 'public',
  rate: 'report',
  summary: 'Read this description',
  detail: 'OpenAPI 3.1.',
  returns: { type: 'application/json', example: { openapi: '3.1.0', info: { title: 'Pairbot API' }, paths: {} } },
} satisfies Endpoint

export const asyncApi = {
  method: 'GET',
  path: '/api/asyncapi.json',
  access: 'public',
  rate: 'report',
  summary: 'Read the description of the sockets',
  detail: 'AsyncAPI 3.0, with the JSON Schema of every message.',
  returns: { type: 'application/json', example: { asyncapi: '3.0.0', info: { title: 'Pairbot sockets' } } },
} satisfies Endpoint

export const docs = {
  method: 'GET',
  path: '/api/docs',
  access: 'public',
  rate: 'report',
  summary: 'Read this description as a page',
  returns: { type: 'text/html', example: '<!doctype html><title>Pairbot API</title>' },
} satisfies Endpoint

export const comparison = {
  method: 'GET',
  path: '/widget/comparison',
  access: 'public',
  rate: 'none',
  summary: 'Load the comparison chart',
  detail: 'A page to be framed, with a policy of its own. The only one that loads from another host.',
  returns: { type: 'text/html', example: '<!doctype html><title>Comparison chart</title>' },
} satisfies Endpoint
