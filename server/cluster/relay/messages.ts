import type * as z from 'zod/mini'
import {
  analyticsUpdateSchema,
  liveUpdateSchema,
  marketOverviewSchema,
  type AnalyticsUpdate,
  type LiveUpdate,
  type MarketOverview,
} from '#contract/messages.ts'
import { leaderSchema, type LeaderDescription } from './ports.ts'

/** Parses JSON and returns it unchanged, as the leader wrote it; throws if it does not match. */
function parseAs<T>(schema: z.ZodMiniType<T>, text: string): T {
  const value: unknown = JSON.parse(text)
  const matches = (given: unknown): given is T => schema.safeParse(given).success
  if (!matches(value)) throw new Error(`A relayed message cannot be read: ${text.slice(0, 200)}`)
  return value
}

export const parseLeader = (text: string): LeaderDescription => parseAs(leaderSchema, text)
export const parseAnalytics = (text: string): AnalyticsUpdate => parseAs(analyticsUpdateSchema, text)

export const parseMarketMessage = (text: string): LiveUpdate | MarketOverview =>
  text.includes('"type":"MarketOverview"') ? parseAs(marketOverviewSchema, text) : parseAs(liveUpdateSchema, text)

/** One hash tag keeps them on one node of a cluster, where a script may use them together. */
const TAG = '{pairbot}:relay'

export const RELAY_KEYS = {
  /** Hash: the number of the last row, the batch that wrote it, and the last batch of each leader. */
  head: `${TAG}:head`,
  /** Hash: what each leader runs, by its epoch. */
  leaders: `${TAG}:leaders`,
  /** Hash: the newest message of every stream of every leader, by its epoch and the stream. */
  newest: `${TAG}:newest`,
  /** Stream of all messages of all leaders, with the gapless ids `1-0`, `2-0`. */
  rows: `${TAG}:rows`,
} as const
