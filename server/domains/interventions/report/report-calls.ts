/** The calls that make a job report, and preview it before it is signed. */

import type { Entity } from '../../../../schemas/entity.ts';
import { filledTables, type ReportTable } from '../../../../schemas/report-content.ts';
import type { RulesByResource } from '../../../capabilities/rules.ts';
import type { ApiSchema, Call, Context } from '../../../http/call.ts';
import { say } from '../../../http/problem.ts';
import { rowsOf } from '../../../http/reply-schemas.ts';
import { readId } from '../../../requests/ids.ts';
import { interventionOf } from '../reach/rights.ts';
import { CHANGE } from './changes.ts';
import { type ReportWords, wordsOf } from './contents.ts';
import type { Label } from './document.ts';
import labels from './labels.json' with { type: 'json' };
import type { Passages, ReportParts } from './report-dependencies.ts';
import { fingerprintOf, reportDataOf } from './report-values.ts';
import { JobReports, type Preview } from './reports.ts';
import { shownFields, shownIn } from './shown.ts';
import { outdatedSigners, type Signed } from './signers.ts';

const BODY: ApiSchema = {
  type: 'object',
  description: 'Values saved together with the state, as in PUT /odl/{id}; optional',
};
const SHOWN_BODY: ApiSchema = {
  ...BODY,
  properties: {
    mostrato: {
      type: 'object',
      description:
        'For a report signed without a connection: the contents that the device displayed, as in GET /rapportini/odl/{id}/contenuto. 409 if the report would differ',
    },
  },
};
const EXAMPLE_BODY = { note: 'Cinghia sostituita, prova a vuoto regolare' };
const EXAMPLE_CHANGE = {
  voce: 'Ricambi: SPA 1500',
  allora: '0',
  ora: '2',
  testo: 'Ricambi: SPA 1500 da 0 a 2',
};

const TABLES = rowsOf({
  chiave: { enum: ['intervento', 'checklist', 'ricambi', 'costi', 'campi'] },
  titolo: { type: 'string' },
  righe: rowsOf({ chiave: { type: 'string' }, nome: { type: 'string' }, valore: { type: 'string' } }),
});
const SIGNED = rowsOf({
  tipo: { enum: ['tecnico', 'segnalatore'] },
  da_rifare: { enum: [0, 1], description: '1 if the intervention has changed since the signature' },
});
const EXAMPLE_TABLES: ReportTable[] = [
  {
    chiave: 'ricambi',
    titolo: 'Ricambi',
    righe: [{ chiave: 'SPA 1500', nome: 'SPA 1500 Cinghia', valore: '2 pz' }],
  },
];

/**
 * Returns the tables as lines: a name and its values, with a key by which a device finds the line of a value.
 */
function linesOf(words: ReportWords): ReportTable[] {
  const label = (name: Label): string => labels[name][words.language];
  const line = (chiave: string, nome: string, ...values: string[]) => ({
    chiave,
    nome,
    valore: values.filter(Boolean).join(' · '),
  });
  const table = (chiave: ReportTable['chiave'], righe: ReportTable['righe']) => ({
    chiave,
    titolo: label(chiave),
    righe,
  });
  return [
    table(
      'intervento',
      words.facts.map(([name, text]) => line(name, label(name), text)),
    ),
    table(
      'checklist',
      words.checklist.map(({ item, done, note }, at) => line(String(at), item, done, note)),
    ),
    table(
      'ricambi',
      words.parts.map(({ code, name, quantity, unit }) =>
        line(code, [code, name].filter(Boolean).join(' '), [quantity, unit].filter(Boolean).join(' ')),
      ),
    ),
    table(
      'costi',
      words.costs.map(({ name, total }, at) => line(String(at), name, total)),
    ),
    table(
      'campi',
      words.fields.map(([name, text], at) => {
        const { provenienza, campo } = words.columns[at]!;
        return line(`${provenienza} ${campo}`, name, text);
      }),
    ),
  ];
}

const signedReply = (signed: Signed[], fingerprint: string, { setting }: Context) => {
  const outdated = outdatedSigners(signed, fingerprint, setting);
  return signed.map(({ tipo }) => ({ tipo, da_rifare: outdated.includes(tipo) ? 1 : 0 }));
};

function previewReply({ entered, signed, changes }: Preview, context: Context) {
  const impronta = fingerprintOf(entered.data);
  return {
    impronta,
    contenuto: filledTables(linesOf(entered.words)),
    firme: signedReply(signed, impronta, context),
    modifiche: changes,
  };
}

const shared = ({ access, name }: Entity) => ({ method: 'POST' as const, access: access.read, tag: name });
const idsIn = ({ params }: Context): [number, number] => [readId(params.id), readId(params.stateId)];

