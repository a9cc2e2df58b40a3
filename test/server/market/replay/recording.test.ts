import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PAIR_IDS } from '#contract/pairs.ts'
import { readRecording, formatIssue } from '#server/market/replay/recording.ts'
import { MarketSettingsError } from '#server/market/settings.ts'
import { makeCandleFolder, type CandleFolder } from '#test/support/data/candle-files.ts'
import { candleAt } from '#test/support/server/market.ts'

let folder: CandleFolder
beforeEach(async () => {
  folder = await makeCandleFolder()
})
afterEach(() => folder.remove())

const stretch = (from: number, count: number, price = 100) =>
  Array.from({ length: count }, (_, minute) => candleAt(from + minute, price))

async function read(setting = folder.path) {
  const { name, minutes, issues } = await readRecording(setting)
  return {
    name,
    minutes: Object.fromEntries([...minutes].map(([pair, series]) => [pair, series.slice(0, Infinity)])),
    issues: issues.map(formatIssue),
  }
}

describe('a recording', () => {
  it('[MK-32] joins the files of a pair in order of time, whatever their names', async () => {
    await folder.write('BTCUSD-a.csv.gz', stretch(100, 5))
    await folder.write('BTCUSD-b.csv.gz', stretch(0, 5))
    await folder.write('ETHUSD-x.csv.gz', stretch(50, 3, 9))
    const { minutes, issues } = await read()
    expect(minutes).toEqual({ BTCUSD: [...stretch(0, 5), ...stretch(100, 5)], ETHUSD: stretch(50, 3, 9) })
    expect(issues).toEqual([])
  })

  it('[MK-32] refuses a file that overlaps an earlier one', async () => {
    await folder.write('BTCUSD-1.csv.gz', stretch(0, 10))
    await folder.write('BTCUSD-2.csv.gz', stretch(9, 10, 200))
    await folder.write('BTCUSD-3.csv.gz', stretch(10, 10))
    const { minutes, issues } = await read()
    expect(minutes).toEqual({ BTCUSD: stretch(0, 20) })
    expect(issues).toEqual(['BTCUSD-2.csv.gz: it overlaps BTCUSD-1.csv.gz, which begins earlier'])
  })

  it('[MK-31] uses stable coins only without a dollar file, and only one of them', async () => {
    await folder.write('BTCUSD.csv.gz', stretch(0, 5))
    await folder.write('BTCUSDT.csv.gz', stretch(5, 5))
    await folder.write('ETHUSDC.csv.gz', stretch(0, 5))
    await folder.write('ETHUSDT.csv.gz', stretch(5, 5))
    const { minutes, issues } = await read()
    expect(minutes).toEqual({ BTCUSD: stretch(0, 5), ETHUSD: stretch(5, 5) })
    expect(issues).toEqual([
      'BTCUSDT.csv.gz: USDT is not mixed with the USD files of BTCUSD',
      'ETHUSDC.csv.gz: USDC is not mixed with the USDT files of ETHUSD',
    ])
  })

  it('[MK-33] reports every bad row and every refused file, and uses the rest', async () => {
    await folder.write('BTCUSD-1.csv.gz', [...stretch(0, 3), 'x', ...stretch(4, 2)])
    await folder.write('ETHUSD.csv.gz', [])
    await folder.write('candles.csv.gz', stretch(0, 3))
    await folder.writeBytes('notes.txt', Buffer.from('not for us'))
    const { minutes, issues } = await read()
    expect(minutes).toEqual({ BTCUSD: [...stretch(0, 3), ...stretch(4, 2)] })
    expect(issues).toEqual([
      `candles.csv.gz: its name does not begin with a pair: ${PAIR_IDS.join(', ')}, also against USDT or USDC`,
      'BTCUSD-1.csv.gz:5: has 1 fields instead of 6',
      'ETHUSD.csv.gz:1: it contains no candles',
    ])
  })

  it('[MK-30] is named after the setting', async () => {
    const one = await folder.write('BTCUSD-1.csv.gz', stretch(0, 3))
    const two = await folder.write('BTCUSD-2.csv.gz', stretch(3, 3))
    expect((await read(one)).name).toBe('BTCUSD-1.csv.gz')
    const both = await read([one, two].join(delimiter))
    expect([both.name, both.minutes]).toEqual(['BTCUSD-1.csv.gz and 1 more', { BTCUSD: stretch(0, 6) }])
  })

  it.each([
    ['a path that is not there', () => join(folder.path, 'x.csv.gz'), /^PAIRBOT_REPLAY: there is no .*x\.csv\.gz$/],
    ['an empty folder', () => folder.path, /^PAIRBOT_REPLAY: no \.csv\.gz file in /],
    [
      'a file of another kind',
      () => folder.writeBytes('BTCUSD.csv', Buffer.from('x')),
      /: its name does not end in \.csv\.gz$/,
    ],
    [
      'a file that is refused',
      () => folder.write('BTCUSD.csv.gz', []),
      /^PAIRBOT_REPLAY: BTCUSD\.csv\.gz:1: it contains no candles/,
    ],
  ])('[MK-35] fails with one line for %s', async (_what, setting, message) => {
    const reading = readRecording(await setting())
    await expect(reading).rejects.toThrow(MarketSettingsError)
    await expect(reading).rejects.toThrow(message)
  })
})
