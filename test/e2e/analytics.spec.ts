import type { Page } from '@playwright/test'
import { seeded } from '#test/support/data/analysis.ts'
import { mutant } from '#test/support/data/mutants.ts'
import { KEYS, levelSet, wrapped } from '#test/support/data/payloads.ts'
import { referenceData } from '#test/support/data/reference.ts'
import { CARDS } from './cards.ts'
import { expect, signIn, test } from './fixtures.ts'

test.use({ ownServer: true })

const FILE = referenceData('candles/BTCUSD-1m-2019-06.csv.gz')
const TITLES = CARDS.map(([title]) => title)

const card = (page: Page, title: string) => page.getByRole('region', { name: new RegExp(title) })

test.describe('the analysis cards over a replayed month', () => {
  test.skip(!FILE, 'needs recorded candles: PAIRBOT_REFERENCE_DATA')
  test.use({ serverEnv: { PAIRBOT_MARKET: 'replay', PAIRBOT_REPLAY: FILE ?? '', PAIRBOT_REPLAY_SPEED: '20' } })

  test(
    '[DA-14] are filled from the streams, and each shows its source message',
    { tag: '@long' },
    async ({ page, server, consoleErrors }) => {
      await signIn(page, server.origin)
      for (const title of TITLES) {
        await expect(card(page, title)).toBeVisible()
        await expect(card(page, title).getByText(/Analyzing|Processing live data/)).toHaveCount(0)
      }
      await card(page, 'Support & Resistance').getByRole('heading').first().click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText('tdp:kraken:BTCUSD:analysis:support_resistance')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      expect(consoleErrors).toEqual([])
    },
  )

  test(
    '[DA-15] keep their data through a disconnect, poll while the sockets are down, and return to live data',
    { tag: '@long' },
    async ({ page, faults }) => {
      let blocked = false
      await page.routeWebSocket(/\/ws\//, (socket) => {
        if (blocked) void socket.close({ code: 1013 })
        else socket.connectToServer()
      })
      await signIn(page, faults.origin)
      const connection = page.getByRole('button', { name: /Connection Status/ })
      await expect(connection).toHaveAccessibleName(/connected/i)
      await expect(card(page, 'Support & Resistance').getByText(/Analyzing/)).toHaveCount(0)

      blocked = true
      faults.cut()
      await expect(connection).toHaveAccessibleName(/error.*API fallback/i, { timeout: 90_000 })
      await expect(card(page, 'Support & Resistance')).toContainText(/polling/i, { timeout: 30_000 })

      blocked = false
      await page.evaluate(() => globalThis.dispatchEvent(new Event('online')))
      await expect(connection).not.toHaveAccessibleName(/fallback/i, { timeout: 60_000 })
      const mark = card(page, 'Support & Resistance').getByRole('button', { name: /^Replay · .*show provenance$/ })
      await expect(mark).toBeVisible({ timeout: 60_000 })
      await expect(card(page, 'Support & Resistance')).not.toContainText(/polling/i)
    },
  )
})

/** Mutated messages sent before and after the first heap measurement. */
const MUTANTS = { first: 1_000, more: 2_000 }
const PER_FRAME = 20
const GROWTH_BYTES = 10_000_000

test(
  `MS-25 [MA-27] [ST-28] ${MUTANTS.first + MUTANTS.more} mutated messages over a live socket do not break the page`,
  { tag: '@long' },
  async ({ page, server, consoleErrors }) => {
    const recorded: string[] = []
    let send: (text: string) => void = () => undefined
    await page.routeWebSocket(/\/ws\/analytics/, (socket) => {
      send = (text) => socket.send(text)
      socket.connectToServer().onMessage((frame) => {
        recorded.push(...[JSON.parse(String(frame)) as unknown].flat().map((message) => JSON.stringify(message)))
        socket.send(frame)
      })
    })
    await signIn(page, server.origin)
    for (const title of TITLES) {
      await expect(card(page, title)).toBeVisible()
      await expect(card(page, title).getByText(/Analyzing|Processing live data/)).toHaveCount(0)
    }

    const random = seeded(25)
    const texts = recorded.filter((text) => text.includes('AnalyticsUpdate'))
    let counter = 0
    const withNewId = (text: string) =>
      text.replace(/"message_id":"[^"]*"/, `"message_id":"${Date.now()}-${++counter}"`)
    async function sendMutants(count: number): Promise<void> {
      for (let left = count; left > 0; left -= PER_FRAME) {
        for (let index = 0; index < PER_FRAME; index += 1)
          send(mutant(mutant(withNewId(texts[Math.floor(random() * texts.length)] ?? ''), random), random))
        await page.evaluate(() => new Promise(requestAnimationFrame))
      }
    }
    const cdp = await page.context().newCDPSession(page)
    async function heap(): Promise<number> {
      await cdp.send('HeapProfiler.collectGarbage')
      return (await cdp.send('Runtime.getHeapUsage')).usedSize
    }
    await sendMutants(MUTANTS.first)
    const before = await heap()
    await sendMutants(MUTANTS.more)
    expect((await heap()) - before).toBeLessThan(GROWTH_BYTES)

    const data = wrapped('levels', { ...levelSet(), trading_pair: undefined, exchange: undefined, summary: {} })
    // As from a restarted server: a mutated future timestamp must not block it.
    const restartedServerUpdate = () => {
      const timestamp = Date.now()
      const entry = { stream_key: KEYS.levels, data, timestamp }
      return { type: 'AnalyticsUpdate', timestamp, message_id: '', epoch: `afresh ${counter}`, seq: 1, data: entry }
    }
    await expect(async () => {
      send(withNewId(JSON.stringify(restartedServerUpdate())))
      await expect(card(page, 'Support & Resistance')).toContainText('data incomplete (3)', { timeout: 1_000 })
    }).toPass({ timeout: 30_000 })
    for (const title of TITLES) await expect(card(page, title)).toBeVisible()
    expect(consoleErrors).toEqual([])
  },
)
