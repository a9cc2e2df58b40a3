import { readdir, stat } from 'node:fs/promises'
import { basename, delimiter, join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { PAIR_IDS, type PairId } from '#contract/pairs.ts'
import { MarketSettingsError } from '../settings.ts'
import { createSeries, type Series } from '../store/series.ts'
import { readCandleFile, MAX_ROWS, type FileIssue, parseFileName, QUOTES, type Quote } from './candle-file.ts'

/** The candles of a replay. */
export interface Recording {
  /** A file name, a folder name, or the first of several with the number of the others. */
  readonly name: string
  readonly minutes: ReadonlyMap<PairId, Series>
  /** Skipped rows and rejected files (`line` is 0 or the line that caused the rejection). */
  readonly issues: readonly FileIssue[]
}

/** Rows copied at once; takes a few milliseconds. */
const ROWS_PER_CHUNK = 5_000
const SUFFIX = '.csv.gz'

interface FoundFile {
  readonly path: string
  readonly file: string
}

async function filesOf(input: string): Promise<FoundFile[]> {
  const entry = await stat(input).catch(() => undefined)
  if (!entry) throw new MarketSettingsError(`PAIRBOT_REPLAY: there is no ${input}`)
  if (!entry.isDirectory()) return [{ path: input, file: basename(input) }]
  const names = await readdir(input)
  return names
    .filter((name) => name.endsWith(SUFFIX))
    .sort()
    .map((name) => ({ path: join(input, name), file: name }))
}

interface Candidate extends FoundFile {
  readonly pair: PairId
  readonly quote: Quote
}

function candidateOf(found: FoundFile, issues: FileIssue[]): Candidate | undefined {
  const refuse = (reason: string) => void issues.push({ file: found.file, line: 0, reason })
  if (!found.file.endsWith(SUFFIX)) return refuse(`its name does not end in ${SUFFIX}`)
  const named = parseFileName(found.file)
  return named
    ? { ...found, ...named }
    : refuse(`its name does not begin with a pair: ${PAIR_IDS.join(', ')}, also against USDT or USDC`)
}

/** Keeps the files of one quote currency: the dollar if there are any, otherwise a single stable coin. */
function withOneQuote(candidates: readonly Candidate[], issues: FileIssue[]): readonly Candidate[] {
  const quote = QUOTES.find((each) => candidates.some((candidate) => candidate.quote === each))
  for (const { file, quote: other, pair } of candidates) {
    if (other !== quote)
      issues.push({ file, line: 0, reason: `${other} is not mixed with the ${quote} files of ${pair}` })
  }
  return candidates.filter((candidate) => candidate.quote === quote)
}

async function joinFiles(candidates: readonly Candidate[], issues: FileIssue[]): Promise<Series | undefined> {
  const read: { readonly file: string; readonly candles: Series; readonly firstS: number; readonly lastS: number }[] =
    []
  for (const { path, file } of candidates) {
    const result = await readCandleFile(path, file)
    issues.push(...result.issues)
    if ('refused' in result) issues.push(result.refused)
    else {
      const firstS = result.candles.at(0)?.timestamp ?? 0
      const lastS = result.candles.last()?.timestamp ?? 0
      read.push({ file, candles: result.candles, firstS, lastS })
    }
  }
  const joined = createSeries(MAX_ROWS)
  let before: { readonly file: string; readonly lastS: number } | undefined
  for (const part of read.sort((a, b) => a.firstS - b.firstS || b.lastS - a.lastS)) {
    if (before && part.firstS <= before.lastS) {
      issues.push({ file: part.file, line: 0, reason: `it overlaps ${before.file}, which begins earlier` })
    } else if (joined.length() + part.candles.length() > MAX_ROWS) {
      issues.push({ file: part.file, line: 0, reason: `with it there would be more than ${MAX_ROWS} rows` })
    } else {
      for (let row = 0; row < part.candles.length(); row += 1) {
        if (row % ROWS_PER_CHUNK === 0) await yieldToEventLoop()
        const candle = part.candles.at(row)
        if (candle) joined.push(candle)
      }
      before = part
    }
  }
  return before && joined
}

/** Formats an issue as one line. */
export const formatIssue = ({ file, line, reason }: FileIssue): string =>
  line > 0 ? `${file}:${line}: ${reason}` : `${file}: ${reason}`

/**
 * Reads PAIRBOT_REPLAY: candle files or folders, separated by the path delimiter. Files of a pair are joined in order of
 * time. Rejects with a `MarketSettingsError` when none of it can be used.
 */
export async function readRecording(setting: string): Promise<Recording> {
  const inputs = setting.split(delimiter).filter((input) => input !== '')
  const found = (await Promise.all(inputs.map(filesOf))).flat()
  const issues: FileIssue[] = []
  const candidates = found.flatMap((each) => candidateOf(each, issues) ?? [])
  const minutes = new Map<PairId, Series>()
  for (const pair of PAIR_IDS) {
    const own = withOneQuote(
      candidates.filter((candidate) => candidate.pair === pair),
      issues,
    )
    const joined = await joinFiles(own, issues)
    if (joined) minutes.set(pair, joined)
  }
  if (minutes.size === 0) {
    const [first] = issues
    throw new MarketSettingsError(`PAIRBOT_REPLAY: ${first ? formatIssue(first) : `no ${SUFFIX} file in ${setting}`}`)
  }
  return { name: nameOf(inputs), minutes, issues }
}

function nameOf(inputs: readonly string[]): string {
  const name = basename(inputs[0] ?? '')
  return inputs.length > 1 ? `${name} and ${inputs.length - 1} more` : name
}
