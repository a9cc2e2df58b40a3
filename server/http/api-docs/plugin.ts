import fp from 'fastify-plugin'
import { registerApiDocs } from './routes.ts'
import type { ServerContext } from '../../context.ts'

/** The description of the API, of the process that has all of its routes. */
export const apiDocsPlugin = fp<ServerContext>(async (app) => registerApiDocs(app), { name: 'api-docs' })
