import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as SERVICE from '#contract/endpoints/service.ts'
import { parseSettings } from '#server/settings.ts'

const read = (path: string): string => readFileSync(path, 'utf8')
const lines = (path: string): readonly string[] => read(path).split('\n')

/** What the user of an example sets. */
const GIVEN: Readonly<Record<string, string>> = { PAIRBOT_DOMAIN: 'pairbot.example.org', POSTGRES_PASSWORD: 'secret' }
const filledIn = (text: string) => text.replaceAll(/\$\{(\w+):\?\}/g, (_, name: string) => GIVEN[name] ?? `\${${name}}`)

/** The indented lines below a key of a YAML file, up to the next of its own indentation. */
function below(path: string, key: string): readonly string[] {
  const all = lines(path)
  const start = all.findIndex((line) => line.trimEnd().replace(/ &\w+$/, '') === key)
  const indentation = key.search(/\S/)
  const rest = all.slice(start + 1)
  const end = rest.findIndex((line) => line.trim() !== '' && line.search(/\S/) <= indentation)
  return start === -1 ? [] : rest.slice(0, end === -1 ? undefined : end)
}

const settingsIn = (found: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    found.flatMap((line) => {
      const match = /^\s*(?<name>(?:PAIRBOT_\w+|DATABASE_URL|REDIS_URL|PORT|HOST)): (?<value>.+)$/.exec(line)?.groups
      return match?.['name'] === undefined ? [] : [[match['name'], filledIn(match['value'] ?? '').replaceAll("'", '')]]
    }),
  )

describe('the examples of deployments', () => {
  it('[DP-1] the image has what the server needs, and runs it as a user with rights to its data only', () => {
    const docker = read('Dockerfile')
    const environment = Object.fromEntries(
      [...(/^ENV (NODE_ENV=.*)$/m.exec(docker)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    )
    expect(parseSettings(environment)).toMatchObject({ host: '0.0.0.0', port: 8080, dataDir: '/data' })
    expect(docker).toMatch(/^USER node$/m)
    expect(docker).toContain(SERVICE.liveness.path)
    expect(docker).toMatch(/^CMD \["node", "dist\/server\/main.js"\]$/m)
    const [main] = /dist\/server\/main\.js/.exec(docker) ?? []
    expect([main, read('package.json')]).toEqual([
      expect.any(String),
      expect.stringContaining(`"start": "node ${main}"`),
    ])
    for (const [, path = ''] of docker.matchAll(/^COPY (server\S+) /gm)) expect(existsSync(path), path).toBe(true)
  })

  it('[DP-1] what is built into the image is there, and nothing of it is left out', () => {
    const allowed = lines('.dockerignore').flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
    for (const path of allowed) expect(existsSync(path), path).toBe(true)
    const imported = ['vite.config.ts', 'vite.server.config.ts', 'scripts/build.mjs'].flatMap((path) =>
      [...read(path).matchAll(/from '\.{1,2}\/([^/']+)/g)].map(([, name = '']) => name),
    )
    const roots = new Set(['contract', 'src', 'server', ...imported.filter((name) => existsSync(name))])
    for (const root of roots) expect(allowed).toContain(root)
  })

  it('[DP-2] the roles of the compose file have settings that they start with', () => {
    const common = settingsIn(below('compose.cluster.yaml', 'x-environment:'))
    for (const [service, role] of [
      ['  worker:', 'worker'],
      ['  standby:', 'worker'],
      ['  gateway-1:', 'gateway'],
    ] as const) {
      const own = settingsIn(below('compose.cluster.yaml', service))
      expect(parseSettings({ ...common, ...own })).toMatchObject({ role, trustProxy: true })
      // A worker says where gateways reach it.
      if (role === 'worker') expect(own['PAIRBOT_INTERNAL_URL']).toBe(`http://${service.trim()}8080`)
    }
    expect(read('compose.cluster.yaml')).toContain(SERVICE.liveness.path)
    for (const file of ['compose.yaml', 'compose.cluster.yaml']) expect(read(file)).toContain('read_only: true')
  })

  it('[DP-2] the proxies lead to the gateways, and look at their readiness', () => {
    const gateways =
      read('compose.cluster.yaml')
        .match(/^ {2}gateway-\d(?=:)/gm)
        ?.map((name) => `${name.trim()}:8080`) ?? []
    expect(gateways).toHaveLength(2)
    for (const proxy of ['deploy/Caddyfile', 'deploy/nginx.conf'])
      for (const gateway of gateways) expect(read(proxy)).toContain(gateway)
    expect(read('deploy/Caddyfile')).toContain(`health_uri ${SERVICE.health.path}\n`)
  })

  it.each(readdirSync('deploy/systemd').filter((name) => /^pairbot(-worker|-gateway@)?\.service$/.test(name)))(
    '[DP-3] %s has settings that the server starts with',
    (unit) => {
      const found = [...read(join('deploy/systemd', unit)).matchAll(/^Environment=(\w+)=(.*)$/gm)]
      const environment = Object.fromEntries(
        found.map(([, name = '', value = '']) => [name, value.replace('%i', '8091')]),
      )
      const role = /pairbot-(worker|gateway)/.exec(unit)?.[1] ?? 'all'
      const stores = role === 'all' ? {} : { DATABASE_URL: 'postgres://db/pairbot', REDIS_URL: 'redis://redis:6379' }
      // A worker's proxies are the gateways.
      const trustProxy = role !== 'all'
      expect(parseSettings({ ...environment, ...stores })).toMatchObject({
        role,
        trustProxy,
        dataDir: '/var/lib/pairbot',
      })
      expect(read(join('deploy/systemd', unit))).toContain('ExecStart=/usr/bin/node dist/server/main.js\n')
    },
  )

  it('[DP-5] pairbot is on the path of the image, and a unit backs up to where the server may write', () => {
    expect(read('Dockerfile')).toContain('ln -s /app/dist/server/cli.js /usr/local/bin/pairbot')
    expect(read('vite.server.config.ts')).toContain("cli: 'server/cli.ts'")
    const backup = read('deploy/systemd/pairbot-backup.service')
    expect(backup).toContain('ExecStart=/usr/bin/node /opt/pairbot/dist/server/cli.js backup\n')
    const [writable = ''] = /^StateDirectory=.*$/m.exec(backup) ?? []
    for (const unit of ['pairbot', 'pairbot-worker'])
      expect(read(`deploy/systemd/${unit}.service`)).toContain(`${writable}\n`)
    expect(backup).toContain(`WorkingDirectory=/var/lib/${writable.split(' ')[1]}\n`)
  })
})
