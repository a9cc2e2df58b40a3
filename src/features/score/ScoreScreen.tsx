import { getRouteApi } from '@tanstack/react-router'
import { sessionUser } from '#src/machines/session/selectors.ts'
import { useServices, useSession } from '#src/app/services.ts'
import { ScoreArea } from './ScoreArea.tsx'

const route = getRouteApi('/guarded/score')

/** [SC-40] The score-card, with its filters in the address. */
export default function ScoreScreen() {
  const { scoreCard } = useServices()
  const role = useSession((snapshot) => sessionUser(snapshot)?.role)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <ScoreArea
      scoreCard={scoreCard}
      search={search}
      go={(next) => void navigate({ search: next, resetScroll: false })}
      onDashboard={() => void navigate({ to: '/dashboard' })}
      onImport={
        role === 'Admin' ? () => void navigate({ to: '/trading/backtests', search: { show: 'import' } }) : undefined
      }
    />
  )
}
