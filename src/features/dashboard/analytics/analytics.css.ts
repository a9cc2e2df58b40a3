import { style, styleVariants } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { oneColumn, row, titleText } from '#src/ui/theme/mixins.css.ts'
import { space } from '#src/ui/theme/tokens.ts'

/** No box of its own: title and cards are placed in the dashboard's grid areas. */
export const section = style({ display: 'contents' })

const placed = (area: string) =>
  ({ ...oneColumn, minWidth: 0, '@container': { '(min-width: 640px)': { gridArea: area } } }) as const

export const title = style([placed('title'), titleText])
export const cell = styleVariants({
  matrix: placed('matrix'),
  structure: placed('structure'),
  patterns: placed('patterns'),
  levels: placed('levels'),
  indicators: placed('indicators'),
  confluence: placed('confluence'),
})

/** Overlays the first card. */
export const notice = style({
  ...row,
  gridArea: '1 / 1',
  zIndex: 1,
  justifyContent: 'center',
  gap: space[2],
  padding: space[4],
  color: color.textMuted,
})
export const placeholder = style({ gridArea: '1 / 1', display: 'grid' })
