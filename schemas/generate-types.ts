/**
 * Writes types.ts, the type of the rows of each entity, and what editors know of entity files (editor/entity.schema.json); with
 * --check it only says whether both are up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { actionSchema, entitySchema } from './entity-schema.ts';
import { furtherFolders, readSchemas, SCHEMAS, SchemaError } from './read-schemas.ts';
import { typesText } from './types-text.ts';

function run(): void {
  // A plant's own files are held against ours; types.ts stays that of ours alone.
  const { warnings } = readSchemas([SCHEMAS, ...furtherFolders(process.env.OFFICINA_SCHEMAS)]);
  for (const warning of warnings) console.warn(warning);
  const own = readSchemas();
  const written = {
    'types.ts': typesText(own.entities, own.acts),
    'editor/entity.schema.json': `${JSON.stringify(entitySchema(), null, 2)}\n`,
    'editor/action.schema.json': `${JSON.stringify(actionSchema(), null, 2)}\n`,
  };
  for (const [name, wanted] of Object.entries(written)) {
    const file = fileURLToPath(new URL(name, import.meta.url));
    if (!process.argv.includes('--check')) writeFileSync(file, wanted);
    else if (readFileSync(file, 'utf8') !== wanted) {
      console.error(`schemas/${name} is out of date: run \`npm run types\` and keep the result.`);
      process.exitCode = 1;
    }
  }
}

try {
  run();
} catch (error) {
  // Whoever writes a schema reads what is wrong with it, and no stack.
  if (!(error instanceof SchemaError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
