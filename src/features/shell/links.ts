import { Activity, ChartCandlestick, LayoutDashboard, Shield, UserRound, type LucideIcon } from 'lucide-react'
import type { Role } from '#contract/roles.ts'

export interface ShellLink {
  readonly path: '/dashboard' | '/trading' | '/profile' | '/monitoring' | '/admin'
  readonly label: string
  readonly Icon: LucideIcon
}

const LINKS: readonly ShellLink[] = [
  { path: '/dashboard', label: 'Dashboard', Icon: LayoutDashboard },
  { path: '/trading', label: 'Trading', Icon: ChartCandlestick },
  { path: '/profile', label: 'Profile', Icon: UserRound },
  { path: '/monitoring', label: 'Monitoring', Icon: Activity },
]
const ADMIN_LINK: ShellLink = { path: '/admin', label: 'Admin', Icon: Shield }

/** Sidebar links of a role. */
export const linksFor = (role: Role): readonly ShellLink[] => (role === 'Admin' ? [...LINKS, ADMIN_LINK] : LINKS)

/** Pages without a link of their own, and the one that they are opened from. */
const OPENED_FROM: Readonly<Record<string, ShellLink['path']>> = { '/score': '/dashboard', '/charts': '/dashboard' }

/** True on the link's path, every path below it, and pages that are opened from it. */
export const isCurrent = (path: string, link: string): boolean =>
  path === link || path.startsWith(`${link}/`) || OPENED_FROM[path] === link
