import { loadavg } from 'node:os'
import type { Page } from 'playwright'
import { ADMIN, startServer } from '#test/support/server/server.ts'
import { droppedOf, launchChromium, type Watched } from '../browser.ts'

/** Pixels a second, as from a hard turn of the wheel: 190 rows. */
const SPEED = 8_000
/** Pixels, down and up again: more than 500 rows of a log. */
const DISTANCE = 24_000
const SCREENS = [
  ['Audit log', '/admin/security?tab=audit&hours=168', 'region', 'Audit log'],
  ['Login attempts', '/admin/security?hours=168', 'region', 'Login attempts'],
  ['Invitations', '/admin/invitations', 'region', 'Invitations'],
  ['Security alerts', '/admin/security?tab=alerts', 'main', undefined],
  ['Sessions', '/admin/sessions', 'main', undefined],
  ['Users', '/admin/users', 'main', undefined],
] as const
/** As long as a log, without anything to render. */
const EMPTY = `<main style="height:600px;overflow:auto"><div style="height:60000px"></div></main>`

type Frames = Pick<Watched, 'frames' | 'dropped' | 'longest'>

const toRow = (frames: Frames) => ({
  frames: frames.frames,
  'dropped %': droppedOf(frames).toFixed(1),
  'longest frame ms': frames.longest.toFixed(0),
})

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

/** Prints how every long screen scrolls compared with an empty page. */
export async function measureScrolling(dataDir: string): Promise<void> {
  const server = await startServer({ dataDir })
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    await page.addInitScript({ path: 'test/bench/watch.js' })
    await page.goto(`data:text/html,${encodeURIComponent(EMPTY)}`)
    const rows = { 'an empty page': toRow(await scroll(page)) }
    await page.goto(`${server.origin}/signin`)
    await page.getByLabel(/e-?mail/i).fill(ADMIN.email)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.waitForURL('**/dashboard')
    for (const [name, path, role, region] of SCREENS) {
      await page.goto(`${server.origin}${path}`)
      await page.getByRole(role, region === undefined ? {} : { name: region, exact: true }).waitFor()
      await page.waitForTimeout(2_000)
      Object.assign(rows, { [name]: toRow(await scroll(page)) })
    }
    console.log(`\nscrolling at ${SPEED} px/s; load of the machine ${loadavg()[0]?.toFixed(1)}`)
    console.table(rows)
  } finally {
    await browser.close()
    await server.stop()
  }
}
