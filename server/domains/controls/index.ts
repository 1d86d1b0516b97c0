/** The rules of checks: the field must belong to the class, and the value must fit the field. */
import { ALL_CLASSES, freeKindOf } from '../../../schemas/custom-fields.ts';
import type { Kind, Row } from '../../../schemas/entity.ts';
import { isDate, isInstant, type Refusal } from '../../../schemas/validate.ts';
import type { RulesByResource, WriteContext } from '../../capabilities/rules.ts';

const CONTAINS = 9;

const NUMBER = /^-?\d{1,15}([.,]\d{1,2})?$/;

const anything = (): boolean => true;

/** Kinds without free columns cannot have a check. */
const FITS: Record<Kind, (value: string) => boolean> = {
  integer: (value) => /^-?\d{1,15}$/.test(value),
  decimal: (value) => NUMBER.test(value),
  flag: (value) => value === '0' || value === '1',
  date: isDate,
  instant: (value) => isDate(value) || isInstant(value),
  text: anything,
  note: anything,
  file: anything,
  money: anything,
  quantity: anything,
  choice: anything,
  email: anything,
  uri: anything,
  phone: anything,
  reference: anything,
  colour: anything,
  icon: anything,
  translations: anything,
  options: anything,
  column: anything,
};

function fits(column: string, value: string): boolean {
  const kind = freeKindOf(column);
  return kind === undefined || FITS[kind](value);
}

async function definition(id: unknown, { transaction }: WriteContext): Promise<Row | undefined> {
  if (typeof id !== 'number') return undefined;
  return (await transaction.query<Row>('select id_classe, campo_tabella from odl_campo where id = $1', [id]))
    .rows[0];
}

export const controlRules: RulesByResource = {
  controllo: {
    async check(row, _before, context): Promise<Refusal[]> {
      const field = await definition(row.id_campo_odl, context);
      if (!field) return [];
      const otherClass = field.id_classe !== ALL_CLASSES && field.id_classe !== row.id_classe_odl;
      const value = row.id_condizione_controllo === CONTAINS ? undefined : row.valore;
      const wrong = typeof value === 'string' && value !== '' && !fits(String(field.campo_tabella), value);
      return [
        ...(otherClass ? [{ field: 'id_campo_odl', rule: 'choice' as const }] : []),
        ...(wrong ? [{ field: 'valore', rule: 'value-kind' as const }] : []),
      ];
    },
  },
};
