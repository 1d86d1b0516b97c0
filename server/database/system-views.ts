/** Views of the server's own tables for the entities that display them (x-view), created again at each migration. */
import { ident } from './sql.ts';

/** The views by their table. Each view must have all columns of its entity. */
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

const viewsOf = (tables: { name: string }[]) => tables.flatMap(({ name }) => VIEWS[name] ?? []);

/** Drops the views, because PostgreSQL refuses to change columns that a view uses. */
export const dropViews = (): string[] =>
  Object.values(VIEWS).map(({ name }) => `drop view if exists ${ident(name)}`);

export const createViews = (tables: { name: string }[]): string[] =>
  viewsOf(tables).map(({ name, rows }) => `create view ${ident(name)} as ${rows}`);
