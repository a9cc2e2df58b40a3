import type { ReactNode } from 'react'
import { Alert } from '#src/ui/display/Alert.tsx'
import { control, controlHeader, controlName } from './users.css.ts'

export interface Failure {
  /** As the catalogue words it. */
  readonly text: string
  readonly cause: string
}

export interface ControlProps {
  readonly name: string
  readonly state: ReactNode
  /** What can be done about it; absent for oneself. */
  readonly action?: ReactNode
  /** Why nothing can be done. */
  readonly warning?: string | undefined
  readonly failure?: Failure | undefined
}

/** Something of a user that can be changed: how it is, the button, and what went wrong. */
export function Control({ name, state, action, warning, failure }: ControlProps) {
  return (
    <section className={control} aria-label={name}>
      <div className={controlHeader}>
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
