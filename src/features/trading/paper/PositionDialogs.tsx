import { useState } from 'react'
import type { Allocation, PaperPosition } from '#contract/paper/account.ts'
import { PAPER } from '#contract/limits.ts'
import { PAIRS } from '#contract/pairs.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { NumberField } from '#src/ui/fields/NumberField.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { formatNumber, formatPrice } from '#src/ui/format/number.ts'
import { Menu } from '#src/ui/overlays/Menu.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { FormDialog } from '../FormDialog.tsx'
import { useTradingContext } from '../trading-context.ts'

function ReasonField({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  return (
    <TextField
      label="Reason"
      hint="Optional, for the ledger"
      maxLength={PAPER.maxReason}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

interface ReasonProps {
  readonly title: string
  readonly text: string
  readonly submit: string
  /** Given what the owner wrote, which may be empty. */
  readonly act: (reason: string) => ReturnType<ReturnType<typeof useTradingContext>['paper']['end']>
  readonly onClose: () => void
}

/** Confirms an end, with a reason for the ledger. */
export function ReasonDialog({ title, text, submit, act, onClose }: ReasonProps) {
  const [reason, setReason] = useState('')
  const { mutate, isPending, error } = useMutation(act)

  async function confirm() {
    if ((await mutate(reason.trim()))?.ok === true) onClose()
  }

  return (
    <FormDialog
      title={title}
      description={text}
      submit={submit}
      busyText="Sending..."
      failed={`${submit} failed`}
      isPending={isPending}
      error={error}
      onSubmit={() => void confirm()}
      onClose={onClose}
    >
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}

interface OfPosition {
  readonly allocation: Allocation
  readonly position: PaperPosition
  readonly onClose: () => void
}

/** Closes the position or a part of it. */
function CloseDialog({ allocation: { id, name, pair, strategy_id: strategyId }, position, onClose }: OfPosition) {
  const { paper } = useTradingContext()
  const [share, setShare] = useState<number | null>(100)
  const [reason, setReason] = useState('')
  const { mutate, isPending, error } = useMutation(paper.close)
  const quantity = ((share ?? 0) / 100) * position.quantity

  async function close() {
    if (share === null) return
    if ((await mutate(id, reason.trim(), share))?.ok === true) onClose()
  }

  return (
    <FormDialog
      title={`Close ${PAIRS[pair].label} of ${name}?`}
      description={
        strategyId === null
          ? 'At the open of the next minute.'
          : 'At the open of the next minute. The strategy trades on with its next decision.'
      }
      submit="Close Position"
      busyText="Sending..."
      failed="Failed to close the position"
      isPending={isPending}
      error={error}
      onSubmit={() => void close()}
      onClose={onClose}
    >
      <NumberField
        label="Part of the position"
        hint={`${formatNumber(quantity, 6)} of ${formatNumber(position.quantity, 6)}`}
        unit="%"
        min={1}
        max={100}
        step={25}
        value={share}
        error={share === null ? 'Enter a part' : undefined}
        onChange={setShare}
      />
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}

/** Moves stop and target of a position. */
function ProtectDialog({ allocation: { id, name, pair }, position, onClose }: OfPosition) {
  const { paper } = useTradingContext()
  const { toasts } = useOverlays()
  const [stop, setStop] = useState(position.stop)
  const [target, setTarget] = useState(position.target)
  const { mutate, isPending, error } = useMutation(paper.protect)
  const { priceDecimals } = PAIRS[pair]
  const price = {
    unit: 'USD',
    min: 0,
    step: position.entry_price / 1_000,
    format: { maximumFractionDigits: priceDecimals },
  }

  async function save() {
    if ((await mutate(id, stop, target))?.ok !== true) return
    toasts.success('Stop and target saved')
    onClose()
  }

  return (
    <FormDialog
      title={`Stop and target of ${PAIRS[pair].label}`}
      description={`${name}: ${position.side}, entered at ${formatPrice(position.entry_price, pair)}. They hold from the next minute on.`}
      submit="Save"
      busyText="Saving..."
      failed="Failed to save stop and target"
      isPending={isPending}
      error={error}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <div className={layout.columns}>
        <NumberField {...price} label="Stop" hint="Empty: none" value={stop} onChange={setStop} />
        <NumberField {...price} label="Target" hint="Empty: none" value={target} onChange={setTarget} />
      </div>
    </FormDialog>
  )
}

type Shown = 'close' | 'protect'

/** Closes a position, in part or whole, and moves its stop and target. */
export function PositionActions({ allocation, position }: Omit<OfPosition, 'onClose'>) {
  const { name, pair, order } = allocation
  const [shown, setShown] = useState<Shown>()
  const what = `${PAIRS[pair].label} of ${name}`
  const close = () => setShown(undefined)
  return (
    <>
      <Button size="small" disabled={order === 'close'} aria-label={`Close ${what}`} onClick={() => setShown('close')}>
        {order === 'close' ? 'Closing' : 'Close'}
      </Button>
      <Menu
        text="More"
        label={`More for ${what}`}
        size="small"
        align="end"
        items={[{ id: 'protect', label: 'Stop and target' }]}
        onSelect={setShown}
      />
      {shown === 'close' ? <CloseDialog allocation={allocation} position={position} onClose={close} /> : null}
      {shown === 'protect' ? <ProtectDialog allocation={allocation} position={position} onClose={close} /> : null}
    </>
  )
}
