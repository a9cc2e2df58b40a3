import { DEFAULT_BASES, IDENTITY, SOCKET_PATHS } from '#contract/paths.ts'
import type { Operations } from './operation.ts'

const { identity } = DEFAULT_BASES

export const IDENTITY_OPERATIONS: Operations = {
  [`POST ${identity}${IDENTITY.login}`]: {
    summary: 'Sign in',
    detail:
      'Returns an access token and sets the refresh cookie. A wrong password and an unknown account get the same response, after the same time.',
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
  [`GET ${identity}${IDENTITY.me}`]: { summary: 'Read your e-mail address and role' },
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
  [`POST ${identity}${IDENTITY.password}`]: {
    summary: 'Change your password',
    detail: 'Ends all other sessions.',
    body: { current_password: 'Correct-Horse-7', new_password: 'Better-Battery-8' },
  },
}
