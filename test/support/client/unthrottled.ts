/**
 * React leaves a fallback up for 300 ms before it shows what was loaded meanwhile, so that pages do not flicker. In tests that
 * is half of the time: React, which takes its clock when it is first loaded, gets one that does not wait for it.
 */
/** How long React leaves a fallback up, ms. */
export const FALLBACK_THROTTLE_MS = 300
const startTimeout = globalThis.setTimeout

globalThis.setTimeout = Object.assign(
  (run: () => void, delay = 0) => startTimeout(run, delay <= FALLBACK_THROTTLE_MS ? 0 : delay),
  startTimeout,
)
await import('react-dom/client')
globalThis.setTimeout = startTimeout
