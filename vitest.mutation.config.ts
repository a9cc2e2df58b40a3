import { defineConfig, mergeConfig } from 'vitest/config'
import { MODULES } from './scripts/mutation/modules.mjs'
import base from './vite.config.ts'

/** The tests of the module that Stryker changes (stryker.config.mjs). */
export default mergeConfig(
  base,
  defineConfig({
    test: {
      environment: 'node',
      include: MODULES[process.env['PAIRBOT_MUTATION'] ?? '']?.tests ?? [],
      testTimeout: 20_000,
      hookTimeout: 30_000,
    },
  }),
)
