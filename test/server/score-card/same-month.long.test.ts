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
import { claimsOf } from '#research/score/claims.ts'
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
    expect(screen).toEqual(scoresOf(findings.tallies, {}, SCORE_KINDS))

    const claims = claimsOf(findings)
    const totalOf = (name: string) => {
      const own = claims.filter(({ claim }) => claim === name)
      const cases = own.flatMap((group) => group.cases)
      const count = cases.length
      return {
        held: cases.filter(({ happened }) => happened).length,
        count,
        claimed: expect.closeTo(cases.reduce((sum, { claimed }) => sum + claimed, 0) / count, 9),
        chance: expect.closeTo(
          own.reduce((sum, { chance, cases: { length } }) => sum + (chance ?? 0) * length, 0) / count,
          9,
        ),
      }
    }
    const [levels, patterns, regimes, breaks] = screen
    expect(levels!.total).toEqual(totalOf('a level holds'))
    expect(patterns!.total).toEqual(totalOf('price moves the way of a pattern'))
    expect(regimes!.total).toEqual(totalOf('the market phase is the same in an hour'))
    for (const { total } of [levels!, patterns!, regimes!, breaks!]) expect(total.count).toBeGreaterThan(30)
  },
)
