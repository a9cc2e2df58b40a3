import type { Role } from '#contract/roles.ts'

export type StepId = 'message' | 'streams' | 'format' | 'strategy' | 'invitation' | 'security'

/** Something that a new user does first. */
export interface Step {
  readonly id: StepId
  readonly roles: readonly Role[]
  readonly title: string
  readonly says: string
  /** Where it is done. */
  readonly to: '/dashboard' | '/monitoring' | '/profile' | '/trading' | '/admin/invitations' | '/admin/security'
}

const EVERYONE: readonly Role[] = ['Viewer', 'Trader', 'Admin']

/** In the order in which they help. */
const STEPS: readonly Step[] = [
  {
    id: 'message',
    roles: EVERYONE,
    title: 'Open a card',
    says: 'Press a card of the dashboard: every figure behind it, with its meaning.',
    to: '/dashboard',
  },
  {
    id: 'streams',
    roles: EVERYONE,
    title: 'See whether the data can be trusted',
    says: 'Monitoring shows how old each stream is and what was missed.',
    to: '/monitoring',
  },
  {
    id: 'strategy',
    roles: ['Trader', 'Admin'],
    title: 'Create a strategy',
    says: 'From a template or your own rules. It only decides; it places no orders.',
    to: '/trading',
  },
  {
    id: 'invitation',
    roles: ['Admin'],
    title: 'Invite a user',
    says: 'There is no other way in: an invitation names an e-mail and a role.',
    to: '/admin/invitations',
  },
  {
    id: 'security',
    roles: ['Admin'],
    title: 'Look at the security alerts',
    says: 'Failed sign-ins and unusual sessions, with what is behind them.',
    to: '/admin/security',
  },
  {
    id: 'format',
    roles: EVERYONE,
    title: 'Choose your time zone',
    says: 'Times can be in your own zone, and numbers written in your way.',
    to: '/profile',
  },
]

export const stepsFor = (role: Role): readonly Step[] => STEPS.filter(({ roles }) => roles.includes(role))

/** What the page knows of what the user does. */
export interface Activity {
  readonly path: string
  /** A card's message is open. */
  readonly hasCard: boolean
  readonly hasOwnFormat: boolean
}

/** The steps that are being done at this moment, or have left a trace. */
export function stepsDoneBy({ path, hasCard, hasOwnFormat }: Activity): readonly StepId[] {
  return [
    ...(path === '/dashboard' && hasCard ? (['message'] as const) : []),
    ...(path === '/monitoring' ? (['streams'] as const) : []),
    ...(path === '/admin/security' ? (['security'] as const) : []),
    ...(hasOwnFormat ? (['format'] as const) : []),
  ]
}
