import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../scripts/cluster/cluster.ts'

const isInstalled = (program: string) => spawnSync('which', [program]).status === 0

/** Answers every request with its port. */
const GATEWAY = `require('node:http').createServer((request, response) => {
  setTimeout(() => response.end(process.argv[1]), request.url === '/slow' ? 200 : 0)
}).listen(process.argv[1], '127.0.0.1')`

const running: ChildProcess[] = []
function start(file: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(file, args, { stdio: 'ignore', env: { ...process.env, ...env } })
  running.push(child)
  return child
}
let folder = ''
afterEach(async () => {
  const alive = running.splice(0).filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
  for (const child of alive) {
    // The workers of nginx end with their master only if it may end them.
    child.kill(child.spawnfile === 'nginx' ? 'SIGTERM' : 'SIGKILL')
    await once(child, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
})

const statusOf = (url: string): Promise<number> =>
  fetch(url, { signal: AbortSignal.timeout(20_000) }).then(
    async (response) => (await response.text(), response.status),
    () => 0,
  )

/** The example, with other addresses and without TLS. */
function example(path: string, ports: readonly number[], port: number): string {
  const text = ports.reduce(
    (config, gateway, n) => config.replaceAll(`gateway-${n + 1}:8080`, `127.0.0.1:${gateway}`),
    readFileSync(path, 'utf8'),
  )
  return text
    .replace('{$PAIRBOT_DOMAIN}', `http://127.0.0.1:${port}`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replaceAll(/^\s*ssl_certificate.*$/gm, '')
}

async function startProxy(program: 'caddy' | 'nginx', ports: readonly number[], port: number): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'pairbot-proxy-'))
  const config = join(folder, 'config')
  if (program === 'caddy') {
    await writeFile(config, `{\n\tadmin off\n}\n${example('deploy/Caddyfile', ports, port)}`)
    start('caddy', ['run', '--adapter', 'caddyfile', '--config', config], { HOME: folder, XDG_DATA_HOME: folder })
    return
  }
  await mkdir(join(folder, 'temp'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/temp/${name};`)
    .join('\n')
  await writeFile(
    config,
    `daemon off;\nworker_processes 2;\npid ${folder}/pid;\nerror_log /dev/null;\nevents {}\n` +
      `http {\naccess_log off;\n${temporary}\n${example('deploy/nginx.conf', ports, port)}}\n`,
  )
  start('nginx', ['-p', folder, '-c', config])
}

describe.each([
  { program: 'caddy', isBackWithinMs: 16_000 },
  { program: 'nginx', isBackWithinMs: 6_000 },
] as const)('the example for $program', ({ program, isBackWithinMs }) => {
  /** Two gateways behind the proxy, and what ten requests a second for six seconds get while something happens to the first. */
  async function requestsDuring(what: (gateway: ChildProcess) => void, path: string) {
    const ports = [await freePort(), await freePort()]
    const [first] = ports.map((port) => start(process.execPath, ['-e', GATEWAY, String(port)]))
    if (first === undefined) throw new Error('no gateway was started')
    const port = await freePort()
    const url = `http://127.0.0.1:${port}${path}`
    const answers = (address: string) =>
      vi.waitUntil(async () => (await statusOf(address)) === 200, { timeout: 10_000, interval: 100 })
    for (const gateway of ports) await answers(`http://127.0.0.1:${gateway}`)
    await startProxy(program, ports, port)
    await answers(url)
    // Each has answered, and its health has been looked at.
    await delay(1_500)
    const results: Promise<{ readonly status: number; readonly ms: number }>[] = []
    for (let n = 0; n < 60; n += 1) {
      if (n === 5) what(first)
      const began = performance.now()
      results.push(statusOf(url).then((status) => ({ status, ms: performance.now() - began })))
      await delay(100)
    }
    return Promise.all(results)
  }
  const has = isInstalled(program)

  it.skipIf(!has)('[DP-2] answers every request while a gateway is killed', { timeout: 60_000 }, async () => {
    const results = await requestsDuring((gateway) => gateway.kill('SIGKILL'), '/slow')
    expect(results.filter(({ status }) => status !== 200)).toEqual([])
  })

  it.skipIf(!has)('[DP-2] sends few requests to a gateway that hangs', { timeout: 60_000 }, async () => {
    const results = await requestsDuring((gateway) => gateway.kill('SIGSTOP'), '/')
    const late = results.filter(({ status, ms }) => status !== 200 || ms > 1_000)
    expect(late.length).toBeLessThanOrEqual(3)
    for (const { ms } of late) expect(ms).toBeLessThan(isBackWithinMs)
  })
})
