import type { PairId } from '#contract/pairs.ts'
import type { OpenCase } from '#server/outcomes/case.ts'
import type { CaseTally } from '#server/outcomes/tally.ts'
import { pastFollower } from '#server/score-card/past/count-month.ts'
import { createReplay, type ReplayedMinute } from '../analysis/replay.ts'
import { createFurtherClaims } from './further-claims.ts'

/** A case that ended. */
export interface ClosedCase {
  readonly of: OpenCase
  readonly isHeld: boolean
}

/** What the payloads about a file claimed, and what came of it: counted, and case by case. */
export interface Outcomes {
  readonly tallies: readonly CaseTally[]
  readonly closed: readonly ClosedCase[]
}

/** Replays a file of candles by itself, and follows every claim to its outcome. */
export async function followFile(
  pair: PairId,
  file: string,
  onMinute?: (minute: ReplayedMinute) => void,
): Promise<Outcomes> {
  const closed: ClosedCase[] = []
  const follower = pastFollower(pair, {
    further: createFurtherClaims(),
    onClosed: (each, isHeld) => closed.push({ of: each, isHeld }),
  })
  for await (const minute of createReplay(pair).play(file)) {
    follower.add(minute.entries.map(({ data }) => data))
    onMinute?.(minute)
  }
  return { tallies: follower.drain().tallies, closed }
}
