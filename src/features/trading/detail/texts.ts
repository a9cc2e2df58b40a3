export const NO_DECISIONS = 'No decisions generated yet. Waiting for market conditions to meet strategy criteria.'
