import * as z from 'zod/mini'
import { ownSignInsSchema, profileChangeSchema } from '../account.ts'
import { ownSessionsSchema, passwordChangeSchema, sessionsRevokedSchema } from '../admin.ts'
import { apiTokensSchema, createApiTokenSchema, createdApiTokenSchema } from '../api-tokens.ts'
import { doneSchema, sessionGrantSchema, successOf } from '../auth.ts'
import {
  factorsSchema,
  newPasskeySchema,
  passkeyRenameSchema,
  passkeySchema,
  passkeySetupSchema,
  recoveryCodesSchema,
  totpConfirmationSchema,
  totpSetupSchema,
} from '../factors.ts'
import { invitationOfferSchema, registerRequestSchema } from '../invitations.ts'
import { CACHE } from '../limits.ts'
import { uuid } from '../list-queries.ts'
import { forgottenPasswordResponseSchema, forgottenPasswordSchema, passwordResetSchema } from '../password-reset.ts'
import { accountPreferencesSchema } from '../preferences.ts'
import { proofChallengeSchema, proofRequestSchema, provenSchema } from '../proof.ts'
import type { Endpoint } from './endpoint.ts'

const INVITED = { access: 'public', rate: 'invitation', sameOriginOnly: true } as const
const PROVEN = { access: 'Viewer', recentProof: true } as const
const params = z.object({ id: uuid })

// With an invitation or a link, without a session.

export const validateInvitation = {
  method: 'GET',
  path: '/auth/invitations/validate',
  access: 'public',
  rate: 'invitation',
  query: z.object({ code: z.optional(z.string().check(z.maxLength(128))) }),
  response: successOf(invitationOfferSchema),
  summary: 'Check an invitation code',
} satisfies Endpoint

export const register = {
  method: 'POST',
  path: '/auth/register',
  ...INVITED,
  body: registerRequestSchema,
  example: {
    invitation_code: 'K7QX-9M2P-4RTA-VD3N',
    email: 'newcomer@pairbot.example',
    password: 'Correct-Horse-7',
  },
  response: successOf(sessionGrantSchema),
  failures: { 409: 'There is a user with this e-mail address already.' },
  summary: 'Register with an invitation code',
  detail: 'Creates the account and signs in. The code is used up.',
} satisfies Endpoint

export const forgottenPassword = {
  method: 'POST',
  path: '/auth/password/forgotten',
  ...INVITED,
  body: forgottenPasswordSchema,
  example: { email: 'trader@pairbot.example' },
  response: successOf(forgottenPasswordResponseSchema),
  summary: 'Ask for a link that resets your password',
  detail:
    'The response is the same for every address: link_from says whether this server sends the link by e-mail, or an Admin has to make one.',
} satisfies Endpoint

export const resetPassword = {
  method: 'POST',
  path: '/auth/password/reset',
  ...INVITED,
  body: passwordResetSchema,
  example: { token: 'pQ3xN0sT5yZ8aB1cD4eF7gH2jK6mL9nP0rS3tU5vW8x', password: 'Better-Battery-8' },
  response: doneSchema,
  summary: 'Reset your password with a link',
  detail: 'A link is good for 30 minutes and one use. All sessions end and all API tokens are revoked.',
} satisfies Endpoint

// The user's account.

export const rename = {
  method: 'PATCH',
  path: '/auth/me',
  access: 'Viewer',
  rate: 'sign-in',
  body: profileChangeSchema,
  example: { username: 'Ada' },
  response: doneSchema,
  summary: 'Change your name',
  detail: 'Shown to those you share strategies with, and to Admins. A name that another user has is refused with 409.',
} satisfies Endpoint

export const preferences = {
  method: 'GET',
  path: '/auth/me/preferences',
  access: 'Viewer',
  response: successOf(accountPreferencesSchema),
  summary: 'Read what you chose in the client: drawings, indicators, formats',
} satisfies Endpoint

export const changePreferences = {
  method: 'PATCH',
  path: '/auth/me/preferences',
  access: 'Viewer',
  body: accountPreferencesSchema.check(
    z.refine(
      (choices) => JSON.stringify(choices).length <= CACHE.preferencesLength,
      `must have at most ${CACHE.preferencesLength.toLocaleString('en-US')} characters`,
    ),
  ),
  example: { overlays: ['ema', 'rsi'], pinnedPairs: ['ETHUSD'] },
  response: doneSchema,
  summary: 'Change some of your preferences',
  detail: 'Those that are not named stay as they are.',
} satisfies Endpoint

export const sessions = {
  method: 'GET',
  path: '/auth/sessions',
  access: 'Viewer',
  response: successOf(ownSessionsSchema),
  summary: 'List your sessions',
} satisfies Endpoint

export const endSession = {
  method: 'DELETE',
  path: '/auth/sessions/:id',
  ...PROVEN,
  params,
  response: doneSchema,
  summary: 'End one of your sessions',
} satisfies Endpoint

export const endOtherSessions = {
  method: 'DELETE',
  path: '/auth/sessions',
  ...PROVEN,
  response: successOf(sessionsRevokedSchema),
  summary: 'End all your other sessions',
} satisfies Endpoint

export const signIns = {
  method: 'GET',
  path: '/auth/sign-ins',
  access: 'Viewer',
  response: successOf(ownSignInsSchema),
  summary: 'List the attempts to sign in to your account',
  detail: 'The latest 50 of the last 90 days, newest first.',
} satisfies Endpoint

