/** Checks that the words about an entity's screens agree with each other. */
import type { Entity, Field } from './entity.ts';
import type { Say } from './faults.ts';

/** Checks that the list next to the main list shows the rows of a reference, and that no tree takes its place. */
function checkMaster({ master, tree, filters, field }: Entity, say: Say): void {
  if (master === undefined) return;
  const declared = field(master);
  if (declared && !declared.reference) say('/x-master', `${master} is not a reference`);
  if (tree) say('/x-master', 'the tree of x-tree is already next to the list');
  if (filters.includes(master)) say('/x-filters', `${master} is selected next to the list (x-master)`);
}

/** Checks that the address for a new child row begins with the parameter of its parent. */
function checkChild({ routes, hierarchy, field }: Entity, say: Say): void {
  if (routes.child === undefined) return;
  const names = [...routes.child.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  if (!hierarchy) say('/x-routes/child', 'its rows form no tree: x-hierarchy is missing');
  else if (names[0] !== hierarchy.parent)
    say('/x-routes/child', `its first parameter must be ${hierarchy.parent}`);
  for (const name of names) if (!field(name)) say('/x-routes/child', `no property ${name}`);
}

/** Checks that the form's address has two parameters: the parent row and the row itself. */
function checkBelow({ below, routes, field }: Entity, say: Say): void {
  if (below === undefined) return;
  const declared = field(below);
  if (declared && !declared.reference) say('/x-below', `${below} is not a reference`);
  if ([...(routes.form ?? '').matchAll(/:\w+/g)].length !== 2)
    say('/x-below', 'needs an address with two parameters, the parent row and the row itself: x-routes.form');
}

function checkDialog({ dialog, routes }: Entity, say: Say): void {
  if (!dialog) return;
  if (routes.list === undefined) say('/x-dialog', 'needs a list, but x-routes has none');
  for (const word of ['form', 'copy', 'detail'] as const)
    if (routes[word] !== undefined)
      say(`/x-routes/${word}`, 'a record in a dialog (x-dialog) has no address of its own');
}

const isFilled = ({
  default: defaultValue,
  defaultSetting,
  readOnly,
  virtual,
  requiredUnless,
}: Field): boolean =>
  defaultValue !== undefined ||
  defaultSetting !== undefined ||
  readOnly ||
  virtual ||
  requiredUnless !== undefined;

/** Checks that a form has every field that a new record requires. */
function checkForm({ form, fields, routes, dialog, calls }: Entity, say: Say): void {
  const drawn = form.flatMap((section) => section.fields);
  if (!calls.includes('create') || !(routes.form || dialog)) return;
  for (const field of fields)
    if (field.required && !isFilled(field) && !drawn.includes(field.name))
      say('/x-form', `${field.name} is required, but no user can fill it`);
}

function checkMenu({ menu, routes }: Entity, say: Say): void {
  if (menu && routes.list === undefined) say('/x-menu', 'needs a list, but x-routes has none');
}

function checkImport({ import: sheet, key }: Entity, say: Say): void {
  if (!sheet) return;
  if (!sheet.file.endsWith('.xlsx')) say('/x-import/file', 'must be the name of an .xlsx file');
  if (!sheet.key && !key?.length)
    say('/x-import', 'needs a key that identifies its rows: x-key, or its own key');
}

export function checkScreens(entity: Entity, say: Say): void {
  checkMaster(entity, say);
  checkBelow(entity, say);
  checkDialog(entity, say);
  checkChild(entity, say);
  checkForm(entity, say);
  checkMenu(entity, say);
  checkImport(entity, say);
}
