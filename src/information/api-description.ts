/** The API description, prepared for display: operations by tag, schemas with resolved references. */

export interface ApiSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  [word: string]: unknown;
}

interface Content {
  schema?: ApiSchema;
  example?: unknown;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: ApiSchema;
  $ref?: string;
}

interface Body {
  content?: Record<string, Content>;
}

interface RawOperation {
  tags?: string[];
  summary?: string;
  'x-summary-it'?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: Body;
  responses?: Record<string, Body & { $ref?: string; description?: string }>;
}

export interface ApiDocument {
  paths: Record<string, Record<string, RawOperation>>;
  [word: string]: unknown;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  parameters: Parameter[];
  body: Content | undefined;
  reply: Content | undefined;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Resolves '#/components/…'. */
function resolve<T extends { $ref?: string }>(document: ApiDocument, value: T): T {
  if (!value.$ref?.startsWith('#/')) return value;
  let part: unknown = document;
  for (const step of value.$ref.slice(2).split('/'))
    part = (part as Record<string, unknown>)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')];
  return (part as T) ?? value;
}

const contentOf = (body: Body | undefined): Content | undefined => Object.values(body?.content ?? {})[0];

export function operationsOf(document: ApiDocument, language: string): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => {
      const raw = item[method]!;
      const good = Object.entries(raw.responses ?? {}).find(([status]) => status.startsWith('2'))?.[1];
      return {
        id: `${method} ${path}`,
        method: method.toUpperCase(),
        path,
        tag: raw.tags?.[0] ?? '',
        summary: (language === 'it' ? raw['x-summary-it'] : undefined) ?? raw.summary ?? '',
        parameters: (raw.parameters ?? []).map((one) => resolve(document, one)),
        body: contentOf(raw.requestBody),
        reply: good && contentOf(resolve(document, good)),
      };
    }),
  );
}

/** Returns a schema with its references resolved a few levels deep, for display. */
export function readable(document: ApiDocument, schema: ApiSchema | undefined, depth = 3): unknown {
  if (!schema || depth < 0) return schema?.$ref?.split('/').at(-1) ?? schema;
  const resolved = resolve(document, schema);
  return JSON.parse(
    JSON.stringify(resolved, (_, value) =>
      value && typeof value === 'object' && '$ref' in value ? readable(document, value, depth - 1) : value,
    ),
  );
}

export const typeOf = (schema: ApiSchema | undefined): string => {
  const type = [schema?.type ?? ''].flat().join(' | ');
  return schema?.enum
    ? schema.enum.map(String).join(' | ')
    : schema?.format
      ? `${type} (${schema.format})`
      : type;
};
