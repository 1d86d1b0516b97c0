/** Codes written and read with every setting; texts and codes that fit their label. */
import { describe, expect, it } from 'vitest';
import { checkSchemas } from '../../schemas/check-schemas.ts';
import type { Entity } from '../../schemas/entity.ts';
import {
  fileNameOf,
  hasTexts,
  qrFileName,
  qrText,
  readQr,
  readTyped,
  textsOf,
} from '../../schemas/qr/code.ts';
import { type Drawing, drawLabel, drawPage, drawPicture } from '../../schemas/qr/drawing.ts';
import { fitsPage, formatNamed, LABEL_FORMATS, onOnePage, placeOf } from '../../schemas/qr/labels.ts';
import { linesOf, widthOf } from '../../schemas/qr/text-fit.ts';
import { readSchemas } from '../../schemas/read-schemas.ts';

const { files, entities, byResource } = readSchemas();
const asset = byResource.get('oggetto')!;
const part = byResource.get('ricambio')!;
const HOME = 'https://officina.example';

type Settings = Record<string, string | undefined>;
const settings =
  (values: Settings = {}) =>
  (code: string): string | undefined =>
    values[code];

/** Reads a code; returns the entity as its resource. */
function read(text: string, values: Settings = {}, origin = HOME) {
  const found = readQr(text, entities, settings(values), origin);
  return found && { ...found, entity: found.entity.resource };
}

const TYPES = ['URL', 'TXT', undefined];
const CONTENTS = ['ID', 'COD', undefined];
const PREFIXES = ['OBJ:', '', 'AB ', 'Ric', '(*)', 'MACCHINA-', '#=,&~<è>', undefined];
const ADDRESSES = ['', 'https://cmms.example/officina/', undefined];
const ROWS = [
  { id: 12, codice: 'POMPA-1', descrizione: 'Pompa' },
  { id: 2_147_483_647, codice: '0012', descrizione: 'Motore' },
  { id: 7, codice: 'a/b?c=1&d è', descrizione: 'Quadro' },
  { id: 8, codice: 'OBJ:12', descrizione: 'Codice che sembra un codice QR' },
  { id: 9, codice: null, descrizione: 'Senza codice' },
];

describe('printed codes can be read', () => {
  const cases = TYPES.flatMap((type) =>
    CONTENTS.flatMap((content) =>
      PREFIXES.flatMap((prefix) => ADDRESSES.map((address) => ({ type, content, prefix, address }))),
    ),
  );
  it.each(cases)('type $type, content $content, prefix $prefix, address $address [qr-scan-opens]', (one) => {
    const values = {
      QRObjType: one.type,
      QRObjId: one.content,
      QRObjPrefix: one.prefix,
      ClienteURL: one.address,
    };
    const of = (entity: Entity, row: (typeof ROWS)[number]) => {
      const found = readQr(qrText(entity, row, settings(values), HOME), entities, settings(values), HOME)!;
      expect(found?.entity.resource, JSON.stringify({ row, values })).toBe(entity.resource);
      expect('id' in found ? found.id : found.code).toBe('id' in found ? row.id : row.codice);
    };
    for (const row of ROWS) {
      of(asset, row);
      of(part, row);
    }
  });
});

