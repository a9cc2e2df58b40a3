/**
 * Constants shared by several parts of the product.
 * Names end in their unit: `Ms` milliseconds, `S` seconds, `Bytes` bytes; the others are counts.
 */
export * from './limits/backtests.ts'
export * from './limits/connection.ts'
export * from './limits/data.ts'
export * from './limits/imports.ts'
export * from './limits/identity.ts'
export * from './limits/trading.ts'

/** Feature flags of the specification. */
export const FEATURES = {
  /** Debug. */
  debug: false,
  /** ML features. */
  mlFeatures: true,
  /** The advanced analytics. */
  advancedAnalytics: true,
} as const

/** Longest delay of browser and Node timers; longer ones fire immediately. */
export const MAX_TIMER_MS = 2_147_483_647
