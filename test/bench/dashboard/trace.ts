import { launchChromium } from '../browser.ts'
import { startFlowServer } from './server.ts'
import { openPage, signIn } from './phase.ts'
import { buildPages } from '../pages.ts'
import { resolve } from 'node:path'
const folder = await buildPages({ direct: resolve('test/bench/dashboard/contenders/direct.html') })
const server = await startFlowServer([process.env['DIST'] ?? '/tmp/dist-prof', folder])
const browser = await launchChromium()
try {
  const context = await browser.newContext()
  await signIn(context, server)
  for (const c of (process.argv[3] ?? 'page').split(',') as any[]) {
  const { page } = await openPage(context, server, c, { perSecond: Number(process.argv[2] ?? 1000), pair: 'ETHUSD', figures: 'real', isBatched: true })
  await page.waitForTimeout(1500)
  await browser.startTracing(page, { categories: ['devtools.timeline', 'blink', 'cc', 'toplevel', 'disabled-by-default-devtools.timeline'] })
  await page.waitForTimeout(3000)
  const buf = await browser.stopTracing()
  const { traceEvents } = JSON.parse(buf.toString())
  const mains = traceEvents.filter((e: any) => e.name === 'thread_name' && e.args.name === 'CrRendererMain')
  const count = new Map<string, number>(); for (const e of traceEvents) if (e.name === 'FunctionCall' || e.name === 'Layout') count.set(`${e.pid}:${e.tid}`, (count.get(`${e.pid}:${e.tid}`) ?? 0) + 1)
  const [main] = [...count].sort((a, b) => b[1] - a[1])[0]!
  const evs = traceEvents.filter((e: any) => e.ph === 'X' && `${e.pid}:${e.tid}` === main).sort((a: any, b: any) => a.ts - b.ts || b.dur - a.dur)
  const inc = new Map<string, [number, number]>(), self = new Map<string, number>()
  const stack: any[] = []
  for (const e of evs) { while (stack.length && stack.at(-1).ts + stack.at(-1).dur <= e.ts) stack.pop(); if (stack.length) self.set(stack.at(-1).name, (self.get(stack.at(-1).name) ?? 0) - (e.dur ?? 0)); self.set(e.name, (self.get(e.name) ?? 0) + (e.dur ?? 0)); const v = inc.get(e.name) ?? [0, 0]; if (!stack.some(s => s.name === e.name)) v[0] += e.dur ?? 0; v[1] += 1; inc.set(e.name, v); stack.push(e) }
  console.log('==', c); for (const [n, us] of [...self].sort((a, b) => b[1] - a[1]).slice(0, 28)) console.log((us / 3000).toFixed(1).padStart(7), 'self', ((inc.get(n)?.[0] ?? 0) / 3000).toFixed(1).padStart(7), 'incl ms/s', ((inc.get(n)?.[1] ?? 0) / 3).toFixed(0), n)
  await page.close()
  }
} finally { await browser.close(); server.close() }
