import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'

/** What waits for Redis. */
export interface RedisUser {
  /** Rejects with one line for the operator if Redis can never be used. */
  readonly whenReady: Promise<void>
  /** Why Redis cannot be used now; undefined while it can. */
  problem(): string | undefined
}

/** For the operator: what happens meanwhile, and what has happened when Redis responds. */
export interface RedisWaitTexts {
  readonly meanwhile: string
  readonly afterwards: string
}

const PATIENCE_MS = 1_000

/**
 * Gives Redis a moment. If it needs longer, says in one line why, and lets the start go on without it; rejects if it can
 * never be used.
 */
export async function announceRedisWait(
  user: RedisUser,
  { meanwhile, afterwards }: RedisWaitTexts,
  logger: Logger,
): Promise<void> {
  await Promise.race([user.whenReady, delay(PATIENCE_MS)])
  const reason = user.problem()
  if (reason === undefined) return
  logger.warn(
    `Redis does not respond (${reason}): check REDIS_URL, and that its server is running. ` +
      `It is tried again every two seconds; meanwhile ${meanwhile}.`,
  )
  user.whenReady.then(
    () => logger.warn(`Redis responds: ${afterwards}.`),
    (error: Error) => logger.error(error.message),
  )
}
