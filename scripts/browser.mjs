// Finds a Chromium for the browser tests: PAIRBOT_CHROMIUM, then PATH, then Playwright's own. Never downloads one.
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** The background-networking flags prevent requests to Google's hosts at every start. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  // Widths of text as with a screen; the headless shell rounds each letter's otherwise.
  '--font-render-hinting=none',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const runnable = (path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Path of a Chromium, or undefined if there is none. */
export function findChromium(env = process.env) {
  if (env.PAIRBOT_CHROMIUM) return runnable(env.PAIRBOT_CHROMIUM) ? env.PAIRBOT_CHROMIUM : undefined
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    for (const name of NAMES) {
      const path = join(folder, name)
      if (runnable(path)) return path
    }
  }
  return env.PAIRBOT_PLAYWRIGHT_CHROMIUM && existsSync(env.PAIRBOT_PLAYWRIGHT_CHROMIUM)
    ? env.PAIRBOT_PLAYWRIGHT_CHROMIUM
    : undefined
}
