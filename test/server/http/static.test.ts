import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '#test/support/server/app.ts'
import { compressFiles } from '../../../scripts/compress.mjs'

const SCRIPT = 'export const pairs = ["BTC/USD", "ETH/USD"]\n'.repeat(100)
const STYLE = '.card { color: canvastext }\n'.repeat(100)
const PAGE = `<!doctype html><title>Pairbot</title>${'<p>.</p>'.repeat(200)}`
/** As Chromium and Firefox ask. */
const ANY = 'gzip, deflate, br, zstd'

let app: FastifyInstance
let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pairbot-static-'))
  await mkdir(join(root, 'assets'))
  await writeFile(join(root, 'index.html'), PAGE)
  await writeFile(join(root, 'assets', 'index-a1.js'), SCRIPT)
  await writeFile(join(root, 'assets', 'index-a1.js.map'), SCRIPT)
  await writeFile(join(root, 'assets', 'index-a1.css'), STYLE)
  await writeFile(join(root, 'assets', 'small-a1.js'), 'export {}')
  await writeFile(join(root, 'assets', 'inter-a1.woff2'), SCRIPT)
  await compressFiles(root)
  app = await testApp({ clientRoot: root })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await rm(root, { recursive: true })
})

const ask = (
  url: string,
  coding: string | undefined,
  more: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) => app.inject({ method, url, headers: { ...more, ...(coding === undefined ? {} : { 'accept-encoding': coding }) } })

describe('[HT-34] compressed copies', () => {
  it('are made only of text files that get smaller', async () => {
    expect((await readdir(join(root, 'assets'))).toSorted()).toEqual([
      'index-a1.css',
      'index-a1.css.br',
      'index-a1.css.gz',
      'index-a1.js',
      'index-a1.js.br',
      'index-a1.js.gz',
      'index-a1.js.map',
      'inter-a1.woff2',
      'small-a1.js',
    ])
  })

  it.each([
    [ANY, 'br', brotliDecompressSync],
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['gzip;q=1, br;q=0', 'gzip', gunzipSync],
    ['deflate', undefined, (body: Buffer) => body],
    ['identity', undefined, (body: Buffer) => body],
    [undefined, undefined, (body: Buffer) => body],
  ])('a browser that accepts %s gets the script as %s', async (accepted, coding, decode) => {
    const reply = await ask('/assets/index-a1.js', accepted)
    expect(reply.statusCode).toBe(200)
    expect(decode(reply.rawPayload).toString()).toBe(SCRIPT)
    expect(reply.headers['content-length']).toBe(String(reply.rawPayload.length))
    expect([reply.headers['content-encoding'], reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
      coding,
      'application/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ])
  })

  it.each(['/assets/small-a1.js', '/assets/inter-a1.woff2'])('%s has no copy and is sent unchanged', async (url) => {
    const { statusCode, headers, body } = await ask(url, ANY)
    expect([statusCode, headers['content-encoding']]).toEqual([200, undefined])
    expect(body).toBe(url.endsWith('.js') ? 'export {}' : SCRIPT)
  })

  it('the page is compressed at any path, with its security headers', async () => {
    const { headers, rawPayload } = await ask('/admin/users', ANY, { accept: 'text/html' })
    expect(brotliDecompressSync(rawPayload).toString()).toBe(PAGE)
    expect([headers['content-encoding'], headers['content-type'], headers['cache-control']]).toEqual([
      'br',
      'text/html; charset=utf-8',
      'no-cache',
    ])
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })
})

describe('[HT-35] copies and caches', () => {
  it.each([ANY, 'gzip', undefined])('varies by accept-encoding for %s', async (accepted) => {
    expect((await ask('/assets/index-a1.js', accepted)).headers.vary).toBe('accept-encoding')
    expect((await ask('/', accepted, { accept: 'text/html' })).headers.vary).toBe('accept-encoding')
  })

  it('each copy has its own ETag for revalidation', async () => {
    const tags: unknown[] = []
    for (const accepted of ['br', 'gzip', 'identity']) {
      const { headers } = await ask('/', accepted, { accept: 'text/html' })
      const again = await ask('/', accepted, { accept: 'text/html', 'if-none-match': String(headers.etag) })
      expect([again.statusCode, again.body, again.headers.vary, again.headers['cache-control']]).toEqual([
        304,
        '',
        'accept-encoding',
        'no-cache',
      ])
      tags.push(headers.etag)
    }
    expect(new Set(tags).size).toBe(3)
  })

  it('HEAD matches GET', async () => {
    const get = await ask('/assets/index-a1.js', ANY)
    const head = await ask('/assets/index-a1.js', ANY, {}, 'HEAD')
    const { date: _, ...headers } = head.headers
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect(get.headers).toMatchObject(headers)
    expect(headers).toMatchObject({ 'content-encoding': 'br', 'content-length': get.headers['content-length'] })
  })

  it('a range refers to the copy of its ETag', async () => {
    const whole = await ask('/assets/index-a1.js', 'gzip')
    const part = await ask('/assets/index-a1.js', 'gzip', { range: 'bytes=2-9' })
    expect([part.statusCode, part.headers['content-encoding'], part.headers.etag]).toEqual([
      206,
      'gzip',
      whole.headers.etag,
    ])
    expect(part.headers['content-range']).toBe(`bytes 2-9/${whole.rawPayload.length}`)
    expect(part.rawPayload).toEqual(whole.rawPayload.subarray(2, 10))
  })

  it.each(['/assets/index-a1.js.br', '/assets/index-a1.js.gz', '/index.html.br'])('%s is not a path', async (url) => {
    expect((await ask(url, ANY, { accept: 'text/html' })).statusCode).toBe(404)
  })
})
