import * as css from './Spinner.css.ts'

export interface SpinnerProps {
  /** Read out in its place; absent when the words beside it already say so. */
  readonly label?: string | undefined
  readonly size?: 'small' | 'medium' | undefined
}

/** Something takes a moment of unknown length. */
export function Spinner({ label, size = 'medium' }: SpinnerProps) {
  return label === undefined ? (
    <span className={css.spinner[size]} aria-hidden="true" />
  ) : (
    <output className={css.spinner[size]} aria-label={label} />
  )
}
