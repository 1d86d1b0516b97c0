/** The job report as a PDF document: the data table by table, and the signatures. Has no side effects. */
import type { Language } from '../../../../schemas/entity.ts';
import type { PdfParts } from '../../../capabilities/pdf.ts';
import labels from './labels.json' with { type: 'json' };

export type Label = keyof typeof labels;

export interface SignaturePicture {
  signer: 'tecnico' | 'segnalatore';
  /** The picture in base64; missing without a signature. */
  picture?: string;
  name?: string;
  when?: string;
}

export interface ReportContents {
  language: Language;
  /** What readers need to verify the signed report: its code, and the address of the check. */
  proof?: { code: string; address: string };
  intervention: string;
  made: string;
  logo?: { svg?: string; image?: string };
  /** Pairs of a label and a text. */
  facts: [Label, string][];
  checklist: { item: string; mandatory: string; done: string; note: string }[];
  parts: { code: string; name: string; quantity: string; unit: string }[];
  costs: { name: string; quantity: string; unit: string; total: string }[];
  total: string;
  fields: [string, string][];
  /** Photos as data addresses. */
  photos: { image: string; name: string }[];
  /** Photos not printed: the reason, how many, and the limit. */
  photosLeftOut: { why: Label; count: number; most: string }[];
  /** The signatures; empty if the report is not signed. */
  signatures: SignaturePicture[];
}

type Node = Record<string, unknown>;

/** 0.3 inches in points. */
const MARGIN = 21.6;
const WIDTH = 612 - 2 * MARGIN;
const GREY = '#5f6368';
const LINE = '#c8ccd0';

/** The first row of a table is its heading. */
const lines = { width: 0.5, colour: LINE, from: 1, padding: 3 };

interface Column {
  label: Label;
  width: number | '*';
  /** Numbers are right-aligned. */
  amount?: boolean;
}

class Drawing {
  constructor(private readonly language: Language) {}

  label(name: Label): string {
    return labels[name][this.language];
  }

  heading(name: Label): Node {
    return { text: this.label(name), style: 'heading' };
  }

  /** Returns a heading and a table that stay on one page; nothing without rows. */
  table(name: Label, columns: Column[], rows: string[][]): Node[] {
    if (rows.length === 0) return [];
    const heading = [{ ...this.heading(name), colSpan: columns.length }, ...columns.slice(1).map(() => '')];
    const headers = columns.map(({ label, amount }) => ({
      text: this.label(label),
      style: 'head',
      ...(amount && { alignment: 'right' }),
    }));
    const cells = rows.map((row) =>
      row.map((text, index) => (columns[index]!.amount ? { text, alignment: 'right' } : text)),
    );
    const widths = columns.map(({ width }) => width);
    const body = [heading, headers, ...cells];
    const table = { headerRows: 2, keepWithHeaderRows: 1, dontBreakRows: true, widths, body };
    return [{ table, layout: 'lines' }];
  }

  pairs(rows: [string, string][]): Node {
    const cells = rows.map(([label, text]) => [
      { text: label, style: 'label' },
      { text: text || '–', style: 'text' },
    ]);
    const half = Math.ceil(cells.length / 2);
    const column = (body: unknown[]): Node =>
      body.length === 0 ? { text: '' } : { table: { widths: [90, '*'], body }, layout: 'noBorders' };
    return { columns: [column(cells.slice(0, half)), column(cells.slice(half))], columnGap: 12 };
  }
}

const titleOf = ({ proof }: ReportContents): Label => (proof ? 'title' : 'title_report');

const proofOf = ({ code, address }: NonNullable<ReportContents['proof']>, draw: Drawing): Node => ({
  width: 92,
  stack: [
    { image: address, width: 64, alignment: 'right', link: address, margin: [0, 0, 0, 3] },
    { text: `${draw.label('verifica')}: ${code}`, style: 'small', alignment: 'right' },
  ],
});

function header(contents: ReportContents, draw: Drawing): Node {
  const { logo, proof, intervention, made } = contents;
  return {
    columns: [
      ...(logo ? [{ ...logo, fit: [110, 56], width: 120 }] : []),
      {
        width: '*',
        stack: [
          { text: draw.label(titleOf(contents)), style: 'title' },
          { text: intervention, style: 'subtitle' },
          { text: `${draw.label('generato')} ${made}`, style: 'small' },
        ],
      },
      ...(proof ? [proofOf(proof, draw)] : []),
    ],
    columnGap: 12,
  };
}

