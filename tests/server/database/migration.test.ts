import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EntitySchema, readEntity } from '../../../schemas/read-entity.ts';
import { type Database, StartupError } from '../../../server/database/engine.ts';
import { migrate, SCHEMA_VERSION } from '../../../server/database/migration.ts';
import { testDatabase } from '../plant/database.ts';

let database: Database;
const logged: string[] = [];
const log = { info: (text: string) => logged.push(text), warn: (text: string) => logged.push(text) };

beforeAll(async () => {
  database = await testDatabase('empty');
});
afterAll(() => database.close());

beforeEach(async () => {
  logged.length = 0;
  const { rows } = await database.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = current_schema()',
  );
  for (const { name } of rows) await database.query(`drop table "${name}" cascade`);
});

const text = (more: EntitySchema = {}): EntitySchema => ({
  type: 'string',
  title: 'Text',
  'x-title': { it: 'Testo' },
  ...more,
});
const number = (more: EntitySchema = {}): EntitySchema => ({ ...text(more), type: 'integer' });

/** Returns a plant of machines with a class and an optional owner; `change` alters the machine's schema. */
const plant = (change: (machine: EntitySchema) => void = () => undefined) => {
  const machine: EntitySchema = {
    title: 'Machine',
    'x-resource': 'macchina/tipo-A',
    'x-id': 'id_macchina',
    'x-key': ['codice'],
    'x-search': ['codice', 'nota'],
    'x-sort': ['codice', 'ASC'],
    'x-delete': 'soft',
    required: ['codice'],
    properties: {
      codice: text({ maxLength: 10 }),
      nota: text({ 'x-kind': 'note' }),
      id_classe: number({ 'x-ref': 'classe', 'x-ref-text': 'classe' }),
      id_padre: number({ 'x-ref': 'macchina/tipo-A', default: -1, 'x-none': { title: 'None' } }),
      ferma: number({ 'x-kind': 'flag', default: 0 }),
      stato: text({
        oneOf: [
          { const: 'A', title: 'A' },
          { const: 'B', title: 'B' },
        ],
      }),
      prezzo: { ...text({ 'x-kind': 'money' }), type: 'number' },
      opzioni: text({ 'x-kind': 'options', type: 'array', default: [] }),
    },
  };
  change(machine);
  const kind = {
    title: 'Class',
    'x-resource': 'classe',
    'x-display': '{nome}',
    properties: { nome: text({ 'x-unique': true }), id_prima: number({ 'x-ref': 'macchina/tipo-A' }) },
  };
  return [readEntity('machine', machine), readEntity('class', kind)];
};

const up = (change?: (machine: EntitySchema) => void) => migrate(database, plant(change), { log });
const fails = async (change: (machine: EntitySchema) => void): Promise<string> => {
  const error = await up(change).then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(StartupError);
  return String(error);
};
const insert = (values: Record<string, unknown>) =>
  database.query(
    `insert into macchina_tipo_a (${Object.keys(values).join(', ')}) values (${Object.keys(values).map((_, index) => `$${index + 1}`)})`,
    Object.values(values),
  );
const type = async (name: string): Promise<string | undefined> => {
  const { rows } = await database.query<{ type: string }>(
    `select format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = 'macchina_tipo_a'::regclass and attname = $1`,
    [name],
  );
  return rows[0]?.type;
};
const indexes = async (): Promise<string[]> =>
  (
    await database.query<{ indexdef: string }>(
      "select indexdef from pg_indexes where tablename = 'macchina_tipo_a'",
    )
  ).rows.map(({ indexdef }) => indexdef);

describe('a new database', () => {
  it('creates tables that refer to each other, and the system tables', async () => {
    await up();
    await insert({ codice: 'M1' });
    const { rows } = await database.query('select * from macchina_tipo_a');
    expect(rows).toMatchObject([
      {
        id_macchina: 1,
        codice: 'M1',
        id_padre: -1,
        ferma: 0,
        canc: 0,
        versione: 1,
        opzioni: [],
        id_padre_fk: null,
      },
    ]);
    expect((await database.query('select num_admin, mtbf from licenza')).rows).toEqual([
      { num_admin: null, mtbf: 1 },
    ]);
    await database.query("insert into segreto (codice, valore) values ('a', 'b')");
  });

  it('refuses rows that the schema refuses', async () => {
    await up();
    const code = async (values: Record<string, unknown>) =>
      insert(values).then(
        () => undefined,
        (error) => error.code,
      );
    await insert({ codice: 'M1' });
    expect(await code({ codice: 'm1' })).toBe('23505');
    expect(await code({ nota: 'x' })).toBe('23502');
    expect(await code({ codice: 'M2', ferma: 2 })).toBe('23514');
    expect(await code({ codice: 'M2', stato: 'C' })).toBe('23514');
    expect(await code({ codice: 'M2', id_classe: 9 })).toBe('23503');
    expect(await code({ codice: 'M2', id_padre: 9 })).toBe('23503');
    expect(await code({ codice: 'M2', id_padre: 1 })).toBeUndefined();
    expect(await code({ codice: 'longer than ten' })).toBe('22001');
  });

  it('allows the code of a softly deleted row again', async () => {
    await up();
    await insert({ codice: 'M1', canc: 1 });
    await insert({ codice: 'M1', canc: 1 });
    await insert({ codice: 'M1' });
    await expect(insert({ codice: 'M1' })).rejects.toMatchObject({ code: '23505' });
  });

  it('creates indexes for keys, references, search words and the order of the list', async () => {
    await up();
    const all = (await indexes()).join('\n');
    expect(all).toMatch(/UNIQUE INDEX .* \(lower\(\(codice\)::text\)\) WHERE \(canc = 0\)/);
    expect(all).toMatch(
      /gin \("~words_[0-9a-f]{8}" gin_trgm_ops, officina_letter_pairs\("~words_[0-9a-f]{8}"\)\)/,
    );
    expect(all).toMatch(/btree \(codice COLLATE "und-x-icu", id_macchina\) WHERE \(canc = 0\)/);
    for (const name of ['id_classe', 'id_padre', 'id_padre_fk']) expect(all).toContain(`btree (${name})`);
  });
});

