import { Search } from 'lucide-react'
import type { User } from '#contract/auth.ts'
import type { MarketSnapshot } from '#src/streams/index.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dot } from '#src/ui/text/Dot.tsx'
import { RoleBadge } from '#src/ui/text/RoleBadge.tsx'
import { useNow } from '#src/ui/format/useNow.ts'
import { ThemeSwitch } from '#src/ui/theme/ThemeSwitch.tsx'
import { Brand } from './Brand.tsx'
import type { ConnectionSummary } from '#src/machines/connection/selectors.ts'
import { connectionLabel, connectionTone } from './connections.ts'
import { MarketBadge } from './MarketBadge.tsx'
import * as css from './TopBar.css.ts'

export interface TopBarProps {
  readonly user: Pick<User, 'email' | 'role'>
  readonly market: MarketSnapshot | undefined
  readonly connections: readonly ConnectionSummary[]
  readonly onConnectionStatus: () => void
  readonly onPalette: () => void
  readonly onLogout: () => void
}

function LiveMarket({ market }: Pick<TopBarProps, 'market'>) {
  return <MarketBadge snapshot={market} now={useNow()} />
}

export function TopBar({ user, market, connections, onConnectionStatus, onPalette, onLogout }: TopBarProps) {
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
        <LiveMarket market={market} />
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
