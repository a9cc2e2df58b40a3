import { describe, expect, it } from 'vitest'
import { createLogger, redactUrl } from '#server/http/logger.ts'
import { bearer, testApp } from '#test/rig/app.ts'

describe('the log', () => {
  it.each([
    ['/ws/tdp?token=abc.def&batch=1', '/ws/tdp?token=***&batch=1'],
    ['/register?x=1&code=secret', '/register?x=1&code=***'],
    ['/a?TOKEN=abc', '/a?TOKEN=***'],
    ['/a?encoded=1', '/a?encoded=1'],
  ])('[HT-50] S12 %s is written as %s', (url, shown) => {
    expect(redactUrl(url)).toBe(shown)
  })

  it('[HT-50] S12 holds one line per request and no secret', async () => {
    const lines: string[] = []
    const logger = createLogger('info', { write: (line) => void lines.push(line) })
    const app = await testApp({ logger })
    app.get('/health', async (request) => {
      request.log.info({ headers: request.headers, password: 'hunter2', user: { password: 'hunter2' } }, 'all of it')
      throw new Error('no luck with /ws/tdp?token=hunter2')
    })
    await app.inject({
      url: '/health?token=hunter2&code=hunter2',
      headers: { ...bearer('hunter2'), cookie: 'rt=hunter2', 'user-agent': 'a\r\n{"level":60}' },
    })
    await app.close()

    expect(lines.join('')).not.toContain('hunter2')
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['all of it', 'request failed', 'request'])
    expect(JSON.parse(lines[2]!)).toMatchObject({
      req: { method: 'GET', url: '/health?token=***&code=***', ip: '127.0.0.1' },
      status: 500,
    })
  })
})
