/** Every entity through its own screens, driven by its schema: create, find, change, delete. */
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { addressOf, listAddress } from '../../resources/context/routes.ts';
import { ALL_CLASSES, customised, type Definition } from '../../schemas/custom-fields.ts';
import { displayOf, type Entity, type Field, inForce, type Row, writable } from '../../schemas/entity.ts';
import { readSchemas } from '../../schemas/read-schemas.ts';
import { type Scene, visit } from './browser/visit.ts';
import { type Api, apiAs } from './data/api.ts';
import { plantUrl } from './plant/plant-url.ts';
import { drawnOf, sampleOf } from './screens/sample.ts';
import { addButton, deleteRow, fill, newestFirst, rowAction, saveButton } from './user/forms.ts';
import { go, path } from './user/navigation.ts';

const { entities, byResource } = readSchemas();
/** A state that lasts this long is final. */
const STABLE_MS = 300;
/** Entities that are never deleted, or are below another record, have tests of their own. */
const made = entities.filter(
  ({ routes, calls, below }) =>
    routes.form && below === undefined && calls.includes('create') && calls.includes('delete'),
);

/** Values that rules demand beyond the schema, or that replace an unsuitable first choice. */
const BESIDES: Record<string, (mark: string) => Row> = {
  user: (mark) => ({ mail: `${mark}@officina.example`.toLowerCase() }),
  role: () => ({ id_famiglia_ruolo: 'RESP' }),
  state: () => ({ id_tipo_stato_odl: 3 }),
  // A class without required custom fields.
  asset: () => ({ id_classe: 'FABBR' }),
  'state-structure': () => ({ id_stato: 'AP', id_ruolo: 'FRIGO' }),
  // The demo plant has others with the same label.
  'report-field': (mark) => ({ label: `${mark} campo` }),
  // In rules, the type * stands for all types.
  schedule: () => ({ id_tipo_guasto: 'LUB' }),
  'mail-template': () => ({ body: 'Testo di prova' }),
};

let count = 0;
const newMark = (): string => {
  count += 1;
  return `Z${Date.now().toString(36)}${count}`;
};

const typedText = (field: Field, mark: string): string =>
  `${mark} prova`.slice(0, Math.min(field.maxLength ?? 200, field.unique ? 20 : 200));

/** Creates a row by the API: required values, with new target rows for unique references. */
async function makeRow(api: Api, entity: Entity): Promise<Row> {
  const mark = newMark();
  const besides = BESIDES[entity.name]?.(mark) ?? {};
  const body: Row = {};
  for (const field of writable(entity)) {
    if (field.name in besides) body[field.name] = besides[field.name];
    else if (!field.required) continue;
    else if (field.reference) body[field.name] = (await target(api, entity, field))[targetOf(field).id];
    else if (field.choices) body[field.name] = field.choices[0]!.value;
    else if (['text', 'note', 'column'].includes(field.kind)) body[field.name] = typedText(field, mark);
    else body[field.name] = field.default ?? 1;
  }
  return { ...body, ...(await api<Row>('POST', `/${entity.resource}/`, body)) };
}

const targetOf = (field: Field): Entity => byResource.get(field.reference!.resource)!;

async function target(api: Api, entity: Entity, field: Field): Promise<Row> {
  const there = targetOf(field);
  const isTogether = entity.unique.some((names) => names.includes(field.name)) && !field.reference!.none;
  if (isTogether && there.calls.includes('create')) return makeRow(api, there);
  const [first] = await api<Row[]>('GET', `/${there.resource}/?pag=-1`);
  return first!;
}

/** Returns a value that a user would enter in a new record. */
async function answerFor(api: Api, entity: Entity, field: Field, mark: string): Promise<string | number> {
  const besides = BESIDES[entity.name]?.(mark)[field.name] as string | number | undefined;
  if (field.choices)
    return field.choices.find(({ value }) => value === besides)?.title.it ?? field.choices[0]!.title.it;
  if (field.reference) {
    const there = targetOf(field);
    if (besides) {
      const all = await api<Row[]>('GET', `/${there.resource}/?pag=-1`);
      return displayOf(there, all.find((row) => row.codice === besides)!);
    }
    return field.reference.none
      ? field.reference.none.it
      : displayOf(there, await target(api, entity, field));
  }
  if (besides !== undefined) return besides;
  if (field.choicesFrom) return '';
  if (['text', 'note', 'email'].includes(field.kind)) return typedText(field, mark);
  return field.kind === 'uri' ? `https://${mark}.example/` : 1;
}

/** Returns the entity with the fields of all classes. */
async function withCustomFields(api: Api, entity: Entity): Promise<Entity> {
  if (!entity.customFields) return entity;
  const definitions = await api<Definition[]>('GET', `/${entity.resource}/template/${ALL_CLASSES}`);
  return customised(entity, definitions, { family: 'SUADMIN' });
}

