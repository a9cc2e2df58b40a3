import { style } from '@vanilla-extract/css'
import { space, type } from '../theme/tokens.ts'

export const bubble = style({ padding: `${space[1]} ${space[2]}`, maxWidth: '320px', fontSize: type.size.small })
