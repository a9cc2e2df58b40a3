/**
 * Version of what the analysis makes of candles, and of the files it is stored in. Raise it with every change of either: a
 * test compares the readings of fixed candles with those of this version.
 */
export const READINGS_VERSION = 3
