/** The folder of PostgreSQL's programs; undefined where it is not installed. */
export function findPostgresql(): string | undefined
/** The program of Redis, or of Valkey; undefined where neither is installed. */
export function findRedis(): string | undefined
