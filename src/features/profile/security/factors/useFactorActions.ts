import { useState } from 'react'
import type { Factors, Passkey } from '#contract/factors.ts'
import type { Result } from '#src/lib/result.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { useAccountApi } from '../../useAccountApi.ts'

/** What is open above the section. */
export type Opened =
  | { readonly kind: 'totp' | 'passkey' }
  | { readonly kind: 'rename'; readonly passkey: Passkey }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

export interface FactorActions {
  readonly opened: Opened | undefined
  readonly open: (next: Opened | undefined) => void
  /** Closes the dialog after a change, and shows the recovery codes that it made, if any. */
  readonly changed: (recoveryCodes?: readonly string[]) => void
  readonly removeTotp: () => void
  readonly removePasskey: (passkey: Passkey) => void
  readonly renewCodes: () => void
}

const ALONE = 'Signing in then takes your password alone. The recovery codes are void.'

/** Changes of the user's factors, each confirmed before and reported after. */
export function useFactorActions(factors: Factors | undefined, reload: () => void): FactorActions {
  const { factors: api } = useAccountApi()
  const { dialogs, toasts } = useOverlays()
  const [opened, open] = useState<Opened>()

  const changed = (codes: readonly string[] = []) => {
    reload()
    open(codes.length === 0 ? undefined : { kind: 'codes', codes })
  }
  const remove = async (what: string, send: () => Promise<Result<undefined>>) => {
    const count = factors === undefined ? 1 : factors.passkeys.length + (factors.totp_since === null ? 0 : 1)
    const title = `Remove the ${what}?`
    const text = count > 1 ? undefined : ALONE
    if (!(await dialogs.confirm({ title, ...(text && { text }), confirmText: 'Remove', danger: true }))) return
    const result = await send()
    if (!result.ok) return toasts.error(`Failed to remove the ${what}`, result.error)
    toasts.success('Second factor removed')
    reload()
  }
  const renew = async () => {
    const confirmed = await dialogs.confirm({
      title: 'Make new recovery codes?',
      text: 'Your earlier codes are void from then on.',
      confirmText: 'Make New Codes',
    })
    if (!confirmed) return
    const result = await api.renewRecoveryCodes()
    if (!result.ok) return toasts.error('Failed to make recovery codes', result.error)
    changed(result.value.recovery_codes)
  }

  return {
    opened,
    open,
    changed,
    removeTotp: () => void remove('authenticator app', api.removeTotp),
    removePasskey: ({ id, name }) => void remove(`passkey "${name}"`, () => api.removePasskey(id)),
    renewCodes: () => void renew(),
  }
}
