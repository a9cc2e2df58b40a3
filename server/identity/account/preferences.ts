import { eq, sql } from 'drizzle-orm'
import type { AccountPreferences } from '#contract/preferences.ts'
import type { Queries } from '#server/database/database.ts'
import { userPreferences } from '#server/database/schema/people.ts'

/** What the user has chosen; empty for a new user. */
export async function readPreferences(db: Queries, userId: string): Promise<AccountPreferences> {
  const [row] = await db
    .select({ choices: userPreferences.choices })
    .from(userPreferences)
    .where(eq(userPreferences.userId, userId))
  return row?.choices ?? {}
}

/** Changes those that are named; the others stay. */
export async function changePreferences(db: Queries, userId: string, choices: AccountPreferences): Promise<void> {
  await db
    .insert(userPreferences)
    .values({ userId, choices })
    .onConflictDoUpdate({
      target: userPreferences.userId,
      set: { choices: sql`${userPreferences.choices} || excluded.choices` },
    })
}
