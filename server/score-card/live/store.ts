import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import { openCaseSchema } from '#server/outcomes/case.ts'
import { followerStateSchema, type CaseChanges, type FollowerStart } from '#server/outcomes/follower.ts'
import { caseTallySchema, type CaseTally } from '#server/outcomes/tally.ts'
import { leadsAlone, type AssertLeads, type Database, type Queries } from '#server/database/database.ts'
import { scoreCases, scoreProgress, scoreTallies } from '#server/database/schema/score-card.ts'

/** Newest months of a market whose counts are stored. */
export const RETAINED_MONTHS = 36
/** Rows per statement: small, as the embedded database runs on the thread that serves requests. */
const ROWS_PER_STATEMENT = 200

/** Where the cases of a pair stopped. */
export interface StoredCases extends FollowerStart {
  /** Unix ms of market time. */
  readonly until: number
}

/** What a part of the market's time came to, to be stored at once. */
export interface CaseStep {
  readonly series: string
  /** What was stored before; undefined if nothing was. */
  readonly from: number | undefined
  readonly until: number
  readonly state: FollowerStart['state']
  readonly changes: CaseChanges
}

/** The live cases of one market in the database. */
export interface LiveCaseStore {
  /** Undefined if nothing of this series is stored. */
  load(pair: PairId, series: string): Promise<StoredCases | undefined>
  /** [SC-20] Stores a step completely or not at all. Throws if another one was stored since `from`. */
  save(pair: PairId, step: CaseStep): Promise<void>
  /** Forgets the open cases of a pair and, if they are of another series, its counts. */
  reset(pair: PairId, series: string): Promise<void>
  tallies(): Promise<readonly CaseTally[]>
  /** [SC-22] Deletes the counts of months before the retained ones. True if there were any. */
  prune(): Promise<boolean>
}

/** Another process, or a commit whose answer was lost, has stored a step meanwhile. */
export class OtherStep extends Error {
  override readonly name = 'OtherStep'
}

const inParts = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / ROWS_PER_STATEMENT) }, (_, part) =>
    items.slice(part * ROWS_PER_STATEMENT, (part + 1) * ROWS_PER_STATEMENT),
  )

const grown = (column: keyof CaseTally, name: string) => sql`${scoreTallies[column]} + excluded.${sql.identifier(name)}`

export function createLiveCaseStore(
  database: Database,
  market: MarketKind,
  assertLeads: AssertLeads = leadsAlone,
): LiveCaseStore {
  const { db } = database
  const ofPair = (table: typeof scoreProgress | typeof scoreCases | typeof scoreTallies, pair: PairId) =>
    and(eq(table.market, market), eq(table.pair, pair))

  async function storeCases(tx: Queries, pair: PairId, { opened, closed }: CaseChanges): Promise<void> {
    for (const part of inParts(opened)) {
      await tx
        .insert(scoreCases)
        .values(part.map((each) => ({ market, pair, key: each.key, content: each })))
        .onConflictDoUpdate({
          target: [scoreCases.market, scoreCases.pair, scoreCases.key],
          set: { content: sql`excluded.content` },
        })
    }
    for (const keys of inParts(closed)) {
      await tx.delete(scoreCases).where(and(ofPair(scoreCases, pair), inArray(scoreCases.key, keys)))
    }
  }

  async function storeTallies(tx: Queries, { tallies }: CaseChanges): Promise<void> {
    for (const part of inParts(tallies)) {
      await tx
        .insert(scoreTallies)
        .values(part.map((each) => ({ ...each, market, timeframe: each.timeframe ?? '' })))
        .onConflictDoUpdate({
          target: [
            scoreTallies.market,
            scoreTallies.pair,
            scoreTallies.month,
            scoreTallies.kind,
            scoreTallies.timeframe,
            scoreTallies.class,
            scoreTallies.bin,
          ],
          set: {
            count: grown('count', 'count'),
            held: grown('held', 'held'),
            claimed: grown('claimed', 'claimed'),
            rising: grown('rising', 'rising'),
            falling: grown('falling', 'falling'),
            randomCount: grown('randomCount', 'random_count'),
            randomHeld: grown('randomHeld', 'random_held'),
          },
        })
    }
  }

  return {
    async load(pair, series) {
      const [progress] = await db.select().from(scoreProgress).where(ofPair(scoreProgress, pair))
      if (progress?.series !== series) return undefined
      const rows = await db.select({ content: scoreCases.content }).from(scoreCases).where(ofPair(scoreCases, pair))
      return {
        until: progress.until,
        state: z.parse(followerStateSchema, progress.state),
        open: rows.map(({ content }) => z.parse(openCaseSchema, content)),
      }
    },

    save: (pair, { series, from, until, state, changes }) =>
      database.transaction(async (tx) => {
        await assertLeads(tx)
        const [stored] = await tx
          .select({ until: scoreProgress.until })
          .from(scoreProgress)
          .where(ofPair(scoreProgress, pair))
          .for('update')
        if (stored?.until !== from) throw new OtherStep(`Cases of ${pair} were stored meanwhile`)
        await storeCases(tx, pair, changes)
        await storeTallies(tx, changes)
        const row = { market, pair, series, until, state }
        // A row that appeared meanwhile is a conflict, and undoes the step.
        if (from === undefined) await tx.insert(scoreProgress).values(row)
        else await tx.update(scoreProgress).set(row).where(ofPair(scoreProgress, pair))
      }),

    reset: (pair, series) =>
      database.transaction(async (tx) => {
        await assertLeads(tx)
        const [progress] = await tx.select().from(scoreProgress).where(ofPair(scoreProgress, pair))
        if (progress === undefined) return
        await tx.delete(scoreCases).where(ofPair(scoreCases, pair))
        if (progress.series !== series) await tx.delete(scoreTallies).where(ofPair(scoreTallies, pair))
        await tx.delete(scoreProgress).where(ofPair(scoreProgress, pair))
      }),

    async tallies() {
      const rows = await db.select().from(scoreTallies).where(eq(scoreTallies.market, market))
      return rows.map((row) =>
        z.parse(caseTallySchema, { ...row, timeframe: row.timeframe === '' ? null : row.timeframe }),
      )
    },

    async prune() {
      const ofMarket = eq(scoreTallies.market, market)
      const [oldest] = await db
        .selectDistinct({ month: scoreTallies.month })
        .from(scoreTallies)
        .where(ofMarket)
        .orderBy(desc(scoreTallies.month))
        .limit(1)
        .offset(RETAINED_MONTHS - 1)
      if (oldest === undefined) return false
      const deleted = await database.transaction((tx) =>
        tx
          .delete(scoreTallies)
          .where(and(ofMarket, lt(scoreTallies.month, oldest.month)))
          .returning({ month: scoreTallies.month }),
      )
      return deleted.length > 0
    },
  }
}
