/** Schemas with a name of their own: the API description says each once, among its components, and refers to it. */
import type { ApiSchema } from './call.ts';

const NAME = 'x-component';

/** The schema, under this name. */
export const named = (name: string, schema: ApiSchema): ApiSchema => ({ [NAME]: name, ...schema });

export const nameOf = (schema: ApiSchema | undefined): string | undefined => schema?.[NAME];

const isObject = (value: unknown): value is ApiSchema => typeof value === 'object' && value !== null;

/** The same with a reference in the place of each named schema, which is put among the components. */
export function referring(value: unknown, components: Record<string, ApiSchema>): unknown {
  if (Array.isArray(value)) return value.map((one) => referring(one, components));
  if (!isObject(value)) return value;
  const { [NAME]: name, ...schema } = value;
  const plain = Object.fromEntries(
    Object.entries(schema).map(([key, one]) => [key, referring(one, components)]),
  );
  if (typeof name !== 'string') return plain;
  const free = freeName(name, plain, components);
  components[free] = plain;
  return { $ref: `#/components/schemas/${free}` };
}

/** A name that another schema has already gets a number. */
function freeName(name: string, schema: ApiSchema, components: Record<string, ApiSchema>): string {
  const text = JSON.stringify(schema);
  for (let count = 1; ; count++) {
    const one = count === 1 ? name : `${name}${count}`;
    const known = components[one];
    if (!known || JSON.stringify(known) === text) return one;
  }
}
