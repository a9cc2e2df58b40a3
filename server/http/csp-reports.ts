import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { REPORTS_PATH } from '#contract/paths.ts'
import { jsonParser } from './body.ts'
import { redactUrl } from './logger.ts'

const MAX_BYTES = 65_536
/** Violations logged per report. */
const MAX_LOGGED = 20
const MAX_LOCATION = 200

const text = z.optional(z.string())
/** Body of the Reporting API; only the type is read from other kinds of reports. */
const reportsSchema = z.array(
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
)

/** A URL without its query, which may contain secrets; keywords such as `inline` and `eval` unchanged. */
function redactLocation(location: string | undefined): string | undefined {
  if (location === undefined || !URL.canParse(location)) return location?.slice(0, MAX_LOCATION)
  const { protocol, host, pathname } = new URL(location)
  return host === '' ? protocol : redactUrl(`${protocol}//${host}${pathname}`).slice(0, MAX_LOCATION)
}

/** Receives violations of the content security policy from browsers and logs them. */
export const cspReportRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addContentTypeParser('application/reports+json', { parseAs: 'string' }, jsonParser(app))
  app.post(REPORTS_PATH, { bodyLimit: MAX_BYTES, schema: { body: reportsSchema } }, (request, reply) => {
    const violations = request.body.filter(({ type }) => type === 'csp-violation')
    for (const { url, body } of violations.slice(0, MAX_LOGGED))
      request.log.warn(
        {
          directive: body?.effectiveDirective?.slice(0, MAX_LOCATION),
          blocked: redactLocation(body?.blockedURL),
          source: redactLocation(body?.sourceFile),
          line: body?.lineNumber,
          page: redactLocation(url),
        },
        'content security policy violation',
      )
    return reply.code(204).send()
  })
}
