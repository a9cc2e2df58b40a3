import pLimit from 'p-limit'
import type { IdentityContext } from '../context.ts'
import { normalizeEmail } from '../users.ts'
import { createRequestedLink } from './links.ts'
import type { PasswordResetMailer } from './mailer.ts'

const MAX_WAITING = 100

export interface MailRequestsDeps extends IdentityContext {
  readonly mailer: PasswordResetMailer
  readonly report: (error: unknown) => void
}

/** Sends links to those who forgot their password. */
export interface MailRequests {
  /** Returns before anything is looked up, so that neither the response nor its time says whether there is an account. */
  request(email: string, ipAddress: string): void
  /** Resolves when all requests so far are done. */
  settled(): Promise<void>
}

export function createMailRequests({ database, now, mailer, report }: MailRequestsDeps): MailRequests {
  const oneAtATime = pLimit(1)
  const waiting = new Set<Promise<void>>()

  async function send(email: string, ipAddress: string): Promise<void> {
    try {
      const link = await createRequestedLink(database, email, ipAddress, now())
      if (link) await mailer({ to: email, ...link })
    } catch (error) {
      report(error)
    }
  }

  return {
    request(email, ipAddress) {
      if (waiting.size >= MAX_WAITING) return
      const done = oneAtATime(() => send(normalizeEmail(email), ipAddress)).finally(() => waiting.delete(done))
      waiting.add(done)
    },
    async settled() {
      await Promise.all(waiting)
    },
  }
}
