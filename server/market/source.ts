import { isKrakenReachable } from './kraken/probe.ts'
import { createKrakenSource } from './kraken/source.ts'
import type { MarketDeps, MarketSource } from './ports.ts'
import { readRecording, formatIssue } from './replay/recording.ts'
import { createReplaySource } from './replay/source.ts'
import { MarketSettingsError, type MarketSettings } from './settings.ts'
import { createSimulatedSource } from './simulated/source.ts'

/**
 * Creates the source named in the settings. `auto` may take up to five seconds to decide, so do other work in the
 * meantime. Rejects with a `MarketSettingsError` when the recording cannot be used.
 */
export async function createSource(settings: MarketSettings, deps: MarketDeps): Promise<MarketSource> {
  switch (settings.market) {
    case 'simulated':
      return createSimulatedSource(String(settings.seed), deps)
    case 'kraken':
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

async function openReplay({ replay, replaySpeed }: MarketSettings, deps: MarketDeps): Promise<MarketSource> {
  if (!replay) throw new MarketSettingsError('PAIRBOT_REPLAY: a replay needs a candle file or a folder')
  const recording = await readRecording(replay)
  for (const issue of recording.issues) deps.log.warn({ ...issue }, `replay: ${formatIssue(issue)}`)
  return createReplaySource(recording, replaySpeed, deps)
}
