import type { Role } from '#contract/roles.ts'
import type { Tone } from '../theme/palettes.ts'
import { Badge, type BadgeProps } from './Badge.tsx'

const TONES: Record<Role, Tone> = { Admin: 'danger', Trader: 'success', Viewer: 'info' }

/** A role in its colour. */
export function RoleBadge({ of, shape = 'badge' }: { readonly of: Role; readonly shape?: BadgeProps['shape'] }) {
  return (
    <Badge tone={TONES[of]} shape={shape}>
      {of}
    </Badge>
  )
}
