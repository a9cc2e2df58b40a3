import type { CustomStrategy } from '#contract/strategies/definition.ts'
import type { PairId } from '#contract/pairs.ts'
import type { DecisionType } from '#contract/strategies/names.ts'
import type { Outcome } from '../evaluator/conclude.ts'
import { NO_ACTS, prepare } from '../evaluator/evaluate.ts'
import { advance } from '../evaluator/picture.ts'
import { step } from '../evaluator/step.ts'
import type { Block } from '#contract/strategies/trace.ts'
import type { Tape } from './tape.ts'
import type { Turns } from './turns.ts'

/** A decision of a rehearsal, with what stood in its way. */
export interface Rehearsed extends Outcome {
  readonly at: number
  readonly blockedBy: readonly Block[]
  /** Ids of the rules that were not met. */
  readonly unmet: readonly string[]
}

/** What a stretch of a tape gave. Times in unix ms of market time. */
export interface Run {
  readonly decisions: readonly Rehearsed[]
  /** Minutes that strategies decide on, their prices in the same order; a minute without one repeats the last. */
  readonly minutes: readonly {
    readonly at: number
    readonly price: number | undefined
    readonly isRecomputed: boolean
  }[]
}

/** [SG-80] What a strategy that began at `from` would have decided up to `until`, by the very steps of the live evaluator. */
export async function runThrough(
  strategy: CustomStrategy,
  pair: PairId,
  tape: Tape,
  stretch: { readonly from: number; readonly until: number },
  turns: Turns,
): Promise<Run> {
  const prepared = prepare(strategy, pair)
  let picture = tape.base()
  let acts = NO_ACTS
  const decisions: Rehearsed[] = []
  const minutes: Run['minutes'][number][] = []
  for (const { moment, decides, isRecomputed } of tape.moments()) {
    if (moment.at > stretch.until) break
    picture = advance(picture, moment)
    if (!decides || moment.at <= stretch.from) continue
    minutes.push({ at: moment.at, price: picture.price, isRecomputed })
    const taken = step(prepared, picture, acts, moment)
    if (taken) {
      acts = taken.acts
      const { trace, outcome } = taken
      const unmet = trace.rules.filter((rule) => rule.unmet.length > 0).map(({ rule_id }) => rule_id)
      decisions.push({ ...outcome, at: moment.at, blockedBy: trace.blocked_by, unmet })
    }
    await turns.next()
  }
  return { decisions, minutes }
}

export const isAct = (type: DecisionType): type is Exclude<DecisionType, 'HOLD'> => type !== 'HOLD'
