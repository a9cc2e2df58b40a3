import { use, useMemo } from 'react'
import { roleReaches } from '#contract/roles.ts'
import { sessionUser } from '#src/machines/session/selectors.ts'
import { useServices, useSession } from '#src/app/services.ts'
import { useAllPairs } from '#src/app/use-dashboard-view.ts'
import { TradingContext } from './trading-context.ts'
import { TradingOperations } from './TradingOperations.tsx'
import { useAddress } from './useAddress.ts'

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