async function create({ page, api }: Scene, entity: Entity): Promise<Row> {
  const mark = newMark();
  const besides = Object.keys(BESIDES[entity.name]?.(mark) ?? {});
  for (const field of drawnOf(await withCustomFields(api, entity))) {
    const required = field.required || field.requiredUnless !== undefined;
    const isFilled = (required && field.default === undefined) || besides.includes(field.name);
    if (isFilled && !field.readOnly && inForce(field, {}))
      await fill(page, field, await answerFor(api, entity, field, mark), 'it');
  }
  const reply = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes(`/${entity.resource}`),
  );
  await saveButton(page).click();
  const answer = (await (await reply).json()) as { result: number; data: Row };
  expect(answer.result, JSON.stringify(answer)).toBe(0);
  return answer.data;
}

/** Waits until the rows have their new order before a click. */
async function openNewest(page: Page, entity: Entity, list: string): Promise<void> {
  const rows = () => page.getByRole('main').innerText();
  await go(page, newestFirst(entity, list));
  await expect
    .poll(async () => {
      const before = await rows();
      await page.waitForTimeout(STABLE_MS);
      return (await rows()) === before;
    })
    .toBe(true);
}

/** Returns the first field that can change in the stored record, with a new value. */
function changeFor(entity: Entity, row: Row): [Field, string] | undefined {
  const free = drawnOf(entity).filter((field) => !field.readOnly && !field.locked && inForce(field, row));
  const text = free.find(({ kind, name }) => ['text', 'note'].includes(kind) && name !== 'mail');
  if (text) return [text, `${newMark()} cambiata`.slice(0, text.maxLength)];
  const number = free.find(({ kind }) => kind === 'integer');
  return number && [number, '7'];
}

async function change({ page, api }: Scene, entity: Entity, row: Row): Promise<Row> {
  const change = changeFor(entity, row);
  if (!change || !entity.calls.includes('update')) return row;
  const [field, text] = change;
  await rowAction(page, 'edit', displayOf(entity, row)).click();
  await page.getByRole('heading', { level: 1, name: displayOf(entity, row) }).waitFor();
  await fill(page, field, text, 'it');
  await saveButton(page).click();
  const list = listAddress(entity, entities)!;
  await page.waitForURL((url) => url.pathname === (pageOf(entity, row) ?? list));
  const stored = await api<Row>('GET', `/${entity.resource}/${row[entity.id]}`);
  expect(String(stored[field.name])).toBe(text);
  return stored;
}

const pageOf = ({ routes, id }: Entity, row: Row): string | undefined =>
  routes.detail && addressOf(routes.detail, row[id] as number);

/** Returns the page after a creation: the record's page, or its form if the record has sub-lists to fill. */
function visibleAfterCreate(entity: Entity, row: Row, list: string): string {
  const stays = entity.children.some(({ tab }) => !tab) || entity.documents?.tab === true;
  const form = addressOf(entity.routes.form!, row[entity.id] as number);
  return pageOf(entity, row) ?? (stays ? form : list);
}

/** Deletes the row even if the test fails: a leftover control or template would affect other tests. */
const deletedInTheEnd = (entity: Entity, { [entity.id]: id }: Row): void =>
  onTestFinished(async () => {
    const api = await apiAs(plantUrl(), 'SUADMIN');
    if ((await idsOf(api, entity)).includes(id)) await api('DELETE', `/${entity.resource}/${id}`);
  });

async function idsOf(api: Api, entity: Entity): Promise<unknown[]> {
  const data = await api<Row[] | { lista: Row[] }>('GET', `/${entity.resource}/?pag=-1`);
  return (Array.isArray(data) ? data : data.lista).map((row) => row[entity.id]);
}

for (const entity of sampleOf(made))
  it(
    `${entity.name}: is made, found, changed and deleted through its screens`,
    visit({ as: 'SUADMIN' }, async (scene) => {
      const { page, api } = scene;
      const list = listAddress(entity, entities)!;
      await page.goto(list);
      await addButton(page).click();
      await page.waitForURL(`**${entity.routes.form!.replace(/\/:.*/, '')}`);
      const row = await create(scene, entity);
      deletedInTheEnd(entity, row);
      await page.waitForURL((url) => url.pathname === visibleAfterCreate(entity, row, list));
      await openNewest(page, entity, list);
      const changed = await change(scene, entity, row);
      await openNewest(page, entity, list);
      await deleteRow(page, entity, changed);
      await expect.poll(() => idsOf(api, entity)).not.toContain(row[entity.id]);
      expect(path(page)).toBe(list);
    }),
  );