describe('the content of a code', () => {
  const row = { id: 12, codice: 'POMPA-1', descrizione: 'Pompa', classe: 'Pompe' };
  it.each([
    [asset, {}, `${HOME}/info-oggetto/12?from=qr`],
    [part, {}, `${HOME}/dettaglio-ricambio/12?from=qr`],
    [asset, { ClienteURL: 'http://10.0.0.5:8080/' }, 'http://10.0.0.5:8080/info-oggetto/12?from=qr'],
    [asset, { QRObjType: 'TXT' }, 'OBJ:12'],
    [asset, { QRObjType: 'TXT', QRObjId: 'COD' }, 'OBJ:POMPA-1'],
    [asset, { QRObjType: 'TXT', QRObjId: 'COD', QRObjPrefix: 'X-' }, 'X-POMPA-1'],
    [asset, { QRObjType: 'TXT', QRObjPrefix: '' }, '12'],
    [part, { QRObjType: 'TXT', QRObjPrefix: 'X-' }, 'RIC:12'],
    [part, { QRObjType: 'TXT', QRObjId: 'COD' }, 'RIC:POMPA-1'],
  ])('%#', (entity, values, text) => {
    expect(qrText(entity, row, settings(values), `${HOME}/`)).toBe(text);
  });

  it('has code and description next to it, or is alone, as the setting says', () => {
    expect(textsOf(asset, row)).toEqual(['POMPA-1', 'Pompa']);
    expect(textsOf(part, row)).toEqual(['POMPA-1', 'Pompa', 'Pompe']);
    expect(textsOf(asset, { ...row, codice: null })).toEqual(['Pompa']);
    expect(
      [undefined, '1', '2'].map((value) => hasTexts(asset, settings({ QRObjPrintViewType: value }))),
    ).toEqual([true, true, false]);
    expect(
      [undefined, '1', '0'].map((value) => hasTexts(part, settings({ QRSparePartDetails: value }))),
    ).toEqual([true, true, false]);
  });

  it('is saved as a file named by code and description [asset-qr-modal]', () => {
    expect(qrFileName(asset, row)).toBe('POMPA-1 - Pompa');
    expect(qrFileName(asset, { ...row, codice: 'A/B:C', descrizione: 'a\n"b"  <c>.' })).toBe(
      'A-B-C - a-b- -c-',
    );
    expect(qrFileName(asset, { ...row, codice: null })).toBe('Pompa');
    expect(fileNameOf('../../etc')).toBe('..-..-etc');
    expect(fileNameOf('...')).toBe('qr');
    expect([...fileNameOf('🔧'.repeat(300))]).toHaveLength(120);
  });
});

describe('reading', () => {
  it.each([
    ['  obj:12 ', { entity: 'oggetto', id: 12 }],
    ['OBJ : 12', { entity: 'oggetto', id: 12 }],
    ['\uFEFFOBJ:12\r\n', { entity: 'oggetto', id: 12 }],
    ['ric:0005', { entity: 'ricambio', id: 5 }],
    ['RIC:POMPA-1', { entity: 'ricambio', code: 'POMPA-1' }],
    ['https://officina.example/info-oggetto/12', { entity: 'oggetto', id: 12 }],
    ['HTTPS://OFFICINA.EXAMPLE/INFO-OGGETTO/12/', { entity: 'oggetto', id: 12 }],
    ['http://altrove.example:81/app/dettaglio-ricambio/7?from=qr#x', { entity: 'ricambio', id: 7 }],
  ])('understands %s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    '',
    '   ',
    '12',
    'POMPA-1',
    'OBJ:',
    'SN:12',
    'WIFI:S:rete;P:segreto;;',
    'https://officina.example/',
    'https://officina.example/info-oggetto/',
    'https://officina.example/info-oggetto/0',
    'https://officina.example/info-oggetto/12x',
    'https://officina.example/info-oggetto/99999999999',
    'https://officina.example/upd-oggetto/12',
    'https://',
    'javascript:alert(1)',
  ])('refuses %j [qr-unreadable]', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it('treats a number too large for an id as a code, and finds nothing', () => {
    expect(read('OBJ:99999999999')).toEqual({ entity: 'oggetto', code: '99999999999' });
  });

  it('by code never treats digits as an id, and by id never a word as one', () => {
    expect(read('OBJ:12', { QRObjId: 'COD' })).toEqual({ entity: 'oggetto', code: '12' });
    expect(read('OBJ:POMPA-1', { QRObjId: 'ID' })).toEqual({ entity: 'oggetto', code: 'POMPA-1' });
  });

  it('refuses labels of another installation once this one has an address', () => {
    const values = { ClienteURL: 'https://officina.example/' };
    expect(read('https://altrove.example/info-oggetto/12', values)).toBeUndefined();
    expect(read('https://officina.example/info-oggetto/12', values)).toBeDefined();
    expect(read('http://10.0.0.5/info-oggetto/12', values, 'http://10.0.0.5')).toBeDefined();
    expect(read('https://altrove.example/info-oggetto/12', { ClienteURL: 'non un indirizzo' })).toBeDefined();
  });

  it('without a prefix for assets still distinguishes parts', () => {
    expect(read('RIC:5', { QRObjPrefix: '' })).toEqual({ entity: 'ricambio', id: 5 });
    expect(read('5', { QRObjPrefix: '' })).toEqual({ entity: 'oggetto', id: 5 });
    expect(read('POMPA-1', { QRObjPrefix: '' })).toEqual({ entity: 'oggetto', code: 'POMPA-1' });
  });

  it('of a typed text needs no prefix: the code itself, of an asset first', () => {
    const typed = (text: string) =>
      readTyped(text, entities, settings(), HOME).map((one) => ({ ...one, entity: one.entity.resource }));
    expect(typed(' POMPA-1 ')).toEqual([
      { entity: 'oggetto', code: 'POMPA-1' },
      { entity: 'ricambio', code: 'POMPA-1' },
    ]);
    expect(typed('RIC:5')[0]).toEqual({ entity: 'ricambio', id: 5 });
    expect(typed('12')[0]).toEqual({ entity: 'oggetto', code: '12' });
    expect(typed('  ')).toEqual([]);
  });
});

