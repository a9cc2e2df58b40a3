import { ADMIN, CANDLES, DEFAULT_BASES, IDENTITY } from '#contract/paths.ts'

/** Failures of single endpoints, by status, that their policy and parameters do not imply. */
type OwnFailures = Readonly<Record<number, string>>

const { identity, tdp } = DEFAULT_BASES

const OWN_ACCOUNT: OwnFailures = { 409: 'It is your own account.' }
const NOT_PENDING: OwnFailures = { 409: 'The invitation is not pending any more.' }
const IMPORT_ENDED: OwnFailures = { 409: 'The import has ended.' }

/** By method and path as registered, as in the policy table. */
export const OWN_FAILURES: Readonly<Record<string, OwnFailures>> = {
  [`POST ${identity}${IDENTITY.register}`]: { 409: 'There is a user with this e-mail address already.' },
  [`POST ${identity}${IDENTITY.apiTokens}`]: { 409: 'You have as many API tokens as one user may have.' },
  [`PATCH ${identity}${ADMIN.userRole}`]: OWN_ACCOUNT,
  [`PATCH ${identity}${ADMIN.userStatus}`]: OWN_ACCOUNT,
  [`DELETE ${identity}${ADMIN.user}`]: OWN_ACCOUNT,
  [`POST ${identity}${ADMIN.invitations}`]: {
    409: 'There is a user or a pending invitation with this e-mail address already.',
  },
  [`POST ${identity}${ADMIN.revokeInvitation}`]: NOT_PENDING,
  [`POST ${identity}${ADMIN.resendInvitation}`]: NOT_PENDING,
  [`POST ${identity}${ADMIN.faultInjection}`]: { 409: 'A fault is active in this session already.' },
  [`POST ${tdp}${CANDLES.imports}`]: {
    409: 'As many imports are waiting as may.',
    507: 'There is no room for the file on the disk.',
  },
  [`POST ${tdp}${CANDLES.pauseImport}`]: IMPORT_ENDED,
  [`POST ${tdp}${CANDLES.resumeImport}`]: IMPORT_ENDED,
  [`POST ${tdp}${CANDLES.cancelImport}`]: IMPORT_ENDED,
}
