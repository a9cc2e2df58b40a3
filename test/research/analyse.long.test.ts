import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { PAIR_IDS } from '#contract/pairs.ts'
import type { Candle } from '#contract/candles.ts'
import { createPairAnalysis } from '#server/analysis/engine/engine.ts'
import { parseOptions } from '#research/analysis/options.ts'
import { feed, walk } from '#test/support/data/analysis.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'analyse-'))
afterAll(() => rmSync(folder, { recursive: true }))

const HEADER = 'timestamp,open,high,low,close,volume'
const lineOf = ({ timestamp, open, high, low, close, volume }: Candle) =>
  [timestamp, open, high, low, close, volume].join(',')
const MINUTES = walk({ count: 60, start: 1_560_038_400 })

function file(name: string, lines: readonly string[]): string {
  const path = join(folder, name)
  const text = `${[HEADER, ...lines].join('\n')}\n`
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text)
  return path
}

const analyse = (...args: string[]) =>
  run(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'research/analyse.ts', ...args], { maxBuffer: 1e9 })
const parse = (stdout: string): { key: string; id: string; data: Record<string, unknown> }[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { key: string; id: string; data: Record<string, unknown> })

describe('npm run analyse', () => {
  it('[AN-52] prints the entries of the streams, from gzip', async () => {
    const { stdout } = await analyse('--pair', 'ETHUSD', file('whole.csv.gz', MINUTES.map(lineOf)))
    const expected = feed(createPairAnalysis('ETHUSD'), MINUTES)
    expect(parse(stdout).map(({ key, data }) => ({ key, data }))).toEqual(
      JSON.parse(JSON.stringify(expected.map(({ key, data }) => ({ key, data })))),
    )
    expect(parse(stdout)[0]?.id).toBe('1560038460000-0')
  })

  it('narrows to a timeframe and a category, from plain text', async () => {
    const path = file('plain.csv', MINUTES.map(lineOf))
    const { stdout } = await analyse('--timeframe', 'M5', '--category', 'technical_indicators', path)
    const keys = parse(stdout).map(({ key }) => key)
    expect(keys).toEqual(Array.from({ length: 12 }, () => 'tdp:kraken:BTCUSD:technical_indicators:m5'))
  })

  it('[AN-61] lists an unreadable line and a duplicate minute in the errors of the next payloads', async () => {
    const lines = MINUTES.slice(0, 3).map(lineOf)
    const path = file('damaged.csv', [lines[0] ?? '', 'nonsense', lines[1] ?? '', lines[1] ?? '', lines[2] ?? ''])
    const { stdout, stderr } = await analyse('--category', 'divergence', path)
    const codes = parse(stdout).map(({ data }) => (data['errors'] as { code: string }[]).map(({ code }) => code))
    expect(codes).toEqual([
      ['invalid_summary'],
      ['invalid_summary', 'parse_error'],
      ['invalid_summary', 'stream_parse_error'],
    ])
    expect(stderr).toContain('damaged.csv:3: has 1 fields instead of 6')
  })

  it('[AN-81] assigns unique ids within a stream, even when one minute closes two candles', async () => {
    const path = file('gap.csv', [...MINUTES.slice(0, 2), ...MINUTES.slice(9, 10)].map(lineOf))
    const { stdout } = await analyse('--timeframe', 'M5', '--category', 'processed_candles', path)
    expect(parse(stdout).map(({ id, data }) => [id, data['timestamp']])).toEqual([
      ['1560039000000-0', 1_560_038_400],
      ['1560039000000-1', 1_560_038_700],
    ])
  })

  it('[AN-82] reports skipped rows, and fails when a file has no usable one', async () => {
    const good = file('good.csv', MINUTES.slice(30).map(lineOf))
    const late = file('late.csv', MINUTES.slice(0, 30).map(lineOf))
    const { stdout, stderr } = await analyse(
      '--category',
      'divergence',
      good,
      file('bad.csv', [...Array.from({ length: 8 }, () => 'nonsense'), lineOf(MINUTES[0]!)]),
      good,
    ).catch((error: { stdout: string; stderr: string; code: number }) => error)
    expect(parse(stdout)).toHaveLength(30)
    expect(stderr.split('\n').slice(4)).toEqual([
      `${folder}/bad.csv:6: has 1 fields instead of 6`,
      `${folder}/bad.csv: 8 unreadable lines in total`,
      `${folder}/bad.csv: skipped as duplicate or out of order: 1`,
      `${folder}/bad.csv: contains no usable candle`,
      `${good}: skipped as duplicate or out of order: 30`,
      `${good}: contains no usable candle`,
      '',
    ])
    await expect(analyse(good, late)).rejects.toMatchObject({ code: 1 })
    await expect(analyse(file('empty.csv', []))).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: `${folder}/empty.csv: contains no usable candle\n`,
    })
  })

  it('[AN-82] prints the entries before the end of a truncated file, and names it', async () => {
    const bytes = gzipSync([HEADER, ...MINUTES.map(lineOf)].join('\n'))
    const path = join(folder, 'cut.csv.gz')
    writeFileSync(path, bytes.subarray(0, bytes.length - 500))
    const error = await analyse('--category', 'divergence', path).catch((thrown: { stdout: string }) => thrown)
    expect(error).toMatchObject({ code: 1, stderr: `${path}: unexpected end of file\n` })
    expect(parse(error.stdout).length).toBeGreaterThan(10)
    await expect(analyse(folder)).rejects.toMatchObject({
      code: 1,
      stderr: `${folder}: EISDIR: illegal operation on a directory, read\n`,
    })
  })

  it('prints errors as one line', async () => {
    const missing = join(folder, 'missing.csv')
    await expect(analyse('--pair', 'DOGE', missing)).rejects.toMatchObject({
      code: 2,
      stderr: `--pair DOGE is not one of ${PAIR_IDS.join(', ')}\n`,
    })
    await expect(analyse(missing)).rejects.toMatchObject({
      code: 1,
      stderr: `ENOENT: no such file or directory, open '${missing}'\n`,
    })
  })
})

