import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseSettings, SettingsError } from '#server/settings.ts'

const line = (env: NodeJS.ProcessEnv): string => {
  try {
    parseSettings(env)
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
  return 'accepted'
}

describe('settings', () => {
  it('[OP-1] all have defaults', () => {
    expect(parseSettings({ PATH: '/bin' })).toEqual({
      port: 8080,
      host: '127.0.0.1',
      role: 'all',
      internalUrl: undefined,
      dataDir: resolve('.pairbot'),
      market: 'auto',
      pairs: undefined,
      replay: undefined,
      replaySpeed: 1,
      seed: 1,
      krakenWs: 'wss://ws.kraken.com/v2',
      krakenRest: 'https://api.kraken.com',
      adminEmail: undefined,
      adminPassword: undefined,
      databaseUrl: undefined,
      publicUrl: undefined,
      trustProxy: false,
      compress: true,
      spreadSockets: true,
      openModels: false,
      adminsNeedFactor: false,
      signingKeys: undefined,
      logLevel: 'warn',
    })
  })

  it('[OP-2] accepts numbers at the ends of their range', () => {
    expect(parseSettings({ PORT: '0', PAIRBOT_SEED: '4294967295' })).toMatchObject({ port: 0, seed: 2 ** 32 - 1 })
    expect(parseSettings({ PORT: '65535', PAIRBOT_REPLAY_SPEED: '0.5' })).toMatchObject({
      port: 65_535,
      replaySpeed: 0.5,
    })
  })

  it("[MK-70] pairs are named in Kraken's or our spelling, each counted once", () => {
    expect(parseSettings({ PAIRBOT_PAIRS: 'XXBTZUSD, ETH/USD solusd,XDGUSD,BTCUSD' }).pairs).toEqual([
      'BTCUSD',
      'ETHUSD',
      'SOLUSD',
      'DOGEUSD',
    ])
    expect(parseSettings({ PAIRBOT_PAIRS: ' , ' }).pairs).toBeUndefined()
    expect(line({ PAIRBOT_PAIRS: 'XBTUSD,NOPE' })).toMatch(
      /^PAIRBOT_PAIRS: Pairbot does not know the pair "NOPE"; it knows BTCUSD, ETHUSD, /,
    )
  })

  it('[LD-1] a worker and a gateway need a database and Redis that they share', () => {
    const both = { DATABASE_URL: 'postgres://db', REDIS_URL: 'redis://streams' }
    expect(parseSettings({ PAIRBOT_ROLE: 'worker', ...both }).role).toBe('worker')
    expect(parseSettings({ PAIRBOT_ROLE: 'all', DATABASE_URL: both.DATABASE_URL }).role).toBe('all')
    expect(line({ PAIRBOT_ROLE: 'gateway' })).toBe('PAIRBOT_ROLE: a gateway needs DATABASE_URL and REDIS_URL beside it')
    expect(line({ PAIRBOT_ROLE: 'worker', DATABASE_URL: both.DATABASE_URL })).toBe(
      'PAIRBOT_ROLE: a worker needs REDIS_URL beside it',
    )
    expect(line({ PAIRBOT_ROLE: 'leader' })).toBe('PAIRBOT_ROLE: must be one of all, worker, gateway (it is "leader")')
  })

  it('mail requires a server, a sender and a public URL', () => {
    const mail = { smtpUrl: 'smtps://u:p@mail:465', from: 'Pairbot <a@b.c>', publicUrl: 'https://pairbot.example' }
    const env = {
      PAIRBOT_SMTP_URL: mail.smtpUrl,
      PAIRBOT_MAIL_FROM: mail.from,
      PAIRBOT_PUBLIC_URL: mail.publicUrl,
    }
    expect(parseSettings(env).mail).toEqual(mail)
    expect(parseSettings({ PAIRBOT_PUBLIC_URL: mail.publicUrl }).mail).toBeUndefined()
  })

  it('[ML-6] models are restricted by role unless open to everyone', () => {
    expect(parseSettings({ PAIRBOT_MODELS: 'everyone' }).openModels).toBe(true)
    expect(parseSettings({ PAIRBOT_MODELS: 'roles' }).openModels).toBe(false)
    expect(() => parseSettings({ PAIRBOT_MODELS: 'nobody' })).toThrow('PAIRBOT_MODELS: must be one of roles, everyone')
  })

  it('[GW-40] compresses sockets unless switched off', () => {
    expect(parseSettings({ PAIRBOT_COMPRESS: '0' }).compress).toBe(false)
    expect(parseSettings({ PAIRBOT_COMPRESS: '1' }).compress).toBe(true)
    expect(() => parseSettings({ PAIRBOT_COMPRESS: 'yes' })).toThrow('PAIRBOT_COMPRESS: must be one of 0, 1')
  })

  it.each([
    [{ PORT: 'eighty' }, 'PORT: must be a whole number (it is "eighty")'],
    [{ PORT: ' ' }, 'PORT: must be a whole number (it is " ")'],
    [{ PORT: '0x50' }, 'PORT: must be a whole number (it is "0x50")'],
    [{ PORT: '65536' }, 'PORT: must be at most 65535 (it is "65536")'],
    [{ PORT: '-1' }, 'PORT: must be at least 0 (it is "-1")'],
    [{ PAIRBOT_SEED: '\t' }, 'PAIRBOT_SEED: must be a whole number (it is "\\t")'],
    [{ PAIRBOT_REPLAY_SPEED: 'Infinity' }, 'PAIRBOT_REPLAY_SPEED: must be a number (it is "Infinity")'],
    [{ PAIRBOT_REPLAY_SPEED: '100001' }, 'PAIRBOT_REPLAY_SPEED: must be at most 100000 (it is "100001")'],
    [{ PORT: '8080.5' }, 'PORT: must be a whole number (it is "8080.5")'],
    [{ PAIRBOT_MARKET: 'binance' }, 'PAIRBOT_MARKET: must be one of auto, kraken, replay, simulated (it is "binance")'],
    [{ PAIRBOT_REPLAY_SPEED: 'fast' }, 'PAIRBOT_REPLAY_SPEED: must be a number (it is "fast")'],
    [{ PAIRBOT_REPLAY_SPEED: '0' }, 'PAIRBOT_REPLAY_SPEED: must be above 0 (it is "0")'],
    [
      { PAIRBOT_KRAKEN_WS: 'http://x' },
      'PAIRBOT_KRAKEN_WS: must be an address that starts with ws:// or wss:// (it is "http://x")',
    ],
    [{ PAIRBOT_ADMIN_EMAIL: 'no user' }, 'PAIRBOT_ADMIN_EMAIL: must look like an e-mail address (it is "no user")'],
    [{ PAIRBOT_MARKET: 'replay' }, 'PAIRBOT_REPLAY: a replay needs a candle file or a folder'],
    [{ PAIRBOT_PAIRS_PER_WORKER: '1' }, 'PAIRBOT_PAIRS_PER_WORKER: only used with PAIRBOT_ROLE=worker'],
    [{ PAIRBOT_REPLAY: 'a.csv.gz' }, 'PAIRBOT_REPLAY: only used with PAIRBOT_MARKET=replay'],
    [{ PAIRBOT_SMTP_URL: 'smtp://mail' }, 'PAIRBOT_SMTP_URL: needs PAIRBOT_MAIL_FROM beside it'],
    [
      { PAIRBOT_SMTP_URL: 'smtp://mail', PAIRBOT_MAIL_FROM: 'a@b.c' },
      'PAIRBOT_SMTP_URL: needs PAIRBOT_PUBLIC_URL beside it, for the link of an invitation',
    ],
    [{ PAIRBOT_MAIL_FROM: 'a@b.c' }, 'PAIRBOT_MAIL_FROM: only used with PAIRBOT_SMTP_URL beside it'],
    [
      { PAIRBOT_MAIL_FROM: 'Pairbot' },
      'PAIRBOT_MAIL_FROM: must look like an e-mail address, with a name before it or not (it is "Pairbot")',
    ],
    [{ PAIRBOT_ADMIN_PASSWORD: 'long-enough' }, 'PAIRBOT_ADMIN_PASSWORD: needs PAIRBOT_ADMIN_EMAIL beside it'],
  ])('[OP-2] refuses %o with one line', (env, message) => {
    expect(line(env)).toBe(message)
    expect(line(env)).not.toContain('\n')
  })

  it('[OP-3] refuses an unknown setting by name, so that a typo is never ignored', () => {
    expect(line({ PAIRBOT_MARKTE: 'kraken' })).toMatch(/^PAIRBOT_MARKTE: no such setting; there are PORT, /)
  })

  it('[OP-4] never includes a secret in the message', () => {
    expect(line({ PAIRBOT_ADMIN_EMAIL: 'a@b', PAIRBOT_ADMIN_PASSWORD: 'short' })).toBe(
      'PAIRBOT_ADMIN_PASSWORD: must be at least 8 characters',
    )
    expect(line({ PAIRBOT_SMTP_URL: 'http://user:hunter2@mail' })).toBe(
      'PAIRBOT_SMTP_URL: must be an address that starts with smtp:// or smtps://',
    )
    expect(line({ DATABASE_URL: 'mysql://user:hunter2@db' })).not.toContain('hunter2')
    expect(line({ REDIS_URL: 'http://:hunter2@redis' })).toBe(
      'REDIS_URL: must be an address that starts with redis://, rediss:// or redis+sentinel://',
    )
    expect(line({ REDIS_URL: 'redis://:hunter2@redis/streams' })).toBe(
      'REDIS_URL: must have nothing but the number of a database after the host, like redis://host:6379/0',
    )
    for (const wrong of [
      'redis+sentinel://one:26379',
      'redis+sentinel://:hunter2@one,,two/pairs',
      'redis+sentinel:one/x',
    ])
      expect(line({ REDIS_URL: wrong })).toBe(
        'REDIS_URL: must name sentinels and the primary, like redis+sentinel://host1:26379,host2:26379/mymaster/0',
      )
    expect(line({ REDIS_URL: 'rediss+sentinel://ada:hunter2@one:26379,[::1]:5000,three/pairs/2' })).toBe('accepted')
  })
})
