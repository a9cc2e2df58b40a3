import type { StreamStatus } from '#src/streams/index.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'

export const STREAM_TONES: Record<StreamStatus, Tone> = { active: 'success', inactive: 'neutral', error: 'danger' }
