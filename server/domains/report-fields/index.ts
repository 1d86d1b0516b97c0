/**
 * The fields that a job report can print: fixed ones of every intervention, and the custom fields of its class or
 * asset.
 */

import { ALL_CLASSES } from '../../../schemas/custom-fields.ts';
import type { Language, Row } from '../../../schemas/entity.ts';
import { OF_ASSET, OF_INTERVENTION } from '../../../schemas/interventions.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { EntityRules, RulesByResource } from '../../capabilities/rules.ts';
import type { Queryable } from '../../database/engine.ts';
import { onlyRow } from '../../database/rows.ts';
import { inLanguage } from '../../database/sql.ts';
import { type Call, callOn } from '../../http/call.ts';
import { conflict } from '../../http/problem.ts';
import { rowsOf } from '../../http/reply-schemas.ts';
import fixed from './fixed-choices.json' with { type: 'json' };

interface Choice {
  codice: string;
  descrizione: string;
}

const fixedChoices = (language: Language): Choice[] =>
  Object.entries(fixed).map(([codice, title]) => ({ codice, descrizione: title[language] }));

async function customChoices(
  database: Queryable,
  table: string,
  idClass: number,
  language: Language,
): Promise<Choice[]> {
  const { rows } = await database.query<{ campo_tabella: string; label: string }>(
    `select campo_tabella, ${inLanguage('f', 'label', language)} as label from ${table} f where id_classe in ($1, ${ALL_CLASSES}) order by ordine, id`,
    [idClass],
  );
  return rows.map((row) => ({ codice: row.campo_tabella, descrizione: row.label }));
}

const idIn = (value: unknown): number => {
  const id = Number(value ?? ALL_CLASSES);
  return Number.isInteger(id) && Math.abs(id) < 2 ** 31 ? id : ALL_CLASSES;
};

async function choices(database: Queryable, row: Row, language: Language): Promise<Choice[]> {
  if (Number(row.provenienza) !== OF_INTERVENTION)
    return customChoices(database, 'oggetto_campo', idIn(row.id_classe_oggetto), language);
  return [
    ...fixedChoices(language),
    ...(await customChoices(database, 'odl_campo', idIn(row.id_classe_intervento), language)),
  ];
}

/**
 * Refuses to delete a custom field that a report prints, because the report would then print another field of that
 * column.
 */
const printedFields = (from: number, classColumn: string): EntityRules => ({
  async beforeDelete({ campo_tabella: column, id_classe: of }, { transaction, schemas }) {
    const { rows } = await transaction.query<{ n: number }>(
      `select count(*)::int as n from camporeport
       where canc = 0 and provenienza = $1 and campo = $2 and ($3 = ${ALL_CLASSES} or ${classColumn} = $3)`,
      [from, column, of],
    );
    const { title, titles } = schemas.byResource.entity('camporeport');
    const count = onlyRow(rows).n;
    const name = count === 1 ? title : titles;
    if (count > 0)
      throw conflict('in-use-only', {
        params: { by: { it: `${count} ${name.it}`, en: `${count} ${name.en}` } },
      });
  },
});

export const reportFieldRules: RulesByResource = {
  'odl/campo': printedFields(OF_INTERVENTION, 'id_classe_intervento'),
  'oggetto/campo': printedFields(OF_ASSET, 'id_classe_oggetto'),
  camporeport: {
    async check(row, _before, { transaction, language }) {
      if (typeof row.campo !== 'string' || row.campo === '') return [];
      const choice = (await choices(transaction, row, language)).find(({ codice }) => codice === row.campo);
      // A report field without a label gets the name of the field it prints.
      if (choice && !row.label) row.label = choice.descrizione;
      return choice ? [] : [{ field: 'campo', rule: 'choice' }];
    },
  },
};

export const reportFieldCalls = (schemas: Schemas): Call[] => {
  const entity = schemas.byResource.entity('camporeport');
  return [
    {
      ...callOn(entity, 'write', 'GET', '/camporeport/campo'),
      summary: {
        it: 'Campi che si possono stampare sul report',
        en: 'Fields that may be printed on the report',
      },
      query: {
        provenienza: { type: 'integer', enum: [OF_INTERVENTION, OF_ASSET] },
        idClasseIntervento: { type: 'integer' },
        idClasseOggetto: { type: 'integer' },
      },
      reply: rowsOf({ codice: { type: 'string' }, descrizione: { type: 'string' } }),
      example: { data: [{ codice: 'data_inizio', descrizione: 'Inizio intervento' }] },
      async handle({ database, query, language }) {
        const row = {
          provenienza: query.provenienza ?? OF_INTERVENTION,
          id_classe_intervento: query.idClasseIntervento || undefined,
          id_classe_oggetto: query.idClasseOggetto || undefined,
        };
        return { data: await choices(database, row, language) };
      },
    },
  ];
};
