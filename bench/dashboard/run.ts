// The client's streams and the real dashboard page under a flow of messages over real sockets: `npm run bench:dashboard`.
// Needs a build. Prints each goal with its measurement and asserts nothing.
// --quick: one short round. --rounds=n --seconds=n. --only=flow,pan,hidden,memory. The memory of a replayed day needs
// recorded candles and takes three minutes; --hours=n of it fewer.
import { rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { resolve } from 'node:path'
import type { BrowserContext } from 'playwright'
import { droppedOf, inpOf, launchChromium, option } from '../browser.ts'
import { buildPages } from '#test/support/server/built-pages.ts'
import { measureHidden } from './hidden.ts'
import { measureMemory } from './memory.ts'
import { measure, signInContext, type Contender, type Phase, type PhaseOptions } from './phase.ts'
import { ageOf, costBeyond, costOf, ratios, tableOf, compareWithGoal, waitOf, type GoalResult } from './report.ts'
import { startFlowServer, type FlowServer, type Sending } from './server.ts'
import { clickCards, panChart } from './use.ts'

const quick = process.argv.includes('--quick')
const ROUNDS = option('rounds', quick ? 1 : 3)
const SECONDS = option('seconds', quick ? 2 : 3.5)
const HOURS = option('hours', quick ? 2 : 24)
/** Numbers are painted ten times a second; the oldest of a hundred is reported. */
const AGED_TIMES = 4
const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length)
const isDue = (part: string): boolean => only?.split(',').includes(part) ?? true

interface Case {
  readonly contender: Contender
  readonly options: Omit<PhaseOptions, 'seconds'>
}

const sending = (perSecond: number, over: Partial<Sending> = {}): Sending => ({
  perSecond,
  pair: 'ETHUSD',
  figures: 'real',
  size: 'real',
  isBatched: true,
  ...over,
})
const FLOW: Readonly<Record<string, Case>> = {
  'at rest': { contender: 'unrendered', options: { sending: sending(0) } },
  'one event per message': { contender: 'unrendered', options: { sending: sending(10_000, { isBatched: false }) } },
  unrendered: { contender: 'unrendered', options: { sending: sending(10_000) } },
  'short, one event per message': {
    contender: 'unrendered',
    options: { sending: sending(10_000, { size: 'short', isBatched: false }) },
  },
  'short, unrendered': { contender: 'unrendered', options: { sending: sending(10_000, { size: 'short' }) } },
  'short, bare, one event per message': {
    contender: 'bare',
    options: { sending: sending(10_000, { size: 'short', isBatched: false }) },
  },
  'short, bare': { contender: 'bare', options: { sending: sending(10_000, { size: 'short' }) } },
  'direct DOM writes': { contender: 'direct', options: { sending: sending(10_000) } },
  'five cards': { contender: 'page', options: { sending: sending(10_000) } },
  'five cards, clicked': { contender: 'page', options: { sending: sending(10_000), act: clickCards } },
  'five cards, 1k/s, aged': { contender: 'page', options: { sending: sending(1_000), isAged: true } },
  'five cards, aged': { contender: 'page', options: { sending: sending(10_000), isAged: true } },
  'five cards and the chart': { contender: 'page', options: { sending: sending(10_000, { pair: 'BTCUSD' }) } },
  'direct DOM writes, every figure': { contender: 'direct', options: { sending: sending(10_000, { figures: 'all' }) } },
  'five cards, every figure': { contender: 'page', options: { sending: sending(10_000, { figures: 'all' }) } },
}
const PANNED = [1_000, 5_000, 10_000]
const PAN: Readonly<Record<string, Case>> = Object.fromEntries(
  PANNED.map((rate) => [
    `panned at ${rate / 1_000}k/s`,
    { contender: 'page', options: { sending: sending(rate, { pair: 'BTCUSD' }), act: panChart } },
  ]),
)

