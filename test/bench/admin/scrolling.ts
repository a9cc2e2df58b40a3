import { loadavg } from 'node:os'
import { chromium, type Page } from 'playwright'
import { ADMIN, startServer } from '#test/rig/server.ts'
import { CHROMIUM_FLAGS, findChromium } from '../../../scripts/browser.mjs'

/** Pixels a second: a thousand rows in about seven seconds. */
const SPEED = 8_000
const DISTANCE = 24_000
/** The whole screen of the log, as an administrator scrolls through it: to its end and back. */
const SCREENS = [
  ['Audit log', '/admin/security?tab=audit&hours=168', 'region', 'Audit log'],
  ['Login attempts', '/admin/security?hours=168', 'region', 'Login attempts'],
  ['Invitations', '/admin/invitations', 'region', 'Invitations'],
  ['Security alerts', '/admin/security?tab=alerts', 'main', undefined],
  ['Sessions', '/admin/sessions', 'main', undefined],
  ['Users', '/admin/users', 'main', undefined],
] as const
/** As long as a log, and nothing in it that is drawn anew. */
const EMPTY = `<main style="height:600px;overflow:auto"><div style="height:60000px"></div></main>`

interface Frames {
  readonly frames: number
  readonly dropped: number
  /** Milliseconds between two frames, the most. */
  readonly longest: number
}

const droppedPercent = ({ frames, dropped }: Frames): number => (dropped / Math.max(1, frames + dropped)) * 100

/** The frames of the page while the wheel goes down and up over its middle. */
async function scroll(page: Page): Promise<Frames> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const session = await page.context().newCDPSession(page)
  await page.evaluate('watch.start()')
  for (const direction of [-1, 1]) {
    await session.send('Input.synthesizeScrollGesture', {
      x: width / 2,
      y: (height * 2) / 3,
      yDistance: direction * DISTANCE,
      speed: SPEED,
      preventFling: true,
    })
  }
  const frames = await page.evaluate<Frames>('watch.stop()')
  await session.detach()
  return frames
}

/** Prints how every long screen scrolls against a page with nothing on it. */
export async function measureScrolling(dataDir: string): Promise<void> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('no Chromium found: set PAIRBOT_CHROMIUM to one')
  const server = await startServer({ dataDir })
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    await page.addInitScript({ path: 'test/bench/watch.js' })
    const rows: Record<string, Record<string, string | number>> = {}
    await page.goto(`data:text/html,${encodeURIComponent(EMPTY)}`)
    const empty = await scroll(page)
    const told = ({ frames, longest, ...rest }: Frames) => ({
      frames,
      'dropped %': droppedPercent({ frames, longest, ...rest }).toFixed(1),
      'longest frame ms': longest.toFixed(0),
    })
    rows['an empty page'] = told(empty)
    await page.goto(`${server.origin}/signin`)
    await page.getByLabel(/e-?mail/i).fill(ADMIN.email)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.waitForURL('**/dashboard')
    for (const [name, path, role, region] of SCREENS) {
      await page.goto(`${server.origin}${path}`)
      await page.getByRole(role, region === undefined ? {} : { name: region, exact: true }).waitFor()
      await page.waitForTimeout(2_000)
      rows[name] = told(await scroll(page))
      console.log(name, rows[name])
    }
    console.log(`\nscrolling at ${SPEED} px/s; load of the machine ${loadavg()[0]?.toFixed(1)}`)
    console.table(rows)
  } finally {
    await browser.close()
    await server.stop()
  }
}
