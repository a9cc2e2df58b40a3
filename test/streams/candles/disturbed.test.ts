import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Candle } from '#contract/candles.ts'
import type { LiveUpdate } from '#contract/messages.ts'
import { candlesOf, createStreams, type FeedFrame } from '#src/streams/index.ts'
import { asyncScheduler, BehaviorSubject, NEVER, queueScheduler, Subject } from 'rxjs'
import { anAck, aLiveUpdate, aMarket, aProvenance } from '#test/support/data/messages.ts'
import { inertPorts } from '#test/support/client/inert-ports.ts'
import { candleAt, CONNECTED, frameOf } from '#test/support/client/streams.ts'
import { referenceData } from '#test/support/data/reference.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A server that publishes a recorded market: each minute runs, then closes; published candles form the history. */
function serverOf(market: readonly Candle[]) {
  const held: Candle[] = []
  let isClosed = true
  let seq = 0
  const provenance = () => aProvenance({ market: 'replay', published_at: Date.now() })
  const publish = (candle: Candle, isComplete: boolean): LiveUpdate => {
    if (isComplete) seq += 1
    isClosed = isComplete
    if (held.at(-1)?.timestamp === candle.timestamp) held[held.length - 1] = candle
    else held.push(candle)
    const { data } = aLiveUpdate({ ...candle, is_complete: isComplete })
    return {
      ...aLiveUpdate(),
      timestamp: Date.now(),
      seq,
      epoch: 'e',
      ...(isComplete ? { message_id: `${seq}-0` } : {}),
      data: { ...data, provenance: provenance() },
    }
  }
  return {
    minute: (index: number): LiveUpdate[] => {
      const candle = market[index]
      if (candle === undefined) throw new Error('the recording has ended')
      const opening = { ...candle, high: candle.open, low: candle.open, close: candle.open, volume: 0 }
      return [publish(opening, false), publish(candle, true)]
    },
    recent: () => held.slice(-500),
    answer: () => ({
      kind: 'history' as const,
      history: { candles: held.slice(-500), lastIsComplete: isClosed, provenance: provenance(), refused: 0 },
    }),
  }
}

function clientOf(server: ReturnType<typeof serverOf>) {
  const frames$ = new Subject<FeedFrame>()
  let requested = 0
  const streams = createStreams({
    frames$,
    link$: new BehaviorSubject(CONNECTED),
    pollDue$: NEVER,
    fetchCandles: async () => {
      requested += 1
      const answer = server.answer()
      await new Promise((done) => setTimeout(done, 150))
      return server.recent().length === 0 ? { kind: 'empty' } : answer
    },
    recovered: () => undefined,
    ...inertPorts(),
    now: () => Date.now(),
    timers: asyncScheduler,
    paint: queueScheduler,
  })
  const running = streams.start()
  let shown: readonly Candle[] = []
  streams.candles.window$.subscribe(({ candles }) => {
    shown = candlesOf(candles)
  })
  const connect = (speed: number, now: number) =>
    frames$.next(frameOf(anAck({ data: { connection_id: 'c', market: aMarket({ kind: 'replay', speed, now }) } })))
  return { frames$, connect, candles: () => shown, requested: () => requested, stop: () => running.unsubscribe() }
}

const marketTimeOf = (candle: Candle | undefined) => (candle?.timestamp ?? 0) * 1000

describe('a disturbed feed', () => {
  const fault = fc.constantFrom('none', 'none', 'none', 'none', 'drop', 'double', 'swap')

  it('WS-21 WS-22 WS-23 [ST-13] lost, duplicated and swapped frames give the window of an undisturbed run', async () => {
    const market = Array.from({ length: 80 }, (_, minute) => candleAt(minute, 100 + (minute % 9)))
    await fc.assert(
      fc.asyncProperty(fc.array(fault, { minLength: 150, maxLength: 150 }), async (faults) => {
        const server = serverOf(market)
        const client = clientOf(server)
        client.connect(60, marketTimeOf(market[0]))
        let late: LiveUpdate | undefined
        for (let minute = 0; minute < market.length; minute += 1) {
          for (const [part, message] of server.minute(minute).entries()) {
            const what = faults[minute * 2 + part] ?? 'none'
            if (what === 'swap' && late === undefined) late = message
            else {
              if (what !== 'drop') client.frames$.next(frameOf(message))
              if (what === 'double') client.frames$.next(frameOf(message))
              if (late !== undefined) client.frames$.next(frameOf(late))
              late = undefined
            }
            await vi.advanceTimersByTimeAsync(500)
          }
        }
        await vi.advanceTimersByTimeAsync(3_000)
        expect(client.candles()).toEqual(server.recent())
        client.stop()
      }),
      { numRuns: 40, seed: 9 },
    )
  })

  const recording = referenceData('candles/BTCUSD-1m-2019-06.csv.gz')

  it.skipIf(recording === undefined)(
    'WS-24 [ST-13] a real month with a cut of seven minutes: the 500 candles are the recorded ones',
    async () => {
      const market = gunzipSync(readFileSync(recording ?? ''))
        .toString()
        .trim()
        .split('\n')
        .slice(1, 1_501)
        .map((line): Candle => {
          const [timestamp = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] = line.split(',').map(Number)
          return { timestamp, open, high, low, close, volume }
        })
      const server = serverOf(market)
      const client = clientOf(server)
      client.connect(60, marketTimeOf(market[0]))
      for (let minute = 0; minute < market.length; minute += 1) {
        const isCut = minute >= 1_400 && minute < 1_407
        for (const message of server.minute(minute)) {
          if (!isCut) client.frames$.next(frameOf(message))
          await vi.advanceTimersByTimeAsync(500)
        }
        if (minute === 1_406) client.connect(60, marketTimeOf(market[minute]))
      }
      await vi.advanceTimersByTimeAsync(3_000)
      expect(client.candles()).toEqual(market.slice(-500))
      client.stop()
    },
  )
})
