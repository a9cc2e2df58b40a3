import type { SnapshotFrom } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { describe, expect, it } from 'vitest'
import type { sessionMachine } from '#src/machines/session/machine.ts'
import type { SessionEvent } from '#src/machines/session/types.ts'
import { secondStep, sessionNotice, sessionStatus, sessionUser, signInError } from '#src/machines/session/selectors.ts'
import { inertSession, type SessionWorld } from '#test/support/client/inert-session.ts'

const USER = { email: 'ada@pairbot.test', role: 'Trader', username: 'ada' } as const

const EVENTS: SessionEvent[] = [
  { type: 'user.signIn', credentials: () => ({ email: 'a', password: 'b' }) },
  { type: 'user.confirm', proof: () => ({ method: 'totp', code: '000000' }) },
  { type: 'user.back' },
  { type: 'user.register', registration: () => ({ email: 'a', password: 'b' }) },
  { type: 'user.signOut' },
  { type: 'user.active', at: 5 },
  { type: 'page.woke' },
  { type: 'token.rejected', generation: 1, caller: 'data' },
  { type: 'token.refused', generation: 1 },
  { type: 'user.known', user: USER },
  { type: 'user.unknown', text: 'Failed to get user info: 500' },
  { type: 'refresh.renewed' },
  { type: 'refresh.refused', text: 'Token refresh failed: 500' },
  { type: 'refresh.unanswered', text: 'Token refresh failed: no answer', at: 1 },
  { type: 'signIn.granted', user: USER },
  { type: 'signIn.failed', text: 'Login failed' },
  { type: 'signIn.secondStep', step: { methods: ['totp'], lifeMs: 300_000, remembered: false } },
  { type: 'confirm.refused', text: 'The code is not correct' },
  { type: 'register.failed', text: 'Registration failed' },
  { type: 'tab.signedOut', sessionId: 's1', reason: 'idle' },
  { type: 'tab.token' },
  { type: 'user.changed' },
  { type: 'tab.user' },
  { type: 'tab.active', at: 5 },
]
const TIMERS = [
  'xstate.after.verifyLimit.session.checking',
  'xstate.after.stepLife.session.unauthenticated.secondStep',
  'xstate.after.idleCheck.session.authenticated.inactivity.watching',
  'xstate.after.refreshCheck.session.authenticated.refresh.scheduled',
  'xstate.after.refreshRetry.session.authenticated.refresh.retrying',
].map((type) => ({ type }) as unknown as SessionEvent)

const paths = (world: SessionWorld) =>
  getShortestPaths(inertSession(world), {
    events: [...EVENTS, ...TIMERS],
    // Counters are unbounded; everything that is shown stays.
    serializeState: ({ value, context }) =>
      JSON.stringify([
        value,
        context.user,
        context.step,
        context.notice,
        context.signInError,
        context.registerError,
        Math.min(context.generation, 2),
      ]),
    limit: 5_000,
  })

const BOTH = [true, false]
/** The environment as switches: each combination is a start. */
const WORLDS: SessionWorld[] = BOTH.flatMap((fresh) =>
  BOTH.flatMap((idle) =>
    BOTH.flatMap((due) =>
      BOTH.map((expired) => ({ alive: fresh || expired, fresh, idle, due, expired, isAnothers: false })),
    ),
  ),
)
const snapshots: SnapshotFrom<typeof sessionMachine>[] = WORLDS.flatMap((world) =>
  paths(world).map(({ state }) => state),
)
const leaves = new Set(snapshots.map(({ value }) => JSON.stringify(value)))

describe('on all paths of the session', () => {
  it('reaches every state', () => {
    const signedIn = (refresh: string, user = 'known') => ({ authenticated: { inactivity: 'watching', refresh, user } })
    const expected = [
      { checking: 'refreshing' },
      { checking: 'loadingUser' },
      { unauthenticated: 'idle' },
      { unauthenticated: 'signingIn' },
      { unauthenticated: { secondStep: 'waiting' } },
      { unauthenticated: { secondStep: 'confirming' } },
      { unauthenticated: 'registering' },
      signedIn('scheduled'),
      signedIn('refreshing'),
      signedIn('retrying'),
      ...['scheduled', 'refreshing', 'retrying'].map((refresh) => signedIn(refresh, 'loading')),
      'signingOut',
    ]
    expect(leaves).toEqual(new Set(expected.map((value) => JSON.stringify(value))))
  })

  it('the user is known exactly while authenticated, and every authenticated state has a token and a generation', () => {
    const seen = snapshots.map((snapshot) => ({
      authenticated: sessionStatus(snapshot) === 'authenticated',
      user: sessionUser(snapshot),
      known: snapshot.context.user,
      held: snapshot.context.access,
      generation: snapshot.context.generation,
    }))
    expect(seen.filter(({ authenticated, user }) => authenticated !== (user === USER))).toEqual([])
    expect(seen.filter(({ authenticated, known }) => authenticated !== (known !== undefined))).toEqual([])
    expect(seen.filter(({ authenticated, held }) => authenticated && held === undefined)).toEqual([])
    expect(seen.filter(({ authenticated, generation }) => authenticated && generation === 0)).toEqual([])
  })

  it('[SE-25] the second step is known exactly while it is due, and is left for the password, the session or another tab', () => {
    const isDue = (snapshot: (typeof snapshots)[number]) => snapshot.matches({ unauthenticated: 'secondStep' })
    expect(snapshots.filter((snapshot) => isDue(snapshot) !== (secondStep(snapshot) !== undefined))).toEqual([])
    expect(snapshots.filter((snapshot) => isDue(snapshot) && sessionUser(snapshot) !== undefined)).toEqual([])
    const errors = new Set(snapshots.filter(isDue).map(signInError))
    expect(errors).toEqual(new Set([undefined, 'The code is not correct']))
  })

  it('a signed-in user sees no message about an earlier session', () => {
    const shown = snapshots.filter((snapshot) => sessionStatus(snapshot) === 'authenticated' && sessionNotice(snapshot))
    expect(shown).toEqual([])
  })

  it('every end of a session has a reason on the sign-in screen, except sign-outs and silent ones', () => {
    for (const { context, value } of snapshots) {
      if (JSON.stringify(value) !== '{"unauthenticated":"idle"}' || context.ended === undefined) continue
      expect([context.ended === 'left', context.notice !== undefined]).toEqual([
        context.ended === 'left',
        context.ended !== 'left',
      ])
    }
  })
})
