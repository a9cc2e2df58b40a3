import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Serves the built client's files, and gives what answers a navigation: the page itself. */
export interface ClientPages {
  /** Registers a route for every built file. */
  readonly register: (app: FastifyInstance) => Promise<void>
  /** Sends index.html; on the application that the routes were registered on. */
  readonly send: (reply: FastifyReply) => FastifyReply
}

const INDEX = 'index.html'

/** Marks an instance whose routes are files of the client, open to everybody. */
export const SERVES_FILES = 'servesFiles'

/** The built client below `root`. Throws when it was not built. */
export function clientPages(root: string): ClientPages {
  const index = join(root, INDEX)
  if (!existsSync(index)) throw new Error(`The client is not built: ${index} is missing. Run "npm run build".`)
  const files = {
    root,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Built files carry a hash of their content in the name.
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
