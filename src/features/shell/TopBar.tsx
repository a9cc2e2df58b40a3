import { Link } from '@tanstack/react-router'
import { CircleUserRound, Search, TriangleAlert } from 'lucide-react'
import { useId, useRef } from 'react'
import type { User } from '#contract/auth.ts'
import { BRAND } from '#contract/brand.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { ConnectionSummary } from '#src/machines/connection/selectors.ts'
import {
  type Liveness,
  LIVENESS_TEXTS,
  livenessOf,
  marketDisplayMs,
  type MarketSnapshot,
  marketTime,
} from '#src/streams/index.ts'
import { button } from '#src/ui/controls/Button.css.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { cx } from '#src/ui/cx.ts'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { zoneName } from '#src/ui/format/regional.ts'
import { formatClock, formatDate, toIso } from '#src/ui/format/time.ts'
import { useNow } from '#src/ui/format/useNow.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { BrandMark } from '#src/ui/text/BrandMark.tsx'
import { Dot } from '#src/ui/text/Dot.tsx'
import { RoleBadge } from '#src/ui/text/RoleBadge.tsx'
import { ThemeSwitch } from '#src/ui/theme/ThemeSwitch.tsx'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { mark } from './Brand.css.ts'
import { date, degraded, interrupted, label, market as marketClass, time } from './MarketBadge.css.ts'
import * as css from './TopBar.css.ts'
import { ToggleGroup } from '#src/ui/controls/ToggleGroup.tsx'
import { THEME_CHOICES, THEME_NAMES } from '#src/ui/theme/theme.ts'
import { useTheme } from '#src/ui/theme/ThemeProvider.tsx'

const OPTIONS = THEME_CHOICES.map((id) => ({ id, label: THEME_NAMES[id] }))

/** The themes side by side, where a menu in a menu would be one too many. */
function ThemeChoices() {
  const { choice, choose } = useTheme()
  return <ToggleGroup label="Theme" options={OPTIONS} value={choice} onChange={choose} />
}

const TONES: Record<MarketKind, Tone> = { kraken: 'success', replay: 'info', simulated: 'accent' }

interface MarketBadgeProps {
  /** Undefined until the server has sent its market. */
  readonly snapshot: MarketSnapshot | undefined
  /** Current time, unix ms. */
  readonly now: number
  /** Of the market-data connection. */
  readonly liveness: Liveness
}

interface MarketTimeProps extends Pick<MarketBadgeProps, 'now'> {
  readonly snapshot: MarketSnapshot
}

function MarketTime({ snapshot, now }: MarketTimeProps) {
  const { kind, speed } = snapshot.market
  const at = marketTime(snapshot, now)
  const iso = toIso(at)
  const day = kind === 'replay' && iso !== undefined ? `${formatDate(at)} ` : ''
  const clock = `${formatClock(at)} ${zoneName(at)}${speed === 1 ? '' : ` · ${speed}×`}`
  return (
    <time className={time} dateTime={iso} title={`Market time ${day}${clock}`}>
      {day === '' ? null : <span className={date}>{day}</span>}
      {clock}
    </time>
  )
}

/** Kind of market, market time or why it is unknown, and a warning while the source is degraded. */
export function MarketBadge({ snapshot, now, liveness }: MarketBadgeProps) {
  if (!snapshot) return <Skeleton width="180px" height="20px" />
  const { market } = snapshot
  const interruption = LIVENESS_TEXTS[liveness]
  const isLive = liveness === 'live' && market.degraded === undefined
  return (
    <div className={marketClass} data-testid="market-badge">
      <span className={label}>
        <Badge
          tone={isLive ? TONES[market.kind] : 'warning'}
          dot={isLive}
          icon={isLive ? undefined : <TriangleAlert size={12} aria-hidden="true" />}
          title={market.label}
        >
          {market.label}
        </Badge>
      </span>
      {interruption === undefined ? (
        <MarketTime {...{ snapshot, now }} />
      ) : (
        <output className={interrupted}>{interruption}</output>
      )}
      {market.degraded === undefined ? null : (
        <span className={degraded} title={market.degraded}>
          {market.degraded}
        </span>
      )}
    </div>
  )
}

/** A first attempt is short, and a red flash at every start would alarm for nothing. */
const FINE: ReadonlySet<Liveness> = new Set(['live', 'connecting'])

/** Green while every connection is live or connecting for the first time; red in fallback and whenever one is lost. */
const connectionTone = (connections: readonly ConnectionSummary[]): Tone =>
  connections.every((connection) => FINE.has(livenessOf(connection))) ? 'success' : 'danger'

