export {
  fieldsOf,
  finite,
  isFields,
  listOf,
  moment,
  oneOf,
  score,
  text,
  timeframe,
  timeframes,
  words,
  type Fields,
} from '#contract/analysis/reading.ts'
