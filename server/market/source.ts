import { PAIRS } from '#contract/pairs.ts'
import { errorMessage } from './backoff.ts'
import { isKrakenReachable } from './kraken/probe.ts'
import { createKrakenRest } from './kraken/rest.ts'
import { createKrakenSource } from './kraken/source.ts'
import type { MarketDeps, MarketSource } from './ports.ts'
import { readRecording, formatIssue } from './replay/recording.ts'
import { createReplaySource } from './replay/source.ts'
import { MarketSettingsError, type MarketSettings } from './settings.ts'
import { createSimulatedSource } from './simulated/source.ts'

/**
 * Creates the source named in the settings. `auto` may take up to five seconds to decide, so do other work in the
 * meantime. Rejects with a `MarketSettingsError` when the recording or the pairs cannot be used.
 */
export async function createSource(settings: MarketSettings, deps: MarketDeps): Promise<MarketSource> {
  switch (settings.market) {
    case 'simulated':
      return createSimulatedSource(String(settings.seed), deps, settings.pairs)
    case 'kraken':
      await checkListed(settings, deps)
      return createKrakenSource(settings, deps)
    case 'replay':
      return openReplay(settings, deps)
    case 'auto':
      return createSource(
        { ...settings, market: (await isKrakenReachable(settings, deps)) ? 'kraken' : 'simulated' },
        deps,
      )
  }
}

/** Refuses pairs that Kraken does not list. While its list cannot be read, the pairs that Pairbot knows have to do. */
async function checkListed({ pairs, krakenRest }: MarketSettings, deps: MarketDeps): Promise<void> {
  if (pairs === undefined) return
  const unlisted = await createKrakenRest(krakenRest, deps)
    .unlisted(pairs)
    .catch((error: unknown) => {
      deps.log.warn({ reason: errorMessage(error) }, "kraken: the pairs could not be checked against Kraken's list")
      return []
    })
  if (unlisted.length === 0) return
  const names = unlisted.map((pair) => PAIRS[pair].label).join(', ')
  throw new MarketSettingsError(`PAIRBOT_PAIRS: Kraken does not list ${names}`)
}

async function openReplay({ replay, replaySpeed, pairs }: MarketSettings, deps: MarketDeps): Promise<MarketSource> {
  if (!replay) throw new MarketSettingsError('PAIRBOT_REPLAY: a replay needs a candle file or a folder')
  const recording = await readRecording(replay)
  for (const issue of recording.issues) deps.log.warn({ ...issue }, `replay: ${formatIssue(issue)}`)
  if (pairs === undefined) return createReplaySource(recording, replaySpeed, deps)
  const minutes = new Map([...recording.minutes].filter(([pair]) => pairs.includes(pair)))
  if (minutes.size === 0) throw new MarketSettingsError(`PAIRBOT_PAIRS: the recording has none of ${pairs.join(', ')}`)
  return createReplaySource({ ...recording, minutes }, replaySpeed, deps)
}
