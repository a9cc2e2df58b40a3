import { Slider as Base } from '@base-ui/react/slider'
import { meaningProps, type FigureMeaning } from '../data/meaning.ts'
import * as css from './Slider.css.ts'

export interface SliderProps {
  readonly label: string
  /** What the value says, for figures that claim something. */
  readonly meaning?: FigureMeaning | undefined
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
export function Slider(props: SliderProps) {
  const { label, meaning, value, onChange, min, max, step = 1, format = String, disabled = false } = props
  return (
    <Base.Root
      className={css.root}
      value={value}
      onValueChange={(next) => onChange(next)}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
      {...(meaning === undefined ? {} : meaningProps(meaning))}
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
