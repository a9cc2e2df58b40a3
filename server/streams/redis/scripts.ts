/**
 * What Redis runs for the stream log. Each script is atomic, and one append to the append-only file, so that a Redis that
 * is killed has all or nothing of it.
 *
 * Keys, all with one hash tag: `epoch`; `heads`, a hash of the last `seq id` of each stream, and under the empty name the
 * number of the last entry of the journal; `journal`, a stream of all entries in the order in which they were stored, with
 * the gapless ids `1-0`, `2-0`; `fences`, a hash of the highest fencing token seen of each
 * scope; `writer:<id>`, what the last batch of a process was answered; `stream:<key>`, the newest
 * entries of each stream under their own ids.
 */

/** How many entries all streams together keep in the journal: what a reader may be behind without loading the streams. */
export const JOURNAL_ENTRIES = 10_000

/** A token that is too old. */
export const DEPOSED = 'deposed'

/** Refuses a token below the highest one seen of any of its scopes, and records it otherwise. An empty token is not checked. */
const CHECK_FENCE = `
local function isDeposed(fences, token, scopes)
  if token == '' then return false end
  local names = cjson.decode(scopes)
  for _, seen in ipairs(redis.call('HMGET', fences, unpack(names))) do
    if seen and tonumber(seen) > tonumber(token) then return true end
  end
  for _, name in ipairs(names) do redis.call('HSET', fences, name, token) end
  return false
end
`

/** KEYS: fences. ARGV: fencing token, JSON of its scopes. Answer: `deposed` or `held`. */
export const CLAIM = `${CHECK_FENCE}
if isDeposed(KEYS[1], ARGV[1], ARGV[2]) then return '${DEPOSED}' end
return 'held'
`

/**
 * Appends a batch. A batch that was appended before, whose answer was lost with the connection, is only answered again.
 * KEYS: epoch, heads, journal, writer, fences, then the stream of each entry.
 * ARGV: epoch, number of the batch, its token, entries per stream, fencing token, JSON of its scopes, then of each entry its key, ms
 * and body, and the last number of its stream that the process has read.
 * Answer: `[number of its last journal entry, id, seq, id, seq…]`, `[deposed]`, or an empty list if the epoch is another one or a stream
 * has lost entries.
 */
export const APPEND = `${CHECK_FENCE}
if isDeposed(KEYS[5], ARGV[5], ARGV[6]) then return {'${DEPOSED}'} end
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return {} end
local answered = redis.call('GET', KEYS[4])
if answered then
  local before = cjson.decode(answered)
  if before.batch == ARGV[2] then return before.answer end
end
local function seqOf(key)
  return tonumber(string.match(redis.call('HGET', KEYS[2], key) or '0', '^%d+'))
end
for at = 7, #ARGV, 4 do
  if seqOf(ARGV[at]) < tonumber(ARGV[at + 3]) then return {} end
end
local answer = {''}
local n
for index = 6, #KEYS do
  local at = 7 + (index - 6) * 4
  local key, ms, body = ARGV[at], tonumber(ARGV[at + 1]), ARGV[at + 2]
  local seq, lastMs, count = 0, -1, 0
  local head = redis.call('HGET', KEYS[2], key)
  if head then
    local s, m, c = string.match(head, '^(%d+) (%d+)-(%d+)$')
    seq, lastMs, count = tonumber(s), tonumber(m), tonumber(c)
  end
  if ms > lastMs then count = 0 else ms, count = lastMs, count + 1 end
  -- Redis has no id 0-0.
  if ms == 0 and count == 0 then count = 1 end
  local id = string.format('%.0f-%.0f', ms, count)
  local number = string.format('%.0f', seq + 1)
  n = redis.call('HINCRBY', KEYS[2], '', 1)
  redis.call('HSET', KEYS[2], key, number .. ' ' .. id)
  redis.call('XADD', KEYS[index], 'MAXLEN', '~', ARGV[4], id, 's', number, 'd', body, 'n', n)
  redis.call('XADD', KEYS[3], 'MAXLEN', '~', ${JOURNAL_ENTRIES}, string.format('%.0f-0', n),
    'k', key, 'i', id, 's', number, 'd', body, 't', ARGV[3])
  answer[#answer + 1] = id
  answer[#answer + 1] = number
end
answer[1] = string.format('%.0f', n)
redis.call('SET', KEYS[4], cjson.encode({ batch = ARGV[2], answer = answer }), 'EX', 86400)
return answer
`

/**
 * Writes entries to the end of a stream that has lost them, under the ids and numbers that they had.
 * KEYS: heads, fences, stream. ARGV: key, its head now (empty: none) and then, entries per stream, fencing token, JSON of its scopes, then
 * id, seq, body and journal number of each entry.
 * Answer: `deposed`, `restored`, or `changed` if the head is another one.
 */
export const RESTORE = `${CHECK_FENCE}
if isDeposed(KEYS[2], ARGV[5], ARGV[6]) then return '${DEPOSED}' end
if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[2] then return 'changed' end
for at = 7, #ARGV, 4 do
  redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[4], ARGV[at], 's', ARGV[at + 1], 'd', ARGV[at + 2], 'n', ARGV[at + 3])
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 'restored'
`

/**
 * Begins an epoch, or goes on with one that Redis has lost, unless another process has just done so, and notifies all readers through the
 * journal.
 * KEYS: epoch, heads, journal, then the streams to delete. ARGV: the epoch that ends (empty: none), the new one, token, the number of the
 * last row that is known, how far ahead of it and of the last one the new row is, then the key of each stream to delete.
 * Answer: the epoch that is valid now.
 */
export const BEGIN_EPOCH = `
local current = redis.call('GET', KEYS[1]) or ''
if current ~= ARGV[1] then return current end
for index = 4, #KEYS do
  redis.call('UNLINK', KEYS[index])
  redis.call('HDEL', KEYS[2], ARGV[index + 2])
end
local n = string.format('%.0f', math.max(tonumber(redis.call('HGET', KEYS[2], '') or '0'), tonumber(ARGV[4])) + tonumber(ARGV[5]))
redis.call('HSET', KEYS[2], '', n)
redis.call('SET', KEYS[1], ARGV[2])
redis.call('XADD', KEYS[3], n .. '-0', 'k', '', 't', ARGV[3])
return ARGV[2]
`
