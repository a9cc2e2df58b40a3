import { wilsonInterval, type Proportion } from './interval.ts'

/** A claimed probability and whether it came true. */
export interface Claim {
  readonly claimed: number
  readonly happened: boolean
}

/** Claims of about the same size together: what was claimed on average, and how often it happened. */
export interface CalibrationBin {
  readonly claimed: number
  readonly happened: Proportion
}

/** Equally filled bins from the smallest claims to the largest; a claim made with few different values gives fewer bins. */
export function calibrate(claims: readonly Claim[], bins = 5): CalibrationBin[] {
  const sorted = claims.toSorted((a, b) => a.claimed - b.claimed)
  const grouped = new Map<number, Claim[]>()
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
  }))
}

/** Mean squared distance between claim and outcome: 0 is perfect, 0.25 is what always claiming one half gets. */
export const brier = (claims: readonly Claim[]): number =>
  claims.reduce((sum, { claimed, happened }) => sum + (claimed - (happened ? 1 : 0)) ** 2, 0) / claims.length
