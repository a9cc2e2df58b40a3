import { launchChromium } from '../browser.ts'
import { percentile } from '../figures.ts'
import { droppedOf, interactionsOf } from '../browser.ts'
import { buildPages } from '../pages.ts'
import { resolve } from 'node:path'
import { startFlowServer } from './server.ts'
import { measure, signIn, openPage } from './phase.ts'
import { clickCards, panChart } from './use.ts'
const folder = await buildPages({
  unrendered: resolve('test/bench/dashboard/contenders/unrendered.html'),
  direct: resolve('test/bench/dashboard/contenders/direct.html'),
})
const server = await startFlowServer(['dist/client', folder])
const browser = await launchChromium()
try {
  const context = await browser.newContext()
  await signIn(context, server)
  const say = (n: string, p: any) =>
    console.log(
      n,
      'us',
      ((p.mainMs * 1000) / p.sent / p.drained).toFixed(1),
      'busy',
      (p.mainMs / p.seconds / 10).toFixed(0),
      'drained',
      p.drained.toFixed(3),
      'drop',
      droppedOf(p).toFixed(1),
      'paints',
      p.paints,
      'age p50/p99',
      percentile(
        p.ages.toSorted((a: number, b: number) => a - b),
        0.5,
      ),
      percentile(
        p.ages.toSorted((a: number, b: number) => a - b),
        0.99,
      ),
      'INP',
      percentile(
        [...interactionsOf(p)].toSorted((a, b) => a - b),
        0.98,
      ),
      p.interactions,
      'fps',
      (p.frames / p.seconds).toFixed(0),
    )
  for (const c of ['unrendered', 'direct', 'page'] as const) {
    say(
      c,
      await measure(context, server, c, {
        sending: { perSecond: 10000, pair: 'ETHUSD', figures: 'real', isBatched: true },
        seconds: 3,
      }),
    )
    if (c === 'direct' || c === 'page') {
      const { page } = await openPage(context, server, c, {
        perSecond: 10000,
        pair: 'ETHUSD',
        figures: 'real',
        isBatched: true,
      })
      await page.waitForTimeout(1000)
      await page.screenshot({ path: `/tmp/${c}.png` })
      if (c === 'direct') console.log(await page.evaluate('window.pictures'))
      await page.close()
    }
  }
  for (const c of ['direct', 'page'] as const)
    say(
      c + ' all',
      await measure(context, server, c, {
        sending: { perSecond: 10000, pair: 'ETHUSD', figures: 'all', isBatched: true },
        seconds: 3,
      }),
    )
  say(
    'page 1k',
    await measure(context, server, 'page', {
      sending: { perSecond: 1000, pair: 'ETHUSD', figures: 'real', isBatched: true },
      seconds: 3,
    }),
  )
  say(
    'page+chart',
    await measure(context, server, 'page', {
      sending: { perSecond: 10000, pair: 'BTCUSD', figures: 'real', isBatched: true },
      seconds: 3,
    }),
  )
  say(
    'one by one',
    await measure(context, server, 'unrendered', {
      sending: { perSecond: 10000, pair: 'ETHUSD', figures: 'real', isBatched: false },
      seconds: 3,
    }),
  )
  say(
    'page click',
    await measure(context, server, 'page', {
      sending: { perSecond: 10000, pair: 'ETHUSD', figures: 'real', isBatched: true },
      seconds: 3,
      act: clickCards,
    }),
  )
  say(
    'page pan',
    await measure(context, server, 'page', {
      sending: { perSecond: 10000, pair: 'BTCUSD', figures: 'real', isBatched: true },
      seconds: 3,
      act: panChart,
    }),
  )
} finally {
  await browser.close()
  server.close()
}
