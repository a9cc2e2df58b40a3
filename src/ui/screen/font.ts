/** Loads a font (CSS shorthand) for canvas use. Calls `onLoad` once; not if the font was loaded already or fails to load. */
export function loadFont(font: string, onLoad: () => void): void {
  if (!document.fonts.check(font)) void document.fonts.load(font).then(onLoad, () => undefined)
}
