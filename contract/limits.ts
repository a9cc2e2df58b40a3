/**
 * Every business constant that more than one part of the product obeys, in one place.
 * Units are in the names: `Ms` milliseconds, `S` seconds, `Bytes` bytes; the rest are counts.
 */
export * from './limits/connection.ts'
export * from './limits/data.ts'
export * from './limits/people.ts'
export * from './limits/trading.ts'

/** Switches of the specification's configuration. */
export const FEATURES = {
  /** Debug. */
  debug: false,
  /** ML features. */
  mlFeatures: true,
  /** The advanced analytics. */
  advancedAnalytics: true,
} as const

/** Longest delay a browser or Node timer takes; beyond it they fire at once. */
export const MAX_TIMER_MS = 2_147_483_647
