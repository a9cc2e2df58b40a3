import { spawnSync } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { clientMessageSchema } from '#contract/client-messages.ts'
import { SERVER_MESSAGES } from '#contract/messages.ts'
import * as SERVICE from '#contract/endpoints/service.ts'
import { startComposition } from '#test/support/server/composition.ts'
import { POLICY } from '#server/http/route-policy.ts'
import * as CANDLES from '#contract/endpoints/candles.ts'
import * as CANDLE_IMPORTS from '#contract/endpoints/candle-imports.ts'
import * as MODELS from '#contract/endpoints/models.ts'
import { PAIR_IDS } from '#contract/pairs.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { PAYLOADS } from '#contract/payloads/meanings.ts'
import { INTERVALS } from '#contract/timeframes.ts'

const contentSchema = z.record(
  z.string(),
  z.object({ schema: z.record(z.string(), z.unknown()), example: z.optional(z.unknown()) }),
)
const operationSchema = z.object({
  summary: z.string(),
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.optional(
    z.array(
      z.object({
        name: z.string(),
        description: z.string(),
        schema: z.record(z.string(), z.unknown()),
      }),
    ),
  ),
  requestBody: z.optional(z.object({ content: contentSchema })),
  responses: z.record(
    z.string(),
    z.object({
      description: z.string(),
      content: z.optional(contentSchema),
    }),
  ),
})
const { tdp } = DEFAULT_BASES
const lintSchema = z.object({ totals: z.object({ errors: z.number() }) })
const documentSchema = z.object({
  openapi: z.string(),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})

/** The schemas of bodies and successes of the routes as registered. */
const bodies = new Map<string, z.ZodMiniType>()
const successes = new Map<string, z.ZodMiniType>()
const recordBodies = (message: unknown) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url, schema }) => {
    if (schema?.body instanceof z.ZodMiniType) bodies.set(`${String(method)} ${url}`, schema.body)
    for (const [status, response] of Object.entries(schema?.response ?? {}))
      if (status.startsWith('2') && response instanceof z.ZodMiniType)
        successes.set(`${String(method)} ${url} ${status.toUpperCase()}`, response)
  })
}

let running: Awaited<ReturnType<typeof startComposition>>
let api: z.infer<typeof documentSchema>
beforeAll(async () => {
  subscribe('fastify.initialization', recordBodies)
  running = await startComposition()
  unsubscribe('fastify.initialization', recordBodies)
  api = documentSchema.parse((await running.app.inject({ url: SERVICE.openApi.path })).json())
}, 120_000)
afterAll(() => running.stop())

const described = () =>
  Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      operation,
    })),
  )

