import type { ChartWindow } from '#src/streams/index.ts'

/**
 * Whole seconds until the running candle closes; undefined without a running candle or a known remaining time. `now`
 * may be earlier than the last message: it is updated once a second, in which a replay covers minutes.
 */
export function secondsToClose(
  { isComplete, remainingS, freshest }: Pick<ChartWindow, 'isComplete' | 'remainingS' | 'freshest'>,
  speed: number,
  now: number,
): number | undefined {
  if (isComplete || remainingS === undefined || !freshest) return undefined
  const elapsedS = Math.max(0, now - freshest.receivedAt) / 1000
  return Math.max(0, Math.ceil(remainingS - elapsedS * speed))
}
