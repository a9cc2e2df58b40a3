import type { Role } from '#contract/roles.ts'
import type { Tone } from '../theme/palettes.ts'
import { Badge, type BadgeProps } from './Badge.tsx'

const TONES: Record<Role, Tone> = { Admin: 'danger', Trader: 'success', Viewer: 'info' }

/** A role in its colour, the same everywhere. */
export function RoleBadge({ role, shape = 'badge' }: { readonly role: Role; readonly shape?: BadgeProps['shape'] }) {
  return (
    <Badge tone={TONES[role]} shape={shape}>
      {role}
    </Badge>
  )
}
