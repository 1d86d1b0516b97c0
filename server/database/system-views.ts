/** Views of the server's own tables, for the entities that show their rows (x-view). Made again at each migration. */
import { ident } from './sql.ts';

/** By the name of the table that is shown; a view has the columns of its entity, the server's own among them. */
const VIEWS: Record<string, { name: string; rows: string }> = {
  lavoro: {
    name: 'lavoro_registro',
    rows: `select id, tipo, risorsa, id_utente, stato, fatto, totale, messaggio->>'it' as messaggio,
      messaggio as traduzioni, file, creato, iniziato, finito,
      (stato in ('errore', 'interrotto') and fase = '')::int as ripetibile,
      1 as versione, creato as data_ins, id_utente as id_usr_ins,
      coalesce(finito, iniziato, creato) as data_ultima_mod, id_utente as id_usr_ultima_mod from lavoro`,
  },
};

const shown = (tables: { name: string }[]) => tables.flatMap(({ name }) => VIEWS[name] ?? []);

/** A view holds on to its columns: it goes before its table changes, and comes back after. */
export const dropViews = (): string[] =>
  Object.values(VIEWS).map(({ name }) => `drop view if exists ${ident(name)}`);

export const createViews = (tables: { name: string }[]): string[] =>
  shown(tables).map(({ name, rows }) => `create view ${ident(name)} as ${rows}`);
