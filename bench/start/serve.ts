import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as SERVICE from '#contract/endpoints/service.ts'
import { CONFIG } from '#test/support/client/identity-service.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export const gzip = (bytes: Buffer): Buffer => gzipSync(bytes, { level: 9 })

/**
 * Serves a build over loopback, gzip 9, with the page at every other address. Services respond as for a signed-out user.
 */
export async function serve(folder: string): Promise<{ readonly origin: string; readonly close: () => void }> {
  const packed = new Map<string, Buffer>()
  const bodyOf = (path: string): Buffer => {
    const held = packed.get(path)
    if (held) return held
    const body = gzip(readFileSync(path))
    packed.set(path, body)
    return body
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bench')
    if (pathname === SERVICE.config.path) return response.end(JSON.stringify(CONFIG))
    if (pathname.startsWith('/api/')) return response.writeHead(401, { 'content-type': TYPES['.json'] }).end('{}')
    const file = join(folder, normalize(pathname))
    const path = extname(file) !== '' && existsSync(file) ? file : join(folder, 'index.html')
    const type = TYPES[extname(path)] ?? 'application/octet-stream'
    return response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(bodyOf(path))
  })
  await new Promise<void>((done) => {
    server.listen(Number(process.env['PAIRBOT_BENCH_PORT'] ?? 0), '127.0.0.1', done)
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}
