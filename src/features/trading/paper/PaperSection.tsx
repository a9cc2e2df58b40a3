import { Play, Plus } from 'lucide-react'
import { useObservableEagerState } from 'observable-hooks'
import { useState, type ReactNode } from 'react'
import type { PaperAccount } from '#contract/paper/account.ts'
import { PAPER } from '#contract/limits.ts'
import { parsePair, type PairId } from '#contract/pairs.ts'
import { toMillis } from '#contract/time.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { Tabs } from '#src/ui/controls/Tabs.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { cx } from '#src/ui/cx.ts'
import { formatChange, formatDollars, formatPercent } from '#src/ui/format/number.ts'
import { formatClock, formatDateTime } from '#src/ui/format/time.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import { Menu } from '#src/ui/overlays/Menu.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { useMarketNow, useTradingContext } from '../trading-context.ts'
import { LimitsDialog, StartDialog } from './AccountDialogs.tsx'
import { AllocateDialog, FromBacktest } from './AllocateDialog.tsx'
import { Curve, Ledger, Trades } from './History.tsx'
import { OrderDialog } from './OrderDialog.tsx'
import { Orders } from './Orders.tsx'
import { Allocations, Gain, Positions } from './PaperTables.tsx'
import { valueAccount, type ValuedAccount } from './value.ts'
import * as css from './paper.css.ts'

const Figure = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className={css.figure}>
    <dt className={layout.quiet}>{label}</dt>
    <dd className={css.value}>{children}</dd>
  </div>
)

/** The account in a line of figures, at the newest prices. */
function AccountFigures({ account, value }: { readonly account: PaperAccount; readonly value: ValuedAccount }) {
  const { capital } = account.settings
  return (
    <dl className={css.figures}>
      <Figure label="Equity">{formatDollars(value.equity)}</Figure>
      <Figure label="Since the start">{formatChange(100 * (value.equity / capital - 1))}</Figure>
      <Figure label="Today (UTC)">
        <Gain amount={value.day} />
      </Figure>
      <Figure label="Open">
        <Gain amount={value.open} />
      </Figure>
      <Figure label="Fees">{formatDollars(account.fees)}</Figure>
      <Figure label="Largest fall">{formatPercent(account.max_drawdown, 1)}</Figure>
      <Figure label="Exposure">{formatPercent(value.exposure)}</Figure>
      <Figure label="Free">{formatDollars(account.free)}</Figure>
    </dl>
  )
}

/** On what orders can be placed: what is traded by hand, and the positions of strategies. */
const orderable = ({ allocations }: PaperAccount) =>
  allocations.filter(
    ({ ended_at: ended, strategy_id: strategyId, position }) =>
      ended === null && (strategyId === null || position !== null),
  )

type Shown = 'start' | 'limits' | 'allocate' | 'order'

/** What can be done with an account: give capital, change limits, start over, and stop everything. */
function AccountActions({
  account,
  onShow,
}: {
  readonly account: PaperAccount
  readonly onShow: (shown: Shown) => void
}) {
  const { paper } = useTradingContext()
  const { dialogs, toasts } = useOverlays()
  const halting = useMutation(paper.halt)

  async function stopAll() {
    const isConfirmed = await dialogs.confirm({
      title: 'Stop all paper trading?',
      text: 'Every position is closed at the open of the next minute, and nothing is opened until you let it go on.',
      confirmText: 'Stop Everything',
      danger: true,
    })
    if (!isConfirmed) return
    const result = await halting.mutate(true)
    if (result?.ok === true) toasts.success('Paper trading stopped')
    else if (result) await dialogs.alert({ title: `Failed to stop: ${result.error.text}` })
  }

  return (
    <div className={css.actions}>
      <Button
        size="small"
        variant="primary"
        icon={<Plus size={14} aria-hidden="true" />}
        onClick={() => onShow('allocate')}
      >
        Add Strategy
      </Button>
      {orderable(account).length > 0 ? (
        <Button size="small" onClick={() => onShow('order')}>
          New Order
        </Button>
      ) : null}
      <Menu
        text="More"
        label="More paper trading actions"
        size="small"
        align="end"
        items={[
          { id: 'limits', label: 'Limits' },
          { id: 'start', label: 'Start over' },
        ]}
        onSelect={(id: Shown) => onShow(id)}
      />
      {account.halted === null ? (
        <Button size="small" variant="danger" busy={halting.isPending} onClick={() => void stopAll()}>
          Stop Everything
        </Button>
      ) : null}
    </div>
  )
}

/** Why nothing is traded, and the way on. */
function Halted({ reason }: { readonly reason: string }) {
  const { paper } = useTradingContext()
  const { dialogs } = useOverlays()
  const { mutate, isPending } = useMutation(paper.resume)

  async function resume() {
    const result = await mutate()
    if (result?.ok === false) await dialogs.alert({ title: `Failed to resume: ${result.error.text}` })
  }

  return (
    <Alert
      tone="warning"
      title="Paper trading is stopped"
      action={
        <Button size="small" busy={isPending} onClick={() => void resume()}>
          Let It Go On
        </Button>
      }
    >
      {reason}
    </Alert>
  )
}

/** Minutes arrive a little after they end, and a fast recording goes on between two polls; further behind, something is wrong. */
const BEHIND_MS = 3 * 60_000

