/** Outcomes of a pattern in the reference months. */
export interface PatternStatistics {
  /** Share of cases in which price had moved in its direction ten candles later, shrunk towards 0.5 by 100 cases. */
  readonly reliability: number
  /** Median of the furthest move in its direction within ten candles, in average true ranges. */
  readonly medianMove: number
}

const UNMEASURED: PatternStatistics = { reliability: 0.5, medianMove: 1.5 }

/**
 * Measured on nine reference months (BTC 2018-03, 05, 08 and 2019-02; ETH 2018-04, 06 and 2019-01; XRP 2019-02, 03), M1 to H4
 * together; `npm run score` evaluates each on any month against random candles. Chart patterns have separate statistics
 * while forming and once confirmed.
 */
const STATISTICS: Readonly<Record<string, PatternStatistics>> = {
  'Ascending Triangle confirmed': { reliability: 0.463, medianMove: 1.69 },
  'Ascending Triangle forming': { reliability: 0.496, medianMove: 1.51 },
  'Dark Cloud Cover': { reliability: 0.489, medianMove: 1.31 },
  'Descending Triangle confirmed': { reliability: 0.464, medianMove: 1.89 },
  'Descending Triangle forming': { reliability: 0.466, medianMove: 1.33 },
  'Double Bottom confirmed': { reliability: 0.472, medianMove: 1.67 },
  'Double Bottom forming': { reliability: 0.512, medianMove: 1.49 },
  'Double Top confirmed': { reliability: 0.473, medianMove: 1.6 },
  'Double Top forming': { reliability: 0.492, medianMove: 1.46 },
  'Dragonfly Doji': { reliability: 0.502, medianMove: 1.52 },
  Engulfing: { reliability: 0.48, medianMove: 1.41 },
  'Evening Doji Star': { reliability: 0.485, medianMove: 1.64 },
  'Evening Star': { reliability: 0.483, medianMove: 1.53 },
  'Gravestone Doji': { reliability: 0.495, medianMove: 1.49 },
  Hammer: { reliability: 0.522, medianMove: 1.63 },
  'Hanging Man': { reliability: 0.463, medianMove: 1.22 },
  Harami: { reliability: 0.513, medianMove: 1.47 },
  'Harami Cross': { reliability: 0.517, medianMove: 1.54 },
  'Head and Shoulders confirmed': { reliability: 0.483, medianMove: 1.73 },
  'Head and Shoulders forming': { reliability: 0.487, medianMove: 1.44 },
  'Inverse Head and Shoulders confirmed': { reliability: 0.487, medianMove: 1.78 },
  'Inverse Head and Shoulders forming': { reliability: 0.491, medianMove: 1.4 },
  'Inverted Hammer': { reliability: 0.491, medianMove: 1.38 },
  Marubozu: { reliability: 0.49, medianMove: 1.67 },
  'Morning Doji Star': { reliability: 0.504, medianMove: 1.49 },
  'Morning Star': { reliability: 0.492, medianMove: 1.41 },
  'Piercing Line': { reliability: 0.501, medianMove: 1.16 },
  'Shooting Star': { reliability: 0.505, medianMove: 1.43 },
  'Symmetrical Triangle confirmed': { reliability: 0.491, medianMove: 1.7 },
  'Symmetrical Triangle forming': { reliability: 0.503, medianMove: 1.55 },
  'Three Black Crows': { reliability: 0.478, medianMove: 1.62 },
  'Three Inside': { reliability: 0.467, medianMove: 1.35 },
  'Three Outside': { reliability: 0.471, medianMove: 1.44 },
  'Three White Soldiers': { reliability: 0.48, medianMove: 1.73 },
}

/** Statistics of a pattern in a stage. */
export const patternStatistics = (name: string, stage: string): PatternStatistics =>
  STATISTICS[`${name} ${stage}`] ?? STATISTICS[name] ?? UNMEASURED
