import { Play } from 'lucide-react'
import { useObservableEagerState } from 'observable-hooks'
import { useMemo, useState } from 'react'
import type { BacktestJob } from '#contract/backtests/jobs.ts'
import type { PaperAccount } from '#contract/paper/account.ts'
import { PAIRS, parsePair, type PairId } from '#contract/pairs.ts'
import type { StrategySummary } from '#contract/strategies/responses.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { NumberField } from '#src/ui/fields/NumberField.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { formatDollars } from '#src/ui/format/number.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { FormDialog } from '../FormDialog.tsx'
import { useTradingContext } from '../trading-context.ts'
import { StartDialog } from './AccountDialogs.tsx'

/** In place of a strategy. */
const BY_HAND = 'by-hand'
const pairsOf = ({ symbols }: Pick<StrategySummary, 'symbols'>): readonly PairId[] =>
  symbols.flatMap((symbol) => parsePair(symbol) ?? [])

interface AllocateProps {
  readonly account: PaperAccount
  /** Chosen at first. */
  readonly strategyId?: string | undefined
  /** The one whose strategy and pair are traded. */
  readonly backtest?: BacktestJob | undefined
  /** Traded by hand at first. */
  readonly byHand?: PairId | undefined
  readonly onClose: () => void
  /** Called in place of `onClose` once it trades. */
  readonly onStarted?: (() => void) | undefined
}

function AllocateForm({
  account,
  strategyId,
  backtest,
  byHand,
  strategies,
  onClose,
  onStarted = onClose,
}: AllocateProps & { readonly strategies: readonly StrategySummary[] }) {
  const { paper, pairFigures$ } = useTradingContext()
  const { toasts } = useOverlays()
  const [id, setId] = useState(
    byHand === undefined ? (backtest?.subject.strategy_id ?? strategyId ?? strategies[0]?.id ?? BY_HAND) : BY_HAND,
  )
  const strategy = strategies.find((each) => each.id === id)
  const prices = useObservableEagerState(pairFigures$)
  const pairs = strategy ? pairsOf(strategy) : [...prices.keys()]
  const [chosenPair, setPair] = useState(byHand ?? backtest?.settings.pair)
  const pair = pairs.find((each) => each === chosenPair) ?? pairs[0]
  const isOfBacktest = backtest !== undefined && backtest.subject.strategy_id === id && backtest.settings.pair === pair
  const [capital, setCapital] = useState<number | null>(Math.floor(account.free / 5))
  const [drawdown, setDrawdown] = useState<number | null>(null)
  const [dailyLoss, setDailyLoss] = useState<number | null>(null)
  const { mutate, isPending, error } = useMutation(paper.allocate)

  async function allocate() {
    if (pair === undefined || capital === null) return
    if (
      (
        await mutate({
          strategy_id: strategy?.id ?? null,
          pair,
          capital,
          max_drawdown_pct: drawdown,
          max_daily_loss_pct: dailyLoss,
          ...(isOfBacktest && { backtest_id: backtest.id }),
        })
      )?.ok !== true
    )
      return
    toasts.success(strategy ? `"${strategy.name}" trades on paper` : `You trade ${PAIRS[pair].label} by hand`)
    onStarted()
  }

  return (
    <FormDialog
      title="Trade on Paper"
      description={
        strategy ? 'A strategy trades from its next decision on.' : 'You place orders once the next minute has closed.'
      }
      submit="Start"
      busyText="Starting..."
      failed="Failed to start the strategy"
      isPending={isPending}
      error={error}
      onSubmit={() => void allocate()}
      onClose={onClose}
    >
      <Select
        label="Strategy"
        options={[
          ...strategies.map(({ id: each, name, status }) => ({
            id: each,
            label: name,
            note: status === 'active' ? undefined : `${status}: decides nothing`,
          })),
          { id: BY_HAND, label: 'None: by hand', note: 'your own orders' },
        ]}
        value={strategy?.id ?? BY_HAND}
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
      {isOfBacktest ? (
        <p className={layout.muted}>
          Its trades are compared with what the backtest &quot;{backtest.name}&quot; leads to expect.
        </p>
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
      <NumberField
        label="Taken off after a fall of"
        hint="Below its highest equity; empty: never"
        unit="%"
        min={0.1}
        max={100}
        value={drawdown}
        onChange={setDrawdown}
      />
      <NumberField
        label="Pauses after a loss in a day of"
        hint="Closes, and opens nothing until 00:00 UTC; empty: never"
        unit="%"
        min={0.1}
        max={100}
        value={dailyLoss}
        onChange={setDailyLoss}
      />
    </FormDialog>
  )
}

/** Form that gives a strategy, or trading by hand, a part of the free capital. */
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

/** Puts the strategy of a backtest on paper. Without an account that is started first. */
export function FromBacktest({ account, id }: { readonly account: PaperAccount | null; readonly id: string }) {
  const { backtests, address } = useTradingContext()
  const { value } = useRemoteData(useMemo(() => backtests.one(id), [backtests, id]))
  if (account === null) return <StartDialog account={null} onClose={address.closePaper} onStarted={() => undefined} />
  return value === undefined ? null : (
    <AllocateDialog account={account} backtest={value.backtest} onClose={address.closePaper} />
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
