import { FlaskConical } from 'lucide-react'
import { use, useMemo } from 'react'
import { roleReaches } from '#contract/roles.ts'
import { useServices, useSession } from '#src/app/services.ts'
import { useAllPairs } from '#src/app/use-dashboard-view.ts'
import { sessionUser } from '#src/machines/session/selectors.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { StrategyManagement } from './StrategyManagement.tsx'
import { COMING_SOON } from './texts.ts'
import { TradingContext, useTradingContext } from './trading-context.ts'
import * as css from './trading.css.ts'
import { useAddress } from './useAddress.ts'

const TO_COME = ['Trading Bot Control', 'Position & Risk Management']

/** The trading screen: strategies, and below them one line for each of the features to come. */
export function TradingOperations() {
  const { address, canEdit } = useTradingContext()
  return (
    <div className={layout.stack[4]}>
      <PageHeader
        title="Trading Operations"
        subtitle="Strategies and their decisions"
        actions={
          canEdit ? (
            <Button icon={<FlaskConical size={14} aria-hidden="true" />} onClick={address.openBacktests}>
              Backtests
            </Button>
          ) : undefined
        }
      />
      <StrategyManagement />
      <div className={css.placeholders}>
        {TO_COME.map((title) => (
          <Card key={title} title={title} trailing={<Badge>{COMING_SOON}</Badge>} headOnly />
        ))}
      </div>
    </div>
  )
}

export default function TradingScreen() {
  const { strategies, streams } = useServices()
  useAllPairs()
  const role = useSession((snapshot) => sessionUser(snapshot)?.role)
  const { feeds, commands, backtests, wizard, drafts } = use(strategies())
  const canEdit = role !== undefined && roleReaches(role, 'Trader')
  const address = useAddress()
  const context = useMemo(
    () => ({
      feeds,
      commands,
      backtests,
      wizard,
      drafts,
      canEdit,
      address,
      market$: streams.market$,
      records: streams.records,
    }),
    [feeds, commands, backtests, wizard, drafts, canEdit, address, streams],
  )
  return (
    <TradingContext value={context}>
      <TradingOperations />
    </TradingContext>
  )
}
