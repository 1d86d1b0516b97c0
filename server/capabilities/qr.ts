/** GET /<resource>/download-qrcode: the QR codes of a filtered list in one PDF, as pages or as labels. */

import type { Entity, Row } from '../../schemas/entity.ts';
import {
  fileNameOf,
  hasLogos,
  hasTexts,
  headerOf,
  qrFileName,
  qrText,
  textsOf,
} from '../../schemas/qr/code.ts';
import { type Content, drawOn } from '../../schemas/qr/drawing.ts';
import {
  fitsPage,
  formatNamed,
  LABEL_FORMATS,
  LABELS_MAX,
  type LabelFormat,
  MARGIN_MAX,
  onOnePage,
  USUAL_FORMAT,
} from '../../schemas/qr/labels.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { listStatement } from '../database/list-query.ts';
import { onlyRow } from '../database/rows.ts';
import { type Call, type Context, callOn, summaryOf } from '../http/call.ts';
import { malformed, refused } from '../http/problem.ts';
import { ENCODED_FILE } from '../http/reply-schemas.ts';
import { todayIn } from '../plant/plant-time.ts';
import { listQuery } from './api-schema.ts';
import { listRequest } from './crud.ts';
import { requestedClass } from './custom-fields.ts';
import { type LogoPicture, type LogoSource, pictureOf } from './logo.ts';
import { nameOf } from './overrides.ts';
import { makePdf } from './pdf.ts';
import { type Label, labelDocument, type Sheets } from './qr-document.ts';
import { readableEntity } from './readable-entity.ts';
import type { RulesByResource } from './rules.ts';

export interface QrParts {
  /** Reads the plant's logo. */
  logo: LogoSource;
}

const OPTIONS = {
  formato: { enum: LABEL_FORMATS.map(({ name }) => name), default: USUAL_FORMAT.name },
  primaEtichetta: {
    type: 'integer',
    minimum: 1,
    default: 1,
    description: 'Position of the first label on the sheet, from 1',
  },
  margineSinistro: { type: 'number', description: 'Left margin of the sheet in mm' },
  margineAlto: { type: 'number', description: 'Top margin of the sheet in mm' },
};

function numberIn(query: Record<string, string>, name: string, limit: number): number | undefined {
  const value = query[name];
  if (value === undefined || value === '') return undefined;
  const number = /^\d{1,4}(\.\d{1,2})?$/.test(value) ? Number(value) : Number.NaN;
  if (!(number <= limit)) throw malformed('bad-filter', { name });
  return number;
}

/** Returns the requested label sheet, with the margins of the printer. */
function sheetsOf(query: Record<string, string>): Pick<Sheets, 'format' | 'skip'> {
  const base = query.formato ? formatNamed(query.formato) : USUAL_FORMAT;
  if (!base) throw malformed('bad-filter', { name: 'formato' });
  const format: LabelFormat = {
    ...base,
    left: numberIn(query, 'margineSinistro', MARGIN_MAX) ?? base.left,
    top: numberIn(query, 'margineAlto', MARGIN_MAX) ?? base.top,
  };
  if (!fitsPage(format)) throw refused('labels-off-page');
  const first = numberIn(query, 'primaEtichetta', onOnePage(format)) ?? 1;
  if (first < 1 || !Number.isInteger(first)) throw malformed('bad-filter', { name: 'primaEtichetta' });
  return { format, skip: first - 1 };
}

async function rowsOf(
  entity: Entity,
  schemas: Schemas,
  rules: RulesByResource,
  context: Context,
): Promise<Row[]> {
  const visible = readableEntity(context, entity, requestedClass(entity, context.query));
  // All rows are read, and not only those of a lookup. One row above the limit shows that there are too many.
  const allRows = { ...context, query: { ...context.query, pag: '-1' } };
  const { text, values } = listStatement(visible, schemas, listRequest(entity, rules, allRows), {
    number: 1,
    size: LABELS_MAX + 1,
    counted: false,
  });
  const { rows } = await context.database.query<Row>(text, values);
  if (rows.length === 0) throw refused('no-labels');
  if (rows.length > LABELS_MAX) throw refused('too-many-labels', { max: LABELS_MAX });
  return rows;
}

const labelOf = (entity: Entity, row: Row, format: LabelFormat, logo: boolean, context: Context): Label => {
  const { setting, origin } = context;
  const content: Content = {
    texts: hasTexts(entity, setting) ? textsOf(entity, row) : [],
    header: headerOf(entity, setting),
    logo,
  };
  return { code: qrText(entity, row, setting, origin), drawing: drawOn(format, content) };
};

async function pdfOf(entity: Entity, rows: Row[], title: string, context: Context, parts: QrParts) {
  const { format, skip } = sheetsOf(context.query);
  const logo = hasLogos(entity, context.setting) ? pictureOf(await parts.logo(context.database)) : undefined;
  const make = (picture: LogoPicture | undefined) => {
    const labels = rows.map((row) => labelOf(entity, row, format, picture !== undefined, context));
    return makePdf(labelDocument(labels, { format, skip, title, logo: picture }));
  };
  if (!logo) return make(undefined);
  try {
    return await make(logo);
  } catch (error) {
    // If the logo cannot be drawn, the labels are printed without a logo.
    context.log.warn({ error }, 'labels are printed without the logo');
    return make(undefined);
  }
}

const slug = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

export function qrCalls(entity: Entity, schemas: Schemas, rules: RulesByResource, parts: QrParts): Call[] {
  if (!entity.qr) return [];
  return [
    {
      name: nameOf(entity, 'qr'),
      ...callOn(entity, 'write', 'GET', `/${entity.resource}/download-qrcode`),
      summary: summaryOf(entity.titles, 'Codici QR in PDF', 'QR codes as PDF'),
      query: { ...listQuery(entity), ...OPTIONS },
      reply: ENCODED_FILE,
      example: { data: { data: 'JVBERi0=', filename: 'qr-oggetti-2026-03-29.pdf' } },
      async handle(context) {
        // The parameters are validated before the rows are read.
        sheetsOf(context.query);
        const rows = await rowsOf(entity, schemas, rules, context);
        const title = `QR ${entity.titles[context.language]}`;
        const bytes = await pdfOf(entity, rows, title, context, parts);
        const filename =
          rows.length === 1
            ? `${qrFileName(entity, onlyRow(rows))}.pdf`
            : fileNameOf(`qr-${slug(entity.titles[context.language])}-${todayIn(context.setting)}.pdf`);
        return { data: { data: bytes.toString('base64'), filename } };
      },
    },
  ];
}
