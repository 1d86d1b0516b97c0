/**
 * Writes types.ts, the row type of each entity, and the JSON Schemas for editors (editor/*.schema.json). With
 * --check it only reports whether they are up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { actionSchema, entitySchema } from './entity-schema.ts';
import { furtherFolders, readSchemas, SCHEMAS, SchemaError } from './read-schemas.ts';
import { typesText } from './types-text.ts';

function run(): void {
  // A plant's additional files are checked too. types.ts contains only our own.
  const { warnings } = readSchemas([SCHEMAS, ...furtherFolders(process.env.OFFICINA_SCHEMAS)]);
  for (const warning of warnings) console.warn(warning);
  const product = readSchemas();
  const outputs = {
    'types.ts': typesText(product.entities, product.acts),
    'editor/entity.schema.json': `${JSON.stringify(entitySchema(), null, 2)}\n`,
    'editor/action.schema.json': `${JSON.stringify(actionSchema(), null, 2)}\n`,
  };
  for (const [name, expected] of Object.entries(outputs)) {
    const file = fileURLToPath(new URL(name, import.meta.url));
    if (!process.argv.includes('--check')) writeFileSync(file, expected);
    else if (readFileSync(file, 'utf8') !== expected) {
      console.error(`schemas/${name} is out of date: run \`npm run types\` and commit the result.`);
      process.exitCode = 1;
    }
  }
}

try {
  run();
} catch (error) {
  // Authors of schemas see the fault without a stack trace.
  if (!(error instanceof SchemaError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
