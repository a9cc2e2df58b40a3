import type { FastifyInstance } from 'fastify'
import { DOCS_PATH, OPENAPI_PATH } from '#contract/paths.ts'
import { messageSchemas } from './messages.ts'
import { apiDocumentSchema, PAGE_POLICY, pageOf } from './page.ts'

/** The description of the API, as OpenAPI 3.1 and as a page. Both are made once, on the first request. */
export function registerApiDocs(app: FastifyInstance): void {
  let document: object | undefined
  let page: string | undefined
  const read = (): object => {
    const openApi = app.swagger()
    const components = 'components' in openApi ? openApi.components : {}
    return { ...openApi, components: { ...components, schemas: messageSchemas() } }
  }
  app.get(OPENAPI_PATH, (_request, reply) => reply.send((document ??= read())))
  app.get(DOCS_PATH, (_request, reply) =>
    reply
      .header('content-security-policy', PAGE_POLICY)
      .type('text/html; charset=utf-8')
      .send((page ??= pageOf(apiDocumentSchema.parse((document ??= read()))))),
  )
}
