import type { InjectOptions } from 'fastify'
import * as z from 'zod/mini'
import { DEFAULT_BASES } from '#contract/paths.ts'
import type { Role } from '#contract/roles.ts'
import { accessTokenOf, ADMIN, type IdentityHarness } from '../server/identity.ts'

export interface ApiResponse {
  readonly status: number
  readonly body: unknown
}

/** A signed-in user with calls to the identity service. */
export interface SignedInUser {
  readonly id: string
  readonly email: string
  readonly token: string
  readonly cookie: string
  call(method: NonNullable<InjectOptions['method']>, path: string, payload?: object, ip?: string): Promise<ApiResponse>
}

/** Calls the identity service with a token. */
export const callWith =
  (harness: IdentityHarness, token: string | undefined): SignedInUser['call'] =>
  async (method, path, payload, ip = '203.0.113.7') => {
    const { status, body } = await harness.call({
      method,
      url: `${DEFAULT_BASES.identity}${path}`,
      ...(payload && { payload }),
      remoteAddress: ip,
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    })
    return { status, body }
  }

/** Signs a user in; all test accounts have the same password. */
export async function signInUser(
  harness: IdentityHarness,
  email: string = ADMIN.email,
  ip?: string,
): Promise<SignedInUser> {
  const reply = await harness.signIn({ email, ...(ip !== undefined && { ip }) })
  const token = accessTokenOf(reply)
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }
  return { id: sub, email, token, cookie: reply.cookie ?? '', call: callWith(harness, token) }
}

/** Adds a user and signs them in. */
export async function addSignedInUser(harness: IdentityHarness, email: string, role: Role): Promise<SignedInUser> {
  await harness.addUser(email, role)
  return signInUser(harness, email)
}

const wrapped = z.object({ success: z.literal(true), data: z.unknown() })

/** The `data` of a response, validated by the schema. */
export const dataOf = <T extends z.ZodMiniType>(schema: T, { body }: ApiResponse): z.infer<T> =>
  z.parse(schema, z.parse(wrapped, body).data)

export const ok = (data: unknown): ApiResponse => ({ status: 200, body: { success: true, data } })
export const refused = (status: number, error: string): ApiResponse => ({ status, body: { success: false, error } })
