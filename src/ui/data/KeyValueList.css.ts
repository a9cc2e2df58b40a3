import { globalStyle, style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { tabular } from '../theme/mixins.css.ts'
import { onTouch, space, touchTarget, type } from '../theme/tokens.ts'

const LEAST_VALUE = '6ch'

export const list = style({ display: 'grid', rowGap: space[1] })
export const row = style({
  display: 'flex',
  justifyContent: 'space-between',
  gap: space[4],
  minWidth: 0,
})
/** Long values wrap first, then long names. */
export const name = style({
  // Not shrunk by the fraction of a pixel that would break a word.
  flex: 'none',
  maxWidth: `calc(100% - ${LEAST_VALUE} - ${space[4]})`,
  color: color.textMuted,
  '::first-letter': { textTransform: 'uppercase' },
})
export const value = style({
  ...tabular,
  flex: '0 1000 auto',
  minWidth: LEAST_VALUE,
  textAlign: 'right',
  overflowWrap: 'anywhere',
})
/** A link that is all of the value, under a finger. */
globalStyle(`${value} > a:only-child`, {
  '@media': {
    [onTouch]: {
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'flex-end',
      minWidth: touchTarget,
      minHeight: touchTarget,
    },
  },
})
export const mono = style({ fontFamily: type.mono, fontSize: type.size.small })
