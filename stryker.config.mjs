import { join } from 'node:path'
import { MODULES, REPORTS } from './scripts/mutation/modules.mjs'

const name = process.env['PAIRBOT_MUTATION'] ?? ''

/** For scripts/mutation.ts: one module at a time. */
export default {
  mutate: MODULES[name]?.mutate ?? [],
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  // TypeScript 7 has no interface for the rewriting of its settings, and nothing here needs it.
  tsconfigFile: 'none.json',
  ignorePatterns: ['dist', 'reports', 'docs', 'test/e2e', 'bench', '.pairbot*'],
  concurrency: 1,
  coverageAnalysis: 'perTest',
  // What is computed when a module is loaded takes all tests for each mutant; only where it is the subject is it worth that.
  ignoreStatic: !MODULES[name]?.isStatic,
  reporters: ['json', 'clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, reportTests: false },
  jsonReporter: { fileName: join(REPORTS, `${name}.json`) },
  tempDirName: '.stryker-tmp',
  timeoutMS: 20_000,
}
