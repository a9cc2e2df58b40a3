/** 'Version 2' */
export const versionName = (versionNumber: number): string => `Version ${versionNumber}`