/** How far the account is traded; a warning where that is far behind the market. */
function TradedUntil({ account: { allocations, traded_until: until } }: { readonly account: PaperAccount }) {
  const now = useMarketNow()
  const speed = useObservableEagerState(useTradingContext().market$)?.market.speed ?? 1
  if (until === null || allocations.every(({ ended_at: ended }) => ended !== null)) return null
  const at = toMillis(until)
  if (now - at <= BEHIND_MS + 2 * PAPER.poll.accountMs * speed)
    return <p className={layout.quiet}>Traded until {formatClock(at).slice(0, 5)}</p>
  return (
    <Alert tone="warning" title="Paper trading is behind the market">
      The last minute that was traded ended at {formatDateTime(at)}. Nothing is traded until minutes arrive again.
    </Alert>
  )
}

type Tab = 'positions' | 'orders' | 'strategies' | 'trades' | 'equity' | 'ledger'

function Account({ account }: { readonly account: PaperAccount }) {
  const { pairFigures$ } = useTradingContext()
  const prices = useObservableEagerState(pairFigures$)
  const [tab, setTab] = useState<Tab>('positions')
  const [shown, setShown] = useState<Shown>()
  const value = valueAccount(account, prices)
  const close = () => setShown(undefined)
  const waiting = account.allocations.reduce((count, { orders }) => count + orders.length, 0)
  return (
    <div className={layout.stack[4]}>
      {account.halted === null ? null : <Halted reason={account.halted.reason} />}
      <AccountFigures account={account} value={value} />
      <TradedUntil account={account} />
      <AccountActions account={account} onShow={setShown} />
      <Tabs
        label="Paper trading"
        value={tab}
        onChange={setTab}
        items={[
          {
            id: 'positions',
            label: `Positions (${value.positions.length})`,
            content: <Positions positions={value.positions} />,
          },
          { id: 'orders', label: waiting === 0 ? 'Orders' : `Orders (${waiting})`, content: <Orders /> },
          {
            id: 'strategies',
            label: 'Strategies',
            content: <Allocations allocations={account.allocations} prices={prices} />,
          },
          { id: 'trades', label: 'Trades', content: <Trades allocations={account.allocations} /> },
          { id: 'equity', label: 'Equity', content: <Curve capital={account.settings.capital} /> },
          { id: 'ledger', label: 'Ledger', content: <Ledger /> },
        ]}
      />
      {shown === 'allocate' ? <AllocateDialog account={account} onClose={close} /> : null}
      {shown === 'order' ? <OrderDialog allocations={orderable(account)} prices={prices} onClose={close} /> : null}
      {shown === 'limits' ? <LimitsDialog account={account} onClose={close} /> : null}
      {shown === 'start' ? <StartDialog account={account} onClose={close} /> : null}
    </div>
  )
}

/** Without an account: what it is, and how to begin. */
function Invitation() {
  const [isStarting, setIsStarting] = useState(false)
  return (
    <div className={css.start}>
      <p className={layout.muted}>
        Let strategies trade simulated money on the live market, by the rules and costs of backtests.
      </p>
      <Button variant="primary" icon={<Play size={14} aria-hidden="true" />} onClick={() => setIsStarting(true)}>
        Start Paper Trading
      </Button>
      {isStarting ? <StartDialog account={null} onClose={() => setIsStarting(false)} /> : null}
    </div>
  )
}

/** Pair and price of an address: `BTCUSD@90123.4`; undefined if it names none. */
export function parseOrder(text: string): { readonly pair: PairId; readonly price: number } | undefined {
  const [name = '', number = ''] = text.split('@')
  const [pair, price] = [parsePair(name), Number(number)]
  return pair !== undefined && price > 0 && Number.isFinite(price) ? { pair, price } : undefined
}

/** An order that was begun on the chart: first the account and what is traded by hand, where they are not there yet. */
function FromChart({ account, order }: { readonly account: PaperAccount | null; readonly order: string }) {
  const { address, pairFigures$ } = useTradingContext()
  const prices = useObservableEagerState(pairFigures$)
  const given = parseOrder(order)
  if (!given) return null
  if (account === null) return <StartDialog account={null} onClose={address.closePaper} onStarted={() => undefined} />
  const allocations = orderable(account).filter(({ pair }) => pair === given.pair)
  if (allocations.length === 0)
    return (
      <AllocateDialog account={account} byHand={given.pair} onClose={address.closePaper} onStarted={() => undefined} />
    )
  return <OrderDialog allocations={allocations} prices={prices} at={given.price} onClose={address.closePaper} />
}

/** The user's paper account: figures, positions, strategies, trades and ledger. `children` follow, unseen until it is known how high it is. */
export function PaperSection({ children }: { readonly children: ReactNode }) {
  const { paper, address } = useTradingContext()
  const data = useRemoteData(paper.account)
  const { from_backtest: backtest, order } = address.search
  const isKnown = data.value !== undefined || data.error !== undefined
  return (
    <>
      <Card
        title="Paper Trading"
        help={<Help of="Paper Trading" topic="paper" />}
        trailing={<Badge tone="info">Simulated money</Badge>}
      >
        <AsyncContent
          data={data}
          loading="Loading your paper account..."
          failed="Failed to load your paper account"
          lines={2}
        >
          {(account) => (account === null ? <Invitation /> : <Account account={account} />)}
        </AsyncContent>
      </Card>
      <div className={cx(layout.stack[4], !isKnown && css.pending)}>{children}</div>
      {backtest === undefined || data.value === undefined ? null : <FromBacktest account={data.value} id={backtest} />}
      {order === undefined || data.value === undefined ? null : <FromChart account={data.value} order={order} />}
    </>
  )
}
