import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { build } from 'vite'
import product from '../../../vite.config.ts'

const OUT = join(tmpdir(), `pairbot-pages-${process.pid}`)
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Builds pages (name -> path) like the product and returns their folder, which the caller must remove. */
export async function buildPages(input: Readonly<Record<string, string>>): Promise<string> {
  await build({
    ...product,
    configFile: false,
    logLevel: 'warn',
    build: {
      ...product.build,
      sourcemap: false,
      outDir: OUT,
      emptyOutDir: true,
      rolldownOptions: { ...product.build?.rolldownOptions, input },
    },
  })
  return OUT
}

/** Serves a folder on a free port; returns its address and a close function. */
export async function serveFolder(folder: string): Promise<{ readonly address: string; readonly close: () => void }> {
  const server = createServer((request, response) => {
    const path = join(folder, normalize(new URL(request.url ?? '/', 'http://pages').pathname))
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
