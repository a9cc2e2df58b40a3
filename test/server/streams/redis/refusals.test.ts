import { describe, expect, it } from 'vitest'
import { parseSentinels } from '#server/lib/redis-sentinels.ts'
import { backoff } from '#server/streams/redis/connection.ts'
import { assertVersion, toRefusal } from '#server/streams/redis/refusals.ts'

const URL_WITH_PASSWORD = 'redis://ada:hunter2@redis.example.org:6380/1'

describe('what Redis refuses', () => {
  it.each([
    ['redis_version:6.2.14', 'REDIS_URL: redis.example.org:6380 is Redis 6.2.14. Pairbot needs Redis 7 or newer'],
    ['', 'REDIS_URL: redis.example.org:6380 is not a Redis server. Pairbot needs Redis 7 or newer'],
  ])('[OP-21] %j is refused in one line with a way out', (info, line) => {
    expect(() => assertVersion(info, URL_WITH_PASSWORD)).toThrow(line)
  })

  it.each([
    'redis_version:7.0.15',
    'redis_version:10.1.0',
    'server_name:valkey\r\nredis_version:7.2.4\r\nvalkey_version:8.0.1',
  ])('[OP-21] %j is new enough', (info) => expect(() => assertVersion(info, URL_WITH_PASSWORD)).not.toThrow())

  it.each([
    'WRONGPASS invalid username-password pair or user is disabled.',
    'NOAUTH Authentication required.',
    "NOPERM this user has no permissions to run the 'eval' command",
    'ERR DB index is out of range',
    "READONLY You can't write against a read only replica.",
  ])('[OP-21] [SL-60] %j is one line with the host and without the password', (message) => {
    const refusal = toRefusal(new Error(message), URL_WITH_PASSWORD)
    expect(refusal?.message).toMatch(/^REDIS_URL: redis\.example\.org:6380 .*\.$/)
    expect(`${refusal?.message} ${String(refusal?.cause)}`).not.toContain('hunter2')
  })

  it('[SL-61] reads from the address of sentinels who signs in where', () => {
    expect(parseSentinels('rediss+sentinel://ada:a:b%2Fc%@one:5000,[::1],two/pairs/2')).toEqual({
      sentinels: [
        { host: 'one', port: 5_000 },
        { host: '::1', port: 26_379 },
        { host: 'two', port: 26_379 },
      ],
      name: 'pairs',
      username: 'ada',
      password: 'a:b%2Fc%',
      db: 2,
      isEncrypted: true,
    })
    expect(parseSentinels('redis+sentinel://:a%3Ab@one/pairs')).toMatchObject({ username: undefined, password: 'a:b' })
    expect(parseSentinels('redis+sentinel://one/pairs')).toMatchObject({ username: undefined, password: undefined })
  })

  it('[SL-61] waits for the sentinels to name another primary than a replica', () => {
    const url = 'redis+sentinel://one:26379,two/pairs'
    expect(toRefusal(new Error("READONLY You can't write against a read only replica."), url)).toBeUndefined()
    expect(toRefusal(new Error('WRONGPASS invalid'), url)?.message).toBe(
      'REDIS_URL: pairs, as the sentinels name it, does not accept the user or password. Correct them.',
    )
  })

  it.each(['connect ECONNREFUSED 127.0.0.1:6379', 'LOADING Redis is loading the dataset in memory'])(
    '[SL-58] %j is waited for',
    (message) => expect(toRefusal(new Error(message), URL_WITH_PASSWORD)).toBeUndefined(),
  )

  it('[SL-58] waits double up to two seconds, less up to a quarter by chance', () => {
    expect([1, 2, 3, 6, 7, 8, 1_000].map((times) => backoff(times, () => 0))).toEqual([
      50, 100, 200, 1_600, 2_000, 2_000, 2_000,
    ])
    expect(backoff(8, () => 0.999)).toBe(1_501)
  })
})
