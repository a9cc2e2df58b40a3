import { style, styleVariants } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'

/** It has as many columns as there is room for where it stands, so it is asked, not the window. */
export const section = style({
  containerType: 'inline-size',
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space[3],
  minWidth: 0,
})
export const title = style({ fontSize: type.size.title, lineHeight: type.line.title })
export const notice = style({ display: 'flex', alignItems: 'center', gap: space[2], color: color.textMuted })

/** In several columns short cards stand beside long ones over shared rows, so that no column has holes. */
export const grid = style({
  display: 'grid',
  gap: space[4],
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@container': {
    '(min-width: 680px)': {
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      gridTemplateAreas: `
        "structure patterns"
        "indicators patterns"
        "indicators levels"
        "confluence levels"`,
    },
    '(min-width: 1080px)': {
      gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
      gridTemplateAreas: `
        "structure patterns levels"
        "indicators patterns levels"
        "indicators confluence levels"`,
    },
    '(min-width: 1840px)': {
      gridTemplateColumns: 'repeat(5, minmax(0, 1fr))',
      gridTemplateAreas: '"structure patterns levels indicators confluence"',
    },
  },
})
const placed = (area: string) =>
  ({
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    minWidth: 0,
    '@container': { '(min-width: 680px)': { gridArea: area } },
  }) as const
export const place = styleVariants({
  structure: placed('structure'),
  patterns: placed('patterns'),
  levels: placed('levels'),
  indicators: placed('indicators'),
  confluence: placed('confluence'),
})
