/** Quantities and ids as people send them, told apart field by field; a refusal names the field and says what it must be. */
import type { Row } from '../../../schemas/entity.ts';
import { trimmed } from '../../../schemas/meaning.ts';
import { isStorable, type Refusal, type Rule } from '../../../schemas/validate.ts';
import { ID_MAX } from '../../http/parameters.ts';
import { invalid, refusedField } from '../../http/problem.ts';

const QUANTITY_MAX = 999_999_999;
const TEXT_MAX = 200;

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && trimmed(value) === '');

function ruleOfQuantity(value: unknown): Rule | undefined {
  if (isMissing(value)) return 'required';
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'type-number';
  if (value === 0) return 'quantity-zero';
  if (Number(value.toFixed(2)) !== value) return 'two-places';
  return Math.abs(value) > QUANTITY_MAX ? 'too-large' : undefined;
}

/** Reads a body field by field, and refuses all that is wrong with it at once. */
export class Sent {
  private readonly refusals: Refusal[] = [];

  constructor(private readonly body: Row) {}

  has(name: string): boolean {
    return !isMissing(this.body[name]);
  }

  refuse(field: string, rule: Rule, params?: Refusal['params']): void {
    this.refusals.push({ field, rule, params });
  }

  quantity(name: string): number {
    const value = this.body[name];
    const rule = ruleOfQuantity(value);
    if (rule) this.refuse(name, rule, { max: QUANTITY_MAX });
    return rule ? 0 : Number(value);
  }

  id(name: string): number | undefined {
    const value = this.body[name];
    if (isMissing(value)) return undefined;
    if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= ID_MAX) return Number(value);
    this.refuse(name, Number.isInteger(value) ? 'not-found' : 'type-integer');
    return undefined;
  }

  requiredId(name: string): number {
    const id = this.id(name);
    if (isMissing(this.body[name])) this.refuse(name, 'required');
    return id ?? 0;
  }

  text(name: string): string | undefined {
    const value = this.body[name];
    if (isMissing(value)) return undefined;
    if (typeof value !== 'string') this.refuse(name, 'type-text');
    else if (!isStorable(value)) this.refuse(name, 'unstorable');
    else if ([...trimmed(value)].length > TEXT_MAX) this.refuse(name, 'too-long', { max: TEXT_MAX });
    else return trimmed(value);
    return undefined;
  }

  /** To be called when everything was read: throws what was refused, the one sentence when there is but one. */
  check(): void {
    if (this.refusals.length === 1) throw refusedField(this.refusals[0]!);
    if (this.refusals.length > 1) throw invalid(this.refusals);
  }
}