describe('command line options', () => {
  it.each([
    [['--pair', 'DOGE', 'x.csv'], `--pair DOGE is not one of ${PAIR_IDS.join(', ')}`],
    [['--timeframe', 'M2', 'x.csv'], '--timeframe M2 is not one of M1 to D1'],
    [
      ['--category', 'analyses', 'x.csv'],
      expect.stringContaining('--category analyses is not one of technical_indicators'),
    ],
    [['--speed', '9', 'x.csv'], expect.stringContaining("Unknown option '--speed'")],
    [[], 'specify at least one candle file'],
  ])('rejects %j', (argv, message) => {
    expect(parseOptions(argv, ['timeframe', 'category'])).toEqual(message)
  })

  it('accepts any spelling of pair and timeframe', () => {
    expect(
      parseOptions(
        ['--pair', 'xbt/usd', '--timeframe', '5m', '--category', 'analysis', 'a.csv', 'b.csv'],
        ['timeframe', 'category'],
      ),
    ).toEqual({
      pair: 'BTCUSD',
      isPairGiven: true,
      timeframe: 'M5',
      category: 'analysis',
      check: false,
      files: ['a.csv', 'b.csv'],
    })
  })

  it('[AN-82] rejects options that the command does not support', () => {
    expect(parseOptions(['--timeframe', 'M5', 'x.csv'], [])).toBe('--timeframe is not an option of this command')
    expect(parseOptions(['--category', 'analysis', 'x.csv'], ['timeframe'])).toBe(
      '--category is not an option of this command',
    )
    expect(parseOptions(['--check', 'x.csv'], [])).toBe('--check is not an option of this command')
  })
})
