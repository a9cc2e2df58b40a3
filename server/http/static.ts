import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Serves the built client's files and its index.html. */
export interface ClientPages {
  /** Registers a route for every built file. */
  readonly register: (app: FastifyInstance) => Promise<void>
  /** Sends index.html; requires `register` on the same application. */
  readonly send: (reply: FastifyReply) => FastifyReply
}

const INDEX = 'index.html'

/** Decorator that marks an instance whose routes are public client files. */
export const SERVES_FILES = 'servesFiles'

/** The built client in `root`. Throws if it has not been built. */
export function clientPages(root: string): ClientPages {
  const index = join(root, INDEX)
  if (!existsSync(index)) throw new Error(`The client is not built: ${index} is missing. Run "npm run build".`)
  const files = {
    root,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Names of built files contain a content hash.
      const hashed = path.startsWith(join(root, 'assets'))
      reply.setHeader('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      reply.setHeader('vary', 'accept-encoding')
    },
  } satisfies FastifyStaticOptions
  return {
    async register(app) {
      await app.register(fastifyStatic, { ...files, serve: false })
      await app.register(async (open) => {
        open.decorate(SERVES_FILES, true)
        const globIgnore = ['**/*.{map,gz,br}', INDEX]
        await open.register(fastifyStatic, {
          ...files,
          decorateReply: false,
          wildcard: false,
          index: false,
          globIgnore,
        })
      })
    },
    send: (reply) => reply.sendFile(INDEX),
  }
}

/** True if a browser navigates to a page rather than requesting a file or a service. */
export function isNavigation({ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  const path = url.split('?', 1)[0] ?? ''
  return (
    (method === 'GET' || method === 'HEAD') &&
    (headers.accept ?? '').includes('text/html') &&
    !/^\/(api|ws)(\/|$)/.test(path) &&
    // Pages have no dot in their path; files do.
    !path.includes('.')
  )
}
