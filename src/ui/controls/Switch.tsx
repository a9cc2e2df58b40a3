import * as css from './Switch.css.ts'

export interface SwitchProps {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean | undefined
}

/** A toggle that takes effect immediately. */
export function Switch({ label, checked, onChange, disabled }: SwitchProps) {
  return (
    <label className={css.field}>
      <input
        type="checkbox"
        role="switch"
        className={css.track}
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  )
}
