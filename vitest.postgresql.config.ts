import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, mergeConfig } from 'vitest/config'
import base from './vite.config.ts'

/** What a test calls to get a database, or asks for to run at all. */
const GETS_A_DATABASE =
  /\b(?:PAIRBOT_TEST_POSTGRES|(?:testDatabase|createIdentityHarness|startTestModels|startTestStrategyService)\()/

/** The quick tests of the server that use a database, on a PostgreSQL server instead of the embedded engine. */
export default mergeConfig(
  base,
  defineConfig({
    test: {
      name: 'postgresql',
      environment: 'node',
      pool: 'threads',
      isolate: false,
      testTimeout: 20_000,
      hookTimeout: 30_000,
      maxWorkers: '100%',
      retry: { count: process.env['CI'] === 'true' ? 1 : 0, condition: /^(?![^]*Property failed)/ },
      globalSetup: './test/support/server/on-postgresql.ts',
      include: readdirSync('test/server', { recursive: true, encoding: 'utf8' })
        .map((file) => join('test/server', file))
        .filter((file) => /(?<!\.long)\.test\.ts$/.test(file) && GETS_A_DATABASE.test(readFileSync(file, 'utf8'))),
    },
  }),
)
