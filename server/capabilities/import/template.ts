/** The template: headers with notes, and a second sheet with the allowed codes. */
import { referenceOf } from '../../../schemas/catalogue.ts';
import type { Entity, Field, Kind, Language, Row } from '../../../schemas/entity.ts';
import { displayOf } from '../../../schemas/entity.ts';
import { KINDS } from '../../../schemas/kinds.ts';
import { YES_NO } from '../../../schemas/language.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { listStatement } from '../../database/list-query.ts';
import type { Context } from '../../http/call.ts';
import { type Sentence, say } from '../../http/problem.ts';
import type { Column } from '../../sheets/column.ts';
import { lettersOf } from '../../sheets/places.ts';
import { type Cell, writeWorkbook } from '../../sheets/workbook-writer.ts';
import { listRequest } from '../crud.ts';
import type { RulesByResource } from '../rules.ts';
import { targetsFor } from './import-context.ts';
import { keyOf, type Target } from './sheet-columns.ts';

/** The maximum number of codes listed for a reference. If there are more, users look them up in the application. */
const CODES_MOST = 1000;

/** How to fill in a cell of each kind, where that is not obvious. */
const KIND_NOTES: Record<Kind, Sentence | undefined> = {
  text: undefined,
  note: undefined,
  email: undefined,
  uri: undefined,
  phone: undefined,
  column: undefined,
  date: 'note-date',
  instant: 'note-instant',
  flag: 'note-flag',
  integer: 'note-integer',
  decimal: 'note-number',
  money: 'note-number',
  quantity: 'note-number',
  choice: 'note-choice',
  reference: undefined,
  file: undefined,
  colour: undefined,
  icon: undefined,
  translations: undefined,
  options: undefined,
};

interface CodeList {
  resource: string;
  title: string;
  codes: [string, string][];
  /** Whether there are too many codes to list. */
  cut: boolean;
}

async function codesOf(
  resource: string,
  schemas: Schemas,
  rules: RulesByResource,
  context: Context,
): Promise<CodeList> {
  const entity = schemas.byResource.entity(resource);
  const request = listRequest(entity, rules, { ...context, query: { pag: '1' } });
  const page = { number: 1, size: CODES_MOST + 1, counted: false };
  const { text, values } = listStatement(entity, schemas, request, page);
  const { rows } = await context.database.query<Row>(text, values);
  const cut = rows.length > CODES_MOST;
  const key = entity.key?.length === 1 ? entity.key[0] : undefined;
  return {
    resource,
    title: entity.titles[context.language],
    // A partial list would mislead.
    codes: cut
      ? []
      : rows.map((row) => [String(row[key ?? ''] ?? displayOf(entity, row)), displayOf(entity, row)]),
    cut,
  };
}

function limitsNote({ maxLength, choices, kind }: Field, language: Language): string[] {
  const note = KIND_NOTES[kind];
  return [
    ...(note
      ? [say(note, language, { choices: (choices ?? []).map(({ title }) => title[language]).join(', ') })]
      : []),
    ...(maxLength && KINDS[kind].needs !== 'choices'
      ? [say('note-length', language, { max: maxLength })]
      : []),
  ];
}

function noteOn(entity: Entity, target: Target, list: CodeList | undefined, context: Context): string {
  const { language } = context;
  const { field, child } = target;
  const required = isRequired(entity, target);
  return [
    target.label[language] === target.header ? undefined : `${target.label[language]}.`,
    required ? say('note-required', language) : say('note-optional', language),
    field.name === keyOf(entity)?.name && !child ? say('note-key', language) : undefined,
    child ? say('note-codes', language) : undefined,
    list ? say(list.cut ? 'note-many-codes' : 'note-code', language, { title: list.title }) : undefined,
    ...(field.reference ? [] : limitsNote(field, language)),
  ]
    .filter(Boolean)
    .join('\n');
}

const isRequired = (entity: Entity, { field, child, definitions }: Target): boolean =>
  !child &&
  (field.required ||
    field.name === keyOf(entity)?.name ||
    (definitions?.some(({ obbligatorio, editabile }) => obbligatorio === 1 && editabile === 1) ?? false));

/** The number of columns per reference on the second sheet: two with data, and an empty one. */
const COLUMNS_EACH = 3;

function codesSheet(lists: CodeList[], language: Language) {
  const longest = Math.max(0, ...lists.map(({ codes }) => codes.length));
  const rows = Array.from({ length: longest }, (_, row): Cell[] =>
    lists.flatMap(({ codes }): Cell[] => [codes[row]?.[0], codes[row]?.[1], undefined]),
  );
  return {
    name: say('sheet-codes', language),
    columns: lists.flatMap(() => [{ width: 18 }, { width: 40 }, { width: 4 }]),
    headers: lists.flatMap(({ title }): Cell[] => [
      { value: title, style: 'head' },
      { value: say('sheet-name', language), style: 'head' },
      undefined,
    ]),
    rows: [rows],
  };
}

/** Returns the range of a reference's codes on the second sheet, for a drop-down list. */
function choicesFrom(lists: CodeList[], resource: string, language: Language): string | undefined {
  const index = lists.findIndex((one) => one.resource === resource);
  const count = lists[index]?.codes.length ?? 0;
  if (count === 0) return undefined;
  const letters = lettersOf(index * COLUMNS_EACH);
  return `'${say('sheet-codes', language)}'!$${letters}$2:$${letters}$${count + 1}`;
}

function columnOf(entity: Entity, target: Target, lists: CodeList[], context: Context): Column {
  const { language } = context;
  const { field, child, header } = target;
  const list = field.reference && lists.find(({ resource }) => resource === referenceOf(field).resource);
  const choices = KINDS[field.kind].yesNo
    ? `"${YES_NO[language].toReversed().join(',')}"`
    : list && !child
      ? choicesFrom(lists, list.resource, language)
      : undefined;
  return {
    width: Math.max(KINDS[field.kind].sheetWidth, header.length + 4),
    note: noteOn(entity, target, list, context),
    choices,
  };
}

export async function templateOf(
  entity: Entity,
  schemas: Schemas,
  rules: RulesByResource,
  context: Context,
): Promise<AsyncGenerator<Buffer>> {
  const { language } = context;
  const targets = (await targetsFor(entity, schemas, context)).filter(({ also }) => !also);
  const resources = [...new Set(targets.flatMap(({ field }) => field.reference?.resource ?? []))];
  const lists: CodeList[] = [];
  for (const resource of resources) lists.push(await codesOf(resource, schemas, rules, context));
  const headers = targets.map(
    (target): Cell => ({
      value: target.header,
      style: isRequired(entity, target) ? 'required' : 'head',
    }),
  );
  const columns = targets.map((target) => columnOf(entity, target, lists, context));
  const written = lists.filter(({ codes }) => codes.length > 0);
  return writeWorkbook([
    { name: entity.titles[language], columns, headers, rows: [] },
    ...(written.length > 0 ? [codesSheet(lists, language)] : []),
  ]);
}