/** Asks for a recent proof itself, of users with a second factor: the others give their password with the new one. */
export const changePassword = {
  method: 'POST',
  path: '/auth/password',
  access: 'Viewer',
  rate: 'sign-in',
  body: passwordChangeSchema,
  example: { current_password: 'Correct-Horse-7', new_password: 'Better-Battery-8' },
  response: successOf(sessionsRevokedSchema),
  summary: 'Change your password',
  detail: 'Ends all other sessions.',
} satisfies Endpoint

// Second factors.

export const factors = {
  method: 'GET',
  path: '/auth/factors',
  access: 'Viewer',
  response: successOf(factorsSchema),
  summary: 'List your second factors',
} satisfies Endpoint

export const setUpTotp = {
  method: 'POST',
  path: '/auth/factors/totp',
  ...PROVEN,
  response: successOf(totpSetupSchema),
  summary: 'Begin to set up an authenticator app',
  detail:
    'Returns the secret for the app. It becomes a factor with its first code; beginning again makes a new secret.',
} satisfies Endpoint

export const confirmTotp = {
  method: 'POST',
  path: '/auth/factors/totp/confirm',
  ...PROVEN,
  rate: 'sign-in',
  body: totpConfirmationSchema,
  example: { code: '492039' },
  response: successOf(recoveryCodesSchema),
  summary: 'Confirm the authenticator app',
  detail: 'From now on signing in takes a second step. Returns ten recovery codes, this once, unless you have some.',
} satisfies Endpoint

export const removeTotp = {
  method: 'DELETE',
  path: '/auth/factors/totp',
  ...PROVEN,
  response: doneSchema,
  summary: 'Remove the authenticator app',
  detail: 'The recovery codes go with the last factor.',
} satisfies Endpoint

export const renewRecoveryCodes = {
  method: 'POST',
  path: '/auth/factors/recovery-codes',
  ...PROVEN,
  response: successOf(recoveryCodesSchema),
  summary: 'Make new recovery codes',
  detail: 'Returns ten, this once. The earlier ones are void.',
} satisfies Endpoint

export const setUpPasskey = {
  method: 'POST',
  path: '/auth/factors/passkeys/setup',
  ...PROVEN,
  response: successOf(passkeySetupSchema),
  summary: 'Begin to make a passkey',
  detail: 'Returns what navigator.credentials.create takes, as JSON of WebAuthn. Good for five minutes.',
} satisfies Endpoint

export const addPasskey = {
  method: 'POST',
  path: '/auth/factors/passkeys',
  ...PROVEN,
  body: newPasskeySchema,
  example: {
    name: 'Laptop',
    credential: {
      id: 'Y3JlZGVudGlhbA',
      rawId: 'Y3JlZGVudGlhbA',
      type: 'public-key',
      response: { clientDataJSON: 'e30', attestationObject: 'o2NmbXQ', transports: ['internal'] },
    },
  },
  response: successOf(recoveryCodesSchema),
  summary: 'Add a passkey',
  detail:
    'Takes what the browser made. From now on signing in takes a second step. Returns ten recovery codes, this once, unless you have some.',
} satisfies Endpoint

export const renamePasskey = {
  method: 'PATCH',
  path: '/auth/factors/passkeys/:id',
  ...PROVEN,
  params,
  body: passkeyRenameSchema,
  example: { name: 'Laptop' },
  response: successOf(passkeySchema),
  summary: 'Rename a passkey',
} satisfies Endpoint

export const removePasskey = {
  method: 'DELETE',
  path: '/auth/factors/passkeys/:id',
  ...PROVEN,
  params,
  response: doneSchema,
  summary: 'Remove a passkey',
  detail: 'The recovery codes go with the last factor.',
} satisfies Endpoint

// Proving again, within a session, who one is.

export const proofChallenge = {
  method: 'POST',
  path: '/auth/proof/challenge',
  access: 'Viewer',
  response: successOf(proofChallengeSchema),
  summary: 'Begin to prove who you are',
  detail:
    'For what a session alone may not do: a refusal with the reason proof_required asks for it. Returns a challenge, good for five minutes, and how to answer it: with a second factor, if there is one, otherwise with the password.',
} satisfies Endpoint

export const prove = {
  method: 'POST',
  path: '/auth/proof',
  access: 'Viewer',
  rate: 'sign-in',
  body: proofRequestSchema,
  example: { challenge: 'Zm9yIG9uZSBwcm9vZiBvbmx5', proof: { method: 'password', password: 'Correct-Horse-7' } },
  response: successOf(provenSchema),
  summary: 'Prove who you are',
  detail: 'For the next ten minutes the session may do what needs a proof. Repeat the call that was refused.',
} satisfies Endpoint

// API tokens.

export const apiTokens = {
  method: 'GET',
  path: '/auth/tokens',
  access: 'Viewer',
  response: successOf(apiTokensSchema),
  summary: 'List your API tokens',
  detail: 'Those that can still be used, newest first. The tokens themselves are never shown again.',
} satisfies Endpoint

export const createApiToken = {
  method: 'POST',
  path: '/auth/tokens',
  ...PROVEN,
  body: createApiTokenSchema,
  example: { name: 'Nightly report', scopes: ['market:read', 'strategies:read'], days: 90 },
  response: successOf(createdApiTokenSchema),
  failures: { 409: 'You have as many API tokens as one user may have.' },
  summary: 'Create an API token',
  detail:
    'Returns the token once, as secret. Send it as a bearer token, or as the token parameter of a socket. It ends after the given days, and never reaches your account or the admin area.',
} satisfies Endpoint

export const revokeApiToken = {
  method: 'DELETE',
  path: '/auth/tokens/:id',
  access: 'Viewer',
  params,
  response: doneSchema,
  summary: 'Revoke an API token',
  detail: 'Its calls are refused and its sockets closed at once.',
} satisfies Endpoint
