/**
 * An act: something that a user can do to a record, described once in a file of actions/. Its fields are those of
 * an entity without a table, so the code that checks, draws and describes entity fields also works for acts. Has no
 * side effects. The server and the browser use it.
 */
import type { Access } from './access.ts';
import { type Entity, type EntitySchema, type Field, type Row, type Text, writable } from './entity.ts';
import { readEntity } from './read-entity.ts';
import { isObject } from './shape-parts.ts';

export const ACT_PLACES = ['page', 'row', 'selection'] as const;
export type ActPlace = (typeof ACT_PLACES)[number];

export type ActMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * A question that the server may send back: its result code, and the query parameters that a yes adds to the address.
 */
export interface Question {
  result: number;
  answer: Record<string, string | number>;
  /** The settings, with their values, under which a user may answer. With other values the server refuses. */
  setting: Record<string, string>;
}

export interface Act {
  name: string;
  title: Text;
  heading: Text;
  description: string;
  icon?: string;
  /** The entity whose records the act changes. */
  on: string;
  method: ActMethod;
  path: string;
  also: string[];
  /** The path parameters with their properties of the act. `id` is the record; its property is in the body too. */
  params: Record<string, string>;
  /** The query parameters with their properties, which are not in the body. */
  query: Record<string, string>;
  /** The generic call of an entity that performs the act. Without it, a handler performs the act. */
  made?: string;
  access: Access;
  when: Record<string, (string | number)[]>;
  /** Whether properties that the file does not name are ignored. */
  open: boolean;
  /** The properties of the act. */
  form: Entity;
  /** The name of an entity for a row, [its name] for rows, or the properties of another reply. */
  reply?: string | string[] | Entity;
  questions: Question[];
  stale: string[];
  says?: Text;
  done?: Text;
  waits: boolean;
  many: boolean;
  /** Whether a press performs the act, without a dialog. */
  atOnce: boolean;
  /** Whether the body may contain the version that the user saw. */
  versioned: boolean;
  /** The translation key of the question before an act that a press performs. */
  ask?: string;
  /** The places of the act's button. */
  places: ActPlace[];
}

const text = (schema: EntitySchema): Text => ({
  en: schema.title,
  it: schema['x-title']?.it ?? schema.title,
});
type Single = string | number;
const listOf = (value: Single | Single[]): Single[] => [value].flat();

/** Returns the fields of an act, or of its reply. */
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

/** Reads an act file that check-acts.ts has accepted. */
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
      Object.entries<Single | Single[]>(schema['x-when'] ?? {}).map(([key, one]) => [key, listOf(one)]),
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
    atOnce: schema['x-at-once'] === true,
    versioned: schema['x-versioned'] === true,
    ask: schema['x-ask'],
    places: schema['x-place'] ?? [],
  };
}

/** Returns the properties that only the path carries. */
const pathProperties = ({ params: { id: _, ...others } }: Act): Set<string> => new Set(Object.values(others));

export const bodyFields = (act: Act) =>
  writable(act.form).filter(({ name }) => name !== 'versione' && !pathProperties(act).has(name));

/** Returns whether a field that selects a row may be missing, because the fields that the row fills are sent. */
export const isGivenByOthers = ({ rows }: Field): boolean =>
  rows !== undefined && !rows.itself && Object.keys(rows.fills).length > 0;

/** Returns the fields that a body must have. Other fields are optional, or come from the path or the query. */
export const neededFields = (act: Act) => {
  const elsewhere = new Set([...Object.values(act.params), ...Object.values(act.query)]);
  return bodyFields(act).filter(
    (field) => field.required && !isGivenByOthers(field) && !elsewhere.has(field.name),
  );
};

/** Changes the sign of numbers that are negative in the API, but positive in the form. */
function flipSigns(act: Act, row: Row): Row {
  const names = act.form.fields.filter(({ negated }) => negated).map(({ name }) => name);
  const values = names.flatMap((name) =>
    typeof row[name] === 'number' && row[name] !== 0 ? [[name, -row[name]] as const] : [],
  );
  return values.length > 0 ? { ...row, ...Object.fromEntries(values) } : row;
}

/** Returns the request body for the values of a form. */
export const bodyToSend = (act: Act, typed: Row): Row => {
  const inAddress = pathProperties(act);
  return flipSigns(act, Object.fromEntries(Object.entries(typed).filter(([name]) => !inAddress.has(name))));
};

/** Returns the version of the record that the user saw, if the act's call takes it. */
export const versionOf = ({ versioned }: Act, record: Row | undefined): Row =>
  versioned && record?.versione !== undefined ? { versione: record.versione } : {};

/** Reads a body: with signs as in the form, without the properties that an open act ignores. */
export const meantBy = (act: Act, body: Row): Row => {
  const inAddress = pathProperties(act);
  const named = Object.entries(body).filter(
    ([name]) => !inAddress.has(name) && (!act.open || act.form.field(name) !== undefined),
  );
  return flipSigns(act, Object.fromEntries(named));
};

/** Returns the fields of the reply that are displayed once and never stored. */
export const shownOnce = ({ reply }: Act): Field[] =>
  typeof reply === 'object' && !Array.isArray(reply) ? reply.fields.filter((field) => field.shownOnce) : [];

/** Returns whether a reply may be null, because its one-time content is not always present. */
export const isNullable = (act: Act): boolean => shownOnce(act).some(({ required }) => !required);

/** Groups acts by the call that sends them. */
export function groupByCall(acts: Act[]): Map<string, Act[]> {
  const byCall = new Map<string, Act[]>();
  for (const act of acts) {
    const call = `${act.method} ${act.path.replaceAll(/:\w+/g, ':')}`;
    byCall.set(call, [...(byCall.get(call) ?? []), act]);
  }
  return byCall;
}

/**
 * Chooses between acts that share a call: the act with a negated field if that field is zero or negative, or else
 * the other one.
 */
export function actFor(acts: Act[], body: Row): Act {
  const below = acts.find(({ form }) =>
    form.fields.some(({ name, negated }) => negated && typeof body[name] === 'number' && body[name] <= 0),
  );
  const positive = acts.find(({ form }) => !form.fields.some(({ negated }) => negated));
  const found = below ?? positive ?? acts[0];
  if (!found) throw new Error('No act shares this call.');
  return found;
}

/** Returns whether a record has the values under which the act is available. */
export const isOffered = ({ when }: Act, record: Row): boolean =>
  Object.entries(when).every(([name, values]) => values.some((value) => value === record[name]));

/** Returns the values with which a form for this record starts. */
export const beginningsOf = ({ form }: Act, record: Row): Row =>
  Object.fromEntries(
    form.fields.flatMap(({ name, begins = '', maxLength }) => {
      const placeholder = /^\{(\w+)\}$/.exec(begins)?.[1];
      const text = () => begins.replaceAll(/\{(\w+)\}/g, (_, other: string) => String(record[other] ?? ''));
      return begins ? [[name, placeholder ? record[placeholder] : text().slice(0, maxLength)]] : [];
    }),
  );

/** Returns the address of the act for a record. A form with a field for the record overrides `id`. */
export const addressOfAct = ({ path, params }: Act, id: unknown, typed: Row): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = typed[params[name] ?? ''];
    return String(name === 'id' ? (value ?? id) : value);
  });

/** Returns the properties for which a sentence has placeholders. */
export const namedIn = (sentence: string): string[] =>
  [...sentence.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
