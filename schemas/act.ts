/**
 * An act: what may be done to a record, said once in a file of actions/. Its fields are those of an entity that has no
 * table, so that all that holds, draws and describes fields does it for an act too. Pure, for both sides.
 */
import type { Access } from './access.ts';
import { type Entity, type EntitySchema, type Field, type Row, type Text, writable } from './entity.ts';
import { readEntity } from './read-entity.ts';
import { isObject } from './shape-parts.ts';

export const ACT_PLACES = ['page', 'row', 'selection'] as const;
export type ActPlace = (typeof ACT_PLACES)[number];

export type ActMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What an act may ask back: its result code, and what is added to the address when the answer is yes. */
export interface Question {
  result: number;
  answer: Record<string, string | number>;
  /** The settings, and their values, under which a person may answer; else it is a refusal. */
  setting: Record<string, string>;
}

export interface Act {
  name: string;
  title: Text;
  heading: Text;
  description: string;
  icon?: string;
  /** The entity of the record that it is done to. */
  on: string;
  method: ActMethod;
  path: string;
  also: string[];
  /** Parameters of the path -> properties of the act; `id` is the record, whose property stays in the body too. */
  params: Record<string, string>;
  /** Parameters of the query -> properties, where the body does not say them. */
  query: Record<string, string>;
  /** The call of an entity that does it; else a handler. */
  made?: string;
  access: Access;
  when: Record<string, (string | number)[]>;
  /** What the file does not name is ignored. */
  open: boolean;
  /** Its properties. */
  form: Entity;
  /** The entity of the row it answers, or of the rows, or what it answers. */
  reply?: string | string[] | Entity;
  questions: Question[];
  stale: string[];
  says?: Text;
  done?: Text;
  waits: boolean;
  many: boolean;
  /** Where its button stands. */
  places: ActPlace[];
}

const text = (schema: EntitySchema): Text => ({
  en: schema.title,
  it: schema['x-title']?.it ?? schema.title,
});
type One = string | number;
const many = (value: One | One[]): One[] => [value].flat();

/** The fields of an act, or of what it answers. */
function fieldsOf(name: string, schema: EntitySchema, access: unknown = []): Entity {
  const form = readEntity(name, {
    title: schema.title ?? name,
    'x-title': { it: schema['x-title']?.it },
    description: schema.description,
    type: 'object',
    required: schema.required,
    properties: schema.properties,
    allOf: schema.allOf,
    'x-resource': `act/${name}`,
    'x-access': { read: access, write: access },
  });
  for (const field of form.fields) {
    const { 'x-holds': holds, type } = schema.properties[field.name] ?? {};
    const row = isObject(holds) ? fieldsOf(field.name, holds) : holds;
    field.holds = row && { row, several: type === 'array' };
  }
  return form;
}

/** `schema` is a checked file (check-acts.ts). */
export function readAct(name: string, schema: EntitySchema): Act {
  const { method, path, also = [], params = {}, query = {}, made } = schema['x-call'];
  const reply = schema['x-reply'];
  return {
    name,
    title: text(schema),
    heading: text(schema['x-heading'] ?? schema),
    description: schema.description ?? schema.title,
    icon: schema['x-icon'],
    on: schema['x-on'],
    method,
    path,
    also,
    params,
    query,
    made,
    access: schema['x-access'],
    when: Object.fromEntries(
      Object.entries<One | One[]>(schema['x-when'] ?? {}).map(([key, one]) => [key, many(one)]),
    ),
    open: schema.additionalProperties === true,
    form: fieldsOf(name, schema, schema['x-access']),
    reply: isObject(reply) ? fieldsOf(`${name}-reply`, reply) : reply,
    questions: (schema['x-questions'] ?? []).map((one: EntitySchema) => ({ setting: {}, ...one })),
    stale: schema['x-stale'] ?? [],
    says: schema['x-says'],
    done: schema['x-done'] && text(schema['x-done']),
    waits: schema['x-waits'] === true,
    many: schema['x-many'] === true,
    places: schema['x-place'] ?? [],
  };
}

