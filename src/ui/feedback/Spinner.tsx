import * as css from './EmptyState.css.ts'

export interface SpinnerProps {
  /** Accessible name; omit it if adjacent text already says so. */
  readonly label?: string | undefined
  readonly size?: 'small' | 'medium' | undefined
}

/** Indeterminate progress. */
export function Spinner({ label, size = 'medium' }: SpinnerProps) {
  return label === undefined ? (
    <span className={css.spinner[size]} aria-hidden="true" />
  ) : (
    <output className={css.spinner[size]} aria-label={label} />
  )
}
