/** The meaning of a sheet without a server: numbers and dates as users write them, order of rows, headers. */
import { describe, expect, it } from 'vitest';
import type { Definition } from '../../schemas/custom-fields.ts';
import { readSchemas } from '../../schemas/read-schemas.ts';
import { sentence } from '../../schemas/validate.ts';
import { numberOf, textOf } from '../../server/capabilities/import/cell-values.ts';
import { orderOf } from '../../server/capabilities/import/order.ts';
import { proposed, targetsOf } from '../../server/capabilities/import/sheet-columns.ts';
import { instantOf, localTime } from '../../server/plant/plant-time.ts';
import { readNumberFormats } from '../../server/sheets/number-formats.ts';
import { columnOf, lettersOf } from '../../server/sheets/places.ts';
import { dateOfSerial, serialOfDate } from '../../server/sheets/serial-days.ts';
import { attributeOf, plainText, XmlScanner, xmlText } from '../../server/sheets/xml.ts';

describe('a number', () => {
  it.each([
    ['1.234,56', 'it', 1234.56],
    ['1.234', 'it', 1234],
    ['1.234.567', 'it', 1_234_567],
    ['1234,5', 'it', 1234.5],
    ['1.5', 'it', 1.5],
    ['12.3456', 'it', 12.3456],
    ['-7', 'it', -7],
    ['\u22127', 'it', -7],
    ['1 234,5', 'it', 1234.5],
    ["1'234.5", 'en', 1234.5],
    ['1,234.56', 'en', 1234.56],
    ['1,234', 'en', 1234],
    ['1,5', 'en', 1.5],
    [',5', 'it', 0.5],
    ['1e3', 'it', 1000],
  ] as const)('%s in %s is %d', (text, language, value) => {
    expect(numberOf(text, language)).toBe(value);
  });
  it.each(['', 'abc', '1,2,3', '1.2.3', '--1', '0x10', '1e', 'Infinity', '€ 5', '1.234,5,6'])(
    '%s is none',
    (text) => {
      expect(numberOf(text, 'it')).toBeNaN();
    },
  );
  it('has one zero, and no infinity', () => {
    expect(Object.is(numberOf('-0', 'it'), 0)).toBe(true);
    expect(Number.isFinite(numberOf('1e309', 'it'))).toBe(false);
  });
});

describe('a day of a spreadsheet', () => {
  it.each([
    [1, '1900-01-01'],
    [59, '1900-02-28'],
    [61, '1900-03-01'],
    [45_366, '2024-03-15'],
    [45_366.5, '2024-03-15T12:00:00'],
    [45_366.354166666664, '2024-03-15T08:30:00'],
    [2_958_465, '9999-12-31'],
  ])('%d is %s', (serial, day) => {
    expect(dateOfSerial(serial)).toBe(day);
    if (serial > 60) expect(serialOfDate(day)).toBeCloseTo(serial, 9);
  });
  it('may be counted from 1904', () => expect(dateOfSerial(0, true)).toBe('1904-01-01'));
  it.each([-1, 2_958_466, Number.NaN, 1e12])('%d is none', (serial) => {
    expect(dateOfSerial(serial)).toBeUndefined();
  });
  it('is detected by the format of the cell', () => {
    const codes = [
      'dd/mm/yyyy',
      '"giorni" 0',
      '[Red]0.00',
      '[h]:mm',
      '00000',
      '#,##0.00',
      'General',
      '\\d0',
      '[$-410]d mmmm yyyy',
    ];
    const styles = `<styleSheet><numFmts>${codes.map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${xmlText(code)}"/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${codes.map((_, index) => `<xf numFmtId="${200 + index}"/>`).join('')}<xf numFmtId="22"/><xf numFmtId="2"/></cellXfs></styleSheet>`;
    expect(readNumberFormats(styles).map(({ isDate: isDay, digits }) => (isDay ? 'day' : digits))).toEqual([
      'day',
      0,
      0,
      'day',
      5,
      0,
      0,
      0,
      'day',
      'day',
      0,
    ]);
  });
});

