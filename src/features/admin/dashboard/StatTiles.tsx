import { formatNumber } from '#src/ui/format/number.ts'
import { tone } from '#src/ui/theme/tone.css.ts'
import { plainFigure, tile, tileFigure, tileName, tileNote, tiles } from '../admin.css.ts'
import { failureTone, type Stats } from './stats.ts'

interface TileProps {
  readonly name: string
  readonly figure: number
  readonly title?: string
}

function Tile({ name, figure, title }: TileProps) {
  return (
    <li className={tile} title={title}>
      <span className={tileName}>{name}</span>
      <span className={plainFigure}>{formatNumber(figure)}</span>
    </li>
  )
}

function FailedLogins({ figure }: { readonly figure: number }) {
  const colour = failureTone(figure)
  return (
    <li className={`${tile} ${tone[colour]}`} data-tone={colour}>
      <span className={tileName}>Failed Logins (24h)</span>
      <span className={tileFigure}>{formatNumber(figure)}</span>
      {figure === 0 ? <span className={tileNote}>No failures</span> : null}
    </li>
  )
}

export function StatTiles({ stats }: { readonly stats: Stats }) {
  return (
    <ul className={tiles} aria-label="Figures">
      <Tile name="Total Users" figure={stats.users} />
      <Tile name="Active Sessions" figure={stats.activeSessions} title="Neither revoked nor expired" />
      <Tile name="Pending Invitations" figure={stats.pendingInvitations} />
      <FailedLogins figure={stats.failedLogins} />
    </ul>
  )
}
