import { useState } from 'react'
import { PAPER } from '#contract/limits.ts'
import {
  paperSettingsSchema,
  type PaperAccount,
  type PaperLimits,
  type PaperSettings,
} from '#contract/paper/account.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { Checkbox } from '#src/ui/fields/Checkbox.tsx'
import { NumberField } from '#src/ui/fields/NumberField.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { CostFields } from '../backtests/CostFields.tsx'
import { costsOf, errorsAt, INITIAL_COSTS, type CostsForm } from '../backtests/request.ts'
import { FormDialog } from '../FormDialog.tsx'
import { useTradingContext } from '../trading-context.ts'

const NO_LIMIT = 'Empty: no limit'
const COOL_DOWN = { losses: 3, minutes: 60 }
/** Cautious, so that a new account stops by itself. */
const INITIAL_LIMITS: PaperLimits = {
  max_daily_loss_pct: 5,
  max_drawdown_pct: 20,
  max_positions: null,
  max_exposure_pct: null,
  cool_down: null,
  on_hit: 'close',
}

function LimitFields(props: { readonly limits: PaperLimits; readonly onChange: (part: Partial<PaperLimits>) => void }) {
  const { limits, onChange } = props
  const { cool_down: coolDown } = limits
  return (
    <>
      <div className={layout.columns}>
        <NumberField
          label="Largest loss a day"
          hint={NO_LIMIT}
          unit="%"
          min={0.1}
          max={100}
          value={limits.max_daily_loss_pct}
          onChange={(value) => onChange({ max_daily_loss_pct: value })}
        />
        <NumberField
          label="Largest drawdown"
          hint={NO_LIMIT}
          unit="%"
          min={0.1}
          max={100}
          value={limits.max_drawdown_pct}
          onChange={(value) => onChange({ max_drawdown_pct: value })}
        />
        <NumberField
          label="Open positions at most"
          hint={NO_LIMIT}
          min={1}
          max={PAPER.maxAllocations}
          value={limits.max_positions}
          onChange={(value) => onChange({ max_positions: value })}
        />
        <NumberField
          label="Largest exposure"
          hint={NO_LIMIT}
          unit="% of the equity"
          min={1}
          max={100}
          value={limits.max_exposure_pct}
          onChange={(value) => onChange({ max_exposure_pct: value })}
        />
        <NumberField
          label="Pause after losses in a row"
          hint="Empty: no pause"
          min={1}
          max={PAPER.maxCoolDown.losses}
          value={coolDown?.losses ?? null}
          onChange={(losses) =>
            onChange({ cool_down: losses === null ? null : { ...(coolDown ?? COOL_DOWN), losses: Math.round(losses) } })
          }
        />
        {coolDown === null ? null : (
          <NumberField
            label="Length of the pause"
            unit="minutes"
            min={1}
            max={PAPER.maxCoolDown.minutes}
            value={coolDown.minutes}
            onChange={(minutes) =>
              onChange({ cool_down: { ...coolDown, minutes: Math.round(minutes ?? COOL_DOWN.minutes) } })
            }
          />
        )}
      </div>
      <Checkbox
        label="Close all positions when a limit is hit"
        checked={limits.on_hit === 'close'}
        onChange={(event) => onChange({ on_hit: event.target.checked ? 'close' : 'keep' })}
      />
    </>
  )
}

interface StartProps {
  /** The present one, which ends. */
  readonly account: PaperAccount | null
  readonly onClose: () => void
  readonly onStarted?: () => void
}

const toForm = ({ capital, fee_pct: feePct, slippage, allow_short: allowShort }: PaperSettings): CostsForm => ({
  capital,
  feePct,
  halfSpreadPct: slippage.half_spread_pct,
  rangePct: 100 * slippage.range_share,
  allowShort,
})

/** Form for a new account, which begins with the values of the present one. */
export function StartDialog({ account, onClose, onStarted = onClose }: StartProps) {
  const { paper } = useTradingContext()
  const { toasts } = useOverlays()
  const [form, setForm] = useState(account ? toForm(account.settings) : INITIAL_COSTS)
  const [limits, setLimits] = useState(account?.limits ?? INITIAL_LIMITS)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const { mutate, isPending, error } = useMutation(paper.start)
  const parsed = paperSettingsSchema.safeParse(costsOf(form))
  const errors = parsed.success ? {} : errorsAt(parsed.error.issues.map(({ path }) => ['settings', ...path].join('.')))

  async function start() {
    setWasSubmitted(true)
    if (!parsed.success || (await mutate(parsed.data, limits))?.ok !== true) return
    toasts.success(account === null ? 'Paper account started' : 'New paper account started')
    onStarted()
  }

  return (
    <FormDialog
      title={account === null ? 'Start Paper Trading' : 'Start Over'}
      description={
        account === null
          ? 'Simulated money on the live market. No order reaches an exchange.'
          : 'The present account ends: positions are closed at the last price, and its ledger stays in the history.'
      }
      submit="Start"
      busyText="Starting..."
      failed="Failed to start paper trading"
      isPending={isPending}
      error={error}
      onSubmit={() => void start()}
      onClose={onClose}
    >
      <CostFields
        form={form}
        errors={wasSubmitted ? errors : {}}
        onChange={(part) => setForm((current) => ({ ...current, ...part }))}
      />
      <LimitFields limits={limits} onChange={(part) => setLimits((current) => ({ ...current, ...part }))} />
    </FormDialog>
  )
}

/** Form for the limits of an account. */
export function LimitsDialog({ account, onClose }: { readonly account: PaperAccount; readonly onClose: () => void }) {
  const { paper } = useTradingContext()
  const { toasts } = useOverlays()
  const [limits, setLimits] = useState(account.limits)
  const { mutate, isPending, error } = useMutation(paper.setLimits)

  async function save() {
    if ((await mutate(limits))?.ok !== true) return
    toasts.success('Limits saved')
    onClose()
  }

  return (
    <FormDialog
      title="Limits"
      description="What stops all paper trading until you let it go on."
      submit="Save"
      busyText="Saving..."
      failed="Failed to save the limits"
      isPending={isPending}
      error={error}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <LimitFields limits={limits} onChange={(part) => setLimits((current) => ({ ...current, ...part }))} />
    </FormDialog>
  )
}
