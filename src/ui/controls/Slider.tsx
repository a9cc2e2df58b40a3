import { Slider as Base } from '@base-ui/react/slider'
import * as css from './Slider.css.ts'

export interface SliderProps {
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
  readonly min: number
  readonly max: number
  readonly step?: number | undefined
  /** Formats the value with its unit ('60%'); defaults to the plain number. */
  readonly format?: ((value: number) => string) | undefined
  readonly disabled?: boolean | undefined
}

/** A number between two limits; arrow keys change it by `step`. */
export function Slider({ label, value, onChange, min, max, step = 1, format = String, disabled = false }: SliderProps) {
  return (
    <Base.Root
      className={css.root}
      value={value}
      onValueChange={(next) => onChange(next)}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
    >
      <Base.Label className={css.label}>{label}</Base.Label>
      <span className={css.value} aria-hidden="true">
        {format(value)}
      </span>
      <Base.Control className={css.control}>
        <Base.Track className={css.track}>
          <Base.Indicator className={css.indicator} />
          <Base.Thumb className={css.thumb} getAriaValueText={(_, current) => format(current)} />
        </Base.Track>
      </Base.Control>
    </Base.Root>
  )
}
