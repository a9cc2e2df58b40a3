import { Play } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { BACKTEST, PAPER } from '#contract/limits.ts'
import type { PaperAccount, PaperLimits, PaperSettings } from '#contract/paper/account.ts'
import { PAIRS, parsePair, type PairId } from '#contract/pairs.ts'
import type { StrategySummary } from '#contract/strategies/responses.ts'
import type { StrategyFailure } from '#src/app/services.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Checkbox } from '#src/ui/fields/Checkbox.tsx'
import { NumberField } from '#src/ui/fields/NumberField.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { formatDollars } from '#src/ui/format/number.ts'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { useTradingContext } from '../trading-context.ts'

interface FormDialogProps {
  readonly title: string
  readonly description: string
  readonly submit: string
  readonly isPending: boolean
  readonly error: StrategyFailure | undefined
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A form in a dialog, with its failure above the fields. */
function FormDialog({ title, description, submit, isPending, error, onSubmit, onClose, children }: FormDialogProps) {
  const formId = useId()
  return (
    <Dialog
      open
      onClose={() => {
        if (!isPending) onClose()
      }}
      title={title}
      description={description}
      closeOnOutside={false}
      footer={
        <>
          <Button disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={isPending} busyText="Saving...">
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={layout.stack[4]}
        noValidate
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {error === undefined ? null : (
          <Alert tone="danger" title={`${submit} failed`}>
            {error.text}
          </Alert>
        )}
        {children}
      </form>
    </Dialog>
  )
}

const NO_LIMIT = 'Empty: no limit'
/** Cautious, so that a new account stops by itself. */
const INITIAL_LIMITS: PaperLimits = {
  max_daily_loss_pct: 5,
  max_drawdown_pct: 20,
  max_positions: null,
  on_hit: 'close',
}

function LimitFields(props: { readonly limits: PaperLimits; readonly onChange: (part: Partial<PaperLimits>) => void }) {
  const { limits, onChange } = props
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
      </div>
      <Checkbox
        label="Close all positions when a limit is hit"
        checked={limits.on_hit === 'close'}
        onChange={(event) => onChange({ on_hit: event.target.checked ? 'close' : 'keep' })}
      />
    </>
  )
}

const INITIAL_SETTINGS: PaperSettings = {
  capital: BACKTEST.capital.initial,
  fee_pct: BACKTEST.fee.initial,
  slippage: { half_spread_pct: BACKTEST.halfSpread.initial, range_share: BACKTEST.rangeShare.initial },
  allow_short: false,
}

interface StartProps {
  /** The present one, which ends. */
  readonly account: PaperAccount | null
  readonly onClose: () => void
  readonly onStarted?: () => void
}

/** Form for a new account; costs that are left empty are those of a backtest. */
export function StartDialog({ account, onClose, onStarted = onClose }: StartProps) {
  const { paper } = useTradingContext()
  const { toasts } = useOverlays()
  const [settings, setSettings] = useState(account?.settings ?? INITIAL_SETTINGS)
  const [limits, setLimits] = useState(account?.limits ?? INITIAL_LIMITS)
  const { mutate, isPending, error } = useMutation(paper.start)
  const change = (part: Partial<PaperSettings>) => setSettings((current) => ({ ...current, ...part }))

  async function start() {
    if ((await mutate(settings, limits))?.ok !== true) return
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
      isPending={isPending}
      error={error}
      onSubmit={() => void start()}
      onClose={onClose}
    >
      <div className={layout.columns}>
        <NumberField
          label="Starting capital"
          unit="USD"
          step={1_000}
          min={BACKTEST.capital.min}
          max={BACKTEST.capital.max}
          value={settings.capital}
          onChange={(capital) => change({ capital: capital ?? INITIAL_SETTINGS.capital })}
        />
        <NumberField
          label="Fee"
          hint="Of each fill; Kraken's taker fee is 0.4%"
          unit="%"
          step={0.05}
          min={0}
          max={BACKTEST.fee.max}
          value={settings.fee_pct}
          onChange={(fee) => change({ fee_pct: fee ?? INITIAL_SETTINGS.fee_pct })}
        />
        <NumberField
          label="Half spread"
          hint="Of the price, paid with each order"
          unit="%"
          step={0.01}
          min={0}
          max={BACKTEST.halfSpread.max}
          value={settings.slippage.half_spread_pct}
          onChange={(value) => change({ slippage: { ...settings.slippage, half_spread_pct: value ?? 0 } })}
        />
        <NumberField
          label="Slippage"
          hint="Of the range of the minute"
          unit="%"
          step={5}
          min={0}
          max={100}
          value={100 * settings.slippage.range_share}
          onChange={(value) => change({ slippage: { ...settings.slippage, range_share: (value ?? 0) / 100 } })}
        />
      </div>
      <Checkbox
        label="SELL opens a short position (the cost of borrowing is not counted)"
        checked={settings.allow_short}
        onChange={(event) => change({ allow_short: event.target.checked })}
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
      isPending={isPending}
      error={error}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <LimitFields limits={limits} onChange={(part) => setLimits((current) => ({ ...current, ...part }))} />
    </FormDialog>
  )
}

const pairsOf = ({ symbols }: Pick<StrategySummary, 'symbols'>): readonly PairId[] =>
  symbols.flatMap((symbol) => parsePair(symbol) ?? [])

interface AllocateProps {
  readonly account: PaperAccount
  /** Chosen at first. */
  readonly strategyId?: string | undefined
  readonly onClose: () => void
}

function AllocateForm({
  account,
  strategyId,
  strategies,
  onClose,
}: AllocateProps & { readonly strategies: readonly StrategySummary[] }) {
  const { paper } = useTradingContext()
  const { toasts } = useOverlays()
  const [id, setId] = useState(strategyId ?? strategies[0]?.id ?? '')
  const strategy = strategies.find((each) => each.id === id) ?? strategies[0]
  const pairs = strategy ? pairsOf(strategy) : []
  const [chosenPair, setPair] = useState<PairId>()
  const pair = pairs.find((each) => each === chosenPair) ?? pairs[0]
  const [capital, setCapital] = useState<number | null>(Math.floor(account.free / 5))
  const { mutate, isPending, error } = useMutation(paper.allocate)

  async function allocate() {
    if (!strategy || pair === undefined || capital === null) return
    if ((await mutate({ strategy_id: strategy.id, pair, capital }))?.ok !== true) return
    toasts.success(`"${strategy.name}" trades on paper`)
    onClose()
  }

  return (
    <FormDialog
      title="Trade on Paper"
      description="A strategy trades from its next decision on."
      submit="Start"
      isPending={isPending}
      error={error}
      onSubmit={() => void allocate()}
      onClose={onClose}
    >
      {strategy === undefined ? (
        <EmptyState title="No strategy">Create one first: it is offered here while it is active or paused.</EmptyState>
      ) : (
        <>
          <Select
            label="Strategy"
            options={strategies.map(({ id: each, name, status }) => ({
              id: each,
              label: name,
              note: status === 'active' ? undefined : `${status}: decides nothing`,
            }))}
            value={strategy.id}
            onChange={setId}
          />
          {pairs.length > 1 && pair !== undefined ? (
            <Select
              label="Pair"
              options={pairs.map((each) => ({ id: each, label: PAIRS[each].label }))}
              value={pair}
              onChange={setPair}
            />
          ) : null}
          <NumberField
            label="Capital"
            hint={`${formatDollars(account.free)} of the account is free`}
            unit="USD"
            step={100}
            min={1}
            max={Math.max(1, account.free)}
            value={capital}
            error={capital === null ? 'Enter an amount' : undefined}
            onChange={setCapital}
          />
        </>
      )}
    </FormDialog>
  )
}

/** Form that gives a strategy a part of the free capital. */
export function AllocateDialog(props: AllocateProps) {
  const { feeds } = useTradingContext()
  const list = useRemoteData(feeds.list)
  return (
    <AsyncContent data={list} loading={<></>} failed="Failed to load strategies">
      {(strategies) => (
        <AllocateForm
          {...props}
          strategies={strategies.filter(
            ({ status, shared_by: owner }) => owner === undefined && (status === 'active' || status === 'paused'),
          )}
        />
      )}
    </AsyncContent>
  )
}

/** Puts a strategy on paper. Without an account that is started first. */
export function PaperButton({ strategyId }: { readonly strategyId: string }) {
  const { paper } = useTradingContext()
  const { value: account } = useRemoteData(paper.account)
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button
        icon={<Play size={14} aria-hidden="true" />}
        disabled={account === undefined}
        onClick={() => setIsOpen(true)}
      >
        Trade on Paper
      </Button>
      {isOpen && account === null ? <StartDialog account={null} onClose={close} onStarted={() => undefined} /> : null}
      {isOpen && account ? <AllocateDialog account={account} strategyId={strategyId} onClose={close} /> : null}
    </>
  )
}

interface ReasonProps {
  readonly title: string
  readonly text: string
  readonly submit: string
  /** Given what the owner wrote, which may be empty. */
  readonly act: (reason: string) => ReturnType<ReturnType<typeof useTradingContext>['paper']['close']>
  readonly onClose: () => void
}

/** Confirms a close or an end, with a reason for the ledger. */
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
      isPending={isPending}
      error={error}
      onSubmit={() => void confirm()}
      onClose={onClose}
    >
      <TextField
        label="Reason"
        hint="Optional, for the ledger"
        maxLength={PAPER.maxReason}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
