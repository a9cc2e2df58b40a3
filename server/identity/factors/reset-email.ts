import { BRAND } from '#contract/brand.ts'
import type { EmailContent } from '../invitations/email-template.ts'

/** The e-mail to a user whose second factors an administrator has reset. */
export const resetEmail = (publicUrl: URL | undefined): EmailContent => ({
  subject: `Your second factors for ${BRAND} were reset`,
  text: [
    `An administrator removed the second factors and the recovery codes of your ${BRAND} account, and ended all its sessions.`,
    ['Sign in with your password and set up a new one under Profile, Security', publicUrl && securityPage(publicUrl)]
      .filter((part) => part !== undefined)
      .join(':\n'),
    'If you did not ask for this, change your password and speak to an administrator at once.',
  ].join('\n\n'),
})

const securityPage = (publicUrl: URL): string => new URL('/profile/security', publicUrl).href
