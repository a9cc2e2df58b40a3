import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { STEP_MS } from '#src/machines/player.ts'
import { CARDS, cardOf } from './cards.ts'
import { expect, fillSignIn, test } from './fixtures.ts'
import { enableRecording, expectInOrder, navigate, recordingOf, stepsOf } from './recording.ts'
import { walkToReview } from './wizard.ts'

const MACHINES = ['session', 'tdp connection', 'wizard'] as const
/** Ages, and what is said of them: they follow the clock once a second. */
const AGE = /\b(\d+ (s|min|h)|just now|ago|overdue|next|due)\b/gi

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** Hashes of the figures of each card, without their ages and line breaks, once they stand still. */
async function figuresOf(page: Page): Promise<Readonly<Record<string, string>>> {
  let figures: Record<string, string> = {}
  const isSettled = async () => {
    const before = JSON.stringify(figures)
    const texts = CARDS.map(async ([name]) => {
      const text = await cardOf(page, name).first().innerText()
      return [name, hashOf(text.replaceAll(AGE, '').replaceAll(/[\s,·]+/g, ''))]
    })
    figures = Object.fromEntries(await Promise.all(texts))
    return JSON.stringify(figures) === before
  }
  await expect.poll(isSettled, { intervals: [500] }).toBe(true)
  return figures
}

/** Hashes of what is said of every step of the session: its states, guards, and the context after it. */
async function contextsOf(page: Page, panels: Locator): Promise<readonly string[]> {
  await panels
    .getByRole('button', { name: /^session/ })
    .first()
    .click()
  await panels.getByLabel('Selected actor only').check()
  const rows = panels.locator('[data-log="microstep"]')
  const contexts: string[] = []
  for (let row = (await rows.count()) - 1; row >= 0; row -= 1) {
    await rows.nth(row).click()
    await expect(rows.nth(row)).toHaveAttribute('aria-current', 'true')
    contexts.push(hashOf(await panels.getByRole('region', { name: 'Context' }).innerText()))
  }
  await panels.getByLabel('Selected actor only').uncheck()
  expect(contexts.length, await page.title()).toBeGreaterThan(3)
  return contexts
}

test(
  '[IN-1] [IN-18] [IN-19] [IN-22] a session from sign-in to sign-out is the same in the dock, in a window and replayed',
  { tag: '@long' },
  async ({ page, faults }, testInfo) => {
    await enableRecording(page)
    await page.goto(`${faults.origin}/signin`)
    const watching = await page.context().newPage()
    await enableRecording(watching)
    await watching.goto(`${faults.origin}/dev/machines`)
    await watching.getByLabel('Page', { exact: true }).click()
    await watching.getByRole('option', { name: /\/signin/ }).click()

    await fillSignIn(page)
    const status = page.getByRole('button', { name: /Connection Status/ })
    await expect(status).toHaveAccessibleName(/Market data connected/)
    for (const [name] of CARDS) await expect(cardOf(page, name).first()).toBeVisible()
    // Records of how often claims came true are looked up once, after the first figures.
    await expect(page.getByText(/[\d,]+ cases/).first()).toBeVisible()
    faults.set('refuse')
    await expect(status).not.toHaveAccessibleName(/Market data connected/)
    const figures = await figuresOf(page)
    const capturedAt = Date.now()
    faults.set('pass')
    await expect(status).toHaveAccessibleName(/Market data connected/, { timeout: 40_000 })

    await navigate(page, '/trading?inspector=machines')
    await walkToReview(page, 'Watched')
    await page.keyboard.press('Escape')
    const inDock = await stepsOf(page, 'wizard')
    await page.getByRole('button', { name: 'Close the inspector' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(watching.getByRole('button', { name: /^session unauthenticated/ })).toBeVisible()

    const inWindow: Record<string, readonly string[]> = {}
    for (const machine of MACHINES) inWindow[machine] = await stepsOf(watching, machine)
    expectInOrder(inWindow['session']!, ['signingIn', 'authenticated', 'unauthenticated'])
    expectInOrder(inWindow['tdp connection']!, ['connecting', 'connected', 'reconnecting', 'connected'])
    expectInOrder(inWindow['wizard']!, ['open.basics', 'open.review', 'closed'])
    // The end of the session came after the dock was closed.
    expect(inDock).toEqual(inWindow['wizard']?.slice(0, inDock.length))
    const contexts = await contextsOf(watching, watching.locator('main'))

    const text = await recordingOf(page)
    const file = testInfo.outputPath('session.json')
    await writeFile(file, text ?? '')
    await navigate(watching, '/dev/machines?inspector=recording')
    await watching.getByLabel('Open a saved recording').setInputFiles(file)
    const position = watching.getByRole('region', { name: 'Player' }).getByLabel('Position')
    await position.press('End')
    const dock = watching.getByRole('complementary', { name: 'Inspector of the recording' })
    await expect(dock.getByRole('button', { name: /^session unauthenticated/ })).toBeVisible()
    for (const machine of MACHINES) expect(await stepsOf(watching, machine)).toEqual(inWindow[machine])
    expect(await contextsOf(watching, dock)).toEqual(contexts)

    const from = Number(await position.getAttribute('min'))
    await position.fill(String(from + Math.floor((capturedAt - from) / STEP_MS) * STEP_MS))
    expect(await figuresOf(watching)).toEqual(figures)
  },
)
