import { eq, inArray, type Column, type SQL } from 'drizzle-orm'
import type { Evidence } from '#contract/admin.ts'
import type { Queries } from '#server/database/database.ts'
import { securityAlerts } from '#server/database/schema/people.ts'
import { RequestError } from '#server/http/errors.ts'

/** Condition for the rows behind an alert; throws 404 when there is no such alert. */
export async function matchesEvidence(db: Queries, alertId: string, ids: Column, part: keyof Evidence): Promise<SQL> {
  const [alert] = await db
    .select({ evidence: securityAlerts.evidence })
    .from(securityAlerts)
    .where(eq(securityAlerts.id, alertId))
  if (!alert) throw new RequestError(404, 'Alert not found')
  return inArray(ids, alert.evidence[part])
}
