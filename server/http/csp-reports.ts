import * as SERVICE from '#contract/endpoints/service.ts'
import type { Service } from './app.ts'
import { jsonParser } from './body.ts'
import { redactUrl } from './logger.ts'
import { serve } from './serve.ts'

/** Violations logged per report. */
const MAX_LOGGED = 20
const MAX_LOCATION = 200

/** A URL without its query, which may contain secrets; keywords such as `inline` and `eval` unchanged. */
function redactLocation(location: string | undefined): string | undefined {
  if (location === undefined || !URL.canParse(location)) return location?.slice(0, MAX_LOCATION)
  const { protocol, host, pathname } = new URL(location)
  return host === '' ? protocol : redactUrl(`${protocol}//${host}${pathname}`).slice(0, MAX_LOCATION)
}

/** Receives violations of the content security policy from browsers and logs them. */
export const cspReportRoutes: Service = async (app) => {
  app.addContentTypeParser('application/reports+json', { parseAs: 'string' }, jsonParser(app))
  const { reports } = SERVICE
  serve(
    app,
    { reports },
    {
      reports({ body: sent, log }) {
        const violations = sent.filter(({ type }) => type === 'csp-violation')
        for (const { url, body } of violations.slice(0, MAX_LOGGED))
          log.warn(
            {
              directive: body?.effectiveDirective?.slice(0, MAX_LOCATION),
              blocked: redactLocation(body?.blockedURL),
              source: redactLocation(body?.sourceFile),
              line: body?.lineNumber,
              page: redactLocation(url),
            },
            'content security policy violation',
          )
      },
    },
  )
}
