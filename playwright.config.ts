import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from './scripts/browser.mjs'

const executablePath = findChromium()
const report = process.env['PAIRBOT_PLAYWRIGHT_REPORT']

/** Each test starts its own real server (test/e2e/rig/server.ts), so nothing is shared between workers. */
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './test/e2e/template.ts',
  workers: 2,
  fullyParallel: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // One more try, so that a loaded machine does not stop a release; verify names what needed it.
  retries: 1,
  forbidOnly: process.env['CI'] === 'true',
  reporter: [['list'], ...(report ? [['json', { outputFile: report }] as const] : [])],
  use: {
    launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath ? { executablePath } : {}) },
    viewport: { width: 1280, height: 800 },
  },
})
