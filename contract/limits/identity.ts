/** Sign-in sessions. */
export const SESSION = {
  accessLifeS: 900,
  /** The server spreads the access life by this share, so that clients do not refresh together. */
  accessSpreadShare: 0.05,
  refreshBeforeMs: 300_000,
  /** Tokens with a shorter life are refreshed at the later of 30 s and half their life. */
  shortLifeS: 330,
  shortRefreshMinMs: 30_000,
  /** Delays between unanswered refreshes, doubling from the base up to the cap. */
  refreshRetryBaseMs: 1_000,
  refreshRetryCapMs: 15_000,
  /** An unanswered refresh is retried at least this long, even if the token expired during sleep. */
  unansweredGraceMs: 60_000,
  idleMs: 3_600_000,
  idleCheckMs: 30_000,
  /** A rotated refresh token is accepted for this long and yields the same successor. */
  refreshGraceMs: 30_000,
  /** After a password change, earlier access tokens are accepted for this long: the new cookie is still on its way. */
  renewalGraceMs: 10_000,
  refreshIdleMs: 7 * 86_400_000,
  refreshRememberedMs: 30 * 86_400_000,
  refreshUnrememberedMs: 86_400_000,
  /** A tab waits this long for another tab's refresh, then refreshes alone. */
  tabLockMs: 10_000,
  clockToleranceS: 30,
} as const

/** The longest name of a user, in characters. */
export const MAX_USERNAME = 64

/** Passwords. */
export const PASSWORD = {
  minLength: 8,
  maxLength: 1_024,
} as const

/** Throttling of failed sign-ins. */
export const SIGN_IN = {
  freeFailures: 10,
  windowMs: 900_000,
  backoffBaseMs: 60_000,
  backoffCapMs: 900_000,
  accountFailuresPerHour: 100,
} as const

/** Second factors. */
export const FACTORS = {
  /** How long the second step of signing in may take. */
  challengeLifeMs: 300_000,
  /** How long a code of an authenticator app is shown. */
  totpPeriodMs: 30_000,
  recoveryCodes: 10,
  /** Wrong codes of one user a day, of each method: beyond them none is looked at. */
  guessesPerDay: 50,
  /** Passkeys of one user. */
  passkeys: 10,
  maxPasskeyName: 50,
  /** Longer parts of a passkey's answer are refused unread. */
  maxCredential: 16_384,
  /** Longer challenges and codes are refused unread. */
  maxCode: 128,
} as const

/** Proofs of identity within a session. */
export const PROOF = {
  /** Sensitive actions ask for another proof when the last one is older. */
  lifeMs: 600_000,
  /** How long a proof may take. */
  challengeLifeMs: 300_000,
} as const

/** API tokens. */
export const API_TOKEN = {
  maxPerUser: 20,
  maxName: 60,
  maxDays: 365,
  /** The last use is recorded at most this often. */
  lastUsedEveryMs: 900_000,
  /** Tokens that ended are deleted after this long. */
  endedLifeMs: 90 * 86_400_000,
} as const

/** Forgotten passwords. */
export const PASSWORD_RESET = {
  linkLifeMs: 1_800_000,
  /** So many links are sent to one account within the window. */
  linksPerWindow: 3,
  windowMs: 3_600_000,
} as const

/** Invitations. */
export const INVITATION = {
  lifeMs: 7 * 86_400_000,
  /** Checks of a code per minute and address. */
  checksPerMinute: 20,
  /** Longer codes are refused unread. */
  maxCode: 128,
} as const

/** The admin area. */
export const ADMIN_AREA = {
  usersPerPage: 20,
  maxUsersPerPage: 100,
  sessionsRefreshMs: 30_000,
  messageMs: 3_000,
  sessionActiveMs: 300_000,
  sessionIdleMs: 1_800_000,
  /** Revoked sessions are deleted by the clean-up this long after their revocation. */
  cleanupAfterMs: 7 * 86_400_000,
  hoursBack: [1, 6, 24, 72, 168],
  hoursBackDefault: 24,
  /** Rows of a page of sessions, invitations, alerts and logs. */
  rowsPerPage: 50,
  maxRowsPerPage: 100,
  /** Maximum rows of an unpaginated list; `total` is the full count. */
  maxRows: 1_000,
  /** Maximum rows of an export: the newest ones. */
  maxExportRows: 100_000,
  exportTimeoutMs: 120_000,
  /** Maximum alerts of a response. */
  maxAlerts: 200,
  /** Maximum ids of evidence rows of an alert. */
  maxEvidenceIds: 20,
  codeShown: 8,
  failedLoginsRed: 10,
  maxEmail: 320,
  maxReason: 500,
} as const
