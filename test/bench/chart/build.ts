import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize, resolve } from 'node:path'
import { buildPages } from '../pages.ts'
import { CONTENDERS } from './report.ts'

const PAGES = 'test/bench/chart/contenders'
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Builds the product's bench page and the other contenders as the product is built, and returns their folder. */
export function buildContenders(): Promise<string> {
  const others = CONTENDERS.filter((name) => name !== 'pairbot')
  const pages = Object.fromEntries(others.map((name) => [name, resolve(PAGES, `${name}.html`)]))
  return buildPages({ bench: resolve('bench.html'), ...pages })
}

export const pageOf = (name: string): string => (name === 'pairbot' ? '/bench.html' : `/${PAGES}/${name}.html`)

/** Serves a folder on a free port; returns its address and a close function. */
export async function serve(folder: string): Promise<{ readonly address: string; readonly close: () => void }> {
  const server = createServer((request, response) => {
    const path = join(folder, normalize(new URL(request.url ?? '/', 'http://bench').pathname))
    if (!existsSync(path)) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' })
    return createReadStream(path).pipe(response)
  })
  const port = await new Promise<number>((done) => {
    server.listen(Number(process.env['PAIRBOT_BENCH_PORT'] ?? 0), '127.0.0.1', () => {
      const address = server.address()
      done(typeof address === 'object' && address ? address.port : 0)
    })
  })
  return { address: `http://127.0.0.1:${port}`, close: () => server.close() }
}
