/** Paper trading. */
export const PAPER = {
  /** Strategies that trade on an account at the same time. */
  maxAllocations: 50,
  maxCapital: 1_000_000_000,
  maxReason: 200,
  ledgerPage: 100,
  ledgerCap: 1_000,
  /** Hours that the curve shows. */
  curvePoints: 2_000,
  /** Decisions that are older than this when they arrive are not traded, by the clock of a live market. */
  lateMs: 90_000,
  poll: { accountMs: 5_000 },
} as const
