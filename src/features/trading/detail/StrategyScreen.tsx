import { ArrowLeft } from 'lucide-react'
import { useObservableEagerState } from 'observable-hooks'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { PaperButton } from '../paper/AllocateDialog.tsx'
import { Trades } from '../paper/History.tsx'
import { Allocations, Positions } from '../paper/PaperTables.tsx'
import { valueAccount } from '../paper/value.ts'
import { TradingContext, useTrading, useTradingContext } from '../trading-context.ts'
import { useStrategyAddress } from '../useAddress.ts'
import { useWizardDialog } from '../wizard/useWizard.ts'
import { WizardDialog } from '../wizard/WizardDialog.tsx'
import { Actions, StrategyDetail, useStrategy } from './StrategyDetail.tsx'

/** What a strategy does on paper: its position, what it made beside holding and its backtest, and its trades. */
function OnPaper({ id }: { readonly id: string }) {
  const { paper, pairFigures$ } = useTradingContext()
  const prices = useObservableEagerState(pairFigures$)
  const data = useRemoteData(paper.account)
  return (
    <Card title="On Paper" trailing={<Badge tone="info">Simulated money</Badge>}>
      <AsyncContent
        data={data}
        loading="Loading your paper account..."
        failed="Failed to load your paper account"
        lines={2}
      >
        {(account) => {
          const allocations = account?.allocations.filter(({ strategy_id: strategy }) => strategy === id) ?? []
          if (account === null || allocations.length === 0)
            return (
              <EmptyState title="Not on paper yet" action={<PaperButton strategyId={id} />}>
                It trades simulated money on the live market, by the rules and costs of backtests.
              </EmptyState>
            )
          const positions = valueAccount(account, prices).positions.filter(
            ({ allocation }) => allocation.strategy_id === id,
          )
          return (
            <div className={layout.stack[4]}>
              {positions.length === 0 ? null : <Positions positions={positions} />}
              <Allocations allocations={allocations} prices={prices} />
              <Trades allocations={allocations} strategyId={id} />
            </div>
          )
        }}
      </AsyncContent>
    </Card>
  )
}

/** A strategy on a page of its own: what it is, decides and did, and what it does on paper. */
export function StrategyPage({ id }: { readonly id: string }) {
  const { address, canEdit } = useTradingContext()
  const strategy = useStrategy(id)
  const { value } = strategy.data
  const isWizardOpen = useWizardDialog(address.close)
  const isOwn = value !== undefined && value.shared_by === undefined && !strategy.isMissing
  return (
    <div className={layout.stack[4]}>
      <PageHeader
        title={value?.name ?? 'Strategy'}
        subtitle={value?.description || undefined}
        scrollsActions
        actions={
          <>
            <Button variant="ghost" icon={<ArrowLeft size={14} aria-hidden="true" />} onClick={address.close}>
              All Strategies
            </Button>
            {isOwn ? <Actions strategy={value} /> : null}
          </>
        }
      />
      {canEdit && isOwn ? <OnPaper id={id} /> : null}
      <Card title="Details">
        <StrategyDetail {...strategy} />
      </Card>
      {isWizardOpen ? <WizardDialog /> : null}
    </div>
  )
}

export default function StrategyScreen() {
  const address = useStrategyAddress()
  return (
    <TradingContext value={useTrading(address)}>
      <StrategyPage key={address.id} id={address.id} />
    </TradingContext>
  )
}
