import { useNavigate } from '@tanstack/react-router'
import { useObservableEagerState, useObservableState } from 'observable-hooks'
import { useState } from 'react'
import { catchError, defer, from, map, NEVER, type Observable, of, switchMap } from 'rxjs'
import type { AdminUser } from '#contract/admin.ts'
import {
  ANALYSIS_SUBCATEGORIES,
  analysisKey,
  type AnalysisSubcategory,
  candleKey,
  indicatorKey,
  mlSignalsKey,
} from '#contract/payloads/streams.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import { type PairId, PAIRS, parsePairs } from '#contract/pairs.ts'
import type { Role } from '#contract/roles.ts'
import type { StrategySummary } from '#contract/strategies/responses.ts'
import { TIMEFRAMES, type Timeframe, toInterval } from '#contract/timeframes.ts'
import { type Services, useServices } from '#src/app/services.ts'
import { CARD_NAMES, type CardName, CARDS } from '#src/features/dashboard/cards.ts'
import {
  type Command,
  type CommandGroup,
  CommandPalette,
  type CommandPaletteProps,
} from '#src/ui/overlays/CommandPalette.tsx'
import { useTheme } from '#src/ui/theme/ThemeProvider.tsx'
import { linksFor } from './links.ts'
import { CHORDS } from './shortcuts.ts'

/** What the commands of the shell act on. */
export interface CommandTargets {
  readonly role: Role
  /** Goes to a path of this application. */
  readonly go: (path: string) => void
  /** The pairs of the server. */
  readonly pairs: readonly PairId[]
  /** Shows a pair on the dashboard, on its own timeframe if one is given. */
  readonly openPair: (pair: PairId, timeframe?: Timeframe) => void
  /** Opens the values behind a card of the dashboard. */
  readonly openCard: (card: CardName) => void
  /** Opens a stream in System Monitoring. */
  readonly openStream: (key: string) => void
  /** The user's strategies, once they are loaded. */
  readonly strategies: readonly Pick<StrategySummary, 'id' | 'name' | 'status'>[]
  readonly openStrategy: (id: string) => void
  /** Users, for Admins, once they are loaded. */
  readonly people: readonly Pick<AdminUser, 'id' | 'email' | 'role'>[]
  readonly openPerson: (id: string) => void
  readonly openConnectionStatus: () => void
  readonly openShortcuts: () => void
  readonly openFirstSteps: () => void
  readonly isInspectorOpen: boolean
  readonly toggleInspector: () => void
  readonly chooseTheme: (theme: 'system' | 'dark' | 'light') => void
  readonly signOut: () => void
}

const ADMIN_PAGES = [
  { path: '/admin/users', label: 'Users' },
  { path: '/admin/invitations', label: 'Invitations' },
  { path: '/admin/sessions', label: 'Sessions' },
  { path: '/admin/security', label: 'Security' },
] as const

const STREAM_NAMES: Record<AnalysisSubcategory, string> = {
  support_resistance: 'Support and resistance',
  consolidated_patterns: 'Patterns',
  market_structure: 'Market structure',
  divergence: 'Divergence',
  cross_timeframe_analysis: 'Cross-timeframe analysis',
}

/** Every stream that a server with this pair publishes, with a name for people. */
const streamsOf = (pair: PairId) => [
  ...ANALYSIS_SUBCATEGORIES.map((each) => ({ key: analysisKey(pair, each), name: STREAM_NAMES[each], pair })),
  ...TIMEFRAMES.map((timeframe) => ({ key: indicatorKey(pair, timeframe), name: `Indicators ${timeframe}`, pair })),
  ...TIMEFRAMES.map((timeframe) => ({ key: candleKey(pair, timeframe), name: `Candles ${timeframe}`, pair })),
  { key: mlSignalsKey(pair), name: 'Model signals', pair },
]

const chordOf = (path: string): string | undefined => {
  const key = Object.entries(CHORDS).find(([, target]) => target === path)?.[0]
  return key === undefined ? undefined : `g ${key}`
}