describe('labels', () => {
  it.each(LABEL_FORMATS)('$name fits its page', (format) => {
    expect(fitsPage(format)).toBe(true);
    const last = placeOf(format, onOnePage(format) - 1);
    expect(last.x + format.label.width).toBeLessThanOrEqual(format.page.width + 0.01);
    expect(last.y + format.label.height).toBeLessThanOrEqual(format.page.height + 0.01);
  });

  it('are placed along the rows', () => {
    const format = formatNamed('a4-4x10')!;
    expect(placeOf(format, 0)).toEqual({ x: 8, y: 21.5 });
    expect(placeOf(format, 5)).toEqual({ x: 8 + 48.5, y: 21.5 + 25.4 });
    expect(fitsPage({ ...format, left: 17 })).toBe(false);
  });

  const LONG =
    'Gruppo di pompaggio con motore asincrono trifase, inverter e quadro elettrico di comando '.repeat(2);
  const CONTENTS_OF_LABELS = {
    short: { texts: ['P-1', 'Pompa'], header: '', logo: false },
    long: { texts: ['WWWWWWWWWWWWWWWWWWWW', LONG, LONG], header: LONG, logo: true },
    unbroken: { texts: ['È'.repeat(20), 'M'.repeat(200), '中'.repeat(50)], header: 'Acme', logo: true },
    alone: { texts: [], header: 'Stabilimento di Perugia', logo: true },
    'of three': { texts: ['R-1', 'Guarnizione', 'Guarnizioni'], header: '', logo: false },
  };

  function insideOf({ width, height, code, lines, logo }: Drawing): void {
    expect(code.side).toBeGreaterThan(0);
    for (const [low, high, most] of [
      [code.x, code.x + code.side, width],
      [code.y, code.y + code.side, height],
      ...(logo ? [[logo.x, logo.x + logo.width, width] as const] : []),
      ...(logo ? [[logo.y, logo.y + logo.height, height] as const] : []),
    ] as const) {
      expect(low).toBeGreaterThanOrEqual(-0.01);
      expect(high).toBeLessThanOrEqual(most + 0.01);
    }
    let above = 0;
    for (const { x, y, size, text, centred } of lines) {
      const long = widthOf(text, size);
      const left = centred ? x - long / 2 : x;
      expect(left).toBeGreaterThanOrEqual(-0.01);
      expect(left + long, text).toBeLessThanOrEqual(width + 0.01);
      expect(y - size * 0.95).toBeGreaterThanOrEqual(above - 0.01);
      expect(y + size * 0.25).toBeLessThanOrEqual(height + 0.01);
      if (!centred) expect(left).toBeGreaterThanOrEqual(code.x + code.side);
      above = y;
    }
    if (logo && lines.length > 0 && lines.every(({ centred }) => !centred))
      expect(logo.y).toBeGreaterThanOrEqual(above);
  }

  for (const [name, content] of Object.entries(CONTENTS_OF_LABELS)) {
    it.each(LABEL_FORMATS)(
      `with ${name} texts: nothing leaves a label of $name or covers another`,
      (format) => {
        insideOf(drawLabel(content, format.label, format.inset));
      },
    );
    it(`with ${name} texts: nothing leaves the page and the picture`, () => {
      insideOf(drawPage(content));
      insideOf(drawPicture(content));
    });
  }

  it('have a code of 250 points on the page and a picture of 250 pixels [asset-qr-modal]', () => {
    const page = drawPage(CONTENTS_OF_LABELS.short);
    expect(page).toMatchObject({ width: 210, height: 297 });
    expect((page.code.side / 25.4) * 72).toBeCloseTo(250);
    expect(drawPicture(CONTENTS_OF_LABELS.short)).toMatchObject({
      width: 250,
      code: { side: 250, border: 4 },
    });
  });

  it('contain code, description and class of a part even on small labels', () => {
    const texts = CONTENTS_OF_LABELS['of three'].texts;
    for (const format of LABEL_FORMATS)
      expect(
        drawLabel(CONTENTS_OF_LABELS['of three'], format.label, format.inset).lines.map(({ text }) => text),
      ).toEqual(texts);
  });
});

