import type { CDPSession, Page } from '@playwright/test'
import { codeAt } from '#test/support/data/factors.ts'
import { ADMIN, type RunningServer } from '#test/support/server/server.ts'
import { expect, fillSignIn, test } from './fixtures.ts'

test.use({ ownServer: true })

/** Passkeys are made for host names, not for network addresses. */
const originOf = ({ port }: RunningServer) => `http://localhost:${port}`

/** A device that makes and keeps passkeys, without asking. */
async function addDevice(client: CDPSession, isUsb = false): Promise<string> {
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: isUsb ? 'usb' : 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return authenticatorId
}

async function openDevices(page: Page): Promise<CDPSession> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  return client
}

/** Unless passkeys are suggested: the devices of these tests would take the suggestion at once, and no password be asked for. */
async function openSecurity(page: Page, server: RunningServer, isSuggested = false): Promise<void> {
  if (!isSuggested)
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
  await page.goto(`${originOf(server)}/signin?redirect=/profile/security`)
  await fillSignIn(page)
  await expect(page.getByRole('region', { name: 'Second factor' })).toBeVisible()
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Passkey' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function saveCodes(page: Page): Promise<string[]> {
  const list = page.getByRole('list', { name: 'Recovery codes' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  const codes = await list.getByRole('listitem').allTextContents()
  await page.getByRole('button', { name: 'I Saved Them' }).click()
  return codes
}

/** Signs out, and does the first step of signing in again. */
async function signInAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
  await fillSignIn(page)
  await expect(page.getByRole('form', { name: 'Second step' })).toBeVisible()
}
const continueWithPasskey = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()
const isSignedIn = (page: Page) => expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()

test('[ID-80] [SE-28] a passkey is made, and signs in after the password @long', async ({
  page,
  server,
  consoleErrors,
}) => {
  await addDevice(await openDevices(page))
  await openSecurity(page, server)
  await addPasskey(page, 'Laptop')
  await saveCodes(page)
  await expect(page.getByRole('region', { name: 'Laptop' })).toBeVisible()
  await signInAgain(page)
  await continueWithPasskey(page)
  await isSignedIn(page)
  expect(consoleErrors).toEqual([])
})

const logout = (page: Page) => page.getByRole('button', { name: 'Logout' }).click()

test('[ID-92] [SE-32] a passkey alone signs in, asked for by the button @long', async ({
  page,
  server,
  consoleErrors,
}) => {
  const client = await openDevices(page)
  const device = await addDevice(client)
  await openSecurity(page, server)
  await addPasskey(page, 'Laptop')
  await saveCodes(page)
  await logout(page)
  await client.send('WebAuthn.setUserVerified', { authenticatorId: device, isUserVerified: false })
  await page.getByRole('button', { name: 'Sign In with a Passkey' }).click()
  await expect(page.getByRole('alert')).toHaveText('No passkey was used. Try again, or sign in with your password.')
  await client.send('WebAuthn.setUserVerified', { authenticatorId: device, isUserVerified: true })
  await page.getByRole('checkbox', { name: 'Remember me' }).check()
  await page.getByRole('button', { name: 'Sign In with a Passkey' }).click()
  await isSignedIn(page)
  const stored = await page.evaluate(() => localStorage.getItem('pairbot.session'))
  expect(JSON.parse(stored ?? '')).toMatchObject({ remembered: true })
  expect(consoleErrors).toEqual([])
})

test('[ID-92] [SE-32] a passkey that is suggested signs in alone @long', async ({ page, server, consoleErrors }) => {
  const client = await openDevices(page)
  const device = await addDevice(client)
  await openSecurity(page, server, true)
  await addPasskey(page, 'Laptop')
  await saveCodes(page)
  const simulate = (enabled: boolean) =>
    client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: device, enabled })
  await simulate(false)
  await logout(page)
  const field = page.getByLabel('E-mail')
  await expect(field).toHaveAttribute('autocomplete', 'username webauthn')
  await fillSignIn(page)
  await expect(page.getByRole('form', { name: 'Second step' })).toBeVisible()
  // The device answers what it is asked from now on, not what it was asked before.
  await simulate(true)
  await page.getByRole('button', { name: 'Back' }).click()
  await isSignedIn(page)
  expect(consoleErrors).toEqual([])
})

