// A machine without a Chromium gets one where that needs nobody's leave: Debian's package as root, else Playwright's own.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findChromium } from './browser.mjs'

const run = (command, args) =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 600_000 }).status === 0
const isRoot = () => typeof process.getuid === 'function' && process.getuid() === 0

async function playwrightsOwn() {
  const { chromium } = await import('playwright')
  const path = chromium.executablePath()
  if (!existsSync(path)) {
    console.log('looking for a Chromium: trying Playwright’s own download')
    run('npx', ['playwright', 'install', 'chromium'])
  }
  if (!existsSync(path)) return undefined
  process.env.PAIRBOT_PLAYWRIGHT_CHROMIUM = path
  return path
}

/** Path of a Chromium after trying to install one, or undefined. */
export async function installChromium() {
  if (process.env.PAIRBOT_CHROMIUM) return undefined
  if (isRoot() && existsSync('/usr/bin/apt-get')) {
    console.log('no Chromium on this machine: installing the Debian package')
    if (
      run('apt-get', ['update', '-qq']) &&
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'])
    ) {
      const found = findChromium()
      if (found) return found
    }
  }
  return playwrightsOwn()
}
