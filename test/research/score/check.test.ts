import { describe, expect, it } from 'vitest'
import { judgeAll, judgeClaim, judgeRise } from '#research/score/check.ts'
import { claimsOf } from '#research/score/claims.ts'
import { joinByPair } from '#research/score/findings.ts'
import type { ClosedCase } from '#research/outcomes/follow-file.ts'
import type { Findings } from '#research/score/types.ts'
import { createCaseFollower } from '#server/outcomes/follower.ts'
import { printScore, verdictOf } from '#research/score/print.ts'
import { pairOfFile } from '#research/analysis/options.ts'
import { FORECAST_TIMEFRAMES } from '#contract/payloads/forecast.ts'
import type { MarketPhase } from '#contract/payloads/structure.ts'
import { seeded } from '#test/support/data/analysis.ts'
import { marketStructure } from '#test/support/data/payloads.ts'

const HOUR_S = 3_600
const DAY_S = 86_400

const NO_BANDS = FORECAST_TIMEFRAMES.map((timeframe) => ({ timeframe, trials: [] }))

/** 240 days of a phase that is drawn anew every hour, so that it is the same an hour later in half of them. */
function findingsWith(changeProbability: number): Findings {
  const random = seeded(3)
  const closed: ClosedCase[] = []
  const follower = createCaseFollower('BTCUSD', { onClosed: (of, isHeld) => closed.push({ of, isHeld }) })
  for (let time = 0; time < 240 * DAY_S; time += HOUR_S) {
    const phase: MarketPhase = random() < 0.5 ? 'bullish' : 'bearish'
    const structure = marketStructure({ timestamp: time, market_phase: phase, structure_breaks: [] })
    const market_regime = { ...structure.market_regime, change_probability: changeProbability }
    follower.add([{ ...structure, market_regime }])
  }
  return { pair: 'BTCUSD', closed, tallies: follower.drain().tallies, bands: NO_BANDS }
}
const offOf = (changeProbability: number) =>
  judgeAll(findingsWith(changeProbability)).flatMap(({ off }) => off.map(({ text }) => text))

