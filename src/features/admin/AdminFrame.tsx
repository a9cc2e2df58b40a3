import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useObservableEagerState } from 'observable-hooks'
import { useEffect, useRef } from 'react'
import { useServices } from '#src/app/services.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { button } from '#src/ui/controls/Button.css.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { area, nav, navLink, stack } from './admin.css.ts'

/** Shown in place of the admin area while the server demands a second factor that this Admin lacks. */
function FactorRequired({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Card title="Set Up a Second Factor First">
      <div className={stack} role="alert">
        <p>This server lets Admins in with a second factor only: a passkey, or an app that shows codes.</p>
        <p>You have none yet. It takes a minute, and everything else stays open to you meanwhile.</p>
        <div className={layout.wrap[3]}>
          <Link to="/profile/security" className={button({ variant: 'primary', size: 'medium' })}>
            Set Up a Second Factor
          </Link>
          <Button onClick={onRetry}>Try Again</Button>
        </div>
      </div>
    </Card>
  )
}

const SCREENS = [
  { path: '/admin/dashboard', label: 'Overview' },
  { path: '/admin/users', label: 'Users' },
  { path: '/admin/invitations', label: 'Invitations' },
  { path: '/admin/sessions', label: 'Sessions' },
  { path: '/admin/security', label: 'Security' },
] as const

/** Visible part of the previous link when the row scrolls, px. */
const SCROLL_MARGIN_PX = 48

/** Frame of all admin screens, with links between them. */
export default function AdminFrame() {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { isLacking$, forget } = useServices().factorRequirement
  const lacksFactor = useObservableEagerState(isLacking$)
  const navRef = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = [...(navRef.current?.querySelectorAll('a') ?? [])].find(({ pathname }) => pathname === path)
    // On narrow windows the row scrolls; keep the current link visible.
    if (navRef.current && current)
      navRef.current.scrollLeft = current.offsetLeft - navRef.current.offsetLeft - SCROLL_MARGIN_PX
  }, [path])
  // Each visit asks the server anew.
  useEffect(() => {
    forget()
    return forget
  }, [forget])
  if (lacksFactor) return <FactorRequired onRetry={forget} />
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
