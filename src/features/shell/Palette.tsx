import { useNavigate } from '@tanstack/react-router'
import { useObservableEagerState, useObservableState } from 'observable-hooks'
import { useState } from 'react'
import { catchError, defer, from, map, NEVER, of, switchMap, type Observable } from 'rxjs'
import { parsePairs } from '#contract/pairs.ts'
import type { AdminUser } from '#contract/admin.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import type { Role } from '#contract/roles.ts'
import type { StrategySummary } from '#contract/strategies/responses.ts'
import { useServices, type Services } from '#src/app/services.ts'
import { CommandPalette, type CommandPaletteProps } from '#src/ui/overlays/CommandPalette.tsx'
import { useTheme } from '#src/ui/theme/ThemeProvider.tsx'
import { commandsFor, type CommandTargets } from './commands.ts'

export type PaletteTargets = Pick<
  CommandTargets,
  'role' | 'openConnectionStatus' | 'openShortcuts' | 'openFirstSteps' | 'isInspectorOpen' | 'toggleInspector'
>

export interface PaletteProps extends Omit<CommandPaletteProps, 'groups'> {
  readonly targets: PaletteTargets
}

const NO_STRATEGIES: readonly StrategySummary[] = []
const NO_PEOPLE: readonly AdminUser[] = []

// What cannot be loaded is missing from the palette, and nothing else.

const strategiesOf = ({ strategies }: Services): Observable<readonly StrategySummary[]> =>
  defer(() => from(strategies())).pipe(
    switchMap(({ feeds }) => feeds.list(NEVER)),
    map(({ value }) => value ?? NO_STRATEGIES),
    catchError(() => of(NO_STRATEGIES)),
  )

const peopleOf = ({ admin }: Services, role: Role): Observable<readonly AdminUser[]> => {
  if (role !== 'Admin') return of(NO_PEOPLE)
  return defer(() => from(admin())).pipe(
    switchMap((api) => from(api.users({ page: 1, page_size: ADMIN_AREA.maxUsersPerPage }))),
    map((result) => (result.ok ? result.value.users : NO_PEOPLE)),
    catchError(() => of(NO_PEOPLE)),
  )
}

/** The command palette of the signed-in screens. In a chunk of its own. */
export default function Palette({ targets, ...palette }: PaletteProps) {
  const navigate = useNavigate()
  const { choose } = useTheme()
  const services = useServices()
  const [strategies$] = useState(() => strategiesOf(services))
  const [people$] = useState(() => peopleOf(services, targets.role))
  const groups = commandsFor({
    ...targets,
    strategies: useObservableState(strategies$, NO_STRATEGIES),
    people: useObservableState(people$, NO_PEOPLE),
    pairs: parsePairs(useObservableEagerState(services.streams.market$)?.market.pairs ?? []),
    openPair: (pair) => void navigate({ to: '/dashboard', search: { pair } }),
    go: (to) => void navigate({ to }),
    openCard: (card) => void navigate({ to: '/dashboard', search: { card } }),
    openStream: (stream) => void navigate({ to: '/monitoring', search: { stream } }),
    openStrategy: (strategy) => void navigate({ to: '/trading', search: { strategy } }),
    openPerson: (user) => void navigate({ to: '/admin/users', search: { user } }),
    chooseTheme: choose,
    signOut: () => services.sessionCommands.signOut(),
  })
  return <CommandPalette {...palette} groups={groups} />
}
