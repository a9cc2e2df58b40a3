import { defineConfig } from 'vite'

/** The server build: our own code in one file each and the models' thread in its own, packages stay in node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    target: 'node20',
    ssr: true,
    sourcemap: true,
    outDir: 'dist/server',
    rolldownOptions: {
      input: { main: 'server/main.ts', 'model-worker': 'server/models/scoring/worker.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
