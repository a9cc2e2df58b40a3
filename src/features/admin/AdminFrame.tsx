import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { area, nav, navLink } from './admin.css.ts'

const SCREENS = [
  { path: '/admin/dashboard', label: 'Overview' },
  { path: '/admin/users', label: 'Users' },
  { path: '/admin/invitations', label: 'Invitations' },
  { path: '/admin/sessions', label: 'Sessions' },
  { path: '/admin/security', label: 'Security' },
] as const

/** What stays in sight of the screen before, px. */
const ROOM_PX = 48

/** What stands around every screen of the admin area: the way to the others. */
export default function AdminFrame() {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = [...(row.current?.querySelectorAll('a') ?? [])].find(({ pathname }) => pathname === path)
    // On narrow windows the row scrolls, and where one is must be in sight.
    if (row.current && current) row.current.scrollLeft = current.offsetLeft - row.current.offsetLeft - ROOM_PX
  }, [path])
  return (
    <div className={area}>
      <nav ref={row} className={nav} aria-label="Admin">
        {SCREENS.map(({ path, label }) => (
          <Link key={path} to={path} className={navLink}>
            {label}
          </Link>
        ))}
      </nav>
      <Outlet />
    </div>
  )
}
