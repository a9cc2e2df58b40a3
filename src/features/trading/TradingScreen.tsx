import { use, useMemo } from 'react'
import { roleReaches } from '#contract/roles.ts'
import { sessionUser } from '#src/machines/session/selectors.ts'
import { useServices, useSession } from '#src/app/services.ts'
import { DeskContext } from './desk.ts'
import { TradingOperations } from './TradingOperations.tsx'

export default function TradingScreen() {
  const { strategies, streams } = useServices()
  const role = useSession((snapshot) => sessionUser(snapshot)?.role)
  const { feeds, commands, wizard } = use(strategies())
  const mayAct = role !== undefined && roleReaches(role, 'Trader')
  const desk = useMemo(
    () => ({ feeds, commands, wizard, mayAct, market$: streams.market$ }),
    [feeds, commands, wizard, mayAct, streams],
  )
  return (
    <DeskContext value={desk}>
      <TradingOperations />
    </DeskContext>
  )
}
