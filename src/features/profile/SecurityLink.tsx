import { Link } from '@tanstack/react-router'
import { Card } from '#src/ui/cards/Card.tsx'
import * as css from './ProfileScreen.css.ts'

/** The way to the page of the account's security. */
export function SecurityLink() {
  return (
    <Card title="Security">
      <Link to="/profile/security" className={css.link}>
        Account security
      </Link>
    </Card>
  )
}
