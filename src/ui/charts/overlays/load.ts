import type { CreateLayer } from './layer.ts'

let loaded: CreateLayer | undefined

/** What creates the layer of overlays, if its code has been loaded. */
export const loadedLayer = (): CreateLayer | undefined => loaded

/** Loads the code of the layer of overlays: with the first that is shown, since most of it is ECharts'. */
export async function loadLayer(): Promise<CreateLayer> {
  const { createOverlayLayer } = await import('./layer.ts')
  loaded = createOverlayLayer
  return createOverlayLayer
}
