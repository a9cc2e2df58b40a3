import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { BRAND } from '#contract/brand.ts'
import type { Factors, Passkey } from '#contract/factors.ts'
import { FACTORS } from '#contract/limits.ts'
import { usePreferences } from '#src/app/services.ts'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { cx } from '#src/ui/cx.ts'
import { download } from '#src/ui/download.ts'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { deviceName } from '#src/ui/format/device.ts'
import { formatExact } from '#src/ui/format/time.ts'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { Help } from '#src/ui/overlays/Help.tsx'
import { useCopy } from '#src/ui/overlays/useCopy.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import { OwnSessions } from '../OwnSessions.tsx'
import { column, columns, screen } from '../ProfileScreen.css.ts'
import { useAccountApi } from '../useAccountApi.ts'
import { SignInHistory } from './SignInHistory.tsx'
import { PasskeyDialog } from './factors/PasskeyDialog.tsx'
import { TotpDialog } from './factors/TotpDialog.tsx'
import * as css from './factors/factors.css.ts'
import { codes as list, rows } from './factors/factors.css.ts'
import { type FactorActions, useFactorActions } from './factors/useFactorActions.ts'
import { TokensSection } from './tokens/TokensSection.tsx'

interface FactorRowProps {
  readonly name: string
  readonly text: string
  readonly badge?: ReactNode
  /** Belongs to the row above. */
  readonly isNested?: boolean
  /** Buttons. */
  readonly children: ReactNode
}

/** A factor with what is known of it, and its buttons. */
function FactorRow({ name, text, badge, isNested = false, children }: FactorRowProps) {
  return (
    <section className={cx(css.row, isNested && css.nested)} aria-label={name}>
      <div className={css.texts}>
        <h3 className={css.name}>
          {name} {badge}
        </h3>
        <p className={css.about}>{text}</p>
      </div>
      <div className={css.buttons}>{children}</div>
    </section>
  )
}

interface PasskeyRowsProps {
  readonly passkeys: readonly Passkey[]
  /** Whether passkeys can be used at this address. */
  readonly isAvailable: boolean
  readonly onAdd: () => void
  readonly onRename: (passkey: Passkey) => void
  readonly onRemove: (passkey: Passkey) => void
}

/** A server on one's own machine has a host name: the address that its start prints. */
const notHere = ({ hostname, port }: Location) =>
  hostname.startsWith('127.') || hostname === '[::1]'
    ? `Passkeys cannot be used at this address: open Pairbot at http://localhost:${port} for them`
    : 'Passkeys cannot be used at this address: the server needs a public host name'

const usedText = ({ created_at: made, last_used_at: used }: Passkey) =>
  `Added ${formatExact(Date.parse(made))}, ${used === null ? 'not used yet' : `last used ${formatExact(Date.parse(used))}`}`

/** The user's passkeys, and the way to another one. */
function PasskeyRows({ passkeys, isAvailable, onAdd, onRename, onRemove }: PasskeyRowsProps) {
  return (
    <>
      <FactorRow
        name="Passkeys"
        text={
          isAvailable
            ? 'A fingerprint, a face, the lock of your device, or a security key; false pages cannot ask for them'
            : notHere(window.location)
        }
      >
        <Button
          size="small"
          variant={passkeys.length === 0 ? 'primary' : 'secondary'}
          disabled={!isAvailable || passkeys.length >= FACTORS.passkeys}
          onClick={onAdd}
        >
          Add Passkey
        </Button>
      </FactorRow>
      {passkeys.map((passkey) => (
        <FactorRow key={passkey.id} name={passkey.name} text={usedText(passkey)} isNested>
          <Button size="small" onClick={() => onRename(passkey)}>
            Rename <VisuallyHidden>{passkey.name}</VisuallyHidden>
          </Button>
          <Button size="small" onClick={() => onRemove(passkey)}>
            Remove <VisuallyHidden>{passkey.name}</VisuallyHidden>
          </Button>
        </FactorRow>
      ))}
    </>
  )
}

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
function FactorRows({ factors, actions }: { readonly factors: Factors; readonly actions: FactorActions }) {
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

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

/** Shows new recovery codes, this once. */
function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const copy = useCopy()
  const text = codes.join('\n')
  return (
    <Dialog
      open
      onClose={onClose}
      title="Your Recovery Codes"
      description="Save them where you find them without your device. Each signs you in once. They are not shown again."
      closeOnOutside={false}
      footer={
        <>
          <Button onClick={() => void copy(text, 'Recovery codes copied')}>Copy</Button>
          <Button onClick={() => download(`${BRAND.toLowerCase()}-recovery-codes.txt`, 'text/plain', `${text}\n`)}>
            Download
          </Button>
          <Button variant="primary" onClick={onClose}>
            I Saved Them
          </Button>
        </>
      }
    >
      <ol className={list} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

/** The dialog that is open above the section, if one is. */
function FactorDialogs({ actions: { opened, open, changed } }: { readonly actions: FactorActions }) {
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

/** The user's second factors: what signing in takes besides the password. */
function FactorsSection() {
  const { factors: api } = useAccountApi()
  const factors = useRemoteQuery(api.list, null)
  const actions = useFactorActions(factors.value, factors.reload)
  return (
    <Card
      title="Second factor"
      help={<Help of="Second factor" topic="factors" />}
      footer="With a second factor, your password alone opens nothing."
    >
      <AsyncContent data={factors} loading="Loading second factors..." failed="Failed to load second factors" lines={2}>
        {(value) => <FactorRows factors={value} actions={actions} />}
      </AsyncContent>
      <FactorDialogs actions={actions} />
    </Card>
  )
}

/** What keeps the user's own account safe: how it is signed in to, and who is signed in. */
export default function SecurityScreen() {
  const [{ timeZone = '' }] = usePreferences()
  return (
    <div className={screen}>
      <PageHeader title="Account security" subtitle="How you sign in, and where you are signed in" />
      <div className={columns}>
        <div className={column}>
          <Card title="Password">
            <p>
              Change it in <Link to="/profile">Profile</Link>. That signs out all your other sessions.
            </p>
          </Card>
          <FactorsSection />
        </div>
        <div className={column}>
          <OwnSessions key={timeZone} />
          <SignInHistory key={`sign-ins ${timeZone}`} />
          <div id="api-tokens" className={column}>
            <TokensSection />
          </div>
        </div>
      </div>
    </div>
  )
}
