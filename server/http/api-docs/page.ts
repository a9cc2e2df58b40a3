import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import * as SERVICE from '#contract/endpoints/service.ts'
import { jsonSchemaSchema, typeText } from './type-text.ts'

const contentSchema = z.record(
  z.string(),
  z.object({ schema: z.optional(jsonSchemaSchema), example: z.optional(z.unknown()) }),
)
const responseSchema = z.object({ description: z.optional(z.string()), content: z.optional(contentSchema) })
const parameterSchema = z.object({
  name: z.string(),
  in: z.string(),
  required: z.optional(z.boolean()),
  description: z.optional(z.string()),
  schema: z.optional(jsonSchemaSchema),
})
const operationSchema = z.object({
  tags: z.optional(z.array(z.string())),
  summary: z.optional(z.string()),
  description: z.optional(z.string()),
  security: z.optional(z.array(z.unknown())),
  parameters: z.optional(z.array(parameterSchema)),
  requestBody: z.optional(z.object({ content: contentSchema })),
  responses: z.record(z.string(), responseSchema),
})
/** What the page reads of an OpenAPI document. */
export const apiDocumentSchema = z.object({
  info: z.object({ title: z.string(), description: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({ schemas: z.record(z.string(), jsonSchemaSchema) }),
})
export type ApiDocument = z.infer<typeof apiDocumentSchema>
type ApiOperation = z.infer<typeof operationSchema>

const STYLE = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:60rem;padding:1.5rem}
h1,h2{line-height:1.2}h2{margin-top:2.5rem}
nav ul{columns:12rem;padding-left:1.2rem}
details{border:1px solid #8886;border-radius:8px;margin:.5rem 0;padding:.5rem 1rem}
summary{cursor:pointer;overflow-wrap:anywhere}
code,pre{font:14px/1.5 ui-monospace,monospace}
pre{background:#8882;border-radius:8px;margin:.5rem 0;overflow-x:auto;padding:.75rem}
table{border-collapse:collapse;width:100%}th,td{border-top:1px solid #8886;padding:.3rem .6rem .3rem 0;text-align:left;vertical-align:top}
h4{margin:1rem 0 .25rem}
@media print{details{break-inside:avoid}}
`

const styleHash = createHash('sha256').update(STYLE).digest('base64')

/** The page has no script and loads nothing. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
const idOf = (name: string): string => name.toLowerCase().replaceAll(/\W+/g, '-')

/** An API reference as one HTML page: every operation by section, then the socket messages. */
export function pageOf(document: ApiDocument): string {
  const { info, tags, paths, components } = document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const sections = tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags?.includes(name))
    return `<h2 id="${idOf(name)}">${escape(name)}</h2><p>${escape(description)}</p>${own.map(operationHtml).join('')}`
  })
  const messages = Object.entries(components.schemas).map(([name, schema]) =>
    block(`<code>${escape(name)}</code>`, pre(typeText(schema))),
  )
  const links = [...tags.map(({ name }) => name), 'Socket messages']
    .map((name) => `<li><a href="#${idOf(name)}">${escape(name)}</a></li>`)
    .join('')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(info.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escape(info.title)}</h1>
${paragraphs(info.description)}
<p>${operations.length} operations. The same as <a href="${SERVICE.openApi.path}">OpenAPI 3.1</a>, and the
sockets as <a href="${SERVICE.asyncApi.path}">AsyncAPI 3.0</a>.</p>
<nav aria-label="Sections"><ul>${links}</ul></nav>
${sections.join('\n')}
<h2 id="socket-messages">Socket messages</h2>
${messages.join('')}
</main>
</body>
</html>
`
}

const block = (summary: string, body: string): string => `<details><summary>${summary}</summary>${body}</details>`
const pre = (text: string): string => `<pre>${escape(text)}</pre>`
const exampleText = (example: unknown): string =>
  typeof example === 'string' ? example : JSON.stringify(example, null, 2)
const paragraphs = (text: string): string =>
  text
    .split('\n\n')
    .map((each) => `<p>${escape(each)}</p>`)
    .join('')

function operationHtml(shown: {
  readonly path: string
  readonly method: string
  readonly operation: ApiOperation
}): string {
  const { path, method, operation } = shown
  const { summary = '', description, security, parameters = [], requestBody, responses } = operation
  const body = Object.values(requestBody?.content ?? {})[0]
  const parts = [
    description && `<p>${escape(description)}</p>`,
    security?.length ? '<p>Needs an access token.</p>' : '<p>Needs no access token.</p>',
    parameters.length > 0 && `<h4>Parameters</h4>${parametersHtml(parameters)}`,
    body?.schema && `<h4>Body</h4>${pre(typeText(body.schema))}`,
    body?.example !== undefined && `<h4>Example</h4>${pre(exampleText(body.example))}`,
    `<h4>Responses</h4>${Object.entries(responses).map(responseHtml).join('')}`,
  ]
  return block(`<code>${method} ${escape(path)}</code> ${escape(summary)}`, parts.filter(Boolean).join(''))
}

function parametersHtml(parameters: NonNullable<ApiOperation['parameters']>): string {
  const rows = parameters.map(
    ({ name, in: place, required = false, description = '', schema = {} }) =>
      `<tr><td><code>${escape(name)}</code></td><td>${escape(place)}${required ? ', required' : ''}</td><td><code>${escape(typeText(schema))}</code></td><td>${escape(description)}</td></tr>`,
  )
  return `<table><tr><th>Name</th><th>Where</th><th>Type</th><th>Meaning</th></tr>${rows.join('')}</table>`
}

function responseHtml([status, { description = '', content }]: [string, z.infer<typeof responseSchema>]): string {
  const { schema, example } = Object.values(content ?? {})[0] ?? {}
  const isSuccess = status.startsWith('2')
  const said = isSuccess ? '' : ` ${escape(description)}`
  const shown = example === undefined ? '' : `<h4>Example</h4>${pre(exampleText(example))}`
  return `<p><code>${status}</code>${said}</p>${isSuccess && schema ? pre(typeText(schema)) + shown : ''}`
}
