/** Act files: the check's refusals, request bodies, and how the server reads them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import {
  actFor,
  addressOfAct,
  beginningsOf,
  bodyToSend,
  isOffered,
  meantBy,
  neededFields,
  type readAct,
} from '../../schemas/act.ts';
import { checkActs } from '../../schemas/check-acts.ts';
import { actionSchema } from '../../schemas/entity-schema.ts';
import type { EntitySchema } from '../../schemas/read-entity.ts';
import { readSchemas, SCHEMAS } from '../../schemas/read-schemas.ts';

const { files, actFiles, acts, entities } = readSchemas();
const named = (name: string) => {
  const act = acts.find((one) => one.name === name);
  if (!act) throw new Error(`no act ${name}`);
  return act;
};

const faultsAfter = (change: (schema: EntitySchema) => void, name = 'withdraw'): string[] => {
  const schema = structuredClone(actFiles[name]) as EntitySchema;
  change(schema);
  return checkActs({ ...actFiles, [name]: schema }, files, {
    ...Object.fromEntries(Object.keys(actFiles).map((one) => [one, `actions/${one}.json`])),
  });
};

describe('a wrong act file', () => {
  it.each<[string, (schema: EntitySchema) => void, string | RegExp]>([
    [
      'an unknown word',
      (one) => {
        one['x-stales'] = [];
      },
      'actions/withdraw.json: /x-stales: unknown keyword; did you mean x-stale?',
    ],
    [
      'a word of tables',
      (one) => {
        one.properties.quantita['x-unique'] = true;
      },
      /properties\/quantita\/x-unique: unknown keyword/,
    ],
    [
      'an entity that is none',
      (one) => {
        one['x-on'] = 'interventoin';
      },
      'actions/withdraw.json: /x-on: no entity interventoin; did you mean intervention?',
    ],
    [
      'a stale entity that is none',
      (one) => {
        one['x-stale'][0] = 'intervention-';
      },
      /x-stale\/0: no entity intervention-; did you mean intervention\?/,
    ],
    [
      'a sentence about nothing',
      (one) => {
        one['x-says'].en = 'Withdrew {quantity}';
      },
      'actions/withdraw.json: /x-says/en: no property quantity; did you mean quantita?',
    ],
    [
      'a sentence in one language',
      (one) => {
        delete one['x-says'].it;
      },
      /x-says: must be \{en, it\}/,
    ],
    [
      'a method that is none',
      (one) => {
        one['x-call'].method = 'GET';
      },
      /x-call: must be/,
    ],
    [
      'an address without the record',
      (one) => {
        one['x-call'].path = '/odl/ricambio';
      },
      /x-call\/path: has no :id/,
    ],
    [
      'a parameter that nothing tells',
      (one) => {
        one['x-call'].path = '/odl/:id/ricambio/:row';
      },
      /x-call\/params: does not say which property :row is/,
    ],
    [
      'a place above selected rows of an act on one record',
      (one) => {
        one['x-place'] = ['selection'];
      },
      /x-place: selection needs x-many/,
    ],
    [
      'an act at once that has fields',
      (one) => {
        one['x-at-once'] = true;
      },
      /x-at-once: is allowed only for an act without fields/,
    ],
    [
      'a question before an act that has a dialog anyway',
      (one) => {
        one['x-ask'] = 'officina.confirm.revoke_key';
      },
      /x-ask: is allowed only with x-at-once/,
    ],
    [
      'a place in a row without an icon',
      (one) => {
        one['x-place'] = ['row'];
        delete one['x-icon'];
      },
      /x-place: row needs x-icon/,
    ],
    [
      'a place that is none',
      (one) => {
        one['x-place'] = ['foot'];
      },
      /x-place: must be a list of page, row, selection/,
    ],
    [
      'a role that is none',
      (one) => {
        one['x-access'][0].role = 'SUPERR';
      },
      /x-access\/0\/role: no family SUPERR; did you mean SUPER\?/,
    ],
    [
      'no access at all',
      (one) => {
        delete one['x-access'];
      },
      'actions/withdraw.json: /x-access: is missing',
    ],
    [
      'a required property that is none',
      (one) => {
        one.required = ['quantity'];
      },
      /required: no property quantity; did you mean quantita\?/,
    ],
    [
      'a reference to nothing',
      (one) => {
        one.properties.id_ricambio['x-ref'] = 'ricambi';
      },
      /x-ref: no resource ricambi; did you mean ricambio\?/,
    ],
    [
      'a filled property that is none',
      (one) => {
        one.properties.ubicazione_lotto['x-rows'].fills = ['id_lot'];
      },
      /x-rows\/fills: no property id_lot; did you mean id_lotto\?/,
    ],
    [
      'a property that gets what is typed, and is none',
      (one) => {
        one.properties.ubicazione_lotto['x-rows'].typed = { into: 'descrizione_lotti', says: 'officina.x' };
      },
      /x-rows\/typed: no property descrizione_lotti; did you mean descrizione_lotto\?/,
    ],
    [
      'a property filled under another name that is none',
      (one) => {
        one.properties.ubicazione_lotto['x-rows'].fills = { id_lot: 'id_lotto' };
      },
      /x-rows\/fills: no property id_lot; did you mean id_lotto\?/,
    ],
    [
      'a property told by the query that is none',
      (one) => {
        one['x-call'].query = { idMagazzino: 'id_magazino' };
      },
      /x-call\/query\/idMagazzino: no property id_magazino; did you mean id_magazzino\?/,
    ],
    [
      'a sentence of the validator that is none',
      (one) => {
        one.properties.quantita['x-tells'].zero = 'quantity-nil';
      },
      /x-tells\/zero: no sentence quantity-nil/,
    ],
    [
      'a kind that the type does not carry',
      (one) => {
        one.properties.quantita.type = 'string';
      },
      /the kind quantity needs type number/,
    ],
    [
      'a label in one language',
      (one) => {
        delete one.properties.quantita['x-title'];
      },
      /properties\/quantita\/x-title: the Italian label is missing/,
    ],
    [
      'two acts of one call that nothing tells apart',
      (one) => {
        delete one.properties.quantita['x-negated'];
      },
      /x-call: POST \/odl\/:\/ricambio is also give-back/,
    ],
    [
      'an entity to be like that is none',
      (one) => {
        one['x-like'] = 'withdrawl';
      },
      /x-like: no entity withdrawl; did you mean withdrawal\?/,
    ],
    [
      'a box that is written into and is none',
      (one) => {
        one.properties.id_ricambio['x-fills'] = { quantity: 'giacenza' };
      },
      /no property quantity; did you mean quantita\?/,
    ],
    [
      'two ways to say what is below an amount',
      (one) => {
        one.properties.quantita['x-beside'].times = 'quantita';
      },
      /x-beside: needs exactly one of call, row and times/,
    ],
    [
      'a beginning that the record does not have',
      (one) => {
        one.properties.quantita['x-begins'] = '{descrizion}';
      },
      /x-begins: no property in intervention, descrizion; did you mean descrizione\?/,
    ],
    [
      'an answer that holds nothing known',
      (one) => {
        one['x-reply'] = {
          properties: {
            riga: { type: 'object', title: 'Row', 'x-title': { it: 'Riga' }, 'x-holds': 'withdrawl' },
          },
        };
      },
      /x-reply: no entity withdrawl; did you mean withdrawal\?/,
    ],
    [
      'a sentence over a call of its entity about what the entity does not have',
      (one) => {
        one['x-call'].made = 'odl.ricambio.create';
      },
      'actions/withdraw.json: /x-says: no property in intervention, quantita',
    ],
  ])('with %s is refused with file, place and reason', (_what, change, reason) => {
    const faults = faultsAfter(change);
    expect(
      faults.some((fault) => (typeof reason === 'string' ? fault === reason : reason.test(fault))),
      faults.join('\n'),
    ).toBe(true);
  });

  it('may share a call of an entity, each with its own fields', () => {
    const over = ['enter-state', 'assign', 'plan'].map(named);
    expect(new Set(over.map(({ made, method, path }) => `${made} ${method} ${path}`)).size).toBe(1);
    expect(faultsAfter(() => undefined, 'plan')).toEqual([]);
  });

  it('is also in the JSON Schema for editors', () => {
    const ajv = new Ajv({ strictTypes: false });
    addFormats.default(ajv);
    const written = JSON.parse(readFileSync(join(SCHEMAS, 'editor/action.schema.json'), 'utf8'));
    expect(written).toEqual(actionSchema());
    const holds = ajv.compile(written);
    for (const [name, schema] of Object.entries(actFiles))
      expect(holds(schema), `${name}: ${ajv.errorsText(holds.errors)}`).toBe(true);
    expect(holds({ ...actFiles.withdraw, 'x-stales': [] })).toBe(false);
    expect(holds({ ...actFiles.withdraw, 'x-call': { method: 'GET', path: '/odl/:id/ricambio' } })).toBe(
      false,
    );
  });
});

describe('an act', () => {
  const [withdraw, giveBack, change] = ['withdraw', 'give-back', 'change-withdrawal'].map(named) as [
    ReturnType<typeof readAct>,
    ReturnType<typeof readAct>,
    ReturnType<typeof readAct>,
  ];

  it('sends a typed positive number as negative, and reads it back [prel-sign]', () => {
    const typed = { id_ricambio: 7, quantita: 2.5, id_magazzino: 1 };
    const body = bodyToSend(withdraw, typed);
    expect(body).toEqual({ ...typed, quantita: -2.5 });
    expect(meantBy(withdraw, body)).toEqual(typed);
    expect(bodyToSend(giveBack, typed)).toEqual(typed);
  });

  it('is distinguished from another act of the same call by the sign', () => {
    const shared = [giveBack, withdraw];
    for (const quantita of [-1, 0]) expect(actFor(shared, { quantita })).toBe(withdraw);
    for (const quantita of [1, undefined, '-1', null]) expect(actFor(shared, { quantita })).toBe(giveBack);
    expect(actFor([change], { quantita: 1 })).toBe(change);
  });

  it('ignores extra properties of documented callers, and reads those of the address', () => {
    expect(meantBy(withdraw, { quantita: -1, giacenza: 4, campo_str1: 'x' })).toEqual({ quantita: 1 });
    expect(addressOfAct(change, 12, { id_prelievo: 5, quantita: 1 })).toBe('/odl/12/prelievo/5');
    expect(bodyToSend(change, { id_prelievo: 5, quantita: 1 })).toEqual({ quantita: -1 });
  });

  it("contains only its differences from the entity, and starts with the record's values [followup-prefix, cost-descr-200]", () => {
    const [cost, followUp] = [named('add-cost'), named('follow-up')];
    expect(cost.form.field('descrizione')).toMatchObject({ maxLength: 200, title: { it: 'Descrizione' } });
    expect(cost.form.field('id_costo')?.choicesFrom).toBe('costo?idOdl={id}');
    const record = { descrizione: 'x'.repeat(200), id_oggetto: 7 };
    expect(beginningsOf(followUp, record)).toEqual({
      descrizione: `FOLLOW-UP - ${'x'.repeat(188)}`,
      id_oggetto: 7,
    });
  });

  it('accepts each value that a chosen row fills in', () => {
    const filled = acts.flatMap(({ form }) =>
      form.fields.flatMap(({ reference, fills = {} }) =>
        Object.entries(fills).map(([into, column]) => {
          const source = entities.find(({ resource }) => resource === reference?.resource);
          return { from: source!.property(column), into: form.property(into) };
        }),
      ),
    );
    expect(filled.length).toBeGreaterThan(0);
    for (const { from, into } of filled) {
      const about = `${from.name} into ${into.name}`;
      expect(from.maximum ?? Infinity, about).toBeLessThanOrEqual(into.maximum ?? Infinity);
      expect(from.minimum ?? -Infinity, about).toBeGreaterThanOrEqual(into.minimum ?? -Infinity);
      expect(from.maxLength ?? Infinity, about).toBeLessThanOrEqual(into.maxLength ?? Infinity);
    }
  });

  it('is offered on records with the required values', () => {
    expect(isOffered(withdraw, { modificabile: 1 })).toBe(true);
    expect(isOffered(withdraw, { modificabile: 0 })).toBe(false);
  });

  it('may have the record among its fields: picked in the dialog, or given by the page', () => {
    const load = named('load');
    const typed = { id_ricambio: 7, id_magazzino: 1, quantita: 2 };
    expect(addressOfAct(load, undefined, typed)).toBe('/ricambio/7/giacenza');
    expect(addressOfAct(load, 5, { quantita: 2 })).toBe('/ricambio/5/giacenza');
    expect(bodyToSend(load, typed)).toEqual(typed);
    expect(bodyToSend(named('unload'), typed)).toEqual({ ...typed, quantita: -2 });
  });

  it('requires in a body only what nothing else provides', () => {
    const needed = (name: string) => neededFields(named(name)).map((field) => field.name);
    expect(needed('load')).toEqual(['quantita']);
    expect(needed('withdraw')).toEqual(['id_ricambio', 'id_magazzino', 'quantita']);
    expect(needed('transfer').sort()).toEqual([
      'id_magazzino_a',
      'id_magazzino_da',
      'quantita',
      'ubicazione_lotto_da',
    ]);
  });
});