test('[ID-83] [ID-73] a second device signs in, and a recovery code when both are lost @long', async ({
  page,
  server,
}) => {
  const client = await openDevices(page)
  const first = await addDevice(client)
  await openSecurity(page, server)
  await addPasskey(page, 'Laptop')
  const codes = await saveCodes(page)
  await client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: first })
  const second = await addDevice(client, true)
  await addPasskey(page, 'Key')
  await expect(page.getByRole('region', { name: 'Key', exact: true })).toBeVisible()
  await signInAgain(page)
  await continueWithPasskey(page)
  await isSignedIn(page)

  await client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: second })
  await signInAgain(page)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[3] ?? '')
  await page.keyboard.press('Enter')
  await isSignedIn(page)
  await signInAgain(page)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[3] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('The code is not correct, or was used before.')
})

test('[ID-82] a cloned passkey is refused @long', async ({ page, server }) => {
  const client = await openDevices(page)
  const original = await addDevice(client)
  await openSecurity(page, server)
  await addPasskey(page, 'Laptop')
  await saveCodes(page)
  const { credentials } = await client.send('WebAuthn.getCredentials', { authenticatorId: original })
  await signInAgain(page)
  await continueWithPasskey(page)
  await isSignedIn(page)

  await client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: original })
  const clone = await addDevice(client)
  for (const credential of credentials)
    await client.send('WebAuthn.addCredential', { authenticatorId: clone, credential })
  await signInAgain(page)
  await continueWithPasskey(page)
  await expect(page.getByRole('alert')).toHaveText('The passkey was not accepted.')
})

test('[ID-75] [ID-72] an authenticator app is set up by its key, and each code signs in once @long', async ({
  page,
  server,
}) => {
  await openSecurity(page, server)
  await page.getByRole('button', { name: 'Set Up' }).click()
  await expect(page.getByRole('figure', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = (await page.getByRole('dialog').locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now()))
  await page.getByRole('button', { name: 'Turn On' }).click()
  await saveCodes(page)

  await signInAgain(page)
  // The code of the setup is used up; the one of the next half minute is accepted already.
  const next = codeAt(secret, Date.now() + 30_000)
  await page.getByLabel('Code', { exact: true }).fill(next)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await isSignedIn(page)
  await signInAgain(page)
  await page.getByLabel('Code', { exact: true }).fill(next)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('The code is not correct, or was used before.')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel(/e-?mail/i)).toBeVisible()
})

test('[ID-81] what a passkey signs on another origin does not sign in @long', async ({ page, server, faults }) => {
  const client = await openDevices(page)
  await addDevice(client)
  await openSecurity(page, server)
  await addPasskey(page, 'Laptop')
  await saveCodes(page)
  const post = async (path: string, body: object) => {
    const response = await fetch(`${originOf(server)}/api/identity/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: await response.json() }
  }
  const signOn = async (origin: string) => {
    const { second_factor: step } = (await post('login', ADMIN)).body.data
    await page.goto(`${origin}/api/docs`)
    const credential = await page.evaluate(async (options) => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
      const made = await navigator.credentials.get({ publicKey })
      return JSON.parse(JSON.stringify(made)) as Record<string, unknown>
    }, step.passkey)
    return post('login/factor', { challenge: step.challenge, proof: { method: 'passkey', credential } })
  }
  const other = await signOn(`http://localhost:${new URL(faults.origin).port}`)
  expect([other.status, other.body.error]).toEqual([401, 'The passkey was not accepted.'])
  expect((await signOn(originOf(server))).status).toBe(200)
})