/** The properties that are told by the address alone. */
const inPath = ({ params: { id: _, ...others } }: Act): Set<string> => new Set(Object.values(others));

/** The fields of the body. */
export const bodyFields = (act: Act) =>
  writable(act.form).filter(({ name }) => name !== 'versione' && !inPath(act).has(name));

/** A row told may be told by what it fills, unless it is sent itself. */
export const isToldByOthers = ({ rows }: Field): boolean =>
  rows !== undefined && !rows.itself && Object.keys(rows.fills).length > 0;

/** The fields that a body must have: the others may stay out, or be told by what they fill or by the address. */
export const neededFields = (act: Act) => {
  const elsewhere = new Set([...Object.values(act.params), ...Object.values(act.query)]);
  return bodyFields(act).filter(
    (field) => field.required && !isToldByOthers(field) && !elsewhere.has(field.name),
  );
};

/** The other way round where a number is negative on the wire. */
function turned(act: Act, row: Row): Row {
  const names = act.form.fields.filter(({ negated }) => negated).map(({ name }) => name);
  const values = names.flatMap((name) =>
    typeof row[name] === 'number' && row[name] !== 0 ? [[name, -row[name]] as const] : [],
  );
  return values.length > 0 ? { ...row, ...Object.fromEntries(values) } : row;
}

/** What is sent of what was typed. */
export const bodyToSend = (act: Act, typed: Row): Row => {
  const left = inPath(act);
  return turned(act, Object.fromEntries(Object.entries(typed).filter(([name]) => !left.has(name))));
};

/** What a body means: numbers as they are typed, and without what an open act ignores. */
export const meantBy = (act: Act, body: Row): Row => {
  const left = inPath(act);
  const named = Object.entries(body).filter(
    ([name]) => !left.has(name) && (!act.open || act.form.field(name) !== undefined),
  );
  return turned(act, Object.fromEntries(named));
};

/** Acts by the call that sends them. */
export function sharing(acts: Act[]): Map<string, Act[]> {
  const byCall = new Map<string, Act[]>();
  for (const act of acts) {
    const call = `${act.method} ${act.path.replaceAll(/:\w+/g, ':')}`;
    byCall.set(call, [...(byCall.get(call) ?? []), act]);
  }
  return byCall;
}

/** Of acts that share a call, the one that takes numbers below nothing where one is, or is nothing; else the other. */
export function actFor(acts: Act[], body: Row): Act {
  const below = acts.find(({ form }) =>
    form.fields.some(({ name, negated }) => negated && typeof body[name] === 'number' && body[name] <= 0),
  );
  const above = acts.find(({ form }) => !form.fields.some(({ negated }) => negated));
  const found = below ?? above ?? acts[0];
  if (!found) throw new Error('No act shares this call.');
  return found;
}

/** Is it offered on this record? */
export const isOffered = ({ when }: Act, record: Row): boolean =>
  Object.entries(when).every(([name, values]) => values.some((value) => value === record[name]));

/** What its boxes begin with, of this record. */
export const beginningsOf = ({ form }: Act, record: Row): Row =>
  Object.fromEntries(
    form.fields.flatMap(({ name, begins = '', maxLength }) => {
      const whole = /^\{(\w+)\}$/.exec(begins)?.[1];
      const text = () => begins.replaceAll(/\{(\w+)\}/g, (_, other: string) => String(record[other] ?? ''));
      return begins ? [[name, whole ? record[whole] : text().slice(0, maxLength)]] : [];
    }),
  );

/** The address of the act on a record, which may be one of what was typed. */
export const addressOfAct = ({ path, params }: Act, id: unknown, typed: Row): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const told = typed[params[name] ?? ''];
    return String(name === 'id' ? (told ?? id) : told);
  });

/** The properties that a sentence names. */
export const namedIn = (sentence: string): string[] =>
  [...sentence.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
