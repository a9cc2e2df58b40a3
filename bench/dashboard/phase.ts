import type { BrowserContext, ElementHandle, Page } from 'playwright'
import { SIGN_IN } from '#test/support/client/identity-service.ts'
import { pause, signIn, watchThread, type Watched } from '../browser.ts'
import type { FlowServer, Sending } from './server.ts'

export const CONTENDERS = ['bare', 'unrendered', 'direct', 'page'] as const
export type Contender = (typeof CONTENDERS)[number]

/** Measurements of one contender in one phase. */
export interface Phase extends Watched {
  /** Main thread time and length of the phase, in milliseconds. */
  readonly mainMs: number
  readonly seconds: number
  readonly sent: number
  /** Ratio of sent messages that had been processed by the end of the phase. */
  readonly drained: number
}

export interface PhaseOptions {
  readonly sending: Sending
  readonly seconds: number
  /** Measures the age of numbers when painted. This forces a layout in every frame, so costs are not comparable. */
  readonly isAged?: boolean
  /** User interaction during the phase. */
  readonly act?: (page: Page, seconds: number) => Promise<void>
}

/** They draw nothing. */
const BLANK: ReadonlySet<Contender> = new Set(['bare', 'unrendered'])

const WARM_UP_MS = 1_500
/** Two batches and two frames: earlier messages must have been processed by then. */
const GRACE_MS = 64

const SIZE = { width: 1_920, height: 1_440 }

const urlOf = (contender: Contender, origin: string, { figures }: Sending): string =>
  contender === 'page'
    ? `${origin}/dashboard`
    : `${origin}/bench/dashboard/contenders/${contender}.html?figures=${figures}`

/** Signs in once, so that the pages of the context find a session. */
export async function signInContext(context: BrowserContext, { origin }: FlowServer): Promise<void> {
  const page = await context.newPage()
  await signIn(page, origin, SIGN_IN)
  await page.close()
}

/** The price on the levels card that encodes the time of its message. */
const stampedOf = (page: Page): Promise<ElementHandle | null> =>
  page
    .getByRole('table', { name: /^Resistance/ })
    .locator('tbody th')
    .first()
    .elementHandle()

/** A page that gets the flow already, all five cards filled. */
export async function openPage(
  context: BrowserContext,
  server: FlowServer,
  contender: Contender,
  sending: Sending,
): Promise<{ readonly page: Page; readonly stamped: ElementHandle | null }> {
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(`${contender}: ${error.message}`))
  await page.setViewportSize(SIZE)
  await page.addInitScript({ path: 'bench/watch.js' })
  await page.goto(urlOf(contender, server.origin, sending), { waitUntil: 'load' })
  server.start(sending)
  if (!BLANK.has(contender)) await page.locator('section[data-state="ready"] h3').nth(4).waitFor()
  return { page, stamped: contender === 'page' ? await stampedOf(page) : null }
}

/** Opens one contender's page, runs the data flow for a while, and closes it. */
export async function measure(
  context: BrowserContext,
  server: FlowServer,
  contender: Contender,
  { sending, seconds, isAged = false, act }: PhaseOptions,
): Promise<Phase> {
  const { page, stamped } = await openPage(context, server, contender, sending)
  const thread = await watchThread(page)
  await pause(WARM_UP_MS)
  await page.evaluate((element) => window.watch.start(element), isAged ? stamped : null)
  const [began, before, worked] = [performance.now(), server.sent(), await thread.worked()]
  await (act ? act(page, seconds) : pause(seconds * 1_000))
  const [mainMs, after, took] = [(await thread.worked()) - worked, server.sent(), performance.now() - began]
  server.stop()
  await pause(GRACE_MS)
  const received = await page.evaluate(() => window.watch.received())
  const watched = await page.evaluate(() => window.watch.stop())
  await page.close()
  const sent = after.messages - before.messages
  // The first second may have gone out before the sockets were open: that is no backlog.
  const missing = Math.max(0, after.characters - received)
  const drained = 1 - missing / Math.max(1, after.characters - before.characters)
  return { ...watched, mainMs, seconds: took / 1_000, sent, drained }
}

declare global {
  interface Window {
    watch: {
      start(stamped: Node | null): void
      received(): number
      hide(): void
      show(): void
      stop(): Watched
    }
  }
}
