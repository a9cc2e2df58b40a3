import { Subject } from 'rxjs'
import { describe, expect, it } from 'vitest'
import type { ServerMessage } from '#contract/messages.ts'
import type { PrivateFeed } from '#server/gateway/ports.ts'
import { access, connectClient, startGateway, type TestClient } from '#test/support/server/gateway.ts'

/** What each client got after its ack. */
const states = ({ messages }: TestClient) =>
  messages().flatMap((message) => (message.type === 'PaperUpdate' ? [message.data.account] : []))

/** A gateway that sends each user, by name, how often theirs has changed. `token` stands for an API token that may not read it. */
async function setUp(failures = 0) {
  const changes$ = new Subject<readonly string[] | 'all'>()
  const versions = new Map<string, number>()
  const loads: (readonly string[])[] = []
  let left = failures
  const privateFeed: PrivateFeed = {
    path: '/ws/tdp',
    stream: 'PaperUpdate',
    isReadBy: ({ scopes }) => scopes === undefined,
    changes$,
    async load(userIds) {
      loads.push(userIds)
      left -= 1
      if (left >= 0) throw new Error('The database does not answer')
      return new Map(
        userIds.flatMap((userId): [string, ServerMessage][] => {
          const account = versions.get(userId)
          return account === undefined ? [] : [[userId, { type: 'PaperUpdate', timestamp: 1, data: { account } }]]
        }),
      )
    },
  }
  const dues: (() => void)[] = []
  const gateway = await startGateway({
    privateFeed,
    access: {
      ...access,
      async verifySocket(token, request) {
        const result = await access.verifySocket(token, request)
        const isToken = result.ok && result.principal.sessionId === 'token'
        return isToken ? { ...result, principal: { ...result.principal, scopes: ['streams:read'] } } : result
      },
    },
    timers: {
      // Those of private messages are run by hand.
      after(ms, run) {
        if (ms !== 100 && ms !== 5_000) return () => undefined
        dues.push(run)
        return () => undefined
      },
      every: () => () => undefined,
      soon: setImmediate,
    },
  })
  const connect = async (token: string, count = 1) => {
    const client = connectClient(`${gateway.url}/ws/tdp?token=${token}`)
    await client.received(count)
    return client
  }
  return {
    gateway,
    connect,
    loads,
    dues,
    change: (...userIds: readonly string[]) => {
      for (const userId of userIds) versions.set(userId, (versions.get(userId) ?? 0) + 1)
      changes$.next(userIds)
    },
    changes$,
    /** Runs what is due. */
    run: () => dues.splice(0).forEach((due) => due()),
  }
}

describe('[GW-45] private messages', () => {
  it('reach all sockets of their user, and no one else', async () => {
    const { gateway, connect, change, run, loads } = await setUp()
    await using _ = gateway
    const own = await Promise.all([connect('ann:one'), connect('ann:two')])
    const other = await connect('bob:one')
    const token = await connect('ann:token')
    change('ann', 'carol')
    run()
    await Promise.all(own.map((client) => client.received(2)))
    // The next that everyone gets shows that nothing came before it.
    gateway.publish('s', 'lossless', 'after')
    await Promise.all([other.received(2), token.received(2)])
    expect(own.map(states)).toEqual([[1], [1]])
    expect([states(other), states(token)]).toEqual([[], []])
    expect(loads.flat()).not.toContain('carol')
  })

  it('one that connects gets the newest state, and those that connect together are one query', async () => {
    const { gateway, connect, change, run, loads, dues } = await setUp()
    await using _ = gateway
    change('ann', 'bob')
    expect(dues).toHaveLength(0)
    const clients = await Promise.all([connect('ann:one'), connect('bob:one'), connect('carol:one')])
    run()
    await Promise.all([clients[0]?.received(2), clients[1]?.received(2)])
    expect(clients.map(states)).toEqual([[1], [1], []])
    expect(loads.map((userIds) => userIds.toSorted())).toEqual([['ann', 'bob', 'carol']])
  })

  it('changes in quick succession are one message, and those during a query another', async () => {
    const { gateway, connect, change, run, loads, dues } = await setUp()
    await using _ = gateway
    const client = await connect('ann:one')
    run()
    await new Promise(setImmediate)
    change('ann')
    change('ann')
    expect(dues).toHaveLength(1)
    run()
    change('ann')
    await client.received(2)
    run()
    await client.received(3)
    expect(states(client)).toEqual([2, 3])
    expect(loads).toHaveLength(3)
  })

  it('are loaded again after a failure, which is reported, and for all when changes may be lost', async () => {
    const { gateway, connect, change, changes$, run } = await setUp(1)
    await using _ = gateway
    const client = await connect('ann:one')
    change('ann')
    run()
    await new Promise(setImmediate)
    expect(gateway.events).toMatchObject([{ kind: 'failure', during: 'PaperUpdate' }])
    run()
    await client.received(2)
    changes$.next('all')
    run()
    await client.received(3)
    expect(states(client)).toEqual([1, 1])
  })
})
