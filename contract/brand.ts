/** The product's name. The specification never gives one (docs/decisions/0001-names.md). */
export const BRAND = 'Pairbot'
