import { emptyResponseSchema } from '#contract/admin.ts'
import {
  newPasskeySchema,
  passkeyRenameSchema,
  passkeySchema,
  passkeySetupSchema,
  recoveryCodesSchema,
} from '#contract/factors.ts'
import { IDENTITY } from '#contract/paths.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { principalOf } from '#server/http/guard.ts'
import { idParams } from '../admin/queries.ts'
import type { IdentityContext } from '../context.ts'
import { actorOf } from '../request-context.ts'
import { responseSchemas, successBody } from '../responses.ts'
import { dropFactor } from './enrol.ts'
import { addPasskey, setUpPasskey } from './passkey-setup.ts'
import { removePasskey, renamePasskey, toPasskey } from './passkeys.ts'
import { relyingPartyOf } from './relying-party.ts'

export interface PasskeyRoutesDeps extends IdentityContext {
  readonly publicUrl: URL | undefined
}

const noSuchPasskey = () => new RequestError(404, 'Passkey not found')

/** Routes of the user's own passkeys. */
export const passkeyRoutes =
  (deps: PasskeyRoutesDeps): Service =>
  async (app) => {
    const { database, now, publicUrl } = deps

    app.post(IDENTITY.passkeySetup, { schema: { response: responseSchemas(passkeySetupSchema) } }, async (request) =>
      successBody(await setUpPasskey(deps, principalOf(request), relyingPartyOf(request, publicUrl))),
    )

    app.post(
      IDENTITY.passkeys,
      { schema: { body: newPasskeySchema, response: responseSchemas(recoveryCodesSchema) } },
      async (request) => {
        const relyingParty = relyingPartyOf(request, publicUrl)
        const codes = await addPasskey(deps, request.body, actorOf(request, now()), relyingParty)
        return successBody({ recovery_codes: [...codes] })
      },
    )

    app.patch(
      IDENTITY.passkey,
      { schema: { params: idParams, body: passkeyRenameSchema, response: responseSchemas(passkeySchema) } },
      async (request) => {
        const { userId } = principalOf(request)
        const { id } = request.params
        const row = await database.transaction((tx) => renamePasskey(tx, userId, id, request.body.name))
        if (!row) throw noSuchPasskey()
        return successBody(toPasskey(row))
      },
    )

    app.delete(
      IDENTITY.passkey,
      { schema: { params: idParams, response: responseSchemas(emptyResponseSchema) } },
      async (request) => {
        await dropFactor(deps, actorOf(request, now()), async (tx) => {
          const removed = await removePasskey(tx, principalOf(request).userId, request.params.id)
          if (!removed) throw noSuchPasskey()
          return { factor: 'passkey', name: removed.name }
        })
        return successBody({})
      },
    )
  }
