import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { describe, expect, it } from 'vitest'
import { createLogger, hashId, redactUrl } from '#server/http/logger.ts'
import { bearer, testApp } from '#test/support/server/app.ts'

describe('the logger', () => {
  it.each([
    ['/ws/tdp?token=abc.def&batch=1', '/ws/tdp?token=***&batch=1'],
    ['/register?x=1&code=secret', '/register?x=1&code=***'],
    ['/a?TOKEN=abc', '/a?TOKEN=***'],
    ['/api/identity/admin/invitations/00ff/revoke', '/api/identity/admin/invitations/***/revoke'],
    ['/a?email=ada%40pairbot.test&search=ada&page=2', '/a?email=***&search=***&page=2'],
    ['/a?encoded=1', '/a?encoded=1'],
  ])('[HT-50] S12 logs %s as %s', (url, shown) => {
    expect(redactUrl(url)).toBe(shown)
  })

  it('[HT-50] S12 logs one line per request and no secrets', async () => {
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

  it('[HT-52] S12 hashes ids everywhere, consistently', async () => {
    const id = '6f2d1c3a-9b8e-4c7d-8e1f-0a1b2c3d4e5f'
    // printf %s 6f2d1c3a-9b8e-4c7d-8e1f-0a1b2c3d4e5f | sha256sum
    const hash = 'id-42028fa944837251'
    expect([hashId(id), hashId(id.toUpperCase())]).toEqual([hash, hash])
    const lines: string[] = []
    const logger = createLogger('info', { write: (line) => void lines.push(line) })
    const app = await testApp({ logger })
    app.get('/health', async (request) => {
      request.log.info({ userId: id, deep: [{ sessionId: id.toUpperCase() }], [id]: 1 }, `of ${id}`)
      throw new Error(`nobody is ${id}`, { cause: new Error(`or ${id}`) })
    })
    await app.inject({ url: `/health?user_id=${id}&ids=${id},${id}` })
    await app.close()

    expect(lines.join('').toLowerCase()).not.toContain(id.slice(0, 8))
    const [note, failure, request] = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(note).toMatchObject({ userId: hash, deep: [{ sessionId: hash }], [hash]: 1, msg: `of ${hash}` })
    expect(failure).toMatchObject({ err: { message: `nobody is ${hash}: or ${hash}` } })
    expect(request).toMatchObject({ req: { url: `/health?user_id=${hash}&ids=${hash},${hash}` } })
  })

  it('[HT-52] S12 logs a failed query without its values, with its cause', () => {
    const lines: string[] = []
    const logger = createLogger('info', { write: (line) => void lines.push(line) })
    const cause = new Error('no such column')
    logger.error({ err: new DrizzleQueryError('select $1', ['ada@pairbot.test\n    at hunter2'], cause) }, 'failed')

    expect(lines.join('')).not.toMatch(/ada|hunter2|params/)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: {
        message: 'Failed query: select $1: no such column',
        stack: expect.stringMatching(
          /^Error: Failed query: select \$1\n +at [^]+\ncaused by: Error: no such column\n +at /,
        ),
      },
    })
  })

  it('[HT-50] S12 keeps lines below 8 KiB for any input', async () => {
    const lines: string[] = []
    const logger = createLogger('info', { write: (line) => void lines.push(line) })
    const app = await testApp({ logger })
    app.get('/health', async () => {
      throw new Error('x'.repeat(100_000))
    })
    await app.inject({ url: `/health?x=${'y'.repeat(14_000)}`, headers: { 'user-agent': 'z'.repeat(14_000) } })
    await app.close()

    expect(lines).toHaveLength(2)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(8_192)
  })

  /** A process that logs 200 kB to `output` and then ends; what it says of itself, and its exit code. */
  async function logTo(output: number | 'pipe') {
    const script = `
      import { createLogger } from '#server/http/logger.ts'
      const log = createLogger('info')
      let written = 0
      const timer = setInterval(() => {
        log.info('x'.repeat(10_000))
        if ((written += 1) < 20) return
        clearInterval(timer)
        process.stderr.write('still here')
        process.exit(0)
      }, 5)`
    const args = ['--import', 'tsx', '--input-type=module', '-e', script]
    const child = spawn('node', args, { stdio: ['ignore', output, 'pipe'] })
    child.stdout?.destroy()
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const [code] = await once(child, 'exit')
    return [said, code]
  }

  it('[HT-51] BC-27 keeps working when its reader has gone', async () => {
    expect(await logTo('pipe')).toEqual(['still here', 0])
  })

  it.skipIf(!existsSync('/dev/full'))('[HT-51] BC-27 keeps working when its volume is full', async () => {
    const full = openSync('/dev/full', 'w')
    expect(await logTo(full)).toEqual(['still here', 0])
    closeSync(full)
  })
})
