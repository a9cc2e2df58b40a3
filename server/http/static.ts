import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PAGE_PATHS } from '#contract/paths.ts'

/** Serves the built client's files and its index.html. */
export interface ClientPages {
  /** Registers a route for every built file. */
  readonly register: (app: FastifyInstance) => Promise<void>
  /** Sends index.html, with 404 for a path that is not one of the client's pages; requires `register` on the same application. */
  readonly send: (request: FastifyRequest, reply: FastifyReply) => FastifyReply
}

const INDEX = 'index.html'
const PAGES = new RegExp(`^(?:${PAGE_PATHS.map((path) => path.replaceAll(/:\w+/g, '[^/]+')).join('|')})$`)

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
        // The only page is index.html, sent for the paths of the client.
        const globIgnore = ['**/*.{map,gz,br,html}']
        await open.register(fastifyStatic, {
          ...files,
          decorateReply: false,
          wildcard: false,
          index: false,
          globIgnore,
        })
      })
    },
    send(request, reply) {
      if (isPage(request.url)) return reply.sendFile(INDEX)
      // A browser that has the page must still see it.
      delete request.raw.headers['if-none-match']
      delete request.raw.headers['if-modified-since']
      return reply.code(404).sendFile(INDEX)
    },
  }
}

/** Whether the client has a page at a URL. Like its router, ignores case and a slash at the end. */
function isPage(url: string): boolean {
  const path = decodeURIComponent(url.split('?', 1)[0] ?? '').toLowerCase()
  return PAGES.test(path.length > 1 ? path.replace(/\/$/, '') : path)
}

/**
 * True if a request is for a page rather than for a file or a service. At the path of a page a program that takes any type is sent the
 * page, as by other web servers; elsewhere only a browser that navigates is, which asks for HTML by name.
 */
export function wantsPage({ method, url, headers: { accept = '*/*' } }: PageRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (isPage(url)) return /text\/html|text\/\*|\*\/\*/.test(accept)
  const path = url.split('?', 1)[0] ?? ''
  // Pages have no dot in their path; files do.
  return accept.includes('text/html') && !/^\/(api|ws)(\/|$)/.test(path) && !path.includes('.')
}
type PageRequest = Pick<FastifyRequest, 'method' | 'url' | 'headers'>
