import { ADMIN, BACKTESTS, DEFAULT_BASES, IDENTITY, STRATEGIES } from '#contract/paths.ts'

/** Failures by status that follow neither from the policy of a route nor from what it takes. */
type OwnFailures = Readonly<Record<number, string>>

const { identity, strategy } = DEFAULT_BASES

const OWN_ACCOUNT: OwnFailures = { 409: 'It is your own account.' }
const NOT_PENDING: OwnFailures = { 409: 'The invitation is not pending any more.' }
const BACKTEST_ENDED = { 409: 'The backtest has ended.' }
const NOT_IN_THIS_STATUS: OwnFailures = { 409: 'The strategy does not have a status in which this can be done.' }

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
  [`POST ${strategy}${STRATEGIES.versions}`]: {
    409: 'Another version was saved since, there are as many as there can be, or the status allows no editing.',
  },
  [`PATCH ${strategy}${STRATEGIES.status}`]: NOT_IN_THIS_STATUS,
  [`PATCH ${strategy}${STRATEGIES.archive}`]: NOT_IN_THIS_STATUS,
  [`POST ${strategy}${STRATEGIES.shares}`]: { 409: 'The strategy is shared with as many people as it can be.' },
  [`POST ${strategy}${BACKTESTS.list}`]: { 409: 'As many of your backtests are waiting as may.' },
  [`POST ${strategy}${BACKTESTS.pause}`]: BACKTEST_ENDED,
  [`POST ${strategy}${BACKTESTS.resume}`]: BACKTEST_ENDED,
  [`POST ${strategy}${BACKTESTS.cancel}`]: BACKTEST_ENDED,
}
