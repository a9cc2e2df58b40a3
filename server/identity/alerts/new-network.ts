import { and, eq, lt } from 'drizzle-orm'
import type { Queries } from '#server/database/database.ts'
import { signInAttempts } from '#server/database/schema/identity.ts'
import { networkOf } from '../throttle.ts'
import type { Detection } from './alerts.ts'
import type { SucceededSignIn } from './events.ts'

/**
 * Network that approximates a location: /24 for IPv4, /48 for IPv6. With narrower networks, every address change of a mobile
 * provider would look like a new location.
 */
export function siteNetworkOf(ipAddress: string): string {
  const network = networkOf(ipAddress)
  return network.endsWith('/64')
    ? `${network.split(':').slice(0, 3).join(':')}::/48`
    : `${network.split('.').slice(0, 3).join('.')}.0/24`
}

/** Detects a sign-in from a network that the account has not signed in from within the retention of 90 days. */
export async function signInFromNewNetwork(
  tx: Queries,
  { attemptId, email, ipAddress, at }: SucceededSignIn,
): Promise<Detection | undefined> {
  const earlier = await tx
    .selectDistinct({ ipAddress: signInAttempts.ipAddress })
    .from(signInAttempts)
    .where(
      and(
        eq(signInAttempts.success, true),
        eq(signInAttempts.email, email),
        lt(signInAttempts.attemptedAt, new Date(at)),
      ),
    )
  const site = siteNetworkOf(ipAddress)
  if (earlier.length === 0 || earlier.some((row) => siteNetworkOf(row.ipAddress) === site)) return undefined
  return {
    detector: 'sign-in-from-new-network',
    subject: `${email} ${site}`,
    title: 'First sign-in from a new network',
    description: `${email} signed in from ${ipAddress}, in a network not seen before with this account.`,
    severity: 'medium',
    ipAddress,
    affectedEmail: email,
    evidence: { login_attempts: [attemptId] },
    at,
  }
}
