import type { ReadMoment } from '../readings/read.ts'
import type { Conclusion } from './conclude.ts'
import { acted, evaluate, type Acts, type Prepared } from './evaluate.ts'
import type { Picture } from './picture.ts'

/** A decision and what it leaves behind. */
export interface Step extends Conclusion {
  readonly acts: Acts
  /** Ids of the sources whose stream had a new entry. */
  readonly renewed: ReadonlySet<string>
}

/** [SG-60] A strategy decides when one of its streams has a new entry; undefined when none has. Live and in rehearsal alike. */
export function step(strategy: Prepared, picture: Picture, acts: Acts, moment: ReadMoment): Step | undefined {
  const renewed = new Set(strategy.sources.filter(({ key }) => moment.readings.has(key)).map(({ source }) => source.id))
  if (renewed.size === 0) return undefined
  const conclusion = evaluate(strategy, picture, acts, moment.at)
  const isAct = conclusion.outcome.decision_type !== 'HOLD'
  return { ...conclusion, renewed, acts: isAct ? acted(acts, moment.at) : acts }
}