/** Accessible text: 'Market data connected, not responding; Analytics error, API fallback'. */
const connectionLabel = (connections: readonly ConnectionSummary[]): string =>
  connections
    .map(
      ({ label, status, isUnresponsive, isFallback }) =>
        `${label} ${status}${isUnresponsive ? ', not responding' : ''}${isFallback ? ', API fallback' : ''}`,
    )
    .join('; ')

/** Liveness of the market clock, which the market-data connection carries. */
const marketLiveness = (connections: readonly ConnectionSummary[]): Liveness =>
  livenessOf(connections.find(({ feed }) => feed === 'tdp') ?? { status: 'disconnected' })

export interface TopBarProps {
  readonly user: User
  readonly market: MarketSnapshot | undefined
  readonly connections: readonly ConnectionSummary[]
  readonly onConnectionStatus: () => void
  readonly onPalette: () => void
  /** Restarts both connections; offered while one is disconnected, which it does not end by itself. */
  readonly onReconnect: () => void
  readonly isInspectorOpen: boolean
  readonly onToggleInspector: () => void
  readonly onLogout: () => void
}

function LiveMarket({ market, connections }: Pick<TopBarProps, 'market' | 'connections'>) {
  return <MarketBadge snapshot={market} now={useNow(marketDisplayMs(market))} liveness={marketLiveness(connections)} />
}

type AccountProps = Pick<TopBarProps, 'user' | 'isInspectorOpen' | 'onToggleInspector' | 'onLogout'>

/** Name, e-mail, role, inspector and Logout: in the bar, or on narrow windows in a menu together with the theme. */
function Account({ user, isInspectorOpen, onToggleInspector, onLogout }: AccountProps) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const close = () => menu.current?.hidePopover()
  return (
    <>
      <button
        type="button"
        className={cx(button({ variant: 'ghost', size: 'medium' }), css.tool, css.onNarrow)}
        popoverTarget={id}
        aria-label={`Account: ${user.email}`}
      >
        <CircleUserRound size={18} aria-hidden="true" />
      </button>
      <div ref={menu} id={id} popover="auto" className={css.account}>
        <div className={css.user}>
          <Link
            to="/profile/security"
            className={css.person}
            title={`Account security of ${user.email}`}
            onClick={close}
          >
            {user.username === '' ? null : (
              <span className={css.name} title={user.username}>
                {user.username}
              </span>
            )}
            <span className={css.email}>{user.email}</span>
          </Link>
          <RoleBadge of={user.role} />
        </div>
        <Link to="/profile/security" className={css.onNarrow} onClick={close}>
          Account security
        </Link>
        <div className={css.onNarrow}>
          <ThemeChoices />
        </div>
        <Button
          variant="ghost"
          className={css.inspector}
          aria-pressed={isInspectorOpen}
          popoverTarget={id}
          popoverTargetAction="hide"
          onClick={onToggleInspector}
        >
          Inspector
        </Button>
        <Button className={css.logout} onClick={onLogout}>
          Logout
        </Button>
      </div>
    </>
  )
}

export function TopBar(props: TopBarProps) {
  const { market, connections, onConnectionStatus, onPalette, onReconnect } = props
  return (
    <header className={css.bar}>
      <div className={css.brand}>
        <BrandMark size={20} className={mark} />
        <span className={css.brandName}>{BRAND}</span>
      </div>
      <div className={css.market}>
        <LiveMarket {...{ market, connections }} />
        {connections.some(({ status }) => status === 'disconnected') ? (
          <Button size="small" onClick={onReconnect}>
            Reconnect
          </Button>
        ) : null}
      </div>
      <div className={css.tools}>
        <Button
          variant="ghost"
          className={css.tool}
          icon={<Dot tone={connectionTone(connections)} />}
          aria-label={`Connection Status: ${connectionLabel(connections)}`}
          title={connectionLabel(connections)}
          onClick={onConnectionStatus}
        >
          <span className={css.status}>Connection Status</span>
        </Button>
        <Button
          variant="ghost"
          className={css.tool}
          icon={<Search size={16} aria-hidden="true" />}
          aria-label="Find a page, stream or action"
          aria-keyshortcuts="Control+K"
          title="Find a page, stream or action (Ctrl+K)"
          onClick={onPalette}
        />
        <div className={css.onWide}>
          <ThemeSwitch />
        </div>
      </div>
      <Account {...props} />
    </header>
  )
}
