import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Logger } from 'pino'
import { DEFAULT_BASES } from '#contract/paths.ts'
import type { FirstAdministrator } from './first-administrator.ts'
import { parseSigningKeys } from './signing-keys.ts'
import { lastBackupOf } from '#server/backup/manifest.ts'
import { createIdentity, type Identity } from './identity.ts'
import type { Mailer } from '#server/identity/invitations/mailer.ts'
import {
  createMailSender,
  createSmtpMailer,
  createSmtpResetMailer,
  type SendMail,
} from '#server/identity/invitations/smtp.ts'
import type { PasswordResetMailer } from '#server/identity/password-reset/mail-requests.ts'
import type { Settings } from '#server/settings.ts'
import type { ServerContext } from '../context.ts'
import { reportTo } from '#server/process/uncaught.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly identity: Identity
    /** Resolves once the database is ready, with the first administrator if this start created one. */
    readonly firstAdministrator: Promise<FirstAdministrator | undefined>
  }
}

const DAY_MS = 86_400_000
const SIGNING_KEYS = 'PAIRBOT_SIGNING_KEYS'

function createMailer({ mail }: Settings, logger: Logger): Mailer | undefined {
  if (!mail) return undefined
  const { smtpUrl: url, from, publicUrl } = mail
  const report = (error: unknown) => logger.warn({ err: error }, 'an invitation could not be sent by e-mail')
  return createSmtpMailer({ url, from, publicUrl: new URL(publicUrl) }, report)
}

function createResetMailer({ mail }: Settings, logger: Logger): PasswordResetMailer | undefined {
  if (!mail) return undefined
  const { smtpUrl: url, from, publicUrl } = mail
  const report = (error: unknown) =>
    logger.warn({ err: error }, 'a link to reset a password could not be sent by e-mail')
  return createSmtpResetMailer({ url, from, publicUrl: new URL(publicUrl) }, report)
}

function createSender({ mail }: Settings, logger: Logger): SendMail | undefined {
  const report = (error: unknown) => logger.warn({ err: error }, 'an e-mail to a user could not be sent')
  return mail && createMailSender({ url: mail.smtpUrl, from: mail.from }, report)
}

/** `since` is unix ms. */
const failedJobs = async ({ candleImports, scoreCard, models }: FastifyInstance, since: number) => ({
  imports: candleImports.failedSince(since),
  past_months: scoreCard.failedMonths(),
  models: await models.failing(),
})

/** Accounts, sessions and access control. */
export const identityPlugin = fp<ServerContext>(
  async (app, { settings, logger, lifecycle, publicUrl, market: { now, random } }) => {
    const { dataDir, adminEmail, adminPassword, adminsNeedFactor } = settings
    const secureCookies = publicUrl?.protocol === 'https:'
    const identity = await createIdentity({
      database: app.database,
      settings: {
        dataDir,
        signingKeys:
          settings.signingKeys === undefined ? undefined : parseSigningKeys(settings.signingKeys, SIGNING_KEYS),
        mayCreateKeys: settings.role !== 'gateway',
        adminEmail,
        adminPassword,
        adminsNeedFactor,
        secureCookies,
        publicUrl,
      },
      now,
      random,
      mailer: createMailer(settings, logger),
      passwordResetMailer: createResetMailer(settings, logger),
      sendMail: createSender(settings, logger),
      onAccountChange: app.onAccountChange,
      seenElsewhere: async () => ({
        trouble: (await app.readiness()).errors,
        failed_jobs: app.hasDecorator('scoreCard') ? await failedJobs(app, now() - DAY_MS) : {},
        // PostgreSQL has tools of its own.
        ...(app.database.engine === 'embedded' && { last_backup: await lastBackupOf(dataDir) }),
      }),
      report: reportTo(app.database, logger.warn.bind(logger), 'identity: background work failed'),
    })
    lifecycle.add('identity', () => identity.close())
    app.decorate('identity', identity)
    app.decorate('firstAdministrator', identity.firstAdministrator())
    await app.register(identity.routes, { prefix: DEFAULT_BASES.identity })
  },
  { name: 'identity', dependencies: ['database', 'account-changes'] },
)
