import {
  CompiledQuery,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type RootOperationNode,
} from 'kysely';

/** Rules for writing to a database. */
interface WritingRules {
  /**
   * The key of a lock that every writing transaction, and every single statement that writes, takes first. So writers
   * take turns over all processes, as on SQLite (docs/decisions/0039). Without it statements must be correct under
   * concurrency.
   */
  writersLock?: string;
}

/** kysely's dialect for PostgreSQL, with SQLite's values and, if wanted, a single writer at a time. */
export class StudioPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #rules: WritingRules;

  constructor(config: PostgresDialectConfig, rules: WritingRules = {}) {
    super(config);
    this.#config = config;
    this.#rules = rules;
  }

  override createDriver(): Driver {
    return new StudioPostgresDriver(this.#config, this.#rules);
  }
}

type Connection = Parameters<PostgresDriver['rollbackTransaction']>[0];

const beginReading = CompiledQuery.raw('start transaction isolation level repeatable read read only');

class StudioPostgresDriver extends PostgresDriver {
  readonly #begin: CompiledQuery;
  readonly #takesTurns: boolean;
  readonly #prepared = new WeakSet<Connection>();
  readonly #inTransaction = new WeakSet<Connection>();

  constructor(config: PostgresDialectConfig, { writersLock }: WritingRules) {
    super(config);
    this.#takesTurns = writersLock !== undefined;
    // Two statements in one round trip, which a query without parameters allows.
    this.#begin = CompiledQuery.raw(
      writersLock === undefined ? 'begin' : `begin; select pg_advisory_xact_lock(${writersLock})`,
    );
  }

  override async acquireConnection(options?: Parameters<PostgresDriver['acquireConnection']>[0]) {
    // Cast to the driver's own class, because the declared type lacks some of its methods.
    const connection = (await super.acquireConnection(options)) as Connection;
    if (!this.#prepared.has(connection)) this.#prepare(connection);
    return connection;
  }

  /**
   * Changes the methods of a connection. The connection is not wrapped, because the pool recognises its connections by
   * identity.
   */
  #prepare(connection: Connection) {
    this.#prepared.add(connection);
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = async <Row>(query: CompiledQuery) => {
      const given = { ...query, parameters: query.parameters.map(toPostgres) };
      if (!this.#takesTurns || this.#inTransaction.has(connection) || !writes(query))
        return execute<Row>(given);
      await this.beginTransaction(connection, {});
      try {
        const result = await execute<Row>(given);
        await this.commitTransaction(connection);
        return result;
      } catch (error) {
        await this.rollbackTransaction(connection).catch(() => {});
        throw error;
      }
    };
  }

  override async beginTransaction(
    connection: Connection,
    settings: { accessMode?: 'read only' | 'read write' },
  ) {
    // The connection is noted before the lock is taken: if the wait for the lock fails, the transaction still has to
    // be rolled back.
    this.#inTransaction.add(connection);
    try {
      await connection.executeQuery(settings.accessMode === 'read only' ? beginReading : this.#begin);
    } catch (error) {
      await this.rollbackTransaction(connection).catch(() => {});
      throw error;
    }
  }

  override async commitTransaction(connection: Connection) {
    await super.commitTransaction(connection);
    this.#inTransaction.delete(connection);
  }

  override async rollbackTransaction(connection: Connection) {
    this.#inTransaction.delete(connection);
    await super.rollbackTransaction(connection);
  }
}

const writingKinds: ReadonlySet<RootOperationNode['kind']> = new Set([
  'InsertQueryNode',
  'UpdateQueryNode',
  'DeleteQueryNode',
]);

function writes({ query, sql }: CompiledQuery) {
  return (
    writingKinds.has(query.kind) || (query.kind === 'RawNode' && /^\s*(insert|update|delete)\b/i.test(sql))
  );
}

/** Converts values to what SQLite would store. A PostgreSQL text cannot contain a NUL. */
function toPostgres(value: unknown) {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  return value;
}
