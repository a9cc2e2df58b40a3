import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { threadId } from 'node:worker_threads'
import { build } from 'vite'

const ENTRY = 'server/models/scoring/worker.ts'
const CACHE = join('node_modules', '.cache', 'pairbot')

/** The file of the models' thread as one compiled module; from source each start compiles it anew, in half a second. */
export async function bundleModelThread(): Promise<URL> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: ENTRY, write: false, rolldownOptions: { output: { codeSplitting: false } } },
  })
  const [chunk] = 'output' in result ? result.output : []
  if (chunk?.type !== 'chunk') throw new Error(`${ENTRY} cannot be bundled`)
  const file = join(CACHE, `model-thread-${createHash('sha256').update(chunk.code).digest('hex').slice(0, 16)}.mjs`)
  if (!existsSync(file)) {
    mkdirSync(CACHE, { recursive: true })
    const draft = `${file}.${process.pid}.${threadId}`
    writeFileSync(draft, chunk.code)
    renameSync(draft, file)
  }
  return pathToFileURL(resolve(file))
}
