import {
  ASYNCAPI_PATH,
  CONFIG_PATH,
  DOCS_PATH,
  HEALTH_PATH,
  LIVENESS_PATH,
  METRICS_PATH,
  OPENAPI_PATH,
  REPORTS_PATH,
} from '#contract/paths.ts'
import type { Operations } from './operation.ts'

export const SERVICE_OPERATIONS: Operations = {
  [`GET ${HEALTH_PATH}`]: {
    summary: 'Tell whether the server is ready',
    detail: 'Covers the ability to write, the age of market data, disk, database and models. 503 if it is not ready.',
  },
  [`GET ${LIVENESS_PATH}`]: { summary: 'Tell whether the process responds', detail: 'Checks nothing else.' },
  [`GET ${METRICS_PATH}`]: {
    summary: 'Read metrics',
    detail:
      'In the text format of Prometheus, with the token of PAIRBOT_METRICS_TOKEN as bearer token. 404 without one.',
    returns: { type: 'text/plain', example: '# TYPE pairbot_sockets gauge\npairbot_sockets 3\n' },
  },
  [`GET ${CONFIG_PATH}`]: { summary: 'Read where the services are', detail: 'Base paths and socket addresses.' },
  [`POST ${REPORTS_PATH}`]: {
    summary: 'Report a violation of the content security policy',
    detail: 'Sent by browsers, in batches.',
    body: [
      {
        type: 'csp-violation',
        url: 'https://pairbot.example/dashboard',
        body: { blockedURL: 'inline', effectiveDirective: 'script-src-elem' },
      },
    ],
  },
  [`GET ${OPENAPI_PATH}`]: {
    summary: 'Read this description',
    detail: 'OpenAPI 3.1.',
    returns: { type: 'application/json', example: { openapi: '3.1.0', info: { title: 'Pairbot API' }, paths: {} } },
  },
  [`GET ${ASYNCAPI_PATH}`]: {
    summary: 'Read the description of the sockets',
    detail: 'AsyncAPI 3.0, with the JSON Schema of every message.',
    returns: { type: 'application/json', example: { asyncapi: '3.0.0', info: { title: 'Pairbot sockets' } } },
  },
  [`GET ${DOCS_PATH}`]: {
    summary: 'Read this description as a page',
    returns: { type: 'text/html', example: '<!doctype html><title>Pairbot API</title>' },
  },
  'GET /widget/comparison': {
    summary: 'Load the comparison chart',
    detail: 'A page to be framed, with a policy of its own. The only one that loads from another host.',
    returns: { type: 'text/html', example: '<!doctype html><title>Comparison chart</title>' },
  },
}
