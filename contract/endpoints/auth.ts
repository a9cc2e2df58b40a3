import {
  doneSchema,
  loginRequestSchema,
  refreshGrantSchema,
  sessionGrantSchema,
  socketTicketRequestSchema,
  socketTicketSchema,
  successOf,
  userSchema,
} from '../auth.ts'
import { factorSignInSchema, passkeyRequestSchema, signedInSchema } from '../factors.ts'
import { SOCKET_PATHS } from '../paths.ts'
import type { Endpoint } from './endpoint.ts'

// What every page may call. The rest of an account is in account.ts, so that its schemas are loaded with the pages that need them.

const SIGN_IN = { access: 'public', rate: 'sign-in', sameOriginOnly: true } as const
const COOKIE = { access: 'public', rate: 'refresh', sameOriginOnly: true, identifiedByCookie: true } as const

export const login = {
  method: 'POST',
  path: '/auth/login',
  ...SIGN_IN,
  body: loginRequestSchema,
  example: { email: 'trader@pairbot.example', password: 'correct horse battery staple', remember_me: true },
  response: successOf(signedInSchema),
  summary: 'Sign in',
  detail:
    'Returns an access token and sets the refresh cookie; with a second factor a challenge instead, for the second step. A wrong password and an unknown account get the same response, after the same time.',
} satisfies Endpoint

export const passkeyChallenge = {
  method: 'POST',
  path: '/auth/login/passkey',
  ...SIGN_IN,
  response: successOf(passkeyRequestSchema),
  summary: 'Begin to sign in with a passkey alone',
  detail:
    'Returns what the browser needs to have a passkey of any user sign, which has to verify its user. The signature is sent to /auth/login/factor within five minutes.',
} satisfies Endpoint

export const loginFactor = {
  method: 'POST',
  path: '/auth/login/factor',
  ...SIGN_IN,
  body: factorSignInSchema,
  example: { challenge: 'Zm9yIG9uZSBzaWduLWluIG9ubHk', proof: { method: 'totp', code: '492039' } },
  response: successOf(sessionGrantSchema),
  summary: 'Do the second step of signing in, or sign in with a passkey alone',
  detail:
    'Takes the challenge of the first step and a code of the authenticator app, a recovery code, or the answer of a passkey to the given request. A challenge is good for five minutes and one sign-in, a code for one use. A refusal with the reason challenge_expired means: begin again. The challenge for a passkey alone takes nothing but that.',
} satisfies Endpoint

export const refresh = {
  method: 'POST',
  path: '/auth/refresh',
  ...COOKIE,
  response: successOf(refreshGrantSchema),
  summary: 'Renew the access token',
  detail: 'Takes the refresh cookie and replaces it. Using a replaced cookie again ends the session.',
} satisfies Endpoint

export const logout = {
  method: 'POST',
  path: '/auth/logout',
  ...COOKIE,
  response: doneSchema,
  summary: 'Sign out',
  detail: 'Ends the session of the refresh cookie and clears it. Succeeds without one, too.',
} satisfies Endpoint

export const me = {
  method: 'GET',
  path: '/auth/me',
  access: 'Viewer',
  scope: 'any',
  response: successOf(userSchema),
  summary: 'Read who you are: your e-mail address, role and name',
  detail: 'With an API token of any scope, the account that it belongs to.',
} satisfies Endpoint

export const socketTicket = {
  method: 'POST',
  path: '/auth/ws-ticket',
  access: 'Viewer',
  body: socketTicketRequestSchema,
  example: { path: SOCKET_PATHS.tdp },
  response: successOf(socketTicketSchema),
  summary: 'Get a ticket for a socket',
  detail: 'Valid once, for a few seconds, as the token parameter of the socket address.',
} satisfies Endpoint
