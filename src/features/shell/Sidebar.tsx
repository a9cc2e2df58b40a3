import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Role } from '#contract/roles.ts'
import { Brand } from './Brand.tsx'
import { isCurrent, linksFor } from './links.ts'
import { brand, entry, label as labelClass, link, list, sidebar } from './Sidebar.css.ts'

export interface SidebarProps {
  readonly role: Role
  readonly path: string
  /** At the lower end, from tablet on. */
  readonly footer?: ReactNode
}

export function Sidebar({ role, path, footer }: SidebarProps) {
  return (
    <nav className={sidebar} aria-label="Main">
      <div className={brand}>
        <Brand />
      </div>
      <ul className={list}>
        {linksFor(role).map(({ path: to, label, Icon }) => (
          <li key={to} className={entry}>
            <Link to={to} className={link} aria-current={isCurrent(path, to) ? 'page' : undefined}>
              <Icon size={18} aria-hidden="true" />
              <span className={labelClass}>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
      {footer}
    </nav>
  )
}
