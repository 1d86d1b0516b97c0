/**
 * Notes on column headers. A note is a text in one part and a drawing in another, in VML, the old drawing language.
 * Without its drawing no spreadsheet displays the note.
 */

import type { Column } from './column.ts';
import { lettersOf } from './places.ts';
import { xmlText } from './xml.ts';
import type { Part } from './zip-writer.ts';

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const AUTHOR = 'Officina';
const LINE = 34;

interface Noted {
  columns: Column[];
}

const notesOf = ({ columns }: Noted): { note: string; column: number }[] =>
  columns.flatMap(({ note }, column) => (note ? [{ note, column }] : []));

const textsXml = (sheet: Noted): string =>
  `${DECLARATION}<comments xmlns="${NAMESPACE}"><authors><author>${AUTHOR}</author></authors><commentList>` +
  notesOf(sheet)
    .map(
      ({ note, column }) =>
        `<comment ref="${lettersOf(column)}1" authorId="0"><text><r><rPr><sz val="9"/><rFont val="Calibri"/></rPr><t xml:space="preserve">${xmlText(note)}</t></r></text></comment>`,
    )
    .join('') +
  '</commentList></comments>';

/** Returns a box tall enough for the lines: column and offset, row and offset, of two corners. */
function anchor(note: string, column: number): string {
  const lines = note.split('\n').reduce((sum, line) => sum + Math.ceil((line.length + 1) / LINE), 0);
  return `${column + 1}, 12, 0, 4, ${column + 4}, 12, ${Math.max(3, lines + 1)}, 4`;
}

const shapeXml = ({ note, column }: { note: string; column: number }, index: number): string =>
  `<v:shape id="_x0000_s${1025 + index}" type="#_x0000_t202" style="position:absolute;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto">` +
  '<v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/>' +
  '<v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox>' +
  `<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${anchor(note, column)}</x:Anchor>` +
  `<x:AutoFill>False</x:AutoFill><x:Row>0</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`;

const drawingXml = (sheet: Noted): string =>
  '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">' +
  '<o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout>' +
  '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>' +
  `${notesOf(sheet).map(shapeXml).join('')}</xml>`;

const relationsXml = (number: number): string =>
  `${DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
  `<Relationship Id="rId1" Type="${RELATIONS}/vmlDrawing" Target="../drawings/vmlDrawing${number}.vml"/>` +
  `<Relationship Id="rId2" Type="${RELATIONS}/comments" Target="../comments${number}.xml"/></Relationships>`;

export function* notesParts(sheet: Noted, number: number): Generator<Part> {
  if (notesOf(sheet).length === 0) return;
  yield { name: `xl/worksheets/_rels/sheet${number}.xml.rels`, content: [relationsXml(number)] };
  yield { name: `xl/comments${number}.xml`, content: [textsXml(sheet)] };
  yield { name: `xl/drawings/vmlDrawing${number}.vml`, content: [drawingXml(sheet)] };
}

export const noteTypes = (sheet: Noted, number: number): string =>
  notesOf(sheet).length === 0
    ? ''
    : `<Override PartName="/xl/comments${number}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml"/>`;
