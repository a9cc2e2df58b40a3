import type { Passkey } from '#contract/factors.ts'
import { FACTORS } from '#contract/limits.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { formatExact } from '#src/ui/format/time.ts'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import { FactorRow } from './FactorRow.tsx'

interface PasskeyRowsProps {
  readonly passkeys: readonly Passkey[]
  /** Whether passkeys can be used at this address. */
  readonly isAvailable: boolean
  readonly onAdd: () => void
  readonly onRename: (passkey: Passkey) => void
  readonly onRemove: (passkey: Passkey) => void
}

const usedText = ({ created_at: made, last_used_at: used }: Passkey) =>
  `Added ${formatExact(Date.parse(made))}, ${used === null ? 'not used yet' : `last used ${formatExact(Date.parse(used))}`}`

/** The user's passkeys, and the way to another one. */
export function PasskeyRows({ passkeys, isAvailable, onAdd, onRename, onRemove }: PasskeyRowsProps) {
  return (
    <>
      <FactorRow
        name="Passkeys"
        text={
          isAvailable
            ? 'A fingerprint, a face, the lock of your device, or a security key; false pages cannot ask for them'
            : 'Passkeys cannot be used at this address: the server needs a public host name'
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
