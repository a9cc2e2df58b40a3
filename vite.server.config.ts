import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const RUNTIME = 'onnxruntime-web'
const ENTRY = 'ort.node.min.mjs'

/** Copies what Node needs of the model runtime beside the build: 14 of the 139 MB of its package. */
const copyModelRuntime: Plugin = {
  name: 'copy-model-runtime',
  generateBundle() {
    const folder = dirname(createRequire(import.meta.url).resolve(RUNTIME))
    for (const file of [ENTRY, 'ort-wasm-simd-threaded.mjs', 'ort-wasm-simd-threaded.wasm'])
      this.emitFile({ type: 'asset', fileName: `${RUNTIME}/${file}`, source: readFileSync(join(folder, file)) })
  },
}

/** Packages of many small files, which take a second to open and compile one by one: built in. */
const BUNDLED = ['drizzle-orm', 'fastify-type-provider-zod', 'jose', 'rxjs', 'trading-signals', 'zod']

/** The server build: our own code in one file each and the threads of models, backtests, imports and the score-card in their own, other packages stay in node_modules. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: BUNDLED },
  plugins: [copyModelRuntime],
  build: {
    target: 'node20',
    ssr: true,
    sourcemap: true,
    outDir: 'dist/server',
    rolldownOptions: {
      input: {
        main: 'server/main.ts',
        cli: 'server/cli.ts',
        'model-worker': 'server/models/scoring/worker.ts',
        'backtest-worker': 'server/backtests/worker/worker.ts',
        'import-worker': 'server/market/imports/worker.ts',
        'score-card-worker': 'server/score-card/past/worker.ts',
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        paths: { [RUNTIME]: `./${RUNTIME}/${ENTRY}` },
      },
    },
  },
})
