import { fromTransition, getInitialSnapshot, transition } from 'xstate'
import { adjacencyMapToArray, getAdjacencyMap } from 'xstate/graph'
import type { User } from '#contract/auth.ts'
import type { SessionSnapshot } from '#src/machines/session/machine.ts'
import { sessionNotice, sessionUser, signInError } from '#src/machines/session/selectors.ts'
import type { SessionEvent } from '#src/machines/session/types.ts'
import { inertSession } from '#test/support/client/inert-session.ts'

/** One with a password alone, one with a passkey and recovery codes. */
export const TRADER: User = { email: 'trader@pairbot.test', role: 'Trader', username: 'trader' }
export const GUARDED: User = { email: 'guarded@pairbot.test', role: 'Trader', username: 'guarded' }

const WRONG_PASSWORD = 'Invalid email or password'
const WRONG_CODE = 'The code is not correct, or was used before.'

/** What a person or the server does; each is several events of the machine, as they follow each other in the browser. */
export type StepName =
  | 'a wrong password'
  | 'the password of one without a second factor'
  | 'the password of one with a second factor'
  | 'a wrong code'
  | 'a passkey'
  | 'a recovery code'
  | 'five minutes at the second step'
  | 'back'
  | 'sign out'
  | 'sign out in another tab'
  | 'sign in in another tab'
  | 'an Admin ends the sessions'
  | 'eleven minutes in a session'
  | 'reload'
export interface Step {
  readonly type: StepName
}

interface Definition {
  readonly isPossible: (state: SessionSnapshot) => boolean
  readonly events: readonly SessionEvent[]
}

let isStored = false
const machine = inertSession({
  isStored: () => isStored,
  alive: true,
  fresh: true,
  idle: false,
  due: false,
  expired: false,
  isAnothers: true,
})

const isSignedIn = (state: SessionSnapshot) => state.matches('authenticated')
const asksForPassword = (state: SessionSnapshot) => state.matches({ unauthenticated: 'idle' })
const asksForCode = (state: SessionSnapshot) => state.matches({ unauthenticated: 'secondStep' })
const SIGN_IN: SessionEvent = { type: 'user.signIn', credentials: () => ({ email: '', password: '' }) }
const CONFIRM: SessionEvent = { type: 'user.confirm', proof: () => ({ method: 'recovery_code', code: '' }) }
const WITH_PASSKEY: SessionEvent = { type: 'user.confirm', proof: () => ({ method: 'passkey' }) }
const STEP = { methods: ['passkey', 'recovery_code'], lifeMs: 300_000, remembered: false } as const
/** The call that ends a session is answered; that of the machine never is. */
const SIGNED_OUT = { type: 'xstate.done.actor.0.session.signingOut', output: undefined } as unknown as SessionEvent
const STEP_ENDED = { type: 'xstate.after.stepLife.session.unauthenticated.secondStep' } as unknown as SessionEvent
const REJECTED: SessionEvent = { type: 'token.rejected', generation: 1, caller: 'data' }

const STEPS: Readonly<Record<StepName, Definition>> = {
  'a wrong password': {
    isPossible: asksForPassword,
    events: [SIGN_IN, { type: 'signIn.failed', text: WRONG_PASSWORD }],
  },
  'the password of one without a second factor': {
    isPossible: asksForPassword,
    events: [SIGN_IN, { type: 'signIn.granted', user: TRADER }],
  },
  'the password of one with a second factor': {
    isPossible: asksForPassword,
    events: [SIGN_IN, { type: 'signIn.secondStep', step: STEP }],
  },
  'a wrong code': { isPossible: asksForCode, events: [CONFIRM, { type: 'confirm.refused', text: WRONG_CODE }] },
  'a passkey': { isPossible: asksForCode, events: [WITH_PASSKEY, { type: 'signIn.granted', user: GUARDED }] },
  'a recovery code': { isPossible: asksForCode, events: [CONFIRM, { type: 'signIn.granted', user: GUARDED }] },
  'five minutes at the second step': { isPossible: asksForCode, events: [STEP_ENDED] },
  back: { isPossible: asksForCode, events: [{ type: 'user.back' }] },
  'sign out': { isPossible: isSignedIn, events: [{ type: 'user.signOut' }, SIGNED_OUT] },
  'sign out in another tab': {
    isPossible: isSignedIn,
    events: [{ type: 'tab.signedOut', sessionId: 's1', reason: 'left' }],
  },
  'sign in in another tab': {
    isPossible: (state) => asksForPassword(state) || asksForCode(state),
    events: [{ type: 'tab.token' }, { type: 'user.known', user: TRADER }],
  },
  'an Admin ends the sessions': {
    isPossible: isSignedIn,
    events: [REJECTED, { type: 'refresh.refused', text: 'Token refresh failed', reason: 'revoked' }],
  },
  // The token is due for renewal then; here it is renewed as after a 401.
  'eleven minutes in a session': { isPossible: isSignedIn, events: [REJECTED, { type: 'refresh.renewed' }] },
  reload: { isPossible: () => true, events: [] },
}
export const STEP_NAMES = Object.keys(STEPS) as StepName[]

