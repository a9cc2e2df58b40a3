import fp from 'fastify-plugin'
import { registerApiDocs } from '#server/http/api-docs/routes.ts'
import type { Composition } from './composition.ts'

/** The description of the API, of the process that has all of its routes. */
export const apiDocsPart = fp<Composition>(async (app) => registerApiDocs(app), { name: 'api-docs' })
