import { Link } from '@tanstack/react-router'
import { Mail, MonitorSmartphone, ShieldAlert, Users } from 'lucide-react'
import { Card } from '#src/ui/cards/Card.tsx'
import { button } from '#src/ui/controls/Button.css.ts'
import { row } from '../admin.css.ts'

const secondaryButton = button({ variant: 'secondary', size: 'medium' })

export function QuickActions() {
  return (
    <Card title="Quick Actions">
      <div className={row}>
        <Link
          to="/admin/invitations"
          search={{ create: true }}
          className={button({ variant: 'primary', size: 'medium' })}
        >
          <Mail size={16} aria-hidden="true" />
          Create Invitation
        </Link>
        <Link to="/admin/users" className={secondaryButton}>
          <Users size={16} aria-hidden="true" />
          Manage Users
        </Link>
        <Link to="/admin/sessions" className={secondaryButton}>
          <MonitorSmartphone size={16} aria-hidden="true" />
          View Sessions
        </Link>
        <Link to="/admin/security" search={{ tab: 'alerts' }} className={secondaryButton}>
          <ShieldAlert size={16} aria-hidden="true" />
          Security Alerts
        </Link>
      </div>
    </Card>
  )
}
