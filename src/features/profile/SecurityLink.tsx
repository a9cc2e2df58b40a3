import { Link } from '@tanstack/react-router'
import { Card } from '#src/ui/cards/Card.tsx'

/** The way to the page of the account's security. */
export function SecurityLink() {
  return (
    <Card title="Security">
      <Link to="/profile/security">Account security</Link>
    </Card>
  )
}
