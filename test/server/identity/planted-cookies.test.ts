import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createIdentityHarness, type IdentityHarness, type TestResponse } from '#test/support/server/identity.ts'
import { otherCookiePlaces } from '#server/identity/refresh-cookie.ts'

const HOST = 'pairbot.example.org'
const ENDED = { success: false, error: 'The session has ended. Please sign in again.' }

let harness: IdentityHarness
beforeAll(async () => {
  harness = await createIdentityHarness()
})
beforeEach(() => harness.reset())
afterAll(() => harness.close())

interface StoredCookie {
  readonly path: string
  readonly domain: string | undefined
  readonly value: string
}

/** The cookies `rt` of a browser at HOST, by the rules of RFC 6265; those with a longer path are sent first. */
function browser() {
  const jar = new Map<string, StoredCookie>()
  const put = (cookie: StoredCookie) => jar.set(`${cookie.domain};${cookie.path}`, cookie)
  async function post(route: 'login' | 'refresh' | 'logout', payload?: object): Promise<TestResponse> {
    const url = `/api/identity/auth/${route}`
    const sent = [...jar.values()]
      .filter(({ path }) => url === path || url.startsWith(path.endsWith('/') ? path : `${path}/`))
      .toSorted((a, b) => b.path.length - a.path.length)
    const cookie = sent.map(({ value }) => `rt=${value}`).join('; ')
    const reply = await harness.call({
      method: 'POST',
      url,
      headers: { host: HOST, cookie },
      ...(payload && { payload }),
    })
    for (const header of [reply.headers['set-cookie'] ?? []].flat().map(String)) {
      const value = /^rt=([^;]*)/.exec(header)?.[1] ?? ''
      const path = /; Path=([^;]*)/.exec(header)?.[1] ?? ''
      const domain = /; Domain=([^;]*)/.exec(header)?.[1]
      if (header.includes('Max-Age=0')) jar.delete(`${domain};${path}`)
      else put({ path, domain, value })
    }
    return reply
  }
  return {
    post,
    plant: (path: string, domain: string | undefined, value: string) => put({ path, domain, value }),
    cookies: () => jar.size,
    signIn: () => post('login', { email: 'admin@pairbot.test', password: 'Correct-horse-7' }),
  }
}

const RUBBISH = 'A'.repeat(43)
const PLACES = [
  ['/', 'example.org'],
  ['/api/identity/auth', 'example.org'],
  ['/api/identity/auth', HOST],
  ['/api/identity/auth/', undefined],
  ['/api/identity/auth/refresh', 'example.org'],
] as const

describe('a planted refresh cookie', () => {
  it.each(PLACES)('[ID-53] AB-61 at %s of %s signs nobody out, and is deleted', async (path, domain) => {
    const page = browser()
    await page.signIn()
    page.plant(path, domain, RUBBISH)
    expect(page.cookies()).toBe(2)

    expect((await page.post('refresh')).status).toBe(200)
    expect(page.cookies()).toBe(1)
    expect((await page.post('refresh')).status).toBe(200)
    expect(harness.ended).toEqual([])
  })

  it.each(PLACES)('[ID-53] AB-61 that was at %s of %s before the sign-in does not undo it', async (path, domain) => {
    const page = browser()
    page.plant(path, domain, RUBBISH)
    await page.signIn()
    expect((await page.post('refresh')).status).toBe(200)
    expect((await page.post('refresh')).status).toBe(200)
    expect(page.cookies()).toBe(1)
  })

  it('[ID-53] AB-62 with a live session of somebody else is not used; the next sign-in holds', async () => {
    const page = browser()
    await page.signIn()
    const { cookie: other = '' } = await harness.signIn()
    page.plant('/', 'example.org', other.replace('rt=', ''))

    const reply = await page.post('refresh')
    expect([reply.status, reply.body]).toEqual([401, ENDED])
    await page.signIn()
    expect((await page.post('refresh')).status).toBe(200)
    expect((await harness.refresh(other)).status).toBe(200)
  })

  it('[ID-15] AB-61 does not keep the own session from ending with the sign-out', async () => {
    const page = browser()
    await page.signIn()
    page.plant('/', 'example.org', RUBBISH)
    expect((await page.post('logout')).status).toBe(200)
    expect(harness.ended).toMatchObject([{ reason: 'signed_out' }])
    expect(page.cookies()).toBe(0)
  })
})

describe('the places of a cookie', () => {
  it('[ID-53] are the paths above the request, for the host and each domain above it, without the own one', () => {
    expect(otherCookiePlaces('a.b.c', '/x/y?z=1', '/x')).toEqual([
      { path: '/' },
      { path: '/x/' },
      { path: '/x/y' },
      ...['a.b.c', 'b.c'].flatMap((domain) => ['/', '/x', '/x/', '/x/y'].map((path) => ({ path, domain }))),
    ])
  })

  it.each(['127.0.0.1', '[::1]', 'localhost'])('[ID-53] %s has no domains above it', (host) => {
    expect(otherCookiePlaces(host, '/x', '/none')).toEqual([{ path: '/' }, { path: '/x' }])
  })

  it('[ID-53] are bounded for a name of many labels', () => {
    expect(otherCookiePlaces(Array.from({ length: 60 }, () => 'a').join('.'), '/x', '/').length).toBeLessThan(12)
  })
})
