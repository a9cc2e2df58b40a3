import { assignInlineVars } from '@vanilla-extract/dynamic'
import * as css from './Skeleton.css.ts'

export interface SkeletonProps {
  /** CSS lengths of what will stand here, so that nothing jumps when it comes. */
  readonly width?: string | undefined
  readonly height: string
}

/** The place of something that is on its way. The words that say so belong to what holds it. */
export function Skeleton({ width = '100%', height }: SkeletonProps) {
  return (
    <span
      className={css.skeleton}
      aria-hidden="true"
      style={assignInlineVars({ [css.width]: width, [css.height]: height })}
    />
  )
}
