import { playwright } from '@vitest/browser-playwright'
import { defineConfig, mergeConfig } from 'vitest/config'
import { CHROMIUM_FLAGS, findChromium } from './scripts/browser.mjs'
import base from './vite.config.ts'

const chromium = findChromium()

/** logic: plain Node. ui: jsdom. browser: what needs a real canvas, focus or layout (only with a Chromium). */
export default mergeConfig(
  base,
  defineConfig({
    test: {
      passWithNoTests: true,
      testTimeout: 20_000,
      hookTimeout: 30_000,
      // One more try, so that a loaded machine does not stop a release; verify names what needed it.
      // A counterexample of a property is none of that: it stands.
      retry: { count: 1, condition: /^(?![^]*Property failed)/ },
      projects: [
        {
          extends: true,
          test: {
            name: 'logic',
            environment: 'node',
            include: ['test/**/*.test.ts'],
            exclude: ['test/**/*.ui.test.ts', 'test/**/*.browser.test.ts', 'test/e2e/**'],
          },
        },
        {
          extends: true,
          test: {
            name: 'ui',
            environment: 'jsdom',
            include: ['test/**/*.ui.test.{ts,tsx}', 'test/**/*.test.tsx'],
            exclude: ['test/**/*.browser.test.tsx', 'test/e2e/**'],
            setupFiles: ['@vanilla-extract/css/disableRuntimeStyles', './test/support/client/dom.ts'],
          },
        },
        ...(chromium
          ? [
              {
                extends: true as const,
                // Found only when a test asks for it otherwise, which reloads the page in the middle of one.
                optimizeDeps: { include: ['fast-check'] },
                test: {
                  name: 'browser',
                  include: ['test/**/*.browser.test.{ts,tsx}'],
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
