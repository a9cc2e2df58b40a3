import type { Since } from '#contract/payloads/header.ts'

/** A state as of the last candle, and since when it has been the same. */
export interface Lasting<State> {
  readonly state: State
  readonly since: Since
  /** Whether all that the state is derived from has been known once. */
  readonly isSettled: boolean
}

/**
 * The state after another candle. Until all that it is derived from has been known once, a change may come from what has
 * just become known instead of from the market, so that the new state may have begun earlier.
 * @param before undefined before the first candle
 * @param time opening of the candle, unix seconds
 * @param isKnown whether all that the state is derived from is known
 */
export function lasting<State>(
  before: Lasting<State> | undefined,
  state: State,
  time: number,
  isKnown: boolean,
): Lasting<State> {
  const wasSettled = before?.isSettled ?? false
  const isSettled = wasSettled || isKnown
  if (before?.state !== state || before === undefined)
    return { state, since: { time, or_earlier: !wasSettled }, isSettled }
  return isSettled === wasSettled ? before : { ...before, isSettled }
}
