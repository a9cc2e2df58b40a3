import { Search } from 'lucide-react'
import type { User } from '#contract/auth.ts'
import { marketDisplayMs, type MarketSnapshot } from '#src/streams/index.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dot } from '#src/ui/text/Dot.tsx'
import { RoleBadge } from '#src/ui/text/RoleBadge.tsx'
import { useNow } from '#src/ui/format/useNow.ts'
import { ThemeSwitch } from '#src/ui/theme/ThemeSwitch.tsx'
import { Brand } from './Brand.tsx'
import type { ConnectionSummary } from '#src/machines/connection/selectors.ts'
import { connectionLabel, connectionTone, marketLiveness } from './connections.ts'
import { MarketBadge } from './MarketBadge.tsx'
import * as css from './TopBar.css.ts'

export interface TopBarProps {
  readonly user: Pick<User, 'email' | 'role'>
  readonly market: MarketSnapshot | undefined
  readonly connections: readonly ConnectionSummary[]
  readonly onConnectionStatus: () => void
  readonly onPalette: () => void
  /** Restarts both connections; offered while one is disconnected, which it does not end by itself. */
  readonly onReconnect: () => void
  readonly onLogout: () => void
}

function LiveMarket({ market, connections }: Pick<TopBarProps, 'market' | 'connections'>) {
  return <MarketBadge snapshot={market} now={useNow(marketDisplayMs(market))} liveness={marketLiveness(connections)} />
}

export function TopBar(props: TopBarProps) {
  const { user, market, connections, onConnectionStatus, onPalette, onReconnect, onLogout } = props
  return (
    <header className={css.bar}>
      <div className={css.brand}>
        <Brand />
      </div>
      <div className={css.tools}>
        <Button
          variant="ghost"
          icon={<Dot tone={connectionTone(connections)} />}
          aria-label={`Connection Status: ${connectionLabel(connections)}`}
          title={connectionLabel(connections)}
          onClick={onConnectionStatus}
        >
          <span className={css.status}>Connection Status</span>
        </Button>
        <Button
          variant="ghost"
          icon={<Search size={16} aria-hidden="true" />}
          aria-label="Find a page, stream or action"
          aria-keyshortcuts="Control+K"
          title="Find a page, stream or action (Ctrl+K)"
          onClick={onPalette}
        />
        <ThemeSwitch />
      </div>
      <div className={css.market}>
        <LiveMarket {...{ market, connections }} />
        {connections.some(({ status }) => status === 'disconnected') ? (
          <Button size="small" onClick={onReconnect}>
            Reconnect
          </Button>
        ) : null}
      </div>
      <div className={css.user}>
        <span className={css.email} title={user.email}>
          {user.email}
        </span>
        <RoleBadge of={user.role} />
      </div>
      <Button className={css.logout} onClick={onLogout}>
        Logout
      </Button>
    </header>
  )
}
