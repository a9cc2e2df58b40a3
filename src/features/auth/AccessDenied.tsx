import { BRAND } from '#contract/brand.ts'
import type { Role } from '#contract/roles.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { form, row } from './auth.css.ts'

export interface AccessDeniedProps {
  readonly required: Role
  readonly current: Role
  readonly onGoBack: () => void
}

/** Shown in place of a screen the user's role may not access. */
export function AccessDenied({ required, current, onGoBack }: AccessDeniedProps) {
  return (
    <>
      <title>{`${BRAND} · Access Denied`}</title>
      <Card title="Access Denied">
        <div className={form} role="alert">
          <p>{`You need ${required} role or higher to access this resource.`}</p>
          <p>{`Your current role: ${current}`}</p>
          <div className={row}>
            <Button variant="primary" onClick={onGoBack}>
              Go Back
            </Button>
          </div>
        </div>
      </Card>
    </>
  )
}
