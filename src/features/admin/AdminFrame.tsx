import { Link, Outlet } from '@tanstack/react-router'
import { area, nav, navLink } from './admin.css.ts'

const SCREENS = [
  { path: '/admin/dashboard', label: 'Overview' },
  { path: '/admin/users', label: 'Users' },
  { path: '/admin/invitations', label: 'Invitations' },
  { path: '/admin/sessions', label: 'Sessions' },
  { path: '/admin/security', label: 'Security' },
] as const

/** What stands around every screen of the admin area: the way to the others. */
export default function AdminFrame() {
  return (
    <div className={area}>
      <nav className={nav} aria-label="Admin">
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
