import type { Factors } from '#contract/factors.ts'
import { FACTORS } from '#contract/limits.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { formatExact } from '#src/ui/format/time.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { FactorRow } from './FactorRow.tsx'
import { PasskeyRows } from './PasskeyRows.tsx'
import { rows } from './factors.css.ts'
import type { FactorActions } from './useFactorActions.ts'

const FEW_CODES = 3

function TotpRow({ since, actions }: { readonly since: string | null; readonly actions: FactorActions }) {
  const isSetUp = since !== null
  return (
    <FactorRow
      name="Authenticator app"
      text={isSetUp ? `Set up ${formatExact(Date.parse(since))}` : 'Codes of six digits from an app on your phone'}
      badge={isSetUp ? <Badge tone="success">On</Badge> : undefined}
    >
      {isSetUp ? (
        <Button size="small" onClick={actions.removeTotp}>
          Remove
        </Button>
      ) : (
        <Button size="small" variant="primary" onClick={() => actions.open({ kind: 'totp' })}>
          Set Up
        </Button>
      )}
    </FactorRow>
  )
}

/** What the user has, and what can be done with it. */
export function FactorRows({ factors, actions }: { readonly factors: Factors; readonly actions: FactorActions }) {
  const { totp_since: since, recovery_codes_left: left, passkeys } = factors
  const hasFactor = since !== null || passkeys.length > 0
  return (
    <div className={rows}>
      {factors.required && !hasFactor ? (
        <Alert tone="warning">
          Admins need a second factor here. Until you have one, the admin area is closed to you.
        </Alert>
      ) : null}
      <PasskeyRows
        passkeys={passkeys}
        isAvailable={factors.passkeys_available}
        onAdd={() => actions.open({ kind: 'passkey' })}
        onRename={(passkey) => actions.open({ kind: 'rename', passkey })}
        onRemove={actions.removePasskey}
      />
      <TotpRow since={since} actions={actions} />
      {hasFactor ? (
        <FactorRow
          name="Recovery codes"
          text={`${left} of ${FACTORS.recoveryCodes} left, for when you do not have your device`}
          badge={left <= FEW_CODES ? <Badge tone="warning">Few left</Badge> : undefined}
        >
          <Button size="small" onClick={actions.renewCodes}>
            New Codes
          </Button>
        </FactorRow>
      ) : null}
    </div>
  )
}
