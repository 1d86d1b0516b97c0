/**
 * npm run demo: renders the files of the demo plant's records in server/seed/files: a PNG from each SVG, a PDF from
 * each Markdown; and the icons of the site. With names, only those: npm run demo -- pressa.svg icons
 */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { pdfOf } from './demo-documents.ts';
import { drawIcons } from './icons.ts';
import { withDrawings } from './pictures.ts';

const FOLDER = 'server/seed/files';

const requested = process.argv.slice(2);
const names = (await readdir(FOLDER))
  .filter((name) => requested.length === 0 || requested.includes(name))
  .sort();

async function keep(name: string, content: Uint8Array): Promise<void> {
  await writeFile(join(FOLDER, name), content);
  process.stdout.write(`${name} ${Math.ceil(content.length / 1024)} kB\n`);
}

await withDrawings(FOLDER, async (pictureOf) => {
  for (const name of names.filter((one) => one.endsWith('.svg')))
    await keep(name.replace(/svg$/, 'png'), await pictureOf(name));
});
for (const name of names.filter((one) => one.endsWith('.md')))
  await keep(name.replace(/md$/, 'pdf'), await pdfOf(FOLDER, name));
if (requested.length === 0 || requested.includes('icons')) await drawIcons();
process.exit();
