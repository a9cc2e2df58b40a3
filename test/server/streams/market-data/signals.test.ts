import { describe, expect, it } from 'vitest'
import { PAIR_IDS } from '#contract/pairs.ts'
import { mlSignalsKey } from '#contract/payloads/streams.ts'
import type { Signal } from '#contract/payloads/signals.ts'
import { streamKey } from '#contract/stream-keys.ts'
import { wrap } from '#contract/streams.ts'
import type { StreamLog } from '#server/streams/ports.ts'
import { provenanceAt, publishCurrent } from '#test/support/data/analysed.ts'
import { marketDataApp } from '#test/support/server/market-data.ts'
import { walk } from '#test/support/data/analysis.ts'

const signal = (timeframe: Signal['timeframe'], confidence: number, source = 'model-1'): Signal => ({
  signal_type: 'BUY',
  confidence,
  strength: 0.5,
  timeframe,
  entry_price: 100,
  stop_loss: null,
  take_profit: 110,
  source,
})

const publish = (log: StreamLog, key: string, timestamp: number, signals: readonly Signal[]) =>
  log.append(
    key,
    wrap('Unknown', { timestamp, trading_pair: 'BTCUSD', exchange: 'kraken', errors: [], signals }),
    provenanceAt(timestamp * 1000),
  )

const NOTHING = { trading_pair: 'BTCUSD', exchange: 'kraken', timestamp: null, errors: [], signals: [] }

describe('signal endpoints', () => {
  it('[SL-29] without models the list is empty with a reason; the analysis publishes no signals', async () => {
    const { log, tdp } = await marketDataApp()
    await publishCurrent(log, walk({ count: 900, seed: 3 }))

    expect(await tdp('/signals/ml/BTCUSD')).toMatchObject({
      status: 200,
      body: { success: true, data: NOTHING, reason: 'No model publishes signals for BTC/USD.' },
    })
    expect((await tdp('/signals/comprehensive/BTCUSD')).body).toEqual({
      success: true,
      data: NOTHING,
      reason:
        'No signals are published for BTC/USD. The analysis publishes no signals: none of its patterns predicts the direction clearly better than chance.',
    })
    expect((await tdp('/signals/models/active')).body).toEqual({
      success: true,
      data: [],
      reason: 'No model is active.',
    })
  })

  it("[SL-30] returns its stream's signals, narrowed to a timeframe and a confidence", async () => {
    const { log, tdp } = await marketDataApp()
    const [weak, strong, hourly] = [signal('M1', 0.4), signal('M1', 0.8), signal('H1', 0.6)]
    await publish(log, mlSignalsKey('BTCUSD'), 60, [weak, strong, hourly])
    await publish(log, mlSignalsKey('ETHUSD'), 90, [signal('M1', 1)])
    const signalsOf = async (query: string) =>
      ((await tdp(`/signals/ml/BTCUSD${query}`)).body as { data: { signals: Signal[] } }).data.signals

    expect((await tdp('/signals/ml/BTCUSD')).body).toEqual({
      success: true,
      data: { ...NOTHING, timestamp: 60, signals: [weak, strong, hourly] },
    })
    expect(await signalsOf('?timeframe=1m')).toEqual([weak, strong])
    expect(await signalsOf('?confidence_threshold=0.6')).toEqual([strong, hourly])
    expect(await signalsOf('?timeframe=H1&confidence_threshold=0.7')).toEqual([])
  })

  it('[SL-30] comprehensive joins every signal stream of the pair', async () => {
    const { log, tdp } = await marketDataApp()
    const [model, other] = [signal('M1', 0.4), signal('H1', 0.8, 'another')]
    await publish(log, mlSignalsKey('BTCUSD'), 60, [model])
    await publish(log, streamKey('BTCUSD', 'signals', 'another'), 120, [other])
    await publish(log, streamKey('ETHUSD', 'signals', 'another'), 180, [signal('M1', 1)])

    expect((await tdp('/signals/comprehensive/BTCUSD')).body).toEqual({
      success: true,
      data: { ...NOTHING, timestamp: 120, signals: [other, model] },
    })
    expect((await tdp('/signals/comprehensive/BTCUSD?timeframe=M1')).body).toMatchObject({ data: { signals: [model] } })
  })

  it.each([
    ['/signals/ml/BTCUSD?confidence_threshold=2', 'confidence_threshold: must be a number from 0 to 1'],
    ['/signals/ml/BTCUSD?confidence_threshold=', 'confidence_threshold: must be a number from 0 to 1'],
    ['/signals/ml/BTCUSD?confidence_threshold=high', 'confidence_threshold: must be a number from 0 to 1'],
    ['/signals/ml/BTCUSD?timeframe=M2', 'Unknown timeframe "M2": there are M1, M5, M15, M30, H1, H4, D1.'],
    ['/signals/comprehensive/DOGE', `Unknown pair "DOGE": there are ${PAIR_IDS.join(', ')}.`],
  ])('[SL-25] %s is 400 and lists the valid ones', async (path, error) => {
    const { tdp } = await marketDataApp()
    expect(await tdp(path)).toMatchObject({ status: 400, body: { success: false, error } })
  })
})
