/** How many messages Redis has for gateways that were away; beyond that they get the newest of each stream. */
export const RELAY_ROWS = 2_000

/**
 * Publishes a batch of a leader, unless a later one has published: a leader's term is higher than that of all before it. A batch that
 * was published before, whose answer was lost with the connection, is not published again.
 * KEYS: head, newest, rows. ARGV: epoch, term, batch, then stream, kind and text of each message.
 * Answer: 1, or 0 if there is a later leader.
 */
export const PUBLISH = `
local term = tonumber(redis.call('HGET', KEYS[1], 'term') or '0')
if tonumber(ARGV[2]) < term then return 0 end
if redis.call('HGET', KEYS[1], 'epoch') ~= ARGV[1] then
  redis.call('DEL', KEYS[2])
  redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'term', ARGV[2])
end
if redis.call('HGET', KEYS[1], 'batch') == ARGV[3] then return 1 end
redis.call('HSET', KEYS[1], 'batch', ARGV[3])
for at = 4, #ARGV, 3 do
  local n = redis.call('HINCRBY', KEYS[1], 'n', 1)
  redis.call('XADD', KEYS[3], 'MAXLEN', '~', ${RELAY_ROWS}, string.format('%.0f-0', n),
    'e', ARGV[1], 'b', ARGV[3], 's', ARGV[at], 'k', ARGV[at + 1], 'm', ARGV[at + 2])
  -- What passes is of no use to a gateway that starts later.
  if ARGV[at + 1] ~= 'passing' then redis.call('HSET', KEYS[2], ARGV[at], ARGV[at + 2]) end
end
return 1
`

/** Reads where the rows are and the newest of every stream, as of one moment. KEYS: head, newest. */
export const NEWEST = `return { redis.call('HGETALL', KEYS[1]), redis.call('HGETALL', KEYS[2]) }`
