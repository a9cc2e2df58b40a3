import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { REPORTS_PATH } from '#contract/paths.ts'
import { jsonParser } from './body.ts'
import { redactUrl } from './logger.ts'

const MAX_BYTES = 65_536
/** Violations of one report that are logged. */
const MAX_LOGGED = 20
const MAX_LOCATION = 200

const text = z.optional(z.string())
/** What the Reporting API sends; of other kinds of reports nothing is used but their type. */
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

/** An address without its query, which may hold secrets; `inline`, `eval` and the like as they are. */
function redactLocation(location: string | undefined): string | undefined {
  if (location === undefined || !URL.canParse(location)) return location?.slice(0, MAX_LOCATION)
  const { protocol, host, pathname } = new URL(location)
  return host === '' ? protocol : redactUrl(`${protocol}//${host}${pathname}`).slice(0, MAX_LOCATION)
}

/** Logs what the content security policy kept a page from doing, as its browser reports it. */
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
        'a page was kept from something by the content security policy',
      )
    return reply.code(204).send()
  })
}
