import { afterEach, describe, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { createLogger } from '#server/http/logger.ts'
import { cspReportRoutes } from '#server/operations/plugin.ts'
import { testApp } from '#test/support/server/app.ts'

const WARN = 40

let app: FastifyInstance | undefined
afterEach(() => app?.close())

async function reporting() {
  const lines: string[] = []
  const server = await testApp({ logger: createLogger('warn', { write: (line) => void lines.push(line) }) })
  app = server
  await server.register(cspReportRoutes)
  return {
    logged: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    post: async (payload: unknown, type = 'application/reports+json') =>
      (
        await server.inject({
          method: 'POST',
          url: '/api/reports',
          headers: { 'content-type': type, 'sec-fetch-dest': 'report' },
          payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
        })
      ).statusCode,
  }
}

const violation = (over: object = {}) => ({
  age: 12,
  type: 'csp-violation',
  url: 'https://pairbot.test/register?code=hunter2#hunter2',
  user_agent: 'a browser',
  body: {
    documentURL: 'https://pairbot.test/register?code=hunter2',
    effectiveDirective: 'script-src-elem',
    blockedURL: 'wss://evil.test/x?token=hunter2',
    sourceFile: 'https://pairbot.test/assets/main.js?hunter2',
    lineNumber: 7,
    sample: 'hunter2',
    ...over,
  },
})

describe('[HT-43] S11 CSP reports', () => {
  it('are logged without queries', async () => {
    const { post, logged } = await reporting()
    expect(await post([violation()])).toBe(204)
    expect(logged()).toEqual([
      expect.objectContaining({
        level: WARN,
        directive: 'script-src-elem',
        blocked: 'wss://evil.test/x',
        source: 'https://pairbot.test/assets/main.js',
        line: 7,
        page: 'https://pairbot.test/register',
        msg: 'content security policy violation',
      }),
    ])
    expect(JSON.stringify(logged())).not.toContain('hunter2')
  })

  it.each([
    ['inline', 'inline'],
    ['data:text/html,hunter2', 'data:'],
    ['https://pairbot.test/api/identity/admin/invitations/hunter2/revoke', expect.stringContaining('/***/revoke')],
    ['x'.repeat(5_000), 'x'.repeat(200)],
  ])('redact %s', async (blockedURL, blocked) => {
    const { post, logged } = await reporting()
    await post([violation({ blockedURL })])
    expect(logged()).toMatchObject([{ blocked }])
  })

  it('of other kinds, and those without a body, are accepted', async () => {
    const { post, logged } = await reporting()
    expect(await post([{ type: 'deprecation', url: 'x', body: { id: 'y' } }])).toBe(204)
    expect(await post([{ type: 'csp-violation', body: null }])).toBe(204)
    expect(logged()).toHaveLength(1)
  })

  it('are limited to twenty violations each, and sixty a minute', async () => {
    const { post, logged } = await reporting()
    await post(Array.from({ length: 50 }, () => violation()))
    expect(logged()).toHaveLength(20)
    for (let sent = 1; sent < 60; sent += 1) await post([])
    expect(await post([])).toBe(429)
  })

  it.each([
    ['no list', {}, 400],
    ['no JSON', '[', 400],
    ['too deep', `${'['.repeat(40)}${']'.repeat(40)}`, 400],
    ['too long', [violation({ sample: 'x'.repeat(70_000) })], 413],
  ])('that are %s are refused', async (_, payload, status) => {
    const { post } = await reporting()
    expect(await post(payload)).toBe(status)
  })

  it('must be JSON', async () => {
    const { post } = await reporting()
    expect(await post([], 'text/plain')).toBe(415)
  })
})
