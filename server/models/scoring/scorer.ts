import type { Subscription } from 'rxjs'
import type { Scoring } from '#contract/models/model.ts'
import type { PairId } from '#contract/pairs.ts'
import type { Provenance } from '#contract/provenance.ts'
import { TIMEFRAME_MINUTES, type Timeframe } from '#contract/timeframes.ts'
import type { ClosedCandle, ModelMarket } from '../ports.ts'
import type { ModelRow } from '../registry/rows.ts'
import { createModelRunner, type ModelRunner } from './model-runner.ts'
import type { ScoreCounters } from './score-counters.ts'
import { probabilitiesOf, type Probabilities } from './probabilities.ts'
import { JobFailed } from './job-runner.ts'
import type { LoadedModels } from './loaded-models.ts'
import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import { FEATURES, type FeatureName } from '#contract/models/features.ts'
import type { Signal } from '#contract/payloads/signals.ts'

interface SignalContext {
  readonly id: string
  readonly name: string
  readonly timeframe: Timeframe
  /** Opening of the candle in unix seconds, and its close. */
  readonly timestamp: number
  readonly close: number
  readonly latencyMs: number
}

/** The more likely of up and down; HOLD if flat is more likely than both, or if they are equal. */
function directionOf({ up, down, flat }: Probabilities): Signal['signal_type'] {
  if (up === down || (flat > up && flat > down)) return 'HOLD'
  return up > down ? 'BUY' : 'SELL'
}

const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits

/**
 * Converts a model's probabilities to a signal. `confidence` is the probability of the call, `strength` the difference
 * between up and down. Models provide no stops.
 */
export function signalOf(probabilities: Probabilities, model: SignalContext): Signal {
  const { up, down, flat } = probabilities
  const direction = directionOf(probabilities)
  return {
    signal_type: direction,
    confidence: direction === 'BUY' ? up : direction === 'SELL' ? down : Math.max(flat, up, down),
    strength: Math.abs(up - down),
    timeframe: model.timeframe,
    entry_price: model.close,
    stop_loss: null,
    take_profit: null,
    source: model.name,
    model_id: model.id,
    latency_ms: round(model.latencyMs, 2),
    candle_timestamp: model.timestamp,
  }
}

type FeatureValues = Readonly<Record<FeatureName, number | undefined>>

const percentOf = (value: number | undefined, total: number): number | undefined =>
  value === undefined ? undefined : (100 * value) / total
const distance = (close: number, from: number | undefined): number | undefined =>
  from === undefined ? undefined : 100 * (close / from - 1)

function featureValues(snapshot: IndicatorSnapshot, close: number): FeatureValues {
  const { macd, bollinger_bands: bands, adx, stochastic } = snapshot
  return {
    rsi_14: snapshot.rsi_14,
    rsi_7: snapshot.rsi_7,
    macd_line_pct: percentOf(macd?.macd_line, close),
    macd_signal_pct: percentOf(macd?.signal_line, close),
    macd_histogram_pct: percentOf(macd?.histogram, close),
    atr_14_pct: percentOf(snapshot.atr_14, close),
    bollinger_position: bands && (close - bands.lower) / (bands.upper - bands.lower),
    bollinger_width_pct: bands && percentOf(bands.upper - bands.lower, bands.middle),
    ema_9_distance_pct: distance(close, snapshot.ema_9),
    ema_21_distance_pct: distance(close, snapshot.ema_21),
    ema_100_distance_pct: distance(close, snapshot.ema_100),
    adx: adx?.adx,
    plus_di: adx?.plus_di,
    minus_di: adx?.minus_di,
    stochastic_k: stochastic?.k_percent,
    stochastic_d: stochastic?.d_percent,
    vwap_distance_pct: distance(close, snapshot.vwap?.value),
  }
}

/** The feature vector of a closed candle, or the missing features: indicators that are warming up or undefined. */
type Vector =
  | { readonly ok: true; readonly values: Float32Array<ArrayBuffer> }
  | { readonly ok: false; readonly missing: readonly FeatureName[] }

export function featureVector(snapshot: IndicatorSnapshot, close: number): Vector {
  const values = featureValues(snapshot, close)
  const missing = FEATURES.map(({ name }) => name).filter((name) => !Number.isFinite(values[name]))
  if (missing.length > 0) return { ok: false, missing }
  return { ok: true, values: Float32Array.from(FEATURES, ({ name }) => values[name] ?? Number.NaN) }
}

export interface ScorerDeps {
  readonly market: ModelMarket
  readonly loadedModels: LoadedModels
  /** Loads the stored counters of a model. */
  readonly loadCounters: (modelId: string) => Promise<ScoreCounters | undefined>
  /** Stores counters for `loadCounters`. */
  readonly saveCounters: (counters: ReadonlyMap<string, ScoreCounters>) => Promise<void>
  /** Monotonic clock for latencies, in fractional milliseconds. */
  readonly clock: () => number
  readonly now: () => number
  readonly report: (error: unknown) => void
}

/** Scores every closed candle with the active models of its pair and timeframe, and publishes their signals. */
export interface Scorer {
  /** Replaces the set of active models. Models that remain active keep their signals. */
  setActive(rows: readonly ModelRow[]): Promise<void>
  scoringOf(id: string): Scoring | undefined
  counters(): ReadonlyMap<string, ScoreCounters>
  start(): void
  /** Resolves when all closed candles have been scored. */
  settled(): Promise<void>
  stop(): void
}

const MINUTE_S = 60
/** End of a candle in unix seconds, and its provenance. */
interface CandleEnd {
  readonly endS: number
  readonly source: Provenance
}
const endOf = ({ candle, timeframe, provenance }: ClosedCandle): CandleEnd => ({
  endS: candle.timestamp + TIMEFRAME_MINUTES[timeframe] * MINUTE_S,
  source: provenance,
})
const latest = (known: CandleEnd | undefined, other: CandleEnd): CandleEnd =>
  known && known.endS > other.endS ? known : other

