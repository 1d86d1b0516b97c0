/** The fields of a report by the classes of intervention and asset, with their values as text. */

import type { Language, Row } from '../../../../schemas/entity.ts';
import { OF_ASSET, OF_INTERVENTION } from '../../../../schemas/interventions.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import { isRow } from '../../../../schemas/values.ts';
import { recordsOf } from '../../../capabilities/records.ts';
import type { RulesByResource } from '../../../capabilities/rules.ts';
import { inLanguage } from '../../../database/sql.ts';
import { type Call, type Context, callOn } from '../../../http/call.ts';
import { rowsOf } from '../../../http/reply-schemas.ts';
import { readId } from '../../../requests/ids.ts';
import { Texts } from './texts.ts';

export interface ReportField {
  campo: string;
  label: string;
  valore: string;
  ordine: number;
  provenienza: number;
}

const fieldsSql = (language: Language): string => `
  select r.campo, coalesce(${inLanguage('r', 'label', language)}, r.campo) as label, r.ordine, r.provenienza from camporeport r
  where r.canc = 0 and r.id_classe_intervento = $1
    and (r.provenienza = ${OF_INTERVENTION} or r.id_classe_oggetto is null or r.id_classe_oggetto = $2)
  order by r.ordine, r.id_campo_report_interventi`;

const FIXED: Record<string, (row: Row, texts: Texts) => string> = {
  codice: (row) => String(row.codice ?? ''),
  descrizione: (row) => String(row.descrizione ?? ''),
  oggetto: (row) => String(row.oggetto ?? ''),
  note: (row) => String(row.note ?? ''),
  tecnico: (row) => String(row.tecnico ?? ''),
  data_ordine: (row, texts) => texts.at('data_ordine', row.data_ordine),
  data_inizio: (row, texts) => texts.at('data_inizio', row.data_inizio),
  data_fine: (row, texts) => texts.at('data_fine', row.data_fine),
  // Users who may not see all costs get the income total.
  totale: (row, texts) => texts.money(row.totale ?? row.totale_attivo),
};

/** Returns the text of a field. `campi` has only the custom fields that the user may see. */
function textOf(column: string, row: Row, texts: Texts): string | undefined {
  const fixed = FIXED[column];
  if (fixed) return fixed(row, texts);
  const custom = Array.isArray(row.campi)
    ? row.campi.find((one) => isRow(one) && one.campo_tabella === column)
    : undefined;
  return custom && texts.custom(column, custom.valore);
}

/** Reads the fields. `row` is the intervention as the user reads it. */
export async function reportFields(
  schemas: Schemas,
  rules: RulesByResource,
  row: Row,
  context: Context,
): Promise<ReportField[]> {
  const { rows } = await context.database.query<Omit<ReportField, 'valore'>>(fieldsSql(context.language), [
    row.id_classe_intervento ?? null,
    row.id_classe ?? null,
  ]);
  const texts = new Texts(context.language, context.setting, schemas.byResource.entity('odl'));
  const needsAsset = rows.some(({ provenienza }) => provenienza === OF_ASSET);
  const assets = recordsOf(schemas.byResource.entity('oggetto'), schemas, rules);
  const asset = needsAsset ? await assets.read(Number(row.id_oggetto), context) : {};
  return rows.flatMap((field) => {
    const valore = textOf(field.campo, field.provenienza === OF_ASSET ? asset : row, texts);
    return valore === undefined ? [] : [{ ...field, valore }];
  });
}

export function reportFieldCall(schemas: Schemas, rules: RulesByResource): Call {
  const entity = schemas.byResource.entity('odl');
  const records = recordsOf(entity, schemas, rules);
  return {
    ...callOn(entity, 'read', 'GET', '/odl/:id/camporeport'),
    summary: {
      it: 'Campi del report di un intervento, con i valori',
      en: 'Fields of an intervention’s report, with values',
    },
    reply: rowsOf({
      campo: { type: 'string' },
      label: { type: 'string' },
      valore: { type: 'string' },
      ordine: { type: 'integer' },
      provenienza: { enum: [OF_INTERVENTION, OF_ASSET] },
    }),
    example: {
      data: [
        {
          campo: 'codice',
          label: 'Codice intervento',
          valore: 'ODL-26-00012',
          ordine: 1,
          provenienza: OF_INTERVENTION,
        },
      ],
    },
    async handle(context) {
      const row = await records.read(readId(context.params.id), context);
      return { data: await reportFields(schemas, rules, row, context) };
    },
  };
}
