/** Named schemas. The API description writes each once, among its components, and refers to it. */
import type { ApiSchema } from './call.ts';

const NAME = 'x-component';

/** Returns the schema with a name. */
export const named = (name: string, schema: ApiSchema): ApiSchema => ({ [NAME]: name, ...schema });

export const nameOf = (schema: ApiSchema | undefined): string | undefined => schema?.[NAME];

const isObject = (value: unknown): value is ApiSchema => typeof value === 'object' && value !== null;

/** Replaces each named schema with a reference, and adds the schema to the components. */
export function referring(value: unknown, components: Record<string, ApiSchema>): unknown {
  if (Array.isArray(value)) return value.map((element) => referring(element, components));
  if (!isObject(value)) return value;
  const { [NAME]: name, ...schema } = value;
  const expanded = Object.fromEntries(
    Object.entries(schema).map(([key, member]) => [key, referring(member, components)]),
  );
  if (typeof name !== 'string') return expanded;
  const free = freeName(name, expanded, components);
  components[free] = expanded;
  return { $ref: `#/components/schemas/${free}` };
}

/** Returns the name, followed by a number if another schema has it. */
function freeName(name: string, schema: ApiSchema, components: Record<string, ApiSchema>): string {
  const text = JSON.stringify(schema);
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? name : `${name}${count}`;
    const existing = components[candidate];
    if (!existing || JSON.stringify(existing) === text) return candidate;
  }
}
