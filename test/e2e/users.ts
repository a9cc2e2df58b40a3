import type { Browser, Page } from '@playwright/test'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { ADMIN, type RunningServer } from '#test/support/server/server.ts'
import { expect, fillSignIn } from './fixtures.ts'

/** Calls the identity service over HTTP. */
export async function callIdentity(server: RunningServer, method: string, path: string, body?: object, token?: string) {
  const response = await fetch(`${server.origin}${DEFAULT_BASES.identity}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      origin: server.origin,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as { data: Record<string, unknown> }
}

const adminToken = async (server: RunningServer) =>
  String((await callIdentity(server, 'POST', '/auth/login', ADMIN)).data['access_token'])

export const createInvitation = async (server: RunningServer, email: string, role: string): Promise<string> => {
  const { data } = await callIdentity(server, 'POST', '/admin/invitations', { email, role }, await adminToken(server))
  return (data['invitation'] as { code: string }).code
}

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** Creates a user by invitation and registration. */
export async function registerUser(
  server: RunningServer,
  email: string,
  role: 'Trader' | 'Admin',
): Promise<Credentials> {
  const code = await createInvitation(server, email, role)
  await callIdentity(server, 'POST', '/auth/register', { invitation_code: code, email, password: ADMIN.password })
  return { email, password: ADMIN.password }
}

/** Opens another browser; `signIn` signs in and waits until both sockets are connected. */
export async function openOtherBrowser(
  browser: Browser,
  server: RunningServer,
  credentials: Credentials,
  screen = '/dashboard',
) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${server.origin}/signin?redirect=${encodeURIComponent(screen)}`)
  const signIn = async () => {
    await fillSignIn(page, credentials)
    await expect(page).toHaveURL(`${server.origin}${screen}`)
    await expect(page.getByRole('button', { name: /Market data connected; Analytics connected/ })).toBeVisible()
  }
  return { page, context, signIn }
}

export const confirmDialog = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name }).click()
