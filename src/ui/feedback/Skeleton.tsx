import { assignInlineVars } from '@vanilla-extract/dynamic'
import * as css from './EmptyState.css.ts'

export interface SkeletonProps {
  /** CSS lengths of the content to come, to avoid layout shifts. */
  readonly width?: string | undefined
  readonly height: string
}

/** Decorative loading placeholder; its container announces the loading state. */
export function Skeleton({ width = '100%', height }: SkeletonProps) {
  return (
    <span
      className={css.skeleton}
      aria-hidden="true"
      style={assignInlineVars({ [css.width]: width, [css.height]: height })}
    />
  )
}
