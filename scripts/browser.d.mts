export const CHROMIUM_FLAGS: string[]
export function findChromium(env?: NodeJS.ProcessEnv): string | undefined
