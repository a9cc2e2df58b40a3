import fp from 'fastify-plugin'
import type { ServerContext } from '../../context.ts'
import type { FastifyInstance } from 'fastify'
import * as SERVICE from '#contract/endpoints/service.ts'
import { serve } from '../serve.ts'
import { asyncApi as describeSockets } from './async-api.ts'
import { withResponseExamples } from './example.ts'
import { componentSchemas } from './schemas.ts'
import { apiDocumentSchema, PAGE_POLICY, pageOf } from './page.ts'

/** The description of the API: OpenAPI 3.1, AsyncAPI 3.0 of the sockets, and a page. Each is made once, on the first request. */
function registerApiDocs(app: FastifyInstance): void {
  let document: object | undefined
  let sockets: object | undefined
  let page: string | undefined
  const read = (): object => {
    const openApi = app.swagger()
    const components = 'components' in openApi ? openApi.components : {}
    return withResponseExamples({ ...openApi, components: { ...components, schemas: componentSchemas() } })
  }
  const { openApi, asyncApi, docs } = SERVICE
  serve(
    app,
    { openApi, asyncApi, docs },
    {
      openApi: () => (document ??= read()),
      asyncApi: () => (sockets ??= describeSockets()),
      docs: (_request, reply) =>
        reply
          .header('content-security-policy', PAGE_POLICY)
          .type('text/html; charset=utf-8')
          .send((page ??= pageOf(apiDocumentSchema.parse((document ??= read()))))),
    },
  )
}

/** The description of the API, of the process that has all of its routes. */
export const apiDocsPlugin = fp<ServerContext>(async (app) => registerApiDocs(app), { name: 'api-docs' })