describe('a text in lines', () => {
  it('breaks between words, within a word that is too long, and ends in … if truncated', () => {
    const width = widthOf('Pompa cent', 10);
    expect(linesOf('Pompa centrifuga', width, 10, 3)).toEqual(['Pompa', 'centrifuga']);
    expect(linesOf('Pompa centrifuga di rilancio', width, 10, 2)).toEqual(['Pompa', 'centrifug…']);
    expect(linesOf('ABCDEFGHIJKLMNOP', widthOf('ABCD', 10), 10, 9)[0]).toBe('ABCD');
    expect(linesOf('LINEA3-POMPA-0001', widthOf('LINEA3-POMPA-00', 10), 10, 2)).toEqual([
      'LINEA3-POMPA-',
      '0001',
    ]);
    expect(linesOf('', 10, 10, 3)).toEqual([]);
    expect(linesOf('M M M', 0.1, 10, 9)).toEqual(['M', 'M', 'M']);
    expect(linesOf('qualcosa', 50, 10, 0)).toEqual([]);
  });
});

describe('the word x-qr', () => {
  const faultsWith = (changes: object): string[] =>
    checkSchemas({ ...files, asset: { ...files.asset!, ...changes } }, { asset: 'asset.json' });
  const good = files.asset!['x-qr'];

  it.each([
    [{ 'x-qr': { ...good, texts: ['codice', 'descrizzione'] } }, /x-qr\/texts.*descrizzione/],
    [{ 'x-qr': { ...good, settings: { prefisso: 'QRObjPrefix' } } }, /x-qr.*must be/],
    [{ 'x-qr': { prefix: 'OBJ:' } }, /x-qr.*must be/],
    [{ 'x-routes': { list: '/conf-oggetti' } }, /x-qr.*x-routes.detail/],
    [{ 'x-key': [] }, /x-qr.*x-key/],
  ])('%# is refused if it contains an impossible value', (changes, fault) => {
    expect(faultsWith({})).toEqual([]);
    expect(faultsWith(changes).join('\n')).toMatch(fault);
  });
});