describe('a database that is there', () => {
  it('is left alone when nothing changed', async () => {
    await up();
    logged.length = 0;
    await up();
    await up();
    expect(logged).toEqual([]);
    expect((await database.query('select count(*) from officina_versione')).rows).toEqual([{ count: 1 }]);
    await database.query('delete from officina_versione');
    await up();
    expect((await database.query('select sql from officina_versione')).rows).toEqual([{ sql: '' }]);
  });

  it('gets new columns, filled with their defaults', async () => {
    await up();
    await insert({ codice: 'M1' });
    await up((machine) => {
      machine.properties.piano = number({ default: 3 });
      machine.required.push('piano');
    });
    expect((await database.query('select piano from macchina_tipo_a')).rows).toEqual([{ piano: 3 }]);
  });

  it('reports rows without a value for a new required column', async () => {
    await up();
    await insert({ codice: 'M1' });
    const withFloor = (machine: EntitySchema) => {
      machine.properties.piano = number();
      machine.required.push('piano');
    };
    await up(withFloor);
    expect(logged.join()).toContain('macchina_tipo_a.piano is required');
    await database.query('update macchina_tipo_a set piano = 1');
    await database.query('delete from officina_versione');
    await up(withFloor);
    await expect(insert({ codice: 'M2' })).rejects.toMatchObject({ code: '23502' });
  });

  it('renames a column by x-was and keeps its values', async () => {
    await up();
    await insert({ codice: 'M1', nota: 'remember' });
    const renamed = (machine: EntitySchema) => {
      const { nota, ...rest } = machine.properties;
      machine.properties = { ...rest, appunti: { ...nota, 'x-was': 'nota' } };
      machine['x-search'] = ['codice', 'appunti'];
    };
    await up(renamed);
    expect((await database.query('select appunti from macchina_tipo_a')).rows).toEqual([
      { appunti: 'remember' },
    ]);
    logged.length = 0;
    await up(renamed);
    expect(logged).toEqual([]);
  });

  it('renames a reference that may be none', async () => {
    await up();
    await insert({ codice: 'M1' });
    await insert({ codice: 'M2', id_padre: 1 });
    await up((machine) => {
      const { id_padre, ...rest } = machine.properties;
      machine.properties = { ...rest, id_madre: { ...id_padre, 'x-was': 'id_padre' } };
    });
    const { rows } = await database.query(
      'select id_madre, id_madre_fk from macchina_tipo_a order by id_macchina',
    );
    expect(rows).toEqual([
      { id_madre: -1, id_madre_fk: null },
      { id_madre: 1, id_madre_fk: 1 },
    ]);
    expect(await type('id_padre_fk')).toBeUndefined();
  });

  it('refuses to drop a column, prints the SQL, and changes nothing', async () => {
    await up();
    const said = await fails((machine) => {
      delete machine.properties.nota;
      machine['x-search'] = ['codice'];
      machine.properties.nuova = text();
    });
    expect(said).toContain('alter table "macchina_tipo_a" drop column "nota";');
    expect(await type('nota')).toBe('character varying(2000)');
    expect(await type('nuova')).toBeUndefined();
  });

  it('refuses a type that cannot hold the existing values', async () => {
    await up();
    expect(
      await fails((machine) => {
        machine.properties.prezzo = { ...text(), type: 'string', format: 'date' };
      }),
    ).toContain('alter column "prezzo" type date');
  });

  it('widens a text, and leaves a wider one as it is', async () => {
    await up();
    await up((machine) => {
      machine.properties.codice.maxLength = 30;
    });
    expect(await type('codice')).toBe('character varying(30)');
    // The words are made of it.
    expect((await indexes()).filter((index) => index.includes('gin ("~words'))).toHaveLength(1);
    await up();
    expect(await type('codice')).toBe('character varying(30)');
  });

  it('follows new choices, keys and defaults', async () => {
    await up();
    await insert({ codice: 'M1', stato: 'A' });
    await up((machine) => {
      machine.properties.stato.oneOf.push({ const: 'C', title: 'C' });
      machine.properties.stato.default = "C'è";
      machine.properties.stato.oneOf.push({ const: "C'è", title: 'There' });
      machine['x-key'] = ['codice', 'stato'];
    });
    await insert({ codice: 'M1', stato: 'C' });
    await insert({ codice: 'M9' });
    expect((await database.query("select stato from macchina_tipo_a where codice = 'M9'")).rows).toEqual([
      { stato: "C'è" },
    ]);
  });

  it('has the words of other texts, in one column with statistics', async () => {
    const words = async () =>
      (
        await database.query<{ name: string }>(
          `select attname as name from pg_attribute where attrelid = 'macchina_tipo_a'::regclass and attname like '~words%'
           and not attisdropped and attstattarget > 100`,
        )
      ).rows.map(({ name }) => name);
    await up((machine) => {
      machine['x-search'] = ['codice'];
    });
    const before = await words();
    await insert({ codice: 'M1', nota: 'POMPA Ò' });
    await insert({ codice: 'M2' });
    await up();
    const after = await words();
    expect([before.length, after.length]).toEqual([1, 1]);
    expect(after).not.toEqual(before);
    const { rows } = await database.query(
      `select "${after[0]}" as words from macchina_tipo_a order by codice`,
    );
    expect(rows).toEqual([{ words: 'm1\npompa ò' }, { words: 'm2\n' }]);
    const { rows: known } = await database.query('select 1 as known from pg_stats where attname = $1', after);
    expect(known).toEqual([{ known: 1 }]);
  });

  it('reports rows that violate a new key', async () => {
    await up();
    await insert({ codice: 'M1', nota: 'x' });
    await insert({ codice: 'M2', nota: 'x' });
    const said = await fails((machine) => {
      machine['x-unique'] = [['nota']];
    });
    expect(said).toContain('could not be updated');
  });

  it('knows whether older servers can go on', async () => {
    const isAdded = async (change: (machine: EntitySchema) => void): Promise<boolean> => {
      await up(change);
      const { rows } = await database.query<{ additiva: number }>(
        'select additiva from officina_versione order by id desc limit 1',
      );
      return rows[0]!.additiva === 1;
    };
    await up();
    const wider: ((machine: EntitySchema) => void)[] = [];
    const next = (change: (machine: EntitySchema) => void): Promise<boolean> => {
      wider.push(change);
      return isAdded((machine) => {
        for (const each of wider) each(machine);
      });
    };
    const column = (name: string, schema: EntitySchema) => (machine: EntitySchema) => {
      machine.properties![name] = schema;
    };
    expect(await next(column('targa', text({ maxLength: 8 })))).toBe(true);
    expect(await next(column('ore', number({ default: 0, 'x-index': true })))).toBe(true);
    expect(await next(column('id_altra', number({ 'x-ref': 'classe', 'x-ref-text': 'classe' })))).toBe(true);
    expect(await next(column('ore', number({ default: 1, 'x-index': true })))).toBe(true);
    expect(await next(column('targa', text({ maxLength: 9 })))).toBe(false);
    // An older server would not keep the table of the ways to the root.
    expect(
      await next((machine) => {
        machine['x-hierarchy'] = { parent: 'id_padre' };
      }),
    ).toBe(false);
    expect(
      await next((machine) => {
        machine['x-key'] = ['targa'];
      }),
    ).toBe(false);
    expect(
      await next((machine) => {
        machine.required = ['codice', 'targa'];
      }),
    ).toBe(false);
    const { rows } = await database.query<{ count: number }>(
      'select count(*)::int as count from officina_versione',
    );
    // A program that worked with the database before the others must not undo what they made necessary.
    await expect(up()).rejects.toThrow('data would be lost');
    expect((await database.query('select 1 from officina_versione')).rows).toHaveLength(rows[0]!.count);
  });

  it('is left as it is by an older program, if newer ones have only added', async () => {
    await up();
    await up((machine) => {
      machine.properties!.targa = text({ maxLength: 8, 'x-index': true });
    });
    const indexes = async () => (await database.query('select indexname from pg_indexes order by 1')).rows;
    const before = await indexes();
    logged.length = 0;
    await up();
    expect(await indexes()).toEqual(before);
    expect(logged).toEqual([expect.stringContaining('A newer version has added')]);
  });

  it('keeps tables that no schema names', async () => {
    await database.query('create table theirs (n integer)');
    await up();
    await database.query('insert into theirs values (1)');
  });

  it('of a newer program is not touched', async () => {
    await up();
    await database.query('update officina_versione set versione = $1', [SCHEMA_VERSION + 1]);
    expect(await fails(() => undefined)).toContain('newer version');
  });
});
