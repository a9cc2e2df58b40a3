import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SCORE_KINDS } from '#contract/score-card/schema.ts'
import { readCandleFile } from '#server/market/replay/candle-file.ts'
import { importFile } from '#server/market/library/import.ts'
import { createCandleLibrary } from '#server/market/library/library.ts'
import { monthMessageSchema } from '#server/score-card/past/count-month.ts'
import { startMonthThread } from '#server/score-card/past/past-cases.ts'
import { scoresOf } from '#server/outcomes/scores.ts'
import type { CaseTally } from '#server/outcomes/tally.ts'
import { makeCandleFolder, type CandleFolder } from '#test/support/data/candle-files.ts'
import { referenceData } from '#test/support/data/reference.ts'
import { findingsOfFile } from '#research/score/findings.ts'

const RECORDED = referenceData('candles/BTCUSD-1m-2019-06.csv.gz')
const MINUTES = 10 * 1_440

let input: CandleFolder
let library: string
beforeAll(async () => {
  input = await makeCandleFolder()
  library = await mkdtemp(join(tmpdir(), 'pairbot-library-'))
})
afterAll(async () => {
  await input.remove()
  await rm(library, { recursive: true })
})

const countInThread = (path: string): Promise<readonly CaseTally[]> =>
  new Promise((resolve, reject) => {
    const thread = startMonthThread({ pair: 'BTCUSD', path })
    thread.on('error', reject)
    thread.on('message', (content) => {
      const message = monthMessageSchema.parse(content)
      if (message.kind === 'done') resolve(message.result)
      else if (message.kind === 'failed') reject(new Error(message.reason))
    })
  })

it.skipIf(RECORDED === undefined)(
  '[SC-12] the screen and npm run score count the same month to the same totals',
  { timeout: 120_000 },
  async () => {
    const recorded = await readCandleFile(RECORDED!, 'June')
    if ('refused' in recorded) throw new Error(recorded.refused.reason)
    const file = await input.write('BTCUSD-1m-2019-06.csv.gz', recorded.candles.slice(0, MINUTES))
    await importFile({ folder: library, path: file, source: 'kraken', now: Date.UTC(2026, 0) })
    const [set] = await createCandleLibrary(library).sets()
    const [path] = createCandleLibrary(library).files(set!, 0, Infinity)

    const findings = await findingsOfFile('BTCUSD', file)
    const screen = scoresOf(await countInThread(path!), {}, SCORE_KINDS)
    expect(screen).toEqual(scoresOf(findings.cases, {}, SCORE_KINDS))

    // The rest of the report follows the same cases with code of its own.
    const [levels, patterns, regimes, breaks] = screen
    const claimOf = (name: string) =>
      findings.claims.filter(({ claim }) => claim === name).flatMap(({ cases }) => cases)
    const totalOf = (name: string) => {
      const cases = claimOf(name)
      const count = cases.length
      const mean = cases.reduce((sum, { claimed }) => sum + claimed, 0) / count
      return { count, came: cases.filter(({ happened }) => happened).length, mean, cases }
    }
    const held = totalOf('a level holds')
    expect(levels!.total).toMatchObject({ held: held.came, count: held.count, claimed: expect.closeTo(held.mean, 9) })
    const right = totalOf('price moves the way of a pattern')
    const chance = right.cases.reduce((sum, each) => sum + (each.chance ?? 0), 0) / right.count
    expect(patterns!.total).toEqual({
      held: right.came,
      count: right.count,
      claimed: expect.closeTo(right.mean, 9),
      chance: expect.closeTo(chance, 9),
    })
    const changed = totalOf('the market phase changes within an hour')
    expect(regimes!.total).toMatchObject({
      held: changed.count - changed.came,
      count: changed.count,
      claimed: expect.closeTo(1 - changed.mean, 9),
    })
    for (const { total } of [levels!, patterns!, regimes!, breaks!]) expect(total.count).toBeGreaterThan(30)
  },
)
