import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Serves the built client's files, and gives what answers a navigation: the page itself. */
export interface ClientPages {
  /** Routes for every built file. To be registered on the application. */
  readonly routes: (app: FastifyInstance) => Promise<void>
  /** Sends index.html. */
  readonly send: (reply: FastifyReply) => FastifyReply
}

/** Marks an instance whose routes are files of the client, open to everybody. */
export const SERVES_FILES = 'servesFiles'

/** The built client below `root`. Throws when it was not built. */
export function clientPages(root: string): ClientPages {
  const index = join(root, 'index.html')
  if (!existsSync(index)) throw new Error(`The client is not built: ${index} is missing. Run "npm run build".`)
  const page = readFileSync(index)
  return {
    async routes(app) {
      app.decorate(SERVES_FILES, true)
      await app.register(fastifyStatic, {
        root,
        wildcard: false,
        index: false,
        globIgnore: ['**/*.map', 'index.html'],
        cacheControl: false,
        setHeaders: (reply, path) => {
          // Built files carry a hash of their content in the name.
          const hashed = path.startsWith(join(root, 'assets'))
          reply.setHeader('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        },
      })
    },
    send: (reply) => reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page),
  }
}

/** True when a browser asks for a page (by address bar, link or reload) rather than for a file or an answer of a service. */
export function isNavigation({ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  const path = url.split('?', 1)[0] ?? ''
  return (
    (method === 'GET' || method === 'HEAD') &&
    (headers.accept ?? '').includes('text/html') &&
    !/^\/(api|ws)(\/|$)/.test(path) &&
    // No page of ours has a dot in its address; files do.
    !path.includes('.')
  )
}
