/** The time to create the PDF of a job report with 40 rows and a signature, once its thread is running. */
import { crc32, deflateSync } from 'node:zlib';
import { makePdf } from '../server/capabilities/pdf.ts';
import { type ReportContents, reportDocument } from '../server/domains/interventions/report/document.ts';
import { quantile } from './load.ts';
import type { Figure } from './report.ts';

const [RUNS, WARM, MOST_MS] = [20, 5, 150];

const rows = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** Returns a picture as a canvas exports it: a line of 500 by 200 pixels on a transparent background. */
function signature(): string {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.from([0, 0, 1, 244, 0, 0, 0, 200, 8, 6, 0, 0, 0]);
  const dots = rows(200, (y) => {
    const row = Buffer.alloc(2001);
    row[1 + 4 * 2 * y + 3] = 255;
    return row;
  });
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(dots))),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]).toString('base64');
}

const contents: ReportContents = {
  language: 'it',
  proof: { code: '7K2QD-0WX4M', address: 'https://officina.example/verifica-rapportino/7K2QD-0WX4M' },
  intervention: 'ODL-26-00012 - Sostituzione del cuscinetto (≤ 5 °C, perché è così)',
  made: '21/11/2026, 17:50',
  facts: [
    ['codice', 'ODL-26-00012'],
    ['descrizione', 'Sostituzione del cuscinetto'],
    ['oggetto', 'FOL-L1-PR - Pressa'],
    ['stato', 'Chiuso'],
    ['tecnico', 'Luca Ferri'],
    ['data_inizio', '10/03/2026, 09:30'],
  ],
  checklist: rows(20, (index) => ({
    item: `Voce numero ${index} della checklist`,
    mandatory: 'Sì',
    done: 'Sì',
    note: index % 4 ? '' : 'Livello giusto, rabboccato',
  })),
  parts: rows(10, (index) => ({ code: `RIC-${index}`, name: 'Cuscinetto 6204', quantity: '2', unit: 'pz' })),
  costs: rows(10, () => ({ name: 'Ore di lavoro', quantity: '1,5', unit: '30,00 €', total: '45,00 €' })),
  total: '450,00 €',
  fields: [['Targa', 'AB 123']],
  photos: [],
  photosLeftOut: [],
  signatures: [
    { signer: 'tecnico', picture: signature(), name: 'Luca Ferri', when: '21/11/2026, 17:48' },
    { signer: 'segnalatore' },
  ],
};

export async function reportFigures(): Promise<Figure[]> {
  const times: number[] = [];
  for (let run = 0; run < RUNS + WARM; run++) {
    const started = performance.now();
    await makePdf(reportDocument(contents));
    if (run >= WARM) times.push(performance.now() - started);
  }
  const median = quantile(times, 0.5);
  return [
    {
      name: 'PDF of a job report of 40 rows',
      value: `${median.toFixed(0)} ms`,
      target: `< ${MOST_MS} ms`,
      met: median < MOST_MS,
    },
  ];
}
