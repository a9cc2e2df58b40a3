/** Normalizes an address, so that variants (case, spaces, full-width letters) share one account and one counter. */
export const normalizeEmail = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

/** Suggested user name: the local part of the address. The caller ensures uniqueness. */
export const usernameOf = (email: string): string => email.split('@', 1)[0] ?? email
