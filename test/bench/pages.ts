import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import product from '../../vite.config.ts'

const OUT = join(tmpdir(), `pairbot-bench-${process.pid}`)

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
