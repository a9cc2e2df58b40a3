// Builds the benchmark as the product is built, with the same RxJS, and runs it in Node: `npm run bench:ingest`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import product from '../../vite.config.ts'

const folder = mkdtempSync(join(tmpdir(), 'pairbot-ingest-'))
try {
  await build({
    configFile: false,
    logLevel: 'warn',
    ...(product.resolve && { ssr: { noExternal: true, resolve: product.resolve } }),
    build: { ssr: 'bench/ingest/ingest.ts', target: 'es2022', outDir: folder, emptyOutDir: true },
  })
  await import(pathToFileURL(join(folder, 'ingest.js')).href)
} finally {
  rmSync(folder, { recursive: true })
}
