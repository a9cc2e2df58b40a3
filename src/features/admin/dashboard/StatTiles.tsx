import { formatNumber } from '#src/ui/format/number.ts'
import { tone } from '#src/ui/theme/tone.css.ts'
import { neutralTileValue, tile, tileValue, tileNote, tiles } from '../admin.css.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { failureTone, type Stats } from './stats.ts'

interface TileProps {
  readonly name: string
  readonly value: number
  readonly title?: string
}

function Tile({ name, value, title }: TileProps) {
  return (
    <li className={tile} title={title}>
      <span className={layout.quiet}>{name}</span>
      <span className={neutralTileValue}>{formatNumber(value)}</span>
    </li>
  )
}

function FailedLogins({ value }: { readonly value: number }) {
  const valueTone = failureTone(value)
  return (
    <li className={`${tile} ${tone[valueTone]}`} data-tone={valueTone}>
      <span className={layout.quiet}>Failed Logins (24h)</span>
      <span className={tileValue}>{formatNumber(value)}</span>
      {value === 0 ? <span className={tileNote}>No failures</span> : null}
    </li>
  )
}

export function StatTiles({ stats }: { readonly stats: Stats }) {
  return (
    <ul className={tiles} aria-label="Statistics">
      <Tile name="Total Users" value={stats.users} />
      <Tile name="Active Sessions" value={stats.activeSessions} title="Neither revoked nor expired" />
      <Tile name="Pending Invitations" value={stats.pendingInvitations} />
      <FailedLogins value={stats.failedLogins} />
    </ul>
  )
}
