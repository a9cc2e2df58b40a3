import { getRouteApi } from '@tanstack/react-router'
import { use, useMemo } from 'react'
import { roleReaches } from '#contract/roles.ts'
import { sessionUser } from '#src/machines/session/selectors.ts'
import { useServices, useSession } from '#src/app/services.ts'
import { BacktestsArea, type BacktestsAddress } from './BacktestsArea.tsx'

const route = getRouteApi('/guarded/trading/backtests')

/** The backtests of the user, with the shown or compared ones in the address. */
export default function BacktestsScreen() {
  const { strategies, candleImports } = useServices()
  const role = useSession((snapshot) => sessionUser(snapshot)?.role)
  const { feeds, backtests } = use(strategies())
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const address = useMemo(
    (): BacktestsAddress => ({
      search,
      go: (next) => void navigate({ search: next, resetScroll: false }),
      trade: (id) => void navigate({ to: '/trading', search: { from_backtest: id } }),
    }),
    [search, navigate],
  )
  const canEdit = role !== undefined && roleReaches(role, 'Trader')
  return (
    <BacktestsArea
      feeds={feeds}
      backtests={backtests}
      canEdit={canEdit}
      imports={role === 'Admin' ? candleImports : undefined}
      address={address}
    />
  )
}
