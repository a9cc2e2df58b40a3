import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from './scripts/browser.mjs'

const executablePath = findChromium()
const report = process.env['PAIRBOT_PLAYWRIGHT_REPORT']

/** Tests tagged `@long` run for `npm run test:long` only. Each worker starts its own real servers (test/e2e/fixtures.ts). */
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './test/e2e/global-setup.ts',
  workers: 2,
  fullyParallel: true,
  // Half as fast as usual must not fail.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  // Only where a loaded machine must not stop a release; verify names what needed it.
  retries: process.env['CI'] === 'true' ? 2 : 0,
  forbidOnly: process.env['CI'] === 'true',
  reporter: [['list'], ...(report ? [['json', { outputFile: report }] as const] : [])],
  use: {
    launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath ? { executablePath } : {}) },
    viewport: { width: 1280, height: 800 },
    // Playwright scrolls the page when it finds something in motion; what moves has tests of its own.
    reducedMotion: 'reduce',
  },
})
