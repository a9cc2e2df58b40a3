import { describe, expect, it } from 'vitest'
import type { Candle } from '#contract/candles.ts'
import { SOCKET_PATHS } from '#contract/paths.ts'
import { parseStreamKey } from '#contract/stream-keys.ts'
import { wrap, wrapperOf } from '#contract/streams.ts'
import { createPairAnalysis, type AnalysisEntry } from '#server/analysis/engine/engine.ts'
import type { Rollup } from '#server/market/ports.ts'
import { replayStart } from '#server/market/replay/playback.ts'
import { foldMinutes, MINUTE_S, openingOf, ROLLUP_TIMEFRAMES, secondsOf } from '#server/market/store/fold.ts'
import { historyOf } from '#test/support/data/analysed.ts'
import { candleOf, readTable, walk } from '#test/support/data/analysis.ts'
import { endpointOf, recordingOf, replayHarness } from '#test/support/server/live.ts'
import { referenceData } from '#test/support/data/reference.ts'

/** Payloads by stream, in order, as text. */
type Payloads = Record<string, string[]>

const SPEED = 60
const STRUCTURE = 'tdp:kraken:BTCUSD:analysis:market_structure'
const TIMEOUT_MS = 60_000
const LIMIT = 1_000
const MONTH = referenceData('candles/BTCUSD-1m-2019-06.csv.gz')

/** What the coarser candles of the last of these minutes are, made anew from all of them. */
function rollupsOf(minutes: readonly Candle[]): Rollup[] {
  const [before, minute] = minutes.slice(-2)
  if (!before || !minute) return []
  return ROLLUP_TIMEFRAMES.flatMap((timeframe) => {
    const width = secondsOf(timeframe)
    const of = (opening: number) => {
      const members = minutes.filter(({ timestamp }) => openingOf(timestamp, timeframe) === opening)
      return foldMinutes(members, timeframe)
    }
    const opening = openingOf(minute.timestamp, timeframe)
    const earlier = openingOf(before.timestamp, timeframe)
    const closesLate = earlier < opening && before.timestamp + MINUTE_S < earlier + width
    return [
      ...(closesLate ? of(earlier).map((candle) => ({ timeframe, candle, closed: true })) : []),
      ...of(opening).map((candle) => ({
        timeframe,
        candle,
        closed: minute.timestamp + MINUTE_S === opening + width,
      })),
    ]
  })
}

function collect(payloads: Payloads, entries: readonly AnalysisEntry[]): void {
  for (const { key, data } of entries) {
    const texts = (payloads[key] ??= [])
    texts.push(JSON.stringify(wrap(wrapperOf(parseStreamKey(key).category), { ...data })))
  }
}

/** The analysis alone, minute after minute, with nothing running in between. */
function directly(minutes: readonly Candle[], startS: number): Payloads {
  const payloads: Payloads = {}
  const analysis = createPairAnalysis('BTCUSD')
  const past = minutes.filter(({ timestamp }) => timestamp < startS)
  analysis.seed(historyOf(past))
  collect(payloads, analysis.current())
  for (let count = past.length + 1; count <= minutes.length; count += 1) {
    const known = minutes.slice(0, count)
    const candle = known.at(-1)
    if (candle) collect(payloads, analysis.onClose({ candle, rollups: rollupsOf(known) }))
  }
  return payloads
}

interface Replayed {
  readonly payloads: Payloads
  /** Running values that were shown. */
  readonly running: number
  readonly failures: number
}

/** The same minutes through replay, market, publisher and log, with running minutes in between. */
async function replayed(minutes: readonly Candle[]): Promise<Replayed> {
  const harness = replayHarness(minutes, SPEED)
  let running = 0
  const watching = endpointOf(harness.data, SOCKET_PATHS.analytics).publications$.subscribe(({ delivery }) => {
    if (delivery === 'latest') running += 1
  })
  await harness.data.start()
  const endMs = ((minutes.at(-1)?.timestamp ?? 0) + MINUTE_S) * 1000
  while (harness.data.market.clock.now() < endMs) await harness.advance(300, 300)
  // The clock may be ahead of the last candle, never behind it.
  await harness.advance(300, 300)
  const payloads: Payloads = {}
  for (const key of await harness.data.log.keys()) {
    const entries = await harness.data.log.recent(key, LIMIT)
    // Those numbered 0 and below are the past of before the start.
    const own = entries.filter(({ seq }) => seq > 0)
    payloads[key] = own.toReversed().map(({ data }) => JSON.stringify(data))
  }
  const { failures } = harness.data.publisher.health()
  watching.unsubscribe()
  await harness.data.stop()
  return { payloads, running, failures }
}

/** The first payload that is not the same in both, with its stream and position. */
function firstDifference(left: Payloads, right: Payloads): object | undefined {
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const [ours = [], theirs = []] = [left[key], right[key]]
    for (let n = 0; n < Math.max(ours.length, theirs.length); n += 1) {
      if (ours[n] !== theirs[n]) return { key, position: n, left: ours[n], right: theirs[n] }
    }
  }
  return undefined
}

async function compare(minutes: readonly Candle[]) {
  const startS = replayStart(recordingOf(minutes))
  const played = minutes.filter(({ timestamp }) => timestamp >= startS).length
  const { payloads, running, failures } = await replayed(minutes)
  return {
    failures,
    firstDifference: firstDifference(payloads, directly(minutes, startS)),
    // One at the start, and one for each minute.
    missing: 1 + played - (payloads[STRUCTURE]?.length ?? 0),
    hadRunningMinutes: running > played,
  }
}

const SAME = { failures: 0, firstDifference: undefined, missing: 0, hadRunningMinutes: true }

describe('the same candles give the same payloads, byte for byte', { timeout: TIMEOUT_MS }, () => {
  it('[SL-16] in replay with running minutes in between, and in the analysis alone', async () => {
    expect(await compare(walk({ count: 600, seed: 7, start: 1_560_038_400 }))).toEqual(SAME)
  })

  it('[SL-16] across gaps, which close candles late', async () => {
    const minutes = walk({ count: 640, seed: 8, start: 1_560_038_400 })
    const holed = minutes.filter((_, n) => (n < 380 || n > 383) && (n < 434 || n > 503))
    expect(await compare(holed)).toEqual(SAME)
  })
})

describe.skipIf(!MONTH)('the same recorded candles (needs PAIRBOT_REFERENCE_DATA)', { timeout: TIMEOUT_MS }, () => {
  const month = () => readTable(MONTH!).map(candleOf)

  it('[SL-16] from the start of a month', async () => {
    expect(await compare(month().slice(0, 700))).toEqual(SAME)
  })

  it('[SL-16] around its longest gap', async () => {
    const minutes = month()
    const gap = (n: number) => minutes[n]!.timestamp - minutes[n - 1]!.timestamp
    let longest = 500
    for (let n = 500; n < minutes.length - 300; n += 1) if (gap(n) > gap(longest)) longest = n
    expect(gap(longest)).toBeGreaterThan(60)
    expect(await compare(minutes.slice(longest - 500, longest + 200))).toEqual(SAME)
  })
})
