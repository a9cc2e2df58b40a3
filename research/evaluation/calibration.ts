import { wilsonInterval, type Proportion } from './interval.ts'

/** A claimed probability and whether it came true. */
export interface Claim {
  readonly claimed: number
  readonly happened: boolean
}

/** Claims of similar probability: the mean claim, and how often it came true. */
export interface CalibrationBin<T extends Claim> {
  readonly claimed: number
  readonly happened: Proportion
  readonly claims: readonly T[]
}

/** Equally filled bins by rising claim; equal claims share a bin, so that there may be fewer. */
export function calibrate<T extends Claim>(claims: readonly T[], bins = 5): CalibrationBin<T>[] {
  const sorted = claims.toSorted((a, b) => a.claimed - b.claimed)
  const grouped = new Map<number, T[]>()
  let bin = 0
  sorted.forEach((claim, i) => {
    if (claim.claimed !== sorted[i - 1]?.claimed) bin = Math.floor((i * bins) / sorted.length)
    const group = grouped.get(bin)
    if (group) group.push(claim)
    else grouped.set(bin, [claim])
  })
  return [...grouped.values()].map((group) => ({
    claimed: group.reduce((sum, { claimed }) => sum + claimed, 0) / group.length,
    happened: wilsonInterval(group.filter(({ happened }) => happened).length, group.length),
    claims: group,
  }))
}

/** Brier score, the mean squared error of the claims: 0 is perfect, always claiming 0.5 scores 0.25. */
export const brier = (claims: readonly Claim[]): number =>
  claims.reduce((sum, { claimed, happened }) => sum + (claimed - (happened ? 1 : 0)) ** 2, 0) / claims.length
