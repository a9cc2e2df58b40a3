import { useState } from 'react'
import type { Factors } from '#contract/factors.ts'
import { FACTORS } from '#contract/limits.ts'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { formatExact } from '#src/ui/format/time.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { useAccountApi } from '../../useAccountApi.ts'
import { FactorRow } from './FactorRow.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { TotpDialog } from './TotpDialog.tsx'
import { rows } from './factors.css.ts'

/** What is open above the section. */
type Open = { readonly kind: 'totp' } | { readonly kind: 'codes'; readonly codes: readonly string[] }

const FEW_CODES = 3

interface RowsProps {
  readonly factors: Factors
  readonly onSetUp: () => void
  readonly onRemove: () => void
  readonly onRenew: () => void
}

function Rows({ factors, onSetUp, onRemove, onRenew }: RowsProps) {
  const { totp_since: since, recovery_codes_left: left } = factors
  const isSetUp = since !== null
  return (
    <div className={rows}>
      {factors.required && !isSetUp ? (
        <Alert tone="warning">
          Admins need a second factor here. Until you have one, the admin area is closed to you.
        </Alert>
      ) : null}
      <FactorRow
        name="Authenticator app"
        text={isSetUp ? `Set up ${formatExact(Date.parse(since))}` : 'Codes of six digits from an app on your phone'}
        badge={isSetUp ? <Badge tone="success">On</Badge> : undefined}
      >
        {isSetUp ? (
          <Button size="small" onClick={onRemove}>
            Remove
          </Button>
        ) : (
          <Button size="small" variant="primary" onClick={onSetUp}>
            Set Up
          </Button>
        )}
      </FactorRow>
      {isSetUp ? (
        <FactorRow
          name="Recovery codes"
          text={`${left} of ${FACTORS.recoveryCodes} left, for when you do not have your device`}
          badge={left <= FEW_CODES ? <Badge tone="warning">Few left</Badge> : undefined}
        >
          <Button size="small" onClick={onRenew}>
            New Codes
          </Button>
        </FactorRow>
      ) : null}
    </div>
  )
}

/** The user's second factors: what signing in takes besides the password. */
export function FactorsSection() {
  const { factors: api } = useAccountApi()
  const { dialogs, toasts } = useOverlays()
  const factors = useRemoteQuery(api.list, null)
  const [open, setOpen] = useState<Open>()

  const showCodes = (codes: readonly string[]) => {
    factors.reload()
    setOpen(codes.length === 0 ? undefined : { kind: 'codes', codes })
  }
  const remove = async () => {
    const confirmed = await dialogs.confirm({
      title: 'Remove the authenticator app?',
      text: 'Signing in then takes your password alone. The recovery codes are void.',
      confirmText: 'Remove',
      danger: true,
    })
    if (!confirmed) return
    const result = await api.removeTotp()
    if (!result.ok) return toasts.error('Failed to remove the authenticator app', result.error)
    toasts.success('Authenticator app removed')
    factors.reload()
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
    showCodes(result.value.recovery_codes)
  }

  return (
    <Card title="Second factor" footer="With a second factor, your password alone opens nothing.">
      <AsyncContent data={factors} loading="Loading second factors..." failed="Failed to load second factors" lines={2}>
        {(value) => (
          <Rows
            factors={value}
            onSetUp={() => setOpen({ kind: 'totp' })}
            onRemove={() => void remove()}
            onRenew={() => void renew()}
          />
        )}
      </AsyncContent>
      {open?.kind === 'totp' ? <TotpDialog onClose={() => setOpen(undefined)} onDone={showCodes} /> : null}
      {open?.kind === 'codes' ? <RecoveryCodesDialog codes={open.codes} onClose={() => setOpen(undefined)} /> : null}
    </Card>
  )
}
