// Runs inside the page: measures the time from each interaction to the next paint, dropped frames, received messages, and
// the age of a timestamped number whenever it is painted.
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
      phase.details.set(interactionId, `${duration} ms: ${name} on '${what}' (waited ${waited}, handlers ${took})`)
    }
  }).observe({ type: 'event', durationThreshold: 16 })

  let received = 0
  const { WebSocket: Native } = window
  window.WebSocket = class extends Native {
    constructor(...words) {
      super(...words)
      this.addEventListener('message', ({ data }) => {
        received += data.length
      })
    }
  }

  // A size change in every frame is observed after layout and before paint, so the observed text is what is painted.
  const SPAN_MS = 1_000_000
  let pulse
  const layouts = new ResizeObserver(() => {
    const text = phase?.stamped?.textContent
    if (text === undefined || text === phase.text) return
    const { stamp: before } = phase
    phase.text = text
    phase.stamp = Math.round(Number(text.replaceAll(/[^\d.]/g, '')) * 10) % SPAN_MS
    phase.paints += 1
    const { stamp } = phase
    const painted = () => {
      const age = (from) => (((Date.now() - from) % SPAN_MS) + SPAN_MS) % SPAN_MS
      phase?.ages.push(age(stamp))
      // Every message since the last painted one waited until now, even if only a newer one is visible.
      const since = before === undefined ? 1 : (stamp - before + SPAN_MS) % SPAN_MS
      for (let ms = 0; ms < Math.min(since, 10_000); ms += 1) phase?.waits.push(age(stamp) + ms)
    }
    void scheduler.postTask(painted, { priority: 'user-blocking' })
  })

  const onFrame = (now) => {
    if (!phase) return
    if (phase.last !== undefined) {
      phase.frames += 1
      phase.longest = Math.max(phase.longest, now - phase.last)
      phase.dropped += Math.max(0, Math.round((now - phase.last) / FRAME_MS) - 1)
    }
    phase.last = now
    if (phase.stamped) pulse.style.width = `${1 + (phase.frames % 2)}px`
    requestAnimationFrame(onFrame)
  }

  const paint = window.requestAnimationFrame.bind(window)
  const waiting = new Map()

  window.watch = {
    /** Simulates a hidden tab: reports it as hidden and paints no frames. A headless browser offers no other way. */
    hide() {
      let ids = 1e9
      window.requestAnimationFrame = (callback) => {
        waiting.set((ids += 1), callback)
        return ids
      }
      window.cancelAnimationFrame = (id) => waiting.delete(id)
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
      document.dispatchEvent(new Event('visibilitychange'))
    },
    show() {
      delete document.visibilityState
      window.requestAnimationFrame = paint
      for (const callback of waiting.values()) paint(callback)
      document.dispatchEvent(new Event('visibilitychange'))
    },
    /** For an element whose text is a timestamp: its age at each paint. */
    start(stamped) {
      phase = {
        durations: new Map(),
        details: new Map(),
        frames: 0,
        dropped: 0,
        longest: 0,
        before: performance.interactionCount,
        stamped,
        text: stamped?.textContent,
        stamp: undefined,
        paints: 0,
        ages: [],
        waits: [],
      }
      if (stamped && !pulse) {
        pulse = document.body.appendChild(document.createElement('div'))
        pulse.style.cssText = 'position:fixed;width:1px;height:1px;contain:strict;visibility:hidden'
        layouts.observe(pulse)
      }
      requestAnimationFrame(onFrame)
    },
    /** Characters that came over all sockets since the page was loaded. */
    received: () => received,
    stop() {
      const { durations, details, frames, dropped, longest, before, paints, ages, waits } = phase
      phase = undefined
      return {
        durations: [...durations.values()],
        details: [...details.values()],
        interactions: performance.interactionCount - before,
        frames,
        dropped,
        longest,
        paints,
        ages,
        waits,
      }
    },
  }
}
