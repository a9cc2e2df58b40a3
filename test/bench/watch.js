// Runs inside the page: how long each interaction took until the next paint, and which frames were dropped.
{
  const FRAME_MS = 1000 / 60
  let phase
  new PerformanceObserver((list) => {
    for (const {
      interactionId,
      duration,
      name,
      target,
      processingStart,
      processingEnd,
      startTime,
    } of list.getEntries()) {
      if (!phase || interactionId === 0 || duration <= (phase.durations.get(interactionId) ?? 0)) continue
      phase.durations.set(interactionId, duration)
      const waited = Math.round(processingStart - startTime)
      const took = Math.round(processingEnd - processingStart)
      const what = target?.getAttribute('aria-label') ?? target?.textContent?.slice(0, 20) ?? ''
      phase.told.set(interactionId, `${duration} ms: ${name} on '${what}' (waited ${waited}, handlers ${took})`)
    }
  }).observe({ type: 'event', durationThreshold: 16 })

  const onFrame = (now) => {
    if (!phase) return
    if (phase.last !== undefined) {
      phase.frames += 1
      phase.longest = Math.max(phase.longest, now - phase.last)
      phase.dropped += Math.max(0, Math.round((now - phase.last) / FRAME_MS) - 1)
    }
    phase.last = now
    requestAnimationFrame(onFrame)
  }

  window.watch = {
    start() {
      const before = performance.interactionCount
      phase = { durations: new Map(), told: new Map(), frames: 0, dropped: 0, longest: 0, before }
      requestAnimationFrame(onFrame)
    },
    stop() {
      const { durations, told, frames, dropped, longest, before } = phase
      phase = undefined
      return {
        durations: [...durations.values()],
        told: [...told.values()],
        interactions: performance.interactionCount - before,
        frames,
        dropped,
        /** Milliseconds between two frames, the most. */
        longest,
      }
    },
  }
}
