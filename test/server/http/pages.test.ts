import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '#test/support/server/app.ts'

const PAGE = '<!doctype html><title>Pairbot</title>'
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

let app: FastifyInstance
let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pairbot-pages-'))
  await mkdir(join(root, 'assets'))
  await writeFile(join(root, 'index.html'), PAGE)
  await writeFile(join(root, 'other.html'), '<!doctype html>other')
  await writeFile(join(root, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(root, 'assets', 'index-a1b2.js'), 'export {}')
  await writeFile(join(root, 'assets', 'index-a1b2.js.map'), '{}')
  await writeFile(join(root, '.env'), 'SECRET=1')
  app = await testApp({ clientRoot: root })
  app.get('/health', async () => ({}))
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await rm(root, { recursive: true })
})

describe('pages', () => {
  it.each(['/', '/dashboard', '/Dashboard', '/admin/', '/admin/users', '/%73ignin', '/register?code=abc'])(
    '[HT-30] a reload of %s is the page, revalidated each time',
    async (url) => {
      const reply = await app.inject({ url, headers: HTML })
      expect([reply.statusCode, reply.headers['content-type'], reply.headers['cache-control'], reply.body]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-cache',
        PAGE,
      ])
    },
  )

  it.each([undefined, '*/*', 'text/*', 'application/json;q=0.9, */*;q=0.1'])(
    '[HT-30] / is the page for a program, too, that accepts %s',
    async (accept) => {
      const reply = await app.inject({ url: '/', headers: accept === undefined ? {} : { accept } })
      expect([reply.statusCode, reply.headers['content-type'], reply.body]).toEqual([
        200,
        'text/html; charset=utf-8',
        PAGE,
      ])
      expect((await app.inject({ method: 'HEAD', url: '/', headers: { accept: '*/*' } })).statusCode).toBe(200)
    },
  )

  it('[HT-36] a path that is no page is a short 404 for a program', async () => {
    const reply = await app.inject({ url: '/no/such/page', headers: { accept: '*/*' } })
    expect([reply.statusCode, reply.json()]).toEqual([404, { success: false, error: 'Not found: GET /no/such/page' }])
  })

  it.each(['/no/such/page', '/dashboard/more', '/administrator', '/admin/nowhere', '/assets', '/assets/'])(
    '[HT-36] AZ-18 %s, which is no page, is the page with 404, even if the browser has it',
    async (url) => {
      const known = await app.inject({ url: '/dashboard', headers: HTML })
      const held = {
        'if-none-match': String(known.headers.etag),
        'if-modified-since': String(known.headers['last-modified']),
      }
      for (const headers of [HTML, { ...HTML, ...held }]) {
        const reply = await app.inject({ url, headers })
        expect([reply.statusCode, reply.headers['cache-control'], reply.body]).toEqual([404, 'no-cache', PAGE])
      }
    },
  )

  it.each(['/other.html', '/index.html'])('[HT-37] AZ-19 %s is not served', async (url) => {
    expect((await app.inject({ url, headers: HTML })).statusCode).toBe(404)
  })

  it('[HT-31] built files are cached forever, others revalidated', async () => {
    const script = await app.inject('/assets/index-a1b2.js')
    const other = await app.inject('/favicon.svg')
    expect([script.statusCode, script.headers['content-type'], script.headers['cache-control']]).toEqual([
      200,
      'application/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ])
    expect([other.statusCode, other.headers['cache-control']]).toEqual([200, 'no-cache'])
    expect((await app.inject({ method: 'HEAD', url: '/assets/index-a1b2.js' })).statusCode).toBe(200)
  })

  it.each([
    '/assets/index-old.js',
    '/assets/index-a1b2.js.map',
    '/.env',
    '/.git/config',
    '/api',
    '/api/identity/x',
    '/ws/other',
  ])('[HT-32] AZ-17 %s is 404 even for a browser', async (url) => {
    const reply = await app.inject({ url, headers: HTML })
    expect([400, 404]).toContain(reply.statusCode)
    expect(reply.headers['content-type']).toContain('json')
  })

  it('[HT-32] a request that is not a navigation does not get the page', async () => {
    expect((await app.inject({ url: '/dashboard', headers: { accept: 'application/json' } })).statusCode).toBe(404)
    expect((await app.inject({ method: 'POST', url: '/dashboard', headers: HTML })).statusCode).toBe(404)
  })

  it('[HT-33] without a build the error says what to do', async () => {
    await expect(testApp({ clientRoot: join(root, 'nowhere') })).rejects.toThrow('Run "npm run build"')
  })
})

describe('headers', () => {
  const CSP =
    "default-src 'none';script-src 'self';worker-src 'self';style-src 'self';img-src 'self' data:;font-src 'self';" +
    "connect-src 'self' SOCKET;frame-src 'self';object-src 'none';base-uri 'none';form-action 'self';" +
    "frame-ancestors 'none';require-trusted-types-for 'script';report-to pairbot"

  it('[HT-40] S11 AB-31 AB-32 every response has the security headers, including errors', async () => {
    for (const url of ['/', '/health', '/api/x', '/api/x/..%2fy']) {
      const { headers } = await app.inject({ url, headers: { ...HTML, host: 'localhost:8080' } })
      expect(headers).toMatchObject({
        'content-security-policy': CSP.replace('SOCKET', 'ws://localhost:8080'),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
        'reporting-endpoints': 'pairbot="/api/reports"',
      })
      expect(headers).not.toHaveProperty('strict-transport-security')
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
  })

  it('[HT-40] an invalid host is not reflected in any header', async () => {
    const { headers } = await app.inject({ url: '/', headers: { host: "x; script-src 'unsafe-inline'" } })
    expect(headers['content-security-policy']).toBe(CSP.replace('SOCKET', "'self'"))
  })

  it('[HT-41] S11 behind TLS: HSTS for a year, and its own socket origin', async () => {
    const tls = await testApp({ publicUrl: new URL('https://pairbot.test') })
    const { headers } = await tls.inject({ url: '/x', headers: { host: 'inner:8080' } })
    await tls.close()
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    expect(headers['content-security-policy']).toBe(CSP.replace('SOCKET', 'wss://pairbot.test'))
  })

  it('[HT-42] S11 responses of services are not cached', async () => {
    expect((await app.inject('/health')).headers['cache-control']).toBe('no-store')
    expect((await app.inject('/api/x')).headers['cache-control']).toBe('no-store')
  })
})