function signature({ signer, picture, name, when }: SignaturePicture, draw: Drawing): Node {
  const pictureOrNote = picture
    ? { image: `data:image/png;base64,${picture}`, fit: [220, 80], margin: [0, 4, 0, 4] }
    : { text: draw.label('non_firmato'), style: 'small', margin: [0, 30, 0, 30] };
  return {
    stack: [
      { text: draw.label(`firma_${signer}`), style: 'label' },
      pictureOrNote,
      { text: [name, when].filter(Boolean).join(', '), style: 'text' },
    ],
    unbreakable: true,
  };
}

/** Returns the photos, three per row. */
function photoRows(photos: ReportContents['photos']): Node[] {
  const rows: Node[] = [];
  const width = (WIDTH - 24) / 3;
  for (let at = 0; at < photos.length; at += 3) {
    const cells = photos.slice(at, at + 3).map(({ image, name }) => ({
      width,
      stack: [
        { image, fit: [width, 160] },
        { text: name, style: 'small' },
      ],
    }));
    rows.push({ columns: cells, columnGap: 12, unbreakable: true, margin: [0, 0, 0, 8] });
  }
  return rows;
}

/** Names the photos left out, so that readers know there are more. */
function photos({ photos, photosLeftOut }: ReportContents, draw: Drawing): Node[] {
  const [first, ...more] = photoRows(photos);
  const total = photosLeftOut.reduce((sum, { count }) => sum + count, 0);
  const reasons = photosLeftOut.map(
    ({ why, count, most }) => `${draw.label(why).replace('{most}', most)}: ${count}`,
  );
  const note = total > 0 && {
    text: `${draw.label('foto_escluse')}: ${total} (${reasons.join('; ')})`,
    style: 'small',
  };
  if (!first && !note) return [];
  const top = { stack: [draw.heading('foto'), first ?? note], unbreakable: true };
  return [top, ...more, ...(first && note ? [note] : [])];
}

const column = (label: Label, width: Column['width']): Column => ({ label, width });
const amount = (label: Label, width: number): Column => ({ label, width, amount: true });

function tables({ checklist, parts, costs }: ReportContents, draw: Drawing): Node[] {
  return [
    ...draw.table(
      'checklist',
      [column('voce', '*'), column('obbligatoria', 62), column('eseguita', 50), column('note', '*')],
      checklist.map(({ item, mandatory, done, note }) => [item, mandatory, done, note]),
    ),
    ...draw.table(
      'ricambi',
      [
        column('codice_ricambio', 110),
        column('descrizione', '*'),
        amount('quantita', 60),
        column('unita', 50),
      ],
      parts.map(({ code, name, quantity, unit }) => [code, name, quantity, unit]),
    ),
    ...draw.table(
      'costi',
      [column('descrizione', '*'), amount('quantita', 60), amount('costo', 80), amount('totale', 80)],
      costs.map(({ name, quantity, unit, total }) => [name, quantity, unit, total]),
    ),
  ];
}

function bodyOf(contents: ReportContents, draw: Drawing): Node[] {
  const { facts, costs, fields, signatures, total } = contents;
  const sum = {
    text: `${draw.label('totale')}: ${total}`,
    alignment: 'right',
    bold: true,
    margin: [0, 4, 4, 0],
  };
  const signatureColumns = { columns: signatures.map((one) => signature(one, draw)), columnGap: 24 };
  return [
    draw.pairs(facts.map(([label, text]) => [draw.label(label), text])),
    ...tables(contents, draw),
    ...(costs.length > 0 ? [sum] : []),
    ...(fields.length > 0 ? [{ stack: [draw.heading('campi'), draw.pairs(fields)] }] : []),
    ...photos(contents, draw),
    ...(signatures.length > 0
      ? [{ stack: [draw.heading('firme'), signatureColumns], unbreakable: true }]
      : []),
  ];
}

export function reportDocument(contents: ReportContents): PdfParts {
  const draw = new Drawing(contents.language);
  const { proof, intervention } = contents;
  return {
    document: {
      info: { title: `${draw.label(titleOf(contents))} ${intervention}`, creator: 'Officina' },
      pageSize: 'LETTER',
      pageOrientation: 'portrait',
      pageMargins: MARGIN,
      defaultStyle: { font: 'Roboto', fontSize: 9 },
      styles: {
        title: { fontSize: 16, bold: true },
        subtitle: { fontSize: 11, margin: [0, 2, 0, 2] },
        heading: { fontSize: 11, bold: true, margin: [0, 12, 0, 4] },
        head: { bold: true, color: GREY },
        label: { color: GREY },
        small: { fontSize: 7.5, color: GREY },
      },
      content: [header(contents, draw), { text: '', margin: [0, 6, 0, 0] }, ...bodyOf(contents, draw)],
    },
    codes: proof ? { [proof.address]: proof.address } : {},
    layouts: { lines },
    footer: labels.pagina[contents.language],
  };
}
