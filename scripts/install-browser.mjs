// Installs a Chromium if there is none: the Debian package as root, otherwise Playwright's own.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findChromium } from './browser.mjs'

const run = (command, args) =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 600_000 }).status === 0
const isRoot = () => typeof process.getuid === 'function' && process.getuid() === 0

async function installPlaywrightChromium() {
  const { chromium } = await import('playwright')
  const path = chromium.executablePath()
  if (!existsSync(path)) {
    console.log('no Chromium found: trying Playwright’s download')
    run('npx', ['playwright', 'install', 'chromium'])
  }
  if (!existsSync(path)) return undefined
  process.env.PAIRBOT_PLAYWRIGHT_CHROMIUM = path
  return path
}

/** Tries to install a Chromium; returns its path or undefined. */
export async function installChromium() {
  if (process.env.PAIRBOT_CHROMIUM) return undefined
  if (isRoot() && existsSync('/usr/bin/apt-get')) {
    console.log('no Chromium found: installing the Debian package')
    const install = (name) =>
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-liberation'])
    // The shell alone starts pages in two thirds of the time; older distributions have none.
    if (run('apt-get', ['update', '-qq']) && (install('chromium-headless-shell') || install('chromium'))) {
      const found = findChromium()
      if (found) return found
    }
  }
  return installPlaywrightChromium()
}
