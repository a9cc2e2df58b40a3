/** Loads a font (as CSS writes it) for canvases and calls once it is there; never when it was before, or cannot be had. */
export function loadFont(font: string, onLoad: () => void): void {
  if (!document.fonts.check(font)) void document.fonts.load(font).then(onLoad, () => undefined)
}
