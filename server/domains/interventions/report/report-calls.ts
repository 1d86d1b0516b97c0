/** The calls that make a job report, and preview it before it is signed. */

import type { Entity } from '../../../../schemas/entity.ts';
import type { RulesByResource } from '../../../capabilities/rules.ts';
import type { ApiSchema, Call, Context } from '../../../http/call.ts';
import { say } from '../../../http/problem.ts';
import { rowsOf } from '../../../http/reply-schemas.ts';
import { readId } from '../../../requests/ids.ts';
import { CHANGE } from './changes.ts';
import type { ReportWords } from './contents.ts';
import type { Label } from './document.ts';
import labels from './labels.json' with { type: 'json' };
import type { Passages, ReportParts } from './report-dependencies.ts';
import { fingerprintOf } from './report-values.ts';
import { JobReports, type Preview } from './reports.ts';
import { outdatedSigners } from './signers.ts';

const BODY: ApiSchema = {
  type: 'object',
  description: 'Values saved together with the state, as in PUT /odl/{id}; optional',
};
const EXAMPLE_BODY = { note: 'Cinghia sostituita, prova a vuoto regolare' };
const EXAMPLE_CHANGE = {
  voce: 'Ricambi: SPA 1500',
  allora: '0',
  ora: '2',
  testo: 'Ricambi: SPA 1500 da 0 a 2',
};

/** Returns the tables as lines: a name and its values. */
function linesOf(words: ReportWords): { titolo: string; righe: { nome: string; valore: string }[] }[] {
  const label = (name: Label): string => labels[name][words.language];
  const line = (nome: string, ...values: string[]) => ({ nome, valore: values.filter(Boolean).join(' · ') });
  const parts = [
    {
      titolo: label('intervento'),
      righe: words.facts.map(([name, text]) => line(label(name), text)).filter(({ valore }) => valore),
    },
    {
      titolo: label('checklist'),
      righe: words.checklist.map(({ item, done, note }) => line(item, done, note)),
    },
    {
      titolo: label('ricambi'),
      righe: words.parts.map(({ code, name, quantity, unit }) =>
        line([code, name].filter(Boolean).join(' '), [quantity, unit].filter(Boolean).join(' ')),
      ),
    },
    { titolo: label('costi'), righe: words.costs.map(({ name, total }) => line(name, total)) },
    { titolo: label('campi'), righe: words.fields.map(([name, text]) => line(name, text)) },
  ];
  return parts.filter(({ righe }) => righe.length > 0);
}

function previewReply({ entered, signed, changes }: Preview, { setting }: Context) {
  const impronta = fingerprintOf(entered.data);
  const outdated = outdatedSigners(signed, impronta, setting);
  return {
    impronta,
    contenuto: linesOf(entered.words),
    firme: signed.map(({ tipo }) => ({ tipo, da_rifare: outdated.includes(tipo) ? 1 : 0 })),
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
  body: BODY,
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
    const { id_documento, id_stato, passaggio, codice } = await reports.generate(id, state, context);
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
      contenuto: rowsOf({
        titolo: { type: 'string' },
        righe: rowsOf({ nome: { type: 'string' }, valore: { type: 'string' } }),
      }),
      firme: rowsOf({
        tipo: { enum: ['tecnico', 'segnalatore'] },
        da_rifare: { enum: [0, 1], description: '1 if the intervention has changed since the signature' },
      }),
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
      contenuto: [{ titolo: 'Ricambi', righe: [{ nome: 'SPA 1500 Cinghia', valore: '2 pz' }] }],
      firme: [{ tipo: 'tecnico', da_rifare: 0 }],
      modifiche: [EXAMPLE_CHANGE],
    },
  },
  handle: async (context) => ({
    data: previewReply(await reports.preview(...idsIn(context), context), context),
  }),
});

export function reportCalls(parts: ReportParts, rules: RulesByResource, passages: Passages): Call[] {
  const entity = parts.schemas.byResource.entity('rapportini');
  const reports = new JobReports(parts, rules, passages);
  return [generationCall(entity, reports), previewCall(entity, reports)];
}
