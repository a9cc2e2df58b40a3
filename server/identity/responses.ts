/** Wraps `data` in the success envelope of the identity service. */
export const successBody = <T>(data: T) => ({ success: true as const, data })
