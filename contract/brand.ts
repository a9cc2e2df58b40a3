/** The product's name; the specification leaves it open. */
export const BRAND = 'Pairbot'
