import type { ChartWindow } from '#src/streams/index.ts'

/** Whole seconds until the running candle closes; undefined when none runs or it was never said. */
export function remainingOf(
  { isComplete, remainingS, freshest }: Pick<ChartWindow, 'isComplete' | 'remainingS' | 'freshest'>,
  speed: number,
  now: number,
): number | undefined {
  if (isComplete || remainingS === undefined || !freshest) return undefined
  return Math.max(0, Math.ceil(remainingS - ((now - freshest.receivedAt) / 1000) * speed))
}
