import type { InjectOptions } from 'fastify'
import * as z from 'zod/mini'
import { DEFAULT_BASES } from '#contract/paths.ts'
import type { Role } from '#contract/roles.ts'
import { accessTokenOf, ADMIN, type IdentityFixture } from '../server/identity.ts'

export interface ApiResponse {
  readonly status: number
  readonly body: unknown
}

/** Somebody who is signed in, with calls below the identity base. */
export interface SignedInUser {
  readonly id: string
  readonly email: string
  readonly token: string
  readonly cookie: string
  call(method: NonNullable<InjectOptions['method']>, path: string, payload?: object, ip?: string): Promise<ApiResponse>
}

/** Calls with the token of one person. */
export const callWith =
  (rig: IdentityFixture, token: string | undefined): SignedInUser['call'] =>
  async (method, path, payload, ip = '203.0.113.7') => {
    const { status, body } = await rig.call({
      method,
      url: `${DEFAULT_BASES.identity}${path}`,
      ...(payload && { payload }),
      remoteAddress: ip,
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    })
    return { status, body }
  }

/** Signs somebody in; every account of the rig has the same password. */
export async function signInUser(
  rig: IdentityFixture,
  email: string = ADMIN.email,
  ip?: string,
): Promise<SignedInUser> {
  const reply = await rig.signIn({ email, ...(ip !== undefined && { ip }) })
  const token = accessTokenOf(reply)
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }
  return { id: sub, email, token, cookie: reply.cookie ?? '', call: callWith(rig, token) }
}

/** Adds an account and signs it in. */
export async function addSignedInUser(rig: IdentityFixture, email: string, role: Role): Promise<SignedInUser> {
  await rig.addUser(email, role)
  return signInUser(rig, email)
}

const wrapped = z.object({ success: z.literal(true), data: z.unknown() })

/** What a reply wraps, checked against the contract. */
export const dataOf = <T extends z.ZodMiniType>(schema: T, { body }: ApiResponse): z.infer<T> =>
  z.parse(schema, z.parse(wrapped, body).data)

export const ok = (data: unknown): ApiResponse => ({ status: 200, body: { success: true, data } })
export const refused = (status: number, error: string): ApiResponse => ({ status, body: { success: false, error } })
