// Runs inside every page of the benchmark, before its own scripts: the same data and the same pace for each contender.
{
  const CANDLES = 500
  const UPDATES_PER_CANDLE = 100
  const START_S = 1_559_347_200

  /** mulberry32: the same walk in every page and every round. */
  const random = (seed) => () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  const next = random(7)
  const step = (price) => price * (1 + (next() - 0.5) * 0.0012)
  const candles = []
  for (let i = 0, price = 8_500; i < CANDLES; i++) {
    const path = [price, step(price), step(price), (price = step(price))]
    const candle = {
      t: START_S + i * 60,
      o: path[0],
      h: Math.max(...path),
      l: Math.min(...path),
      c: price,
      v: next() * 20,
    }
    candles.push(candle)
  }
  /** Twenty levels where everything is shown, otherwise ten. */
  const zonesOf = (count) =>
    Array.from({ length: count }, (_, i) => {
      const from = 8_300 + (i * 450) / count
      return { id: `z${i}`, kind: i < count / 2 ? 'support' : 'resistance', from, to: from + 12, strength: 'Strong' }
    })

  let running = { ...candles.at(-1) }
  let sent = 0
  const update = () => {
    if (++sent % UPDATES_PER_CANDLE === 0) {
      running = { t: running.t + 60, o: running.c, h: running.c, l: running.c, c: running.c, v: 0 }
    }
    const c = step(running.c)
    running = { ...running, c, h: Math.max(running.h, c), l: Math.min(running.l, c), v: running.v + next() * 0.1 }
    window.contender.update(running)
  }

  const FRAME_MS = 1000 / 60
  let phase
  const watchFrames = (now) => {
    if (!phase) return
    if (phase.last !== undefined) {
      phase.frames += 1
      phase.dropped += Math.max(0, Math.round((now - phase.last) / FRAME_MS) - 1)
    }
    phase.last = now
    requestAnimationFrame(watchFrames)
  }

  window.bench = {
    /** Milliseconds from data in hand to the frame after the first painted one. */
    async firstPaint() {
      const zones = zonesOf(document.documentElement.dataset.everything === undefined ? 10 : 20)
      const began = performance.now()
      await window.contender.init(structuredClone(candles), zones)
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
      return performance.now() - began
    },
    /** Milliseconds from the data of another view in hand to the frame after its first painted one; 0 where there is none. */
    async change() {
      if (!window.contender.change) return 0
      const other = candles.map(({ t, o, h, l, c, v }) => ({ t, o: o / 2, h: h / 2, l: l / 2, c: c / 2, v }))
      const began = performance.now()
      await window.contender.change(other)
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
      return performance.now() - began
    },
    start(perSecond) {
      phase = { began: performance.now(), updates: 0, frames: 0, dropped: 0 }
      requestAnimationFrame(watchFrames)
      if (perSecond === 0) return
      phase.timer = setInterval(
        () => {
          const due = ((performance.now() - phase.began) / 1000) * perSecond
          while (phase.updates < due) {
            phase.updates += 1
            update()
          }
        },
        Math.min(16, 1000 / perSecond),
      )
    },
    stop() {
      clearInterval(phase.timer)
      const { updates, frames, dropped } = phase
      phase = undefined
      return { updates, frames, dropped }
    },
    /** One update that must be seen: the running candle falls by a third of a percent. */
    jolt() {
      running = { ...running, c: running.o * 0.997, l: Math.min(running.l, running.o * 0.997) }
      window.contender.update(running)
      return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    },
  }
}
