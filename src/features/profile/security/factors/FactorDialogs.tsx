import { deviceName } from '#src/ui/format/device.ts'
import { useAccountApi } from '../../useAccountApi.ts'
import { PasskeyDialog } from './PasskeyDialog.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { TotpDialog } from './TotpDialog.tsx'
import type { FactorActions } from './useFactorActions.ts'

/** The dialog that is open above the section, if one is. */
export function FactorDialogs({ actions: { opened, open, changed } }: { readonly actions: FactorActions }) {
  const { factors: api } = useAccountApi()
  const close = () => open(undefined)
  switch (opened?.kind) {
    case undefined:
      return null
    case 'totp':
      return <TotpDialog onClose={close} onDone={changed} />
    case 'codes':
      return <RecoveryCodesDialog codes={opened.codes} onClose={close} />
    case 'passkey':
      return (
        <PasskeyDialog
          title="Add Passkey"
          action="Continue"
          busyText="Waiting..."
          initialName={deviceName(navigator.userAgent)}
          run={api.addPasskey}
          onDone={({ recovery_codes: codes }) => changed(codes)}
          onClose={close}
        />
      )
    case 'rename':
      return (
        <PasskeyDialog
          title="Rename Passkey"
          action="Rename"
          busyText="Renaming..."
          initialName={opened.passkey.name}
          run={(name) => api.renamePasskey(opened.passkey.id, name)}
          onDone={() => changed()}
          onClose={close}
        />
      )
  }
}
