/**
 * The logo of the plant: uploaded by a super administrator, or placed next to the data by the server's
 * administrator.
 */
import { PAGE_FORMAT } from '../../../schemas/qr/labels.ts';
import { type Logo, pictureOf } from '../../capabilities/logo.ts';
import { makePdf } from '../../capabilities/pdf.ts';
import { labelDocument } from '../../capabilities/qr-document.ts';
import type { Queryable } from '../../database/engine.ts';
import { type Call, type Context, callAt } from '../../http/call.ts';
import { Problem, refused } from '../../http/problem.ts';
import { logoIn } from './files.ts';
import { isSafeSvg } from './safe-svg.ts';

const MEGABYTE = 1024 * 1024;
const PATH = '/info/logo-cliente';
const tag = 'info';

export const LOGO = {
  type: 'object',
  properties: { contenuto: { type: ['string', 'null'] }, content_type: { type: ['string', 'null'] } },
};

export async function customerLogo(database: Queryable, folder: string): Promise<Logo> {
  const { rows } = await database.query<Logo>('select contenuto, content_type from logo_impianto');
  return rows[0] ?? logoIn(folder);
}

/** Detects the type from the content, not the name. */
function typeOf(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'image/png';
  if (bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'image/jpeg';
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  if (!/<svg[\s>]/i.test(text)) return undefined;
  if (!isSafeSvg(text)) throw refused('logo-unsafe');
  return 'image/svg+xml';
}

async function uploadedFile({ files }: Context): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const { content } of files) for await (const chunk of content) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (bytes.length === 0) throw new Problem(400, 'file-missing');
  return bytes;
}

/** Refuses a logo that PDF documents cannot draw, before label sheets need it. */
async function requireDrawable(logo: Logo): Promise<void> {
  const picture = pictureOf(logo);
  const drawing = {
    width: 80,
    height: 24,
    code: { x: 0, y: 0, side: 10, border: 0 },
    lines: [],
    logo: { x: 0, y: 0, width: 80, height: 24, centred: false },
  };
  const label = { code: 'logo', drawing };
  try {
    await makePdf(labelDocument([label], { format: PAGE_FORMAT, skip: 0, title: 'logo', logo: picture }));
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(422, 'logo-unreadable', { cause: error });
  }
}

async function receive(context: Context) {
  const bytes = await uploadedFile(context);
  const content_type = typeOf(bytes);
  if (!content_type) throw new Problem(415, 'logo-type');
  const logo = { contenuto: bytes.toString('base64'), content_type };
  await requireDrawable(logo);
  await context.database.query(
    `insert into logo_impianto (contenuto, content_type) values ($1, $2)
     on conflict (unica) do update set contenuto = excluded.contenuto, content_type = excluded.content_type`,
    [logo.contenuto, logo.content_type],
  );
  return { data: logo };
}

export const logoCalls = (folder: string): Call[] => [
  {
    ...callAt('GET', PATH, 'public', tag),
    summary: { it: "Logo dell'impianto", en: 'Logo of the plant' },
    reply: LOGO,
    example: { data: { contenuto: 'iVBORw0KGgo…', content_type: 'image/png' } },
    handle: async ({ database }) => ({ data: await customerLogo(database, folder) }),
  },
  {
    ...callAt('PUT', PATH, [{ role: 'SUADMIN' }], tag),
    summary: {
      it: "Carica il logo dell'impianto: PNG, JPG o SVG",
      en: 'Sets the logo of the plant: PNG, JPG or SVG',
    },
    files: { part: 'file', max: 1, bytes: MEGABYTE },
    bodyLimit: 2 * MEGABYTE,
    reply: LOGO,
    example: { data: { contenuto: 'iVBORw0KGgo…', content_type: 'image/png' } },
    handle: receive,
  },
  {
    ...callAt('DELETE', PATH, [{ role: 'SUADMIN' }], tag),
    summary: { it: "Toglie il logo dell'impianto", en: 'Removes the logo of the plant' },
    example: { data: null },
    async handle({ database }) {
      await database.query('delete from logo_impianto');
      return { data: null };
    },
  },
];
