// Starts the clock at a fixed time: in Node by `--import` with CLOCK_OFFSET_MS, in a page as an init script that sets it.
{
  const offset = Number(globalThis.CLOCK_OFFSET_MS ?? process.env.CLOCK_OFFSET_MS)
  const Native = globalThis.Date
  globalThis.Date = class extends Native {
    constructor(...parts) {
      if (parts.length === 0) super(Native.now() + offset)
      else super(...parts)
    }
    static now() {
      return Native.now() + offset
    }
  }
}
