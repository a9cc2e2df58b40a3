import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import * as css from './Field.css.ts'
import * as layout from '../theme/layout.css.ts'

export interface FieldTexts {
  readonly label: string
  readonly hint?: string | undefined
  /** Why the value is invalid; marks the control as invalid and is announced when it appears. */
  readonly error?: string | undefined
}

/** Attributes that tie a control to its label, hint and error. */
export interface FieldControlProps {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

export interface FieldProps extends FieldTexts {
  readonly id?: string | undefined
  readonly children: (controlProps: FieldControlProps) => ReactNode
}

/** A label, a control, and below it the error, or else the hint. */
export function Field({ label, hint, error, id, children }: FieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const messageId = `${controlId}-note`
  const message = error ?? hint
  return (
    <div className={css.field}>
      <label className={layout.quiet} htmlFor={controlId}>
        {label}
      </label>
      {children({
        id: controlId,
        'aria-describedby': message === undefined ? undefined : messageId,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {error === undefined ? null : (
        <p id={messageId} className={css.error} role="alert">
          <CircleAlert size={12} aria-hidden="true" />
          {error}
        </p>
      )}
      {error === undefined && hint !== undefined ? (
        <p id={messageId} className={layout.quiet}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}