const generationCall = (entity: Entity, reports: JobReports): Call => ({
  ...shared(entity),
  path: '/rapportini/odl/:id/stato/:stateId',
  // A report is made once per change of state, however often it is requested. Drawing takes time, so it is outside
  // the transaction.
  once: 'beside',
  summary: {
    it: 'Rapportino di un intervento per un passaggio di stato; se esiste già e dice ancora ciò che si registra risponde con quello',
    en: 'Job report of an intervention for a change of state; if there is one that is still valid, the reply is that one',
  },
  query: {
    foto: {
      enum: ['0', '1'],
      description: '1 includes the photos of the intervention and of its checklist',
    },
    impronta: {
      type: 'string',
      description: 'SHA-256 of the displayed contents; 409 if they have changed since',
    },
  },
  body: SHOWN_BODY,
  bodyOptional: true,
  reply: {
    type: 'object',
    properties: {
      id: { type: 'integer', description: 'The id of the document' },
      id_stato: { type: 'integer' },
      passaggio: { type: 'integer' },
      codice: { type: 'string' },
    },
  },
  example: { body: EXAMPLE_BODY, data: { id: 31, id_stato: 5, passaggio: 1, codice: '7K2QD-0WX4M' } },
  async handle(context) {
    const [id, state] = idsIn(context);
    const { change, shown } = shownIn(context);
    const made = await reports.generate(id, state, { ...context, body: change }, shown);
    const { id_documento, id_stato, passaggio, codice } = made;
    return {
      data: { id: id_documento, id_stato, passaggio, codice },
      description: say('report-generated', context.language),
    };
  },
});

const previewCall = (entity: Entity, reports: JobReports): Call => ({
  ...shared(entity),
  path: '/rapportini/odl/:id/stato/:stateId/anteprima',
  // A preview stores nothing.
  once: 'never',
  summary: {
    it: 'Ciò che il rapportino direbbe, prima di firmarlo; niente viene salvato',
    en: 'Contents of the job report before it is signed; nothing is saved',
  },
  body: BODY,
  bodyOptional: true,
  reply: {
    type: 'object',
    properties: {
      impronta: {
        type: 'string',
        description: 'SHA-256 of the displayed contents, to be sent with the signatures',
      },
      contenuto: TABLES,
      firme: SIGNED,
      modifiche: {
        type: 'array',
        items: CHANGE,
        description: 'The changes since the existing job report',
      },
    },
  },
  example: {
    body: EXAMPLE_BODY,
    data: {
      impronta: '0'.repeat(64),
      contenuto: EXAMPLE_TABLES,
      firme: [{ tipo: 'tecnico', da_rifare: 0 }],
      modifiche: [EXAMPLE_CHANGE],
    },
  },
  handle: async (context) => ({
    data: previewReply(await reports.preview(...idsIn(context), context), context),
  }),
});

const SIGNATURES = 'select tipo, impronta from rapportini_firme where id_odl = $1 order by tipo';

/** Everything that a device needs to display the report without a connection, with acts that are not sent yet. */
function contentCall(entity: Entity, { schemas }: ReportParts, rules: RulesByResource): Call {
  return {
    method: 'GET',
    path: '/rapportini/odl/:id/contenuto',
    access: entity.access.read,
    tag: entity.name,
    summary: {
      it: 'Ciò che un rapportino direbbe dell’intervento com’è ora, come dati e come righe',
      en: 'What a job report would say of the intervention as it is now, as data and as lines',
    },
    reply: {
      type: 'object',
      properties: {
        dati: { type: 'object', description: 'The data that signatures are given for, without photos' },
        contenuto: { ...TABLES, description: 'The same as text, with empty tables and facts' },
        firme: SIGNED,
        lettore: { type: 'string', description: 'The full name of the user' },
      },
    },
    example: {
      data: {
        dati: { forma: 1, intervento: { codice: 'ODL-26-00012' }, totale: 0 },
        contenuto: EXAMPLE_TABLES,
        firme: [{ tipo: 'tecnico', da_rifare: 0 }],
        lettore: 'Luca Ferri',
      },
    },
    async handle(context) {
      const { database } = context;
      const { id } = await interventionOf(database, schemas, readId(context.params.id), context);
      const words = await wordsOf({ schemas }, rules, { intervention: id, forAll: true }, context);
      const data = await reportDataOf({ queryable: database, schemas }, id);
      const { foto: _, ...printed } = data;
      const { rows } = await database.query<Signed>(SIGNATURES, [id]);
      return {
        data: {
          dati: { ...printed, campi: shownFields(printed.campi, words) },
          contenuto: linesOf(words),
          firme: signedReply(rows, fingerprintOf(data), context),
          lettore: context.user?.name ?? '',
        },
      };
    },
  };
}

export function reportCalls(parts: ReportParts, rules: RulesByResource, passages: Passages): Call[] {
  const entity = parts.schemas.byResource.entity('rapportini');
  const reports = new JobReports(parts, rules, passages);
  return [generationCall(entity, reports), previewCall(entity, reports), contentCall(entity, parts, rules)];
}
