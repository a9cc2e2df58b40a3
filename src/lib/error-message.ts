/** The message of a thrown or rejected value. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