describe('the clock of the plant', () => {
  const zone = (code: string) => (code === 'FusoOrario' ? 'Europe/Rome' : undefined);
  it.each([
    ['2026-03-29T00:59:59.000Z', '2026-03-29T01:59:59'],
    ['2026-03-29T01:00:00.000Z', '2026-03-29T03:00:00'],
    ['2026-10-25T00:30:00.000Z', '2026-10-25T02:30:00'],
    ['2025-12-31T23:30:00.000Z', '2026-01-01T00:30:00'],
  ])('shows %s as %s, and back', (instant, local) => {
    expect(localTime(instant, zone)).toBe(local);
    expect(instantOf(local, zone)).toBe(instant);
  });
  it('shows one hour twice in autumn: the first is meant', () => {
    expect(localTime('2026-10-25T01:30:00Z', zone)).toBe('2026-10-25T02:30:00');
    expect(instantOf('2026-10-25T02:30:00', zone)).toBe('2026-10-25T00:30:00.000Z');
  });
  it('is another in another zone', () => {
    expect(localTime('2026-07-01T12:00:00Z', () => 'Asia/Kathmandu')).toBe('2026-07-01T17:45:00');
  });
});

it('the displayed text of a cell', () => {
  expect(
    [
      ' a\r\nb ',
      12.5,
      true,
      null,
      { d: '2026-03-29' },
      { d: '2026-03-29T08:30:00' },
      { e: '#N/A' },
      { f: 1 as const },
    ].map((cell) => textOf(cell, 'it')),
  ).toEqual(['a\nb', '12.5', 'Sì', '', '29/03/2026', '29/03/2026 08:30', '#N/A', '']);
});

describe('the order of rows', () => {
  const rows = (...given: [string | undefined, string?][]) =>
    given.map(([code, above], index) => ({ row: index + 2, code, above }));
  const codes = (given: ReturnType<typeof rows>) => {
    const { rows: order } = orderOf(given);
    return order.map((row) => given[row - 2]!.code);
  };

  it('puts parents first, and otherwise keeps the order of the file', () => {
    expect(codes(rows(['c', 'B'], ['b', 'a'], ['x'], ['a'], ['d', 'a'], ['y', 'elsewhere']))).toEqual([
      'x',
      'a',
      'b',
      'c',
      'd',
      'y',
    ]);
  });
  it('finds the parents of rows', () => {
    expect([...orderOf(rows(['a'], ['b', 'A'], ['c', 'nobody'])).above]).toEqual([[3, 2]]);
  });
  it('refuses repeated codes, and circles with all rows below them', () => {
    const { refused, rows: order } = orderOf(
      rows(['a', 'c'], ['b', 'a'], ['c', 'b'], ['d', 'a'], ['e'], ['E'], [undefined], [undefined]),
    );
    expect(order).toEqual([6, 8, 9]);
    expect(refused.get(2)).toEqual({ rule: 'sheet-circle', params: { path: 'a → c → b → a' } });
    expect(refused.get(5)?.params?.path).toContain('a → c → b → a');
    expect(refused.get(7)).toEqual({ rule: 'sheet-twice', params: { row: '6' } });
    expect(refused.size).toBe(5);
  });
  it('names a row as the sheet does, without a separator of thousands', () => {
    const twice = orderOf([11_999, 12_000].map((row) => ({ row, code: 'a', above: undefined }))).refused.get(
      12_000,
    )!;
    expect(sentence(twice.rule, 'it', twice.params)).toBe('Lo stesso valore è già alla riga 11999');
  });
  it('cuts a long circle short', () => {
    const long = Array.from({ length: 40 }, (_, index): [string, string] => [
      `n${index}`,
      `n${(index + 1) % 40}`,
    ]);
    expect(orderOf(rows(...long)).refused.get(2)?.params?.path).toBe('n0 → n1 → n2 → n3 → n4 → n5 → …');
  });
  it('is found quickly for a line of many', () => {
    const line = Array.from({ length: 50_000 }, (_, index): [string, string?] => [
      `n${index}`,
      index === 49_999 ? undefined : `n${index + 1}`,
    ]);
    // Processor time, independent of other load.
    const begun = process.cpuUsage();
    expect(orderOf(rows(...line)).rows).toHaveLength(50_000);
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(1500);
  });
});