function send(state: SessionSnapshot, event: SessionEvent): SessionSnapshot {
  isStored = true
  return transition(machine, state, event)[0]
}

/** The page as it opens, for a user whose token is stored, or without one. */
function opened(user: User | undefined): SessionSnapshot {
  isStored = user !== undefined
  const start = getInitialSnapshot(machine)
  return user ? send(start, { type: 'user.known', user }) : start
}

function follow(state: SessionSnapshot, { type }: Step): SessionSnapshot {
  if (type === 'reload') return opened(sessionUser(state))
  return STEPS[type].events.reduce((from, event) => {
    // Each new token has another generation.
    const { generation } = from.context
    return send(from, event.type === 'token.rejected' ? { ...event, generation } : event)
  }, state)
}

/** What the user sees of a state. */
export interface Screen {
  readonly shows: 'password' | 'code' | 'shell'
  readonly user: string | undefined
  readonly messages: readonly string[]
}
export const screenOf = (state: SessionSnapshot): Screen => ({
  shows: isSignedIn(state) ? 'shell' : asksForCode(state) ? 'code' : 'password',
  user: sessionUser(state)?.email,
  messages: [sessionNotice(state)?.text, signInError(state)].flatMap((text) => text ?? []),
})

export interface Transition {
  readonly from: string
  readonly step: StepName
  readonly to: string
  readonly screen: Screen
}

/** All transitions between states that look different. */
export function transitions(): readonly Transition[] {
  const logic = fromTransition<SessionSnapshot, Step, never, never>(
    (state, step) => follow(state, step),
    opened(undefined),
  )
  const key = (state: SessionSnapshot) => JSON.stringify(screenOf(state))
  const map = getAdjacencyMap(logic, {
    events: ({ context }) => STEP_NAMES.filter((type) => STEPS[type].isPossible(context)).map((type) => ({ type })),
    serializeState: ({ context }) => key(context),
  })
  return adjacencyMapToArray(map).map(({ state, event, nextState }) => ({
    from: key(state.context),
    step: event.type,
    to: key(nextState.context),
    screen: screenOf(nextState.context),
  }))
}

/** The steps of one walk from the first state that takes every transition at least once: always to the nearest that is left. */
export function walkOver(all: readonly Transition[], start: string): readonly Transition[] {
  const left = new Set(all)
  const walk: Transition[] = []
  let at = start
  while (left.size > 0) {
    const way = nearest(all, at, (each) => left.has(each))
    for (const each of way) {
      walk.push(each)
      left.delete(each)
      at = each.to
    }
  }
  return walk
}

/** The shortest way whose last transition is wanted. Throws if there is none. */
function nearest(all: readonly Transition[], start: string, isWanted: (each: Transition) => boolean) {
  const seen = new Set([start])
  let ways: (readonly Transition[])[] = [[]]
  while (ways.length > 0) {
    const longer = ways.flatMap((way) => {
      const at = way.at(-1)?.to ?? start
      return all.filter(({ from }) => from === at).map((each) => [...way, each])
    })
    const found = longer.find((way) => isWanted(way.at(-1)!))
    if (found) return found
    ways = longer.filter((way) => {
      const { to } = way.at(-1)!
      if (seen.has(to)) return false
      seen.add(to)
      return true
    })
  }
  throw new Error(`No way from ${start} to what is left`)
}
export const START = JSON.stringify(screenOf(opened(undefined)))
