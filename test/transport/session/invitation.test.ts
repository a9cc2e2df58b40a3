import { describe, expect, it } from 'vitest'
import { createCall } from '#src/transport/http/http.ts'
import type { InvitationCheck } from '#src/machines/session/ports.ts'
import { createInvitation } from '#src/transport/session/invitation.ts'
import { CONFIG, INVITED, createBackend, html, json, ok, unreachable } from '#test/support/client/identity-service.ts'

const VALIDATE = 'GET /auth/invitations/validate'
const EXPIRED = 'Invalid or expired invitation code'
const NO_DATA = 'Failed to validate invitation'
const THREW = 'Failed to validate invitation code'

const refused = (text: string | undefined): InvitationCheck => ({ kind: 'refused', text })

function openWith(code: string | undefined) {
  const backend = createBackend()
  const invitation = createInvitation(createCall(backend.fetch, CONFIG.identity), code)
  return { backend, check: () => invitation.check(new AbortController().signal) }
}

describe('checking an invitation', () => {
  it('[RG-1] returns e-mail address, role and expiry of an open one', async () => {
    const { check, backend } = openWith(INVITED.code)
    expect(await check()).toEqual({ kind: 'offer', offer: INVITED.offer })
    expect(backend.arrivals.map(({ route, search, body }) => [route, search, body])).toEqual([
      ['GET /api/identity/auth/invitations/validate', `?code=${INVITED.code}`, undefined],
    ])
  })

  it('HA-21 [RG-2] sends nothing without a code', async () => {
    const { check, backend } = openWith(undefined)
    expect([await check(), backend.arrivals]).toEqual([{ kind: 'missing', text: 'No invitation code provided' }, []])
  })

  it('sends any code unchanged', async () => {
    const { check, backend } = openWith('1e5&a=b #%')
    expect(await check()).toEqual(refused(EXPIRED))
    expect(new URLSearchParams(backend.arrivals[0]?.search).get('code')).toBe('1e5&a=b #%')
  })

  it.each<[string, () => Response | Promise<Response>, InvitationCheck]>([
    ['404 with a text', () => json(404, { success: false, error: 'Used already' }), refused('Used already')],
    ['200 with success=false and a text', () => json(200, { success: false, error: 'Revoked' }), refused('Revoked')],
    ['200 with success=false alone', () => json(200, { success: false }), refused(EXPIRED)],
    ['400 without a text', () => json(400, { success: false }), refused(EXPIRED)],
    ['200 with an error that is blank', () => json(200, { success: false, error: ' ' }), refused(undefined)],
    ['200 with markup', () => json(200, { success: false, error: '<img src=x>' }), refused(undefined)],
    ['success without data', () => json(200, { success: true }), refused(NO_DATA)],
    ['data without a role', () => ok({ email: 'a@b.c', expiresAt: '2030-01-01' }), refused(NO_DATA)],
    ['data of an unknown role', () => ok({ ...INVITED.offer, role: 'Root' }), refused(NO_DATA)],
    ['null', () => json(200, null), refused(NO_DATA)],
    ['a list', () => json(200, []), refused(NO_DATA)],
    ['HTML with 200', () => html(200, 'OK'), { kind: 'unanswered', text: THREW }],
    ['HTML with 502', () => html(502, 'Bad Gateway'), { kind: 'unanswered', text: THREW }],
    ['nobody there', unreachable, { kind: 'unanswered', text: THREW }],
  ])('HA-21 HA-39 [RG-3] %s', async (_, answer, expected) => {
    const { check, backend } = openWith(INVITED.code)
    backend.on(VALIDATE, answer)
    expect(await check()).toEqual(expected)
  })
})
