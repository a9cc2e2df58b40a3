import { style } from '@vanilla-extract/css'
import { recipe } from '@vanilla-extract/recipes'
import { color } from '../theme/color.css.ts'
import { disabled } from '../theme/mixins.css.ts'
import { controlHeight, motion, radius, space, type } from '../theme/tokens.ts'

export const button = recipe({
  base: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: space[2],
    border: '1px solid transparent',
    borderRadius: radius.medium,
    fontWeight: type.weight.strong,
    whiteSpace: 'nowrap',
    textDecoration: 'none',
    cursor: 'pointer',
    userSelect: 'none',
    transition: `background-color ${motion.fast}, border-color ${motion.fast}`,
    selectors: {
      '&:disabled, &[aria-disabled="true"]': disabled,
      '&[aria-busy="true"]': { cursor: 'progress', opacity: 1 },
    },
  },
  variants: {
    variant: {
      primary: {
        background: color.accentSolid,
        color: color.onSolid,
        selectors: { '&:hover:not(:disabled)': { background: color.accentSolidHover } },
      },
      secondary: {
        background: 'transparent',
        borderColor: color.line,
        color: color.text,
        selectors: { '&:hover:not(:disabled)': { background: color.hover } },
      },
      ghost: {
        background: 'transparent',
        color: color.text,
        selectors: { '&:hover:not(:disabled)': { background: color.hover } },
      },
      danger: {
        background: color.dangerSolid,
        color: color.onSolid,
        selectors: { '&:hover:not(:disabled)': { background: color.dangerSolidHover } },
      },
    },
    size: {
      small: { minHeight: controlHeight.small, padding: `0 ${space[2]}`, fontSize: type.size.small },
      medium: { minHeight: controlHeight.medium, padding: `0 ${space[4]}` },
    },
    square: { true: { padding: 0, aspectRatio: '1' }, false: {} },
    wide: { true: { width: '100%' }, false: {} },
  },
})

/** Both labels share one grid cell, so that the button has the width of the wider one and never resizes. */
export const labels = style({ display: 'inline-grid', justifyItems: 'center' })
export const label = style({
  gridArea: '1 / 1',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space[2],
})
export const hidden = style({ visibility: 'hidden' })
