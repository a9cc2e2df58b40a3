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
const SCROLL_MARGIN_PX = 48

/** What stands around every screen of the admin area: the way to the others. */
export default function AdminFrame() {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const navRef = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = [...(navRef.current?.querySelectorAll('a') ?? [])].find(({ pathname }) => pathname === path)
    // On narrow windows the row scrolls, and where one is must be in sight.
    if (navRef.current && current)
      navRef.current.scrollLeft = current.offsetLeft - navRef.current.offsetLeft - SCROLL_MARGIN_PX
  }, [path])
  return (
    <div className={area}>
      <nav ref={navRef} className={nav} aria-label="Admin">
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
