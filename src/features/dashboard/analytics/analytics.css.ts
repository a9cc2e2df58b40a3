import { style, styleVariants } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { oneColumn, row } from '#src/ui/theme/mixins.css.ts'
import { widePatterns } from '../card/place.css.ts'
import { space } from '#src/ui/theme/tokens.ts'

/** No box of its own: the cards are placed in the dashboard's grid areas. */
export const section = style({ display: 'contents' })

const placed = (area: string) =>
  ({ ...oneColumn, minWidth: 0, '@container': { '(min-width: 640px)': { gridArea: area } } }) as const

export const cell = styleVariants({
  // What it leaves out depends on its own width.
  matrix: { ...placed('matrix'), containerType: 'inline-size' },
  structure: placed('structure'),
  patterns: {
    ...placed('patterns'),
    '@container': {
      ...placed('patterns')['@container'],
      '(min-width: 1020px) and (max-width: 1559.98px)': widePatterns,
    },
  },
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