describe('heads', () => {
  const schemas = readSchemas();
  const asset = schemas.byResource.get('oggetto')!;
  const definition = (more: Partial<Definition>): Definition => ({
    id: 1,
    id_classe: -1,
    campo_tabella: 'campo_str1',
    label: 'Marca',
    visibile: 1,
    editabile: 1,
    obbligatorio: 0,
    ordine: 1,
    ...more,
  });
  const targets = (...definitions: Definition[]) =>
    targetsOf(asset, schemas, {
      definitions,
      codes: new Map([
        [1, 'POMPA'],
        [2, 'MOTORE'],
      ]),
      family: 'SUADMIN',
    });
  const custom = (...definitions: Definition[]) =>
    targets(...definitions)
      .slice(10)
      .map(({ header: head, also }) => (also ? `(${head})` : head));

  it('of custom fields are their labels', () => {
    expect(
      custom(definition({}), definition({ id: 2, campo_tabella: 'campo_int1', label: 'Anno', id_classe: 1 })),
    ).toEqual(['Marca', 'Anno']);
  });
  it('name the class where one label is several fields', () => {
    expect(
      custom(definition({ id_classe: 1 }), definition({ id: 2, id_classe: 2, campo_tabella: 'campo_str2' })),
    ).toEqual(['Marca (POMPA)', 'Marca (MOTORE)', '(Marca)']);
  });
  it('name it too where a column is called so already', () => {
    expect(
      custom(
        definition({ label: 'Note' }),
        definition({ id: 2, campo_tabella: 'campo_str2', label: 'codice padre', id_classe: 1 }),
      ),
    ).toEqual(['Note (*)', 'codice padre (POMPA)']);
  });
  it('are never twice the same', () => {
    const headers = custom(
      definition({ id_classe: 1 }),
      definition({ id: 2, id_classe: 1, campo_tabella: 'campo_str2' }),
    );
    expect(new Set(headers).size).toBe(headers.length);
    expect(headers).toContain('Marca (POMPA) (campo_str2)');
  });
  it('exclude fields that no user fills: hidden, read-only, files', () => {
    expect(
      custom(
        definition({ visibile: 0 }),
        definition({ id: 2, campo_tabella: 'campo_str2', editabile: 0 }),
        definition({ id: 3, campo_tabella: 'campo_file1' }),
      ),
    ).toEqual([]);
  });
  it('of a file are understood without accents, capitals and signs, by the label or by the column, once each', () => {
    const headers = [
      'codice',
      'Descrizione ',
      'Class',
      'id_organizzazione',
      'Codice padre',
      'MARCA',
      'Codice',
      'boh',
      'ESITO',
      'Data installazione',
    ];
    expect(proposed(headers, targets(definition({})))).toEqual({
      0: 'CODICE',
      1: 'DESCRIZIONE',
      2: 'CLASSE',
      3: 'ORGANIZZAZIONE',
      4: 'CODICE_PADRE',
      5: 'Marca',
      9: 'DATA_INSTALLAZIONE',
    });
  });
});

describe('XML', () => {
  it('is read in pieces of any size', () => {
    const xml = `<?xml version="1.0"?><!-- a > b --><x:a one='1' x:two="2 &amp; 3"><b/>te&lt;xt<![CDATA[<&>]]></x:a>`;
    for (const size of [1, 2, 3, 7, 100]) {
      const seen: string[] = [];
      let text = '';
      const scanner = new XmlScanner({
        open: (name, attributes, closed) =>
          seen.push(`${name}${closed ? '/' : ''} ${attributeOf(attributes, 'two') ?? ''}`.trim()),
        close: (name) => seen.push(`/${name}`),
        text: (raw) => {
          text += raw;
        },
      });
      for (let at = 0; at < xml.length; at += size) scanner.write(xml.slice(at, at + size));
      expect(seen).toEqual(['a 2 & 3', 'b/', '/a']);
      expect(plainText(text)).toBe('te<xt<&>');
    }
  });
  it('has no document type', () => {
    const scanner = new XmlScanner({ open: () => undefined, close: () => undefined, text: () => undefined });
    expect(() => scanner.write('<!DOCTYPE lolz [<!ENTITY a "b">]><a/>')).toThrow();
  });
  it('has no tag without end', () => {
    const scanner = new XmlScanner({ open: () => undefined, close: () => undefined, text: () => undefined });
    expect(() => {
      for (let index = 0; index < 10_000; index++)
        scanner.write(`${index === 0 ? '<' : ''}${'a'.repeat(100)}`);
    }).toThrow();
  });
  it('is written without characters that it cannot contain', () => {
    expect(xmlText('a<b>&"c"\u0000\u0007\uD800\uFFFE\té')).toBe('a&lt;b&gt;&amp;&quot;c&quot;\té');
    expect(xmlText('😀')).toBe('😀');
  });
});

it('columns have letters', () => {
  for (const [number, letters] of [
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [701, 'ZZ'],
    [702, 'AAA'],
    [16_383, 'XFD'],
  ] as const) {
    expect(lettersOf(number)).toBe(letters);
    expect(columnOf(letters)).toBe(number);
  }
});