/** Every case once per round, each round starting with another one, so that no case always comes first. */
async function compare(context: BrowserContext, server: FlowServer, cases: Readonly<Record<string, Case>>) {
  const names = Object.keys(cases)
  const rounds = new Map<string, Phase[]>(names.map((name) => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    const turn = (round * 2) % names.length
    for (const name of [...names.slice(turn), ...names.slice(0, turn)]) {
      const one = cases[name]
      if (!one) continue
      const seconds = one.options.isAged === true ? SECONDS * AGED_TIMES : SECONDS
      rounds.get(name)?.push(await measure(context, server, one.contender, { ...one.options, seconds }))
      console.error(`round ${round + 1} of ${ROUNDS}: ${name}`)
    }
  }
  console.table(tableOf(rounds))
  return (name: string): readonly Phase[] => rounds.get(name) ?? []
}

async function compareFlow(context: BrowserContext, server: FlowServer): Promise<GoalResult[]> {
  const of = await compare(context, server, FLOW)
  const five = of('five cards')
  const drained = five.map((phase) => Math.min(1, phase.drained) * 100)
  const clicked = of('five cards, clicked').map(inpOf)
  const beyondRest = costBeyond(of('at rest'))
  return [
    compareWithGoal(
      '8',
      'batched / one event per message',
      ratios(of('unrendered'), of('one event per message'), costOf),
      {
        most: 0.2,
        unit: 'x',
      },
    ),
    compareWithGoal(
      '8',
      'the same with short messages',
      ratios(of('short, unrendered'), of('short, one event per message'), costOf),
      { most: 0.2, unit: 'x' },
    ),
    compareWithGoal(
      '-',
      'the same with short messages, beyond a page at rest',
      ratios(of('short, unrendered'), of('short, one event per message'), beyondRest),
      { most: 0.2, unit: 'x' },
    ),
    compareWithGoal(
      '-',
      'short messages, only parsed and stored',
      ratios(of('short, bare'), of('short, bare, one event per message'), costOf),
      { most: 0.2, unit: 'x' },
    ),
    compareWithGoal('9', 'five cards / unrendered', ratios(five, of('unrendered'), costOf), { most: 2.5, unit: 'x' }),
    compareWithGoal('9', 'five cards / direct DOM writes', ratios(five, of('direct DOM writes'), costOf), {
      most: 1.5,
      unit: 'x',
    }),
    compareWithGoal('9', 'five cards, drained', drained, { least: 100, unit: ' %', digits: 1 }),
    compareWithGoal('9', 'five cards, dropped frames', five.map(droppedOf), { most: 5, unit: ' %', digits: 1 }),
    compareWithGoal('9', 'five cards, INP p98', clicked, { most: 64, unit: ' ms', digits: 0 }),
    compareWithGoal('10', 'data age p99 at 1k/s', of('five cards, 1k/s, aged').map(ageOf), {
      most: 3,
      unit: ' frames',
    }),
    compareWithGoal('10', 'data age p99 at 10k/s', of('five cards, aged').map(ageOf), { most: 3, unit: ' frames' }),
    compareWithGoal('-', 'wait p99 at 1k/s, of messages never seen too', of('five cards, 1k/s, aged').map(waitOf), {
      most: 4,
      unit: ' frames',
    }),
    compareWithGoal('-', 'wait p99 at 10k/s, of messages never seen too', of('five cards, aged').map(waitOf), {
      most: 4,
      unit: ' frames',
    }),
    compareWithGoal(
      '-',
      'every figure moving: five cards / direct DOM writes',
      ratios(of('five cards, every figure'), of('direct DOM writes, every figure'), costOf),
      { most: 1.5, unit: 'x' },
    ),
  ]
}

async function comparePan(context: BrowserContext, server: FlowServer): Promise<GoalResult[]> {
  const of = await compare(context, server, PAN)
  return Object.keys(PAN).map((name) =>
    compareWithGoal('15', `INP p98, ${name}`, of(name).map(inpOf), { most: 100, unit: ' ms', digits: 0 }),
  )
}

const printTable = (results: readonly GoalResult[]): void => console.table(results)

if (isDue('flow') || isDue('pan') || isDue('hidden')) {
  const contenders = ['bare', 'unrendered', 'direct'].map((name) => [
    name,
    resolve(`bench/dashboard/contenders/${name}.html`),
  ])
  const folder = await buildPages(Object.fromEntries(contenders))
  const server = await startFlowServer(['dist/client', folder])
  const browser = await launchChromium()
  try {
    const context = await browser.newContext()
    await signInContext(context, server)
    if (isDue('flow')) printTable(await compareFlow(context, server))
    if (isDue('pan')) printTable(await comparePan(context, server))
    if (isDue('hidden')) printTable(await measureHidden(context, server, sending(10_000), quick ? 5 : 20))
  } finally {
    await browser.close()
    server.close()
    rmSync(folder, { recursive: true })
  }
}
if (isDue('memory')) printTable(await measureMemory(HOURS))
console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}`)
