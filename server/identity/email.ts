/** One form per address, so that spelling variants (case, spaces, full-width letters) are one account and one counter. */
export const normalizeEmail = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

/** The user name that an address suggests: its local part. Uniqueness is up to the caller. */
export const usernameOf = (email: string): string => email.split('@', 1)[0] ?? email
