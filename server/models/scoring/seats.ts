import * as z from 'zod/mini'
import { MODEL_LIMITS } from '#contract/limits.ts'
import type { ModelRow } from '../registry/rows.ts'
import { rowSchema } from './protocol.ts'
import type { Runner } from './runner.ts'

type Seated = Pick<ModelRow, 'id' | 'sha256'>

/** The models that are ready in the thread. One that overran took the thread with it: the others are made ready again. */
export interface Seats {
  /** Rejects with `JobFailed`. */
  score(model: Seated, vector: Float32Array): Promise<readonly number[]>
  leave(id: string): Promise<void>
}

export interface SeatLimits {
  readonly loadMs: number
  readonly runMs: number
}

export function createSeats(
  runner: Runner,
  pathOf: (id: string) => string,
  limits: SeatLimits = { loadMs: MODEL_LIMITS.examineMs, runMs: MODEL_LIMITS.runMs },
): Seats {
  const seated = new Set<string>()
  let generation = runner.generation()

  async function seat({ id, sha256 }: Seated): Promise<void> {
    if (generation !== runner.generation()) {
      generation = runner.generation()
      seated.clear()
    }
    if (seated.has(id)) return
    const file = { path: pathOf(id), sha256: Buffer.from(sha256).toString('hex') }
    await runner.ask({ kind: 'load', id, ...file }, z.null(), limits.loadMs)
    seated.add(id)
  }

  return {
    async score(model, vector) {
      await seat(model)
      return runner.ask({ kind: 'score', id: model.id, vector }, rowSchema, limits.runMs)
    },
    async leave(id) {
      if (!seated.delete(id) || generation !== runner.generation()) return
      await runner.ask({ kind: 'unload', id }, z.null(), limits.loadMs)
    },
  }
}
