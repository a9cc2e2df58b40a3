import { setFlagsFromString } from 'node:v8'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, mergeConfig } from 'vitest/config'
import { CHROMIUM_FLAGS, findChromium } from './scripts/browser.mjs'
import base from './vite.config.ts'

// Compiling the database a second time, for speed, costs more than it saves in a test's life.
const LIFTOFF = '--liftoff-only'
setFlagsFromString(LIFTOFF)

const chromium = findChromium()
const LONG = 'test/**/*.long.test.ts'
/** Days pass in these, in thousands of steps that each wait for the event loop: nothing of other files may be on it. */
const DAYS = [
  'test/machines/connection/keeping.test.ts',
  'test/machines/session/ending.test.ts',
  'test/machines/session/renewal.test.ts',
  'test/machines/session/tabs.test.ts',
]

declare module 'vitest' {
  interface ProvidedContext {
    /** Mutated payloads of each category that the layout of the dashboard is tested with. */
    mutatedPayloads: number
    /** Whether layouts are measured at every width, or at the usual ones only. */
    everyWidth: boolean
  }
}

/**
 * logic: plain Node. ui: jsdom. browser: what needs a real canvas, focus or layout (only with a Chromium).
 * days: a worker for each file in which days pass.
 * long: real processes, kills, locks and full counts, each file in a process of its own.
 *
 * The files of `logic` and `ui` share their workers' modules, which halves the time: a test leaves nothing behind that
 * another could see (test/support/client/dom.ts undoes the rest).
 */
export default mergeConfig(
  base,
  defineConfig({
    test: {
      passWithNoTests: true,
      testTimeout: 20_000,
      hookTimeout: 30_000,
      maxWorkers: '100%',
      // Only where a loaded machine must not stop a release; verify names what needed it. Never a property's counterexample.
      retry: { count: process.env['CI'] === 'true' ? 1 : 0, condition: /^(?![^]*Property failed)/ },
      projects: [
        {
          extends: true,
          test: {
            name: 'logic',
            environment: 'node',
            pool: 'threads',
            isolate: false,
            include: ['test/**/*.test.ts'],
            exclude: ['test/**/*.ui.test.ts', 'test/**/*.browser.test.ts', LONG, ...DAYS, 'test/e2e/**'],
          },
        },
        {
          extends: true,
          test: {
            name: 'ui',
            environment: './test/support/client/shared-dom.ts',
            pool: 'threads',
            isolate: false,
            include: ['test/**/*.ui.test.{ts,tsx}', 'test/**/*.test.tsx'],
            exclude: ['test/**/*.browser.test.tsx', 'test/e2e/**'],
            setupFiles: [
              '@vanilla-extract/css/disableRuntimeStyles',
              './test/support/client/unthrottled.ts',
              './test/support/client/dom.ts',
            ],
          },
        },
        { extends: true, test: { name: 'days', environment: 'node', pool: 'threads', include: DAYS } },
        {
          extends: true,
          test: { name: 'long', environment: 'node', execArgv: [LIFTOFF], testTimeout: 60_000, include: [LONG] },
        },
        ...(chromium
          ? [
              {
                extends: true as const,
                // Found only when a test asks for it otherwise, which reloads the page in the middle of one: `fast-check`, and
                // whatever the sources import since the cache was made.
                optimizeDeps: { include: ['fast-check'], force: true },
                test: {
                  name: 'browser',
                  provide: process.env['PAIRBOT_TEST_FUZZ']
                    ? { mutatedPayloads: 200, everyWidth: true }
                    : { mutatedPayloads: 20, everyWidth: false },
                  include: ['test/**/*.browser.test.{ts,tsx}'],
                  setupFiles: ['./test/support/client/unthrottled.ts'],
                  browser: {
                    enabled: true,
                    headless: true,
                    screenshotFailures: false,
                    provider: playwright({ launchOptions: { executablePath: chromium, args: CHROMIUM_FLAGS } }),
                    instances: [{ browser: 'chromium' as const }],
                  },
                },
              },
            ]
          : []),
      ],
    },
  }),
)
