import { DEFAULT_BASES, IDENTITY, SOCKET_PATHS } from '#contract/paths.ts'
import type { Operations } from './operation.ts'

const { identity } = DEFAULT_BASES

export const IDENTITY_OPERATIONS: Operations = {
  [`POST ${identity}${IDENTITY.login}`]: {
    summary: 'Sign in',
    detail:
      'Returns an access token and sets the refresh cookie; with a second factor a challenge instead, for the second step. A wrong password and an unknown account get the same response, after the same time.',
    body: { email: 'trader@pairbot.example', password: 'correct horse battery staple', remember_me: true },
  },
  [`POST ${identity}${IDENTITY.refresh}`]: {
    summary: 'Renew the access token',
    detail: 'Takes the refresh cookie and replaces it. Using a replaced cookie again ends the session.',
  },
  [`POST ${identity}${IDENTITY.logout}`]: {
    summary: 'Sign out',
    detail: 'Ends the session of the refresh cookie and clears it. Succeeds without one, too.',
  },
  [`GET ${identity}${IDENTITY.me}`]: { summary: 'Read your e-mail address, role and name' },
  [`PATCH ${identity}${IDENTITY.me}`]: {
    summary: 'Change your name',
    detail:
      'Shown to those you share strategies with, and to Admins. A name that another user has is refused with 409.',
    body: { username: 'Ada' },
  },
  [`POST ${identity}${IDENTITY.socketTicket}`]: {
    summary: 'Get a ticket for a socket',
    detail: 'Valid once, for a few seconds, as the token parameter of the socket address.',
    body: { path: SOCKET_PATHS.tdp },
  },
  [`GET ${identity}${IDENTITY.validateInvitation}`]: { summary: 'Check an invitation code' },
  [`POST ${identity}${IDENTITY.register}`]: {
    summary: 'Register with an invitation code',
    detail: 'Creates the account and signs in. The code is used up.',
    body: {
      invitation_code: 'K7QX-9M2P-4RTA-VD3N',
      email: 'newcomer@pairbot.example',
      password: 'Correct-Horse-7',
    },
  },
  [`GET ${identity}${IDENTITY.ownSessions}`]: { summary: 'List your sessions' },
  [`DELETE ${identity}${IDENTITY.ownSession}`]: { summary: 'End one of your sessions' },
  [`DELETE ${identity}${IDENTITY.ownSessions}`]: { summary: 'End all your other sessions' },
  [`GET ${identity}${IDENTITY.ownSignIns}`]: {
    summary: 'List the attempts to sign in to your account',
    detail: 'The latest 50 of the last 90 days, newest first.',
  },
  [`POST ${identity}${IDENTITY.password}`]: {
    summary: 'Change your password',
    detail: 'Ends all other sessions.',
    body: { current_password: 'Correct-Horse-7', new_password: 'Better-Battery-8' },
  },
  [`POST ${identity}${IDENTITY.loginFactor}`]: {
    summary: 'Do the second step of signing in',
    detail:
      'Takes the challenge of the first step and a code of the authenticator app, a recovery code, or the answer of a passkey to the given request. A challenge is good for five minutes and one sign-in, a code for one use. A refusal with the reason challenge_expired means: begin again with the password.',
    body: { challenge: 'Zm9yIG9uZSBzaWduLWluIG9ubHk', proof: { method: 'totp', code: '492039' } },
  },
  [`GET ${identity}${IDENTITY.factors}`]: { summary: 'List your second factors' },
  [`POST ${identity}${IDENTITY.totp}`]: {
    summary: 'Begin to set up an authenticator app',
    detail:
      'Returns the secret for the app. It becomes a factor with its first code; beginning again makes a new secret.',
  },
  [`POST ${identity}${IDENTITY.confirmTotp}`]: {
    summary: 'Confirm the authenticator app',
    detail: 'From now on signing in takes a second step. Returns ten recovery codes, this once, unless you have some.',
    body: { code: '492039' },
  },
  [`DELETE ${identity}${IDENTITY.totp}`]: {
    summary: 'Remove the authenticator app',
    detail: 'The recovery codes go with the last factor.',
  },
  [`POST ${identity}${IDENTITY.recoveryCodes}`]: {
    summary: 'Make new recovery codes',
    detail: 'Returns ten, this once. The earlier ones are void.',
  },
  [`POST ${identity}${IDENTITY.forgottenPassword}`]: {
    summary: 'Ask for a link that resets your password',
    detail:
      'The response is the same for every address: link_from says whether this server sends the link by e-mail, or an Admin has to make one.',
    body: { email: 'trader@pairbot.example' },
  },
  [`POST ${identity}${IDENTITY.passwordReset}`]: {
    summary: 'Reset your password with a link',
    detail: 'A link is good for 30 minutes and one use. All sessions end and all API tokens are revoked.',
    body: { token: 'pQ3xN0sT5yZ8aB1cD4eF7gH2jK6mL9nP0rS3tU5vW8x', password: 'Better-Battery-8' },
  },
  [`GET ${identity}${IDENTITY.apiTokens}`]: {
    summary: 'List your API tokens',
    detail: 'Those that can still be used, newest first. The tokens themselves are never shown again.',
  },
  [`POST ${identity}${IDENTITY.apiTokens}`]: {
    summary: 'Create an API token',
    detail:
      'Returns the token once, as secret. Send it as a bearer token, or as the token parameter of a socket. It ends after the given days, and never reaches your account or the admin area.',
    body: { name: 'Nightly report', scopes: ['market:read', 'strategies:read'], days: 90 },
  },
  [`DELETE ${identity}${IDENTITY.apiToken}`]: {
    summary: 'Revoke an API token',
    detail: 'Its calls are refused and its sockets closed at once.',
  },
  [`POST ${identity}${IDENTITY.passkeySetup}`]: {
    summary: 'Begin to make a passkey',
    detail: 'Returns what navigator.credentials.create takes, as JSON of WebAuthn. Good for five minutes.',
  },
  [`POST ${identity}${IDENTITY.passkeys}`]: {
    summary: 'Add a passkey',
    detail:
      'Takes what the browser made. From now on signing in takes a second step. Returns ten recovery codes, this once, unless you have some.',
    body: {
      name: 'Laptop',
      credential: {
        id: 'Y3JlZGVudGlhbA',
        rawId: 'Y3JlZGVudGlhbA',
        type: 'public-key',
        response: { clientDataJSON: 'e30', attestationObject: 'o2NmbXQ', transports: ['internal'] },
      },
    },
  },
  [`POST ${identity}${IDENTITY.proofChallenge}`]: {
    summary: 'Begin to prove who you are',
    detail:
      'For what a session alone may not do: a refusal with the reason proof_required asks for it. Returns a challenge, good for five minutes, and how to answer it: with a second factor, if there is one, otherwise with the password.',
  },
  [`POST ${identity}${IDENTITY.proof}`]: {
    summary: 'Prove who you are',
    detail: 'For the next ten minutes the session may do what needs a proof. Repeat the call that was refused.',
    body: { challenge: 'Zm9yIG9uZSBwcm9vZiBvbmx5', proof: { method: 'password', password: 'Correct-Horse-7' } },
  },
  [`PATCH ${identity}${IDENTITY.passkey}`]: { summary: 'Rename a passkey', body: { name: 'Laptop' } },
  [`DELETE ${identity}${IDENTITY.passkey}`]: {
    summary: 'Remove a passkey',
    detail: 'The recovery codes go with the last factor.',
  },
}
