/** A list as a file: base64 on the wire, a blob with a name here. */
export type SheetFormat = 'csv' | 'xlsx';

export interface Sheet {
  filename: string;
  blob: Blob;
}

const TYPES: Record<SheetFormat, string> = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const bytes = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** The CSV calls answer the file alone; its name is made here, as the documents say. */
export function fileOf(
  resource: string,
  format: SheetFormat,
  data: string | { data: string; filename: string },
  today = new Date(),
): Sheet {
  const content = typeof data === 'string' ? data : data.data;
  const name = `${resource.replaceAll('/', '-').toLowerCase()}-${today.toISOString().slice(0, 10)}.${format}`;
  const filename = typeof data === 'string' ? name : data.filename;
  return { filename, blob: new Blob([bytes(content)], { type: TYPES[format] }) };
}
