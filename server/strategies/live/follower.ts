import { STRATEGY } from '#contract/limits.ts'
import type { PairId } from '#contract/pairs.ts'
import type { Acts, Prepared } from '../evaluator/evaluate.ts'
import { advance, EMPTY_PICTURE, type Picture } from '../evaluator/picture.ts'
import { step, type Step } from '../evaluator/step.ts'
import type { StreamMoment } from '../ports.ts'
import { readMoment, type ReadMoment } from '../readings/read.ts'
import { createTape, type Tape } from '../rehearsal/tape.ts'

/** A strategy at work on a pair. */
export interface Worker {
  readonly strategyId: string
  readonly prepared: Prepared
  acts: Acts
}

/** The one evaluator of a pair. */
export interface Follower {
  readonly pair: PairId
  readonly tape: Tape
  picture(): Picture
  /** Newest moment that was decided on, unix ms of market time. */
  evaluatedUntil(): number | null
  /** Takes a moment in; gives what the workers decided on it. */
  take(moment: StreamMoment, workers: Iterable<Worker>): readonly { readonly worker: Worker; readonly step: Step }[]
}

const HOUR_MS = 3_600_000
/** An hour beyond what a rehearsal looks at. */
const TAPE_MS = (STRATEGY.backtestHours + 1) * HOUR_MS

/** @param noticed is told of every moment once it was read */
export function createFollower(pair: PairId, noticed: (moment: ReadMoment) => void): Follower {
  const tape = createTape(TAPE_MS)
  let picture = EMPTY_PICTURE
  let evaluatedUntil: number | null = null

  return {
    pair,
    tape,
    picture: () => picture,
    evaluatedUntil: () => evaluatedUntil,
    take(moment, workers) {
      const read = readMoment(moment)
      noticed(read)
      // Somebody else may publish for a minute that was decided on: that is a decision of its own, just after it.
      const at = evaluatedUntil === null ? read.at : Math.max(read.at, evaluatedUntil + 1)
      const placed = moment.kind === 'closed' ? { ...read, at } : read
      picture = advance(picture, placed)
      tape.push({ moment: placed, decides: moment.kind === 'closed', isRecomputed: false })
      if (moment.kind === 'standing') return []
      evaluatedUntil = at
      const taken: { readonly worker: Worker; readonly step: Step }[] = []
      for (const worker of workers) {
        const decided = step(worker.prepared, picture, worker.acts, placed)
        if (!decided) continue
        worker.acts = decided.acts
        taken.push({ worker, step: decided })
      }
      return taken
    },
  }
}
