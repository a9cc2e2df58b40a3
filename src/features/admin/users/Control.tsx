import type { ReactNode } from 'react'
import { Alert } from '#src/ui/display/Alert.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { control, controlName } from './users.css.ts'

export interface Failure {
  /** Message from the error catalogue. */
  readonly text: string
  readonly cause: string
}

export interface ControlProps {
  readonly name: string
  readonly state: ReactNode
  /** Absent for one's own account. */
  readonly action?: ReactNode
  /** Why the action is unavailable. */
  readonly warning?: string | undefined
  readonly failure?: Failure | undefined
}

/** A setting of a user: current value, action, and the error of the last attempt. */
export function Control({ name, state, action, warning, failure }: ControlProps) {
  return (
    <section className={control} aria-label={name}>
      <div className={layout.wrap[3]}>
        <span className={controlName}>{name}</span>
        {state}
        {action}
      </div>
      {warning === undefined ? null : <Alert tone="warning">{warning}</Alert>}
      {failure === undefined ? null : (
        <Alert tone="danger" title={failure.text}>
          {failure.cause}
        </Alert>
      )}
    </section>
  )
}
