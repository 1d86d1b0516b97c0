/** The joined texts of references: joins and expressions made from the schemas. */
import { referenceOf } from '../../schemas/catalogue.ts';
import { columns, displayColumns, type Entity, type Field, type Language } from '../../schemas/entity.ts';
import { isStored } from '../../schemas/kept.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { ident, inLanguage, literal } from './sql.ts';

function nameFrom(entity: Entity, column: (name: string) => string): string {
  const [first = '', ...after] = entity.display.split(/\{\w+\}/).map((text) => (text ? literal(text) : ''));
  // If one part of a name is missing, the text after it is left out too, as in displayOf.
  const parts = displayColumns(entity.display).map((name, index) => {
    const sql = [column(name), after[index]].filter(Boolean).join(' || ');
    return entity.field(name)?.required ? sql : `coalesce(${sql}, '')`;
  });
  return [first, ...parts].filter(Boolean).join(' || ');
}

/**
 * Returns a record's name as SQL of its own columns, for an index. Returns undefined if the name depends on other
 * rows or the language, or if it may be null.
 */
export function ownName(entity: Entity): string | undefined {
  const names = displayColumns(entity.display);
  const translated = entity.fields.some(({ translates }) => translates && names.includes(translates));
  return !translated && isSureName(entity) ? nameFrom(entity, ident) : undefined;
}

/** Returns whether a record's name consists of its own columns, in any language, and is never null. */
export function isSureName(entity: Entity): boolean {
  const names = displayColumns(entity.display);
  const isOwn = (name: string): boolean => {
    const field = entity.field(name);
    return field !== undefined && !field.virtual && !(field.required && field.when);
  };
  return names.length > 0 && names.every(isOwn);
}

export class Joins {
  private readonly aliases = new Map<string, string>();
  private readonly clauses: string[] = [];

  constructor(
    private readonly schemas: Schemas,
    private readonly language: Language,
    private readonly prefix: string,
    /** SQL of computed fields, for rows with the alias t. */
    private readonly computed: Record<string, string> = {},
  ) {}

  get sql(): string {
    return this.clauses.map((clause) => ` ${clause}`).join('');
  }

  /** Returns the SQL of an own or joined field, or undefined if a domain fills the field. */
  expression(entity: Entity, alias: string, name: string): string | undefined {
    const field = entity.field(name);
    if (!field) return undefined;
    if (isStored(field)) return `${alias}.${ident(name)}`;
    for (const own of entity.fields) {
      if (own.reference?.text === name) return this.referenceText(own, alias);
      const targetName = own.reference?.fields[name];
      if (targetName) {
        const target = this.targetOf(own);
        return this.expression(target, this.join(own, target, alias), targetName);
      }
    }
    return alias === 't' ? this.computed[name] : undefined;
  }

  private referenceText(field: Field, alias: string): string {
    const target = this.targetOf(field);
    const text = this.display(target, this.join(field, target, alias));
    const none = field.reference?.none;
    return none
      ? `case when ${alias}.${ident(field.name)} = -1 then ${literal(none[this.language])} else ${text} end`
      : text;
  }

  /** Returns a record's name as SQL: its display template, with each text translated where a translation exists. */
  display(entity: Entity, alias: string): string {
    const translations = entity.fields.find((field) => field.translates);
    return nameFrom(entity, (name) =>
      translations?.translates === name
        ? inLanguage(alias, name, this.language, translations.name)
        : (this.expression(entity, alias, name) ?? "''"),
    );
  }

  /** Returns the id of the row to which a field refers; null if there is none. */
  joined(field: Field, alias: string): string {
    const target = this.targetOf(field);
    return `${this.join(field, target, alias)}.${ident(target.id)}`;
  }

  private targetOf(field: Field): Entity {
    return this.schemas.byResource.entity(referenceOf(field).resource);
  }

  private join(field: Field, target: Entity, alias: string): string {
    const key = `${alias}.${field.name}`;
    const existing = this.aliases.get(key);
    if (existing) return existing;
    const joined = `${this.prefix}${this.aliases.size + 1}`;
    this.aliases.set(key, joined);
    this.clauses.push(
      `left join ${ident(target.table)} ${joined} on ${joined}.${ident(target.id)} = ${alias}.${ident(field.name)}`,
    );
    return joined;
  }
}

/** The fields of rows as SQL. */
export interface Selection {
  columns: string;
  joins: string;
}

/** Equal for all requests, so made once for an entity, a language, an alias, and the names of the fields. */
const selections = new WeakMap<Entity, Map<string, Selection>>();

/** Returns the fields of an entity's rows: all columns and joined texts, or only those named. */
export function selection(
  entity: Entity,
  schemas: Schemas,
  language: Language,
  alias: string,
  only: ReadonlySet<string> | undefined = undefined,
): Selection {
  const made = selections.get(entity) ?? new Map<string, Selection>();
  selections.set(entity, made);
  const key = `${language} ${alias} ${only ? [...only].join() : '*'}`;
  const existing = made.get(key);
  if (existing) return existing;
  const joins = new Joins(schemas, language, 'j');
  const columns = selectedColumns(entity, joins, alias, only);
  const result = { columns, joins: joins.sql };
  made.set(key, result);
  return result;
}

function selectedColumns(
  entity: Entity,
  joins: Joins,
  alias: string,
  only: ReadonlySet<string> | undefined,
): string {
  const isSelected = ({ name }: Field): boolean => only === undefined || name === entity.id || only.has(name);
  const own = columns(entity)
    .filter(isSelected)
    .map((field) => `${alias}.${ident(field.name)}`);
  const joined = entity.fields
    .filter((field) => field.virtual && isSelected(field))
    .flatMap((field) => {
      const expression = joins.expression(entity, alias, field.name);
      return expression ? [`${expression} as ${ident(field.name)}`] : [];
    });
  return [...own, ...joined].join(', ');
}