describe('the API reference', () => {
  it('[HT-60] describes every route of the policy table, and no other', () => {
    expect(
      described()
        .map(({ route }) => route)
        .toSorted(),
    ).toEqual(Object.keys(POLICY).toSorted())
  })

  it('[HT-61] says of each route what it does and how it can fail', () => {
    for (const { route, operation } of described()) {
      expect([route, operation.summary.length > 3]).toEqual([route, true])
      expect([route, Object.keys(operation.responses).some((status) => status.startsWith('2'))]).toEqual([route, true])
      expect([route, operation.responses['500']?.description.length ?? 0]).not.toEqual([route, 0])
      const isPublic = POLICY[route]?.access === 'public'
      expect([route, operation.security.length === 0, '401' in operation.responses]).toEqual([
        route,
        isPublic,
        !isPublic,
      ])
    }
  })

  it('[HT-62] shows an example body, which the route accepts, wherever a route takes one', () => {
    for (const { route, operation } of described()) {
      const schema = bodies.get(route)
      const example = operation.requestBody?.content['application/json']?.example
      if (schema) expect([route, z.safeParse(schema, example).error?.issues ?? []]).toEqual([route, []])
      else expect([route, example]).toEqual([route, undefined])
    }
    expect(bodies.size).toBeGreaterThan(10)
  })

  it('[HT-65] shows an example of each response with a body, and of successes one that fits', () => {
    const unfit: unknown[] = []
    for (const { route, operation } of described()) {
      for (const [status, { content = {} }] of Object.entries(operation.responses)) {
        for (const [type, { example }] of Object.entries(content)) {
          expect([route, status, example === undefined]).toEqual([route, status, false])
          const schema = successes.get(`${route} ${status}`)
          const issues = schema && type === 'application/json' ? z.safeParse(schema, example).error?.issues : undefined
          if (issues) unfit.push([route, issues[0]])
        }
      }
    }
    expect(unfit).toEqual([])
    expect(successes.size).toBeGreaterThan(60)
  })

  it('[MA-79] says what the fields of a payload mean, their units, and of which kind a share is', async () => {
    const { body } = await running.app.inject({ url: SERVICE.openApi.path })
    expect(body).toContain('"description":"The time since it first formed","x-unit":"hours"')
    expect(body).toContain('reaches it within an hour","x-unit":"share","x-kind":"probability"')
  })

  it('[HT-61] says of each failure what it is, with an example', () => {
    for (const { route, operation } of described()) {
      const failures = Object.entries(operation.responses).filter(([status]) => !status.startsWith('2'))
      expect([route, failures.length > 0]).toEqual([route, true])
      for (const [, { description, content = {} }] of failures)
        expect([
          route,
          JSON.stringify(content['application/json']?.example).includes(JSON.stringify(description)),
        ]).toEqual([route, true])
    }
  })

  it('[HT-63] lists every socket message, each with its fields', () => {
    const names = [...Object.keys(SERVER_MESSAGES).map((type) => `${type}Message`), 'ClientMessage', 'ServerMessage']
    const listed = Object.keys(api.components.schemas).filter((name) => name.endsWith('Message'))
    expect(listed.toSorted()).toEqual(names.toSorted())
    const types = clientMessageSchema.def.options.flatMap(({ shape }) => shape.type.def.values)
    const client = JSON.stringify(api.components.schemas['ClientMessage'])
    for (const type of types) expect([type, client.includes(`"const":"${type}"`)]).toEqual([type, true])
  })

  it('[HT-70] is a document without errors, as Redocly reads it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pairbot-openapi-'))
    try {
      const file = join(folder, 'openapi.json')
      await writeFile(file, (await running.app.inject({ url: SERVICE.openApi.path })).body)
      const args = ['node_modules/@redocly/cli/bin/cli.js', 'lint', '--extends=recommended', '--format=json', file]
      const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
      const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env, maxBuffer: 64 * 2 ** 20 })
      const { totals } = lintSchema.parse(JSON.parse(stdout.slice(stdout.indexOf('{'))))
      expect(totals.errors, stdout.slice(0, 2_000)).toBe(0)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('[HT-70] names its server, and each operation once', () => {
    expect(api.servers).toEqual([expect.objectContaining({ url: '/' })])
    const ids = described().map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(['authLogin', 'candleImportsPause', 'modelsUpload']))
  })

  it('[HT-70] names the type of each body and response, and every type that may be null as one', () => {
    const names = described().flatMap(({ operation: { requestBody, responses } }) => {
      const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
      return [requestBody, ...successes.map(([, response]) => response)].flatMap((body) => {
        const json = body?.content?.['application/json']
        return json ? [json.schema['title']] : []
      })
    })
    expect(names.length).toBeGreaterThan(150)
    expect(names).not.toContain(undefined)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(expect.arrayContaining(['AuthLoginRequest', 'AuthLoginResponse', 'ModelsUploadResponse']))
    expect(api.components.schemas['cross_timeframe_analysis']).toMatchObject({
      properties: {
        analysis_summary: {
          properties: {
            primary_timeframe: { type: ['string', 'null'], enum: expect.arrayContaining(['M1', null]) },
            overall_signal: { properties: { expected_move: { type: ['number', 'null'] } } },
          },
        },
      },
    })
  })

  it('[HT-70] says what each parameter means, and of numbers their bounds', () => {
    for (const { route, operation } of described())
      for (const { name, description, schema } of operation.parameters ?? []) {
        expect([route, name, description.length > 5]).toEqual([route, name, true])
        expect([route, name, JSON.stringify(schema).includes('[+-]?')]).toEqual([route, name, false])
      }
    const parametersOf = (wanted: string) =>
      Object.fromEntries(
        described()
          .filter(({ route }) => route === wanted)
          .flatMap(({ operation }) => operation.parameters ?? [])
          .map(({ name, schema }) => [name, schema]),
      )
    expect(parametersOf(`GET ${tdp}${CANDLES.byTimeframe.path}`)).toMatchObject({
      limit: { type: 'integer', minimum: 1, maximum: 5_000, default: 500 },
      since: { type: 'number', minimum: 0, 'x-unit': 'unix seconds' },
      timeframe: { enum: INTERVALS },
      pair: { enum: PAIR_IDS },
    })
  })

  it('[HT-70] describes the bodies that are no JSON', () => {
    const contentOf = (wanted: string) =>
      described().find(({ route }) => route === wanted)?.operation.requestBody?.content ?? {}
    const form = contentOf(`POST ${tdp}${MODELS.upload.path}`)['multipart/form-data']?.schema
    expect(form).toMatchObject({ properties: { model_file: { format: 'binary' }, timeframe: { enum: INTERVALS } } })
    expect(contentOf(`POST ${tdp}${CANDLE_IMPORTS.upload.path}`)['application/octet-stream']?.schema).toEqual({
      type: 'string',
      format: 'binary',
    })
  })

  it('[HT-73] says which headers a 429 has', async () => {
    const { body } = await running.app.inject({ url: SERVICE.openApi.path })
    const limited = described().filter(({ operation }) => '429' in operation.responses)
    expect(limited.length).toBeGreaterThan(100)
    expect(body.match(/"Retry-After":\{/g)).toHaveLength(limited.length)
  })

  it('[HT-71] every failure has one form', () => {
    const schemas = described().flatMap(({ operation }) =>
      Object.entries(operation.responses).flatMap(([status, { content = {} }]) =>
        status.startsWith('2') ? [] : [content['application/json']?.schema],
      ),
    )
    expect(schemas.length).toBeGreaterThan(500)
    expect(new Set(schemas.map((schema) => JSON.stringify(schema)))).toEqual(
      new Set(['{"$ref":"#/components/schemas/Failure"}']),
    )
  })

  it('[TK-3] says where an API token is accepted, and with which scope', () => {
    for (const { route, operation } of described()) {
      const { scope, access } = POLICY[route] ?? {}
      const tokens = operation.security.flatMap((each) => each['apiToken'] ?? [])
      expect([route, tokens]).toEqual([route, scope === undefined || scope === 'any' ? [] : [scope]])
      const refused = operation.responses['403']?.description.includes('Not accepted with an API token.') ?? false
      expect([route, refused]).toEqual([route, access !== 'public' && scope === undefined])
    }
  })

  it('[HT-63] describes what an entry of an analysis stream carries', () => {
    const update = JSON.stringify(api.components.schemas['AnalyticsUpdateMessage'])
    for (const name of Object.keys(PAYLOADS)) {
      expect(update).toContain(`"$ref":"#/components/schemas/${name}"`)
      expect(api.components.schemas[name]).toMatchObject({ type: 'object' })
    }
  })

  it('[HT-64] is a page that runs no script and loads nothing', async () => {
    const { statusCode, headers, body } = await running.app.inject({ url: SERVICE.docs.path })
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(body).not.toMatch(/<script|<link|src=|@import|style=/)
    expect(body).toContain(`${described().length} operations`)
  })
})