describe('npm run score --check', () => {
  it('[AN-76] finds nothing off in claims that come true as often as they say', () => {
    expect(offOf(0.5)).toEqual([])
  })

  it('[AN-76] names a claim that does not', () => {
    const [off, ...others] = offOf(0.6)
    expect(others).toEqual([])
    expect(off).toMatch(
      /^BTCUSD · M15 · the market phase is the same in an hour: said {2}40\.0 % {3}came {2}\d\d\.\d % \[.*\] of {3}5759$/,
    )
  })

  it('[AN-76] exits with 1 and names the claim on stderr, with --check only', () => {
    const run = (changeProbability: number, check: boolean) => {
      const logged: string[] = []
      const errors: string[] = []
      const output = { log: (text: string) => logged.push(text), error: (text: string) => errors.push(text) }
      const exitCode = printScore([findingsWith(changeProbability)], check, output)
      return { exitCode, isMarked: logged.join('').includes('OFF'), errors }
    }
    expect(run(0.6, true)).toEqual({
      exitCode: 1,
      isMarked: true,
      errors: [
        expect.stringMatching(
          /^Off:\nBTCUSD · M15 · the market phase is the same in an hour: said {2}40\.0 %.*BEYOND CHANCE\n1 of 1 are off, of which chance makes up to 0; 1 further/,
        ),
      ],
    })
    expect(run(0.6, false)).toEqual({ exitCode: 0, isMarked: true, errors: [] })
    expect(run(0.5, true)).toEqual({ exitCode: 0, isMarked: false, errors: [] })
  })

  const cases = (count: number, claimed: number, share: number) =>
    Array.from({ length: count }, (_, i) => ({
      time: i * 3_600,
      claimed,
      happened: (i * 7) % 100 < 100 * share,
    }))
  const group = (own: ReturnType<typeof cases>) => ({
    pair: 'ETHUSD' as const,
    claim: 'a level holds',
    timeframe: undefined,
    cases: own,
    chance: 0.5,
    tolerance: 0.03,
  })

  it('[AN-75] prints said against came by bin, against chance, and its skill', () => {
    expect(judgeClaim(group([...cases(400, 0.4, 0.4), ...cases(400, 0.7, 0.5)]))).toEqual({
      lines: [
        'ETHUSD · a level holds',
        expect.stringMatching(/^ {2}said {2}40\.0 % {3}came {2}40\.0 % \[.*\] of {4}400$/),
        expect.stringMatching(/^ {2}said {2}70\.0 % {3}came {2}50\.0 % \[.*\] of {4}400 {3}OFF$/),
        expect.stringMatching(/^ {2}by chance {2}50\.0 % {3}Brier skill -?0\.\d{4}$/),
      ],
      off: [
        { text: expect.stringMatching(/^ETHUSD · a level holds: said {2}70\.0 %/), deviation: expect.closeTo(7.8, 0) },
      ],
      judged: 2,
    })
  })

  it('[AN-76] forgives as many bins as chance puts outside of their intervals, unless one is far off', () => {
    const off = (share: number) => group(cases(400, 0.5, share))
    const right = Array.from({ length: 40 }, () => group(cases(400, 0.5, 0.5)))
    const verdict = (claims: readonly ReturnType<typeof group>[]) => {
      const { isTooMuch, text } = verdictOf(claims.map((each, i) => judgeClaim({ ...each, claim: `claim ${i}` })))
      return { isTooMuch, named: text.split('\n').length - 2 }
    }
    expect(verdict([...right, off(0.56), off(0.44)])).toEqual({ isTooMuch: false, named: 2 })
    expect(verdict([...right, off(0.3)])).toEqual({ isTooMuch: true, named: 1 })
    expect(verdict([...right, ...Array.from({ length: 8 }, () => off(0.56))])).toEqual({ isTooMuch: true, named: 8 })
  })

  it('[AN-74] [AN-76] does not judge fewer than 300 cases, nor three points', () => {
    expect(judgeClaim(group(cases(299, 0.9, 0.5))).off).toEqual([])
    expect(judgeClaim(group(cases(300, 0.9, 0.5))).off).toHaveLength(1)
    expect(judgeClaim(group(cases(20_000, 0.525, 0.5))).off).toEqual([])
    expect(judgeClaim(group([]))).toEqual({ lines: ['ETHUSD · a level holds: no cases'], off: [], judged: 0 })
  })

  it('[AN-76] names classes that do not rise: with few cases when they fall, with 3,000 when they might', () => {
    const rise = (count: number, shares: readonly [number, number]) => {
      const own = shares.flatMap((share, step) =>
        cases(count / 2, 0, share).map(({ time, happened }) => ({ time, step, happened })),
      )
      return judgeRise({ pair: 'BTCUSD', claim: 'a stronger level holds more often', cases: own }).off.length
    }
    expect([rise(400, [0.4, 0.6]), rise(400, [0.6, 0.3]), rise(400, [0.5, 0.5])]).toEqual([0, 1, 0])
    expect([rise(4_000, [0.4, 0.6]), rise(4_000, [0.5, 0.5])]).toEqual([0, 1])
  })

  it('[AN-75] joins the files of a pair, which they are named after', () => {
    const found = findingsWith(0.5)
    const [joined, ...others] = joinByPair([found, found])
    expect(others).toEqual([])
    const countOf = (findings: Findings) => claimsOf(findings).map((each) => each.cases.length)
    expect(joined && countOf(joined)).toEqual(countOf(found).map((count) => 2 * count))
    expect(['x/BTCUSDT-1m-2025-06-bybit.csv.gz', 'XBTUSD_1.csv', 'month.csv'].map(pairOfFile)).toEqual([
      'BTCUSD',
      'BTCUSD',
      undefined,
    ])
  })
})
