import { vi } from 'vitest'
import type { ListedModel, ModelDetails, ModelFailure } from '#contract/models/view-model.ts'
import type { ModelResult, ModelsApi } from '#src/machines/models/types.ts'

const AT = Date.UTC(2026, 0, 5, 8)

export const listed = (over: Partial<ListedModel> = {}): ListedModel => ({
  id: 'm-1',
  name: 'Fast',
  description: 'Looks at RSI',
  isActive: false,
  createdAt: AT,
  updatedAt: AT + 60_000,
  modelType: 'xgboost',
  timeframe: '1m',
  pair: 'BTCUSD',
  exchange: 'kraken',
  format: 'onnx',
  fileName: 'fast.onnx',
  sizeBytes: 1_572_864,
  scoring: { state: 'idle', reason: null },
  ...over,
})

export const modelDetails = (over: Partial<ModelDetails> = {}): ModelDetails => ({
  model: listed(),
  uploadedBy: 'tom@pairbot.test',
  inspection: {
    format: 'onnx',
    size_bytes: 1_572_864,
    sha256: 'ab'.repeat(32),
    onnx: {
      ir_version: 7,
      producer: 'skl2onnx 1.17',
      opsets: [{ domain: 'ai.onnx', version: 13 }],
      inputs: [{ name: 'features', type: 'float32', shape: ['N', 17] }],
      outputs: [{ name: 'probabilities', type: 'float32', shape: ['N', 2] }],
      operators: ['MatMul', 'Softmax'],
      feature_version: '1',
    },
    pickle: null,
    warnings: [],
    trial_ms: 0.42,
  },
  claimed: undefined,
  history: [
    {
      id: 'c-1',
      model_id: 'm-1',
      model_name: 'Fast',
      change: 'activated',
      by: 'ada@pairbot.test',
      at: new Date(AT).toISOString(),
      rolled_back: null,
    },
  ],
  metrics: {
    kind: 'measured',
    performance: {
      model_id: 'm-1',
      market: 'simulated',
      scoring: { state: 'scored', reason: null },
      since: new Date(AT).toISOString(),
      buys: 60,
      sells: 40,
      holds: 5,
      faults: 1,
      unready: 2,
      mean_latency_ms: 0.5,
      max_latency_ms: 3.25,
      outcome: {
        calls: 100,
        hits: 60,
        hit_rate: { share: 0.6, low: 0.502, high: 0.691 },
        base_rate: 0.55,
        too_few: false,
        needed: 30,
      },
    },
  },
  ...over,
})

export const ok = <T>(value: T): ModelResult<T> => ({ ok: true, value })
export const refused = (text: string, kind: ModelFailure['kind'] = 'refused'): ModelResult<never> => ({
  ok: false,
  error: { kind, text },
})

/** Fake model calls that succeed by default. */
export function fakeModelsApi(models: readonly ListedModel[] = [listed()]) {
  return {
    list: vi.fn<ModelsApi['list']>(async () => ok(models)),
    details: vi.fn<ModelsApi['details']>(async () => ok(modelDetails())),
    activate: vi.fn<ModelsApi['activate']>(async () => ok(undefined)),
    deactivate: vi.fn<ModelsApi['deactivate']>(async () => ok(undefined)),
    remove: vi.fn<ModelsApi['remove']>(async () => ok(undefined)),
    rollBack: vi.fn<ModelsApi['rollBack']>(async () =>
      ok({ activated: ['Old'], deactivated: ['Fast'], gone: [], file_missing: [] }),
    ),
    upload: vi.fn<ModelsApi['upload']>(async () => ok(undefined)),
  }
}
