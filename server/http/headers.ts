import type { IncomingMessage } from 'node:http'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import * as SERVICE from '#contract/endpoints/service.ts'

/** Name of the reporting endpoint, shared by the two headers that use it. */
const REPORTS = 'pairbot'
const YEAR_S = 31_536_000
const HOST = /^[\w.-]+(:\d+)?$|^\[[\da-fA-F:.]+\](:\d+)?$/
const DENIED_FEATURES = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'display-capture']

/** Responses of services, which browsers and proxies must not cache. */
const isService = (url: string): boolean => /^\/(api\/|health|config\.json)/.test(url)

/** Security headers of every response. A route may set its own Content-Security-Policy in its handler. */
export async function secureHeaders(app: FastifyInstance, publicUrl: URL | undefined): Promise<void> {
  const tls = publicUrl?.protocol === 'https:'
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'worker-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'", (request: IncomingMessage) => ownSocketSource(request, publicUrl)],
        'frame-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        'require-trusted-types-for': ["'script'"],
        'report-to': [REPORTS],
      },
    },
    strictTransportSecurity: tls && { maxAge: YEAR_S, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // All pages are keyed by site: browsers warn if pages of one origin differ.
    originAgentCluster: false,
    // Same-origin framing is allowed; the CSP's frame-ancestors denies the rest.
    xFrameOptions: { action: 'sameorigin' },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('reporting-endpoints', `${REPORTS}="${SERVICE.reports.path}"`)
    reply.header('permissions-policy', DENIED_FEATURES.map((feature) => `${feature}=()`).join(', '))
    if (isService(request.url)) reply.header('cache-control', 'no-store')
  })
}

/** Older browsers do not include sockets of the same host in 'self'. An invalid host adds nothing. */
function ownSocketSource(request: IncomingMessage, publicUrl: URL | undefined): string {
  if (publicUrl) return `${publicUrl.protocol === 'https:' ? 'wss' : 'ws'}://${publicUrl.host}`
  const host = request.headers.host ?? ''
  return HOST.test(host) ? `ws://${host}` : "'self'"
}
