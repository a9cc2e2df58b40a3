/** How many messages Redis has for gateways that were away; beyond that they get the newest of each stream. */
export const RELAY_ROWS = 2_000

/** Answers to a batch. */
export const ACCEPTED = 1
export const UNKNOWN = 2

/**
 * Publishes a batch of a leader. The first one replaces earlier leaders of one of its pairs, or of another market; it is refused if one
 * of those is later, by its term. Of a leader with more pairs the others are left to leaders that follow: it publishes no more itself. A batch that was published before, whose answer was lost with the connection, is not published again.
 * KEYS: head, leaders, newest, rows. ARGV: epoch, batch, JSON of term, market and pairs, whether the leader begins (1, or empty), then
 * stream, kind and text of each message.
 * Answer: 1, 0 if there is a later leader, or 2 if a Redis that was emptied does not know this one, which has to begin again.
 */
export const PUBLISH = `
local epoch, batch = ARGV[1], ARGV[2]
local function append(stream, kind, text)
  local n = redis.call('HINCRBY', KEYS[1], 'n', 1)
  redis.call('XADD', KEYS[4], 'MAXLEN', '~', ${RELAY_ROWS}, string.format('%.0f-0', n),
    'e', epoch, 'b', batch, 's', stream, 'k', kind, 'm', text)
end
local function begin()
  local own = cjson.decode(ARGV[3])
  local isOwn = {}
  for _, pair in ipairs(own.pairs) do isOwn[pair] = true end
  local all = redis.call('HGETALL', KEYS[2])
  local isReplaced, left = {}, {}
  for at = 1, #all, 2 do
    local other = cjson.decode(all[at + 1])
    local isShared = other.market ~= own.market
    local others = {}
    for _, pair in ipairs(other.pairs) do
      if isOwn[pair] then isShared = true else others[#others + 1] = pair end
    end
    if isShared and other.term > own.term then return false end
    if isShared then isReplaced[all[at]] = true end
    if isShared and other.market == own.market and #others > 0 then
      left[all[at]] = cjson.encode({ term = other.term, market = other.market, pairs = others, isGone = true })
    end
  end
  for _, field in ipairs(redis.call('HKEYS', KEYS[3])) do
    if isReplaced[string.match(field, '^%S+')] then redis.call('HDEL', KEYS[3], field) end
  end
  for replaced in pairs(isReplaced) do
    redis.call('HDEL', KEYS[2], replaced)
    redis.call('HDEL', KEYS[1], 'batch ' .. replaced)
  end
  for epoch, scope in pairs(left) do redis.call('HSET', KEYS[2], epoch, scope) end
  redis.call('HSET', KEYS[2], epoch, ARGV[3])
  append('', 'began', ARGV[3])
  return true
end
local known = redis.call('HGET', KEYS[2], epoch)
if known and cjson.decode(known).isGone then return 0 end
if not known then
  if ARGV[4] == '' then return ${UNKNOWN} end
  if not begin() then return 0 end
end
if redis.call('HGET', KEYS[1], 'batch ' .. epoch) == batch then return ${ACCEPTED} end
redis.call('HSET', KEYS[1], 'batch', batch, 'batch ' .. epoch, batch)
for at = 5, #ARGV, 3 do
  append(ARGV[at], ARGV[at + 1], ARGV[at + 2])
  -- What passes is of no use to a gateway that starts later.
  if ARGV[at + 1] ~= 'passing' then redis.call('HSET', KEYS[3], epoch .. ' ' .. ARGV[at], ARGV[at + 2]) end
end
return ${ACCEPTED}
`

/** Reads where the rows are, the leaders, and the newest of every stream, as of one moment. KEYS: head, leaders, newest. */
export const NEWEST = `
return { redis.call('HGETALL', KEYS[1]), redis.call('HGETALL', KEYS[2]), redis.call('HGETALL', KEYS[3]) }
`
