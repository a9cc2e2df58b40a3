import type { Browser, Page } from '@playwright/test'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { ADMIN, type RunningServer } from '#test/support/server/server.ts'
import { expect, fillSignIn } from './fixtures.ts'

/** The identity service as somebody's own program would call it. */
export async function identity(server: RunningServer, method: string, path: string, body: object, token?: string) {
  const reply = await fetch(`${server.origin}${DEFAULT_BASES.identity}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      origin: server.origin,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  return (await reply.json()) as { data: Record<string, unknown> }
}

const tokenOf = async (server: RunningServer) =>
  String((await identity(server, 'POST', '/auth/login', ADMIN)).data['access_token'])

export const invite = async (server: RunningServer, email: string, role: string): Promise<string> => {
  const { data } = await identity(server, 'POST', '/admin/invitations', { email, role }, await tokenOf(server))
  return (data['invitation'] as { code: string }).code
}

export interface Person {
  readonly email: string
  readonly password: string
}

/** An account of its own, by invitation and registration. */
export async function join(server: RunningServer, email: string, role: 'Trader' | 'Admin'): Promise<Person> {
  const code = await invite(server, email, role)
  await identity(server, 'POST', '/auth/register', { invitation_code: code, email, password: ADMIN.password })
  return { email, password: ADMIN.password }
}

/** A browser of somebody's own; `enter` signs in, to a screen with open sockets. */
export async function elsewhere(browser: Browser, server: RunningServer, who: Person, screen = '/dashboard') {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${server.origin}/signin?redirect=${encodeURIComponent(screen)}`)
  const enter = async () => {
    await fillSignIn(page, who)
    await expect(page).toHaveURL(`${server.origin}${screen}`)
    await expect(page.getByRole('button', { name: /Market data connected; Analytics connected/ })).toBeVisible()
  }
  return { page, context, enter }
}

export const confirm = (page: Page, name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click()
