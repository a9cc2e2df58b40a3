/** Names of the log's keys in Redis. One hash tag keeps them on one node of a cluster, where scripts may use them together. */
export interface RedisKeys {
  readonly epoch: string
  readonly heads: string
  readonly journal: string
  readonly fences: string
  writer(id: string): string
  stream(key: string): string
}

export function redisKeys(name: string): RedisKeys {
  const tag = `{${name}}`
  return {
    epoch: `${tag}:epoch`,
    heads: `${tag}:heads`,
    journal: `${tag}:journal`,
    fences: `${tag}:fences`,
    writer: (id) => `${tag}:writer:${id}`,
    stream: (key) => `${tag}:stream:${key}`,
  }
}