/** Commands of the palette: what this role can see and do. */
export function commandsFor(targets: CommandTargets): readonly CommandGroup[] {
  const { role, go, openStream, chooseTheme } = targets
  const pages: readonly Command[] = [
    ...linksFor(role).map(({ path, label }) => ({ id: path, label, note: chordOf(path), run: () => go(path) })),
    ...(role === 'Admin' ? ADMIN_PAGES : []).map(({ path, label }) => ({
      id: path,
      label,
      note: 'Admin',
      keywords: 'admin',
      run: () => go(path),
    })),
  ]
  const actions: readonly Command[] = [
    { id: 'charts', label: 'Charts', keywords: 'layouts several pairs timeframes', run: () => go('/charts') },
    { id: 'score', label: 'Score-card', keywords: 'record held reliability calibration', run: () => go('/score') },
    { id: 'connection', label: 'Connection Status', keywords: 'sockets health', run: targets.openConnectionStatus },
    { id: 'shortcuts', label: 'Keyboard shortcuts', note: '?', keywords: 'help', run: targets.openShortcuts },
    { id: 'first-steps', label: 'First steps', keywords: 'help start checklist', run: targets.openFirstSteps },
    {
      id: 'regional',
      label: 'Time zone and numbers',
      keywords: 'utc local format settings',
      run: () => go('/profile'),
    },
    {
      id: 'account-security',
      label: 'Account security',
      keywords: 'profile password sessions devices history factors passkeys tokens',
      run: () => go('/profile/security'),
    },
    { id: 'dark', label: 'Dark theme', keywords: 'color', run: () => chooseTheme('dark') },
    { id: 'light', label: 'Light theme', keywords: 'color', run: () => chooseTheme('light') },
    { id: 'system', label: 'System theme', keywords: 'color', run: () => chooseTheme('system') },
    {
      id: 'inspector',
      label: targets.isInspectorOpen ? 'Close the inspector' : 'Open the inspector',
      keywords: 'developer machines statecharts',
      run: targets.toggleInspector,
    },
    { id: 'logout', label: 'Logout', keywords: 'sign out', run: targets.signOut },
  ]
  const cards = CARD_NAMES.map((name) => ({
    id: `card ${name}`,
    label: CARDS[name].title,
    keywords: 'card values',
    run: () => targets.openCard(name),
  }))
  const streams = targets.pairs.flatMap(streamsOf).map(({ key, name, pair }) => ({
    id: key,
    label: `${name}, ${PAIRS[pair].label}`,
    keywords: `stream ${key} ${pair}`,
    run: () => openStream(key),
  }))
  const pairs = targets.pairs.map((pair) => ({
    id: `pair ${pair}`,
    label: `Dashboard of ${PAIRS[pair].label}`,
    keywords: `pair chart ${pair}`,
    run: () => targets.openPair(pair),
  }))
  const views = targets.pairs.flatMap((pair) =>
    TIMEFRAMES.map((timeframe) => ({
      id: `pair ${pair} ${timeframe}`,
      label: `Dashboard of ${PAIRS[pair].label}, ${timeframe}`,
      keywords: `pair chart ${pair}`,
      run: () => targets.openPair(pair, timeframe),
    })),
  )
  const strategies = targets.strategies.map(({ id, name, status }) => ({
    id: `strategy ${id}`,
    label: name,
    note: status,
    keywords: 'strategy',
    run: () => targets.openStrategy(id),
  }))
  const people = targets.people.map(({ id, email, role: theirs }) => ({
    id: `user ${id}`,
    label: email,
    note: theirs,
    keywords: 'user',
    run: () => targets.openPerson(id),
  }))
  return [
    { label: 'Pages', items: pages },
    { label: 'Actions', items: actions },
    { label: 'Pairs', items: pairs },
    { label: 'Pairs by timeframe', items: views, onlyFound: true },
    { label: 'Cards', items: cards },
    { label: 'Strategies', items: strategies },
    { label: 'People', items: people },
    { label: 'Streams', items: streams, onlyFound: true },
  ].filter(({ items }) => items.length > 0)
}

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
    openPair: (pair, timeframe) =>
      void navigate({ to: '/dashboard', search: { pair, tf: timeframe && toInterval(timeframe) } }),
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