const closeKey = ({ pair, timeframe }: Pick<ClosedCandle, 'pair' | 'timeframe'>): string => `${pair} ${timeframe}`

export function createScorer({
  market,
  loadedModels,
  loadCounters,
  saveCounters,
  clock,
  now,
  report,
}: ScorerDeps): Scorer {
  const runners = new Map<string, ModelRunner>()
  /** The newest unscored candle per pair and timeframe: if models are slow, older candles are skipped. */
  const pending = new Map<string, ClosedCandle>()
  /** The newest candle per pair and timeframe, so that a newly activated model can emit a signal at once. */
  const newest = new Map<string, ClosedCandle>()
  /** End of the newest closed candle per pair, and of the candle its published signals refer to. */
  const latestEnd = new Map<PairId, CandleEnd>()
  const publishedEnd = new Map<PairId, CandleEnd>()
  let work: Promise<void> = Promise.resolve()
  let subscription: Subscription | undefined

  const runnersFor = ({ pair, timeframe }: ClosedCandle): ModelRunner[] =>
    [...runners.values()].filter(({ row, timeframe: own }) => row.pair === pair && own === timeframe)

  /** Runs tasks in order; a failure does not affect later ones. */
  function queue(task: () => Promise<void>): Promise<void> {
    work = work.then(task).catch(report)
    return work
  }

  async function runModel(runner: ModelRunner, { candle, provenance }: ClosedCandle, vector: Float32Array) {
    const { row, timeframe } = runner
    const at = provenance.exchange_time
    const startedAt = clock()
    try {
      const result = probabilitiesOf(await loadedModels.score(row, vector))
      if ('problem' in result) {
        runner.onFailure(result.problem, at)
        return
      }
      const { timestamp, close } = candle
      const latencyMs = clock() - startedAt
      runner.onResult(signalOf(result, { id: row.id, name: row.name, timeframe, timestamp, close, latencyMs }), at)
    } catch (error) {
      if (!(error instanceof JobFailed)) throw error
      runner.onFailure(error.message, at)
    }
  }

  const counters = () =>
    new Map(
      [...runners].flatMap(([id, runner]): [string, ScoreCounters][] => {
        const counts = runner.counters()
        return counts ? [[id, counts]] : []
      }),
    )

  /** Publishes the current signals of a pair's models. */
  async function publish(pair: PairId, end: CandleEnd): Promise<void> {
    const until = latest(publishedEnd.get(pair), end)
    publishedEnd.set(pair, until)
    const at = now()
    const signals = [...runners.values()].flatMap((runner) => {
      const signal = runner.row.pair === pair ? runner.signal() : undefined
      return signal ? [signal] : []
    })
    await market.publish(
      pair,
      { timestamp: until.endS, trading_pair: pair, exchange: until.source.market, errors: [], signals },
      { ...until.source, computed_at: at, published_at: at },
    )
  }

  async function scoreWith(
    closed: ClosedCandle,
    candidates: readonly ModelRunner[],
    end = endOf(closed),
  ): Promise<void> {
    const running = candidates.filter((runner) => runner.isRunning())
    if (running.length === 0) return
    const { candle, snapshot, provenance, pair } = closed
    const vector = featureVector(snapshot, candle.close)
    for (const runner of running) {
      if (vector.ok) await runModel(runner, closed, vector.values)
      else runner.onUnready(vector.missing, provenance.exchange_time)
    }
    await publish(pair, end)
  }

  async function score(key: string): Promise<void> {
    const closed = pending.get(key)
    pending.delete(key)
    if (closed) await scoreWith(closed, runnersFor(closed))
  }

  function onClose(closed: ClosedCandle): void {
    const key = closeKey(closed)
    newest.set(key, closed)
    latestEnd.set(closed.pair, latest(latestEnd.get(closed.pair), endOf(closed)))
    const affected = runnersFor(closed)
    if (affected.length === 0) return
    for (const runner of affected) runner.recordOutcome(closed)
    const isWaiting = pending.has(key)
    pending.set(key, closed)
    if (!isWaiting) void queue(() => score(key))
  }

  async function change(rows: readonly ModelRow[]): Promise<void> {
    const wanted = new Map(rows.filter(({ format }) => format === 'onnx').map((row) => [row.id, row]))
    const silenced = new Set<PairId>()
    await saveCounters(counters())
    for (const [id, runner] of runners) {
      if (wanted.has(id)) continue
      if (runner.signal()) silenced.add(runner.row.pair)
      runners.delete(id)
      await loadedModels.unload(id).catch(report)
    }
    for (const pair of silenced) {
      const end = publishedEnd.get(pair)
      if (end) await publish(pair, end)
    }
    for (const [id, row] of wanted) {
      if (runners.has(id)) continue
      const runner = createModelRunner(row, await loadCounters(id))
      runners.set(id, runner)
      const closed = newest.get(closeKey({ pair: row.pair, timeframe: runner.timeframe }))
      // Queued, so that the activation request does not wait for it.
      if (closed && !pending.has(closeKey(closed)))
        void queue(() => scoreWith(closed, [runner], latestEnd.get(row.pair)))
    }
  }

  return {
    setActive: (rows) => queue(() => change(rows)),
    scoringOf: (id) => runners.get(id)?.scoring(),
    counters,
    start: () => {
      subscription = market.closes$.subscribe(onClose)
    },
    settled: async () => {
      let seen: Promise<void> | undefined
      while (seen !== work) {
        seen = work
        await seen
      }
    },
    stop: () => subscription?.unsubscribe(),
  }
}
