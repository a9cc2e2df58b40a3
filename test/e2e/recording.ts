import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** Only in the top frame: third-party frames have no storage. */
export const enableRecording = (page: Page) =>
  page.addInitScript(() => {
    if (globalThis.top === globalThis.self) localStorage.setItem('pairbot.inspect', 'on')
  })

/** The recording of a page that records, asked for as another page would; undefined if it has none. */
export const recordingOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(
    () =>
      new Promise<string | undefined>((resolve) => {
        const channel = new BroadcastChannel('pairbot.inspector')
        const ask = channel.postMessage.bind(channel)
        channel.addEventListener('message', ({ data }) => {
          if (data.kind === 'page' && data.page.path === location.pathname) ask({ kind: 'save', id: data.page.id })
          if (data.kind === 'saved') resolve(data.text)
        })
        ask({ kind: 'who' })
        setTimeout(resolve, 10_000)
      }),
  )

/** Navigates without a reload, so that the recorder continues. */
export const navigate = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** The steps of an actor as the log lists them, oldest first. */
export async function stepsOf(page: Page, actor: string): Promise<readonly string[]> {
  await page
    .getByRole('button', { name: new RegExp(`^${actor}`) })
    .first()
    .click()
  await page.getByLabel('Selected actor only').check()
  const more = page.getByRole('button', { name: /^Show \d+ more/ })
  while (await more.isVisible()) await more.click()
  const rows = await page.locator('[data-log="microstep"]').allInnerTexts()
  await page.getByLabel('Selected actor only').uncheck()
  return rows.toReversed()
}

/** States an actor has been in, oldest first. */
export const statesOf = async (page: Page, actor: string): Promise<string[]> =>
  (await stepsOf(page, actor)).map((row) => row.split('→')[1]?.trim() ?? '')

/** What a page shows once it stands still: the chart's summaries follow up to 200 ms later. */
export async function settledText(page: Page): Promise<string> {
  let text = ''
  const isSettled = async () => {
    const before = text
    text = await page.locator('main').innerText()
    return text === before
  }
  await expect.poll(isSettled, { intervals: [500] }).toBe(true)
  return text
}

/** Asserts that the expected texts appear in this order, with any states between them. */
export function expectInOrder(states: readonly string[], expected: readonly string[]): void {
  let from = 0
  for (const part of expected) {
    const at = states.findIndex((state, index) => index >= from && state.includes(part))
    expect(at, `${part} after ${from} in ${states.join('\n')}`).toBeGreaterThanOrEqual(0)
    from = at
  }
}
