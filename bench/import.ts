/**
 * An import of 10,000 assets with custom fields and an export of 100,000 rows: duration, progress updates, memory.
 */
import { spawnSync } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { type Cell, writeWorkbook } from '../server/sheets/workbook-writer.ts';
import type { Plant } from './plants.ts';
import type { Figure } from './report.ts';
import { JSON_BODY, signedIn } from './signed-in.ts';

const ROWS = 10_000;
const LOOK_MS = 100;

type Answer = Record<string, unknown> & { id: number };

class Client {
  private constructor(
    private readonly port: number,
    private readonly headers: Record<string, string>,
  ) {}

  static async signIn({ port }: Plant): Promise<Client> {
    return new Client(port, await signedIn(port));
  }

  async send<T = Answer>(method: string, path: string, body?: object | FormData): Promise<T> {
    const isForm = body instanceof FormData;
    const reply = await fetch(`http://127.0.0.1:${this.port}/api/cmms${path}`, {
      method,
      headers: {
        ...this.headers,
        ...(body && !isForm && JSON_BODY),
      },
      body: isForm ? body : body && JSON.stringify(body),
    });
    const { data, description } = await reply.json();
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${description}`);
    return data;
  }
}

const FIELDS = [
  ['campo_str11', 'Matricola interna'],
  ['campo_str12', 'Fornitore'],
  ['campo_int6', 'Giri'],
  ['campo_float6', 'Potenza assorbita'],
  ['campo_date6', 'Fine garanzia'],
  ['campo_boolean6', 'A noleggio'],
  ['campo_nota3', 'Avvertenze'],
] as const;

/** Creates a class for the benchmark; returns the required columns of all classes. */
async function prepare(client: Client): Promise<string[]> {
  const { id } = await client.send('POST', '/classe/', { codice: 'BANCO', descrizione: 'Banco di prova' });
  for (const [campo_tabella, label] of FIELDS)
    await client.send('POST', '/oggetto/campo/', {
      id_classe: id,
      campo_tabella,
      label,
      visibile: 1,
      editabile: 1,
      obbligatorio: 0,
      ordine: 1,
    });
  const all = await client.send<{ label: string; obbligatorio: number }[]>('GET', `/oggetto/template/${id}`);
  return all.filter(({ obbligatorio }) => obbligatorio === 1).map(({ label }) => label);
}

/** Yields four levels of assets (plants, lines, machines, parts), with parents after their children. */
function* assets(required: string[]): Generator<Cell[][]> {
  const parentOf = (number: number): Cell => (number < 10 ? undefined : `BP-${Math.floor(number / 10)}`);
  for (let from = ROWS - 1; from >= 0; from -= 500)
    yield Array.from({ length: Math.min(500, from + 1) }, (_, index): Cell[] => {
      const number = from - index;
      return [
        `BP-${number}`,
        `Oggetto di prova numero ${number}`,
        'BANCO',
        '*',
        '*',
        parentOf(number),
        number % 3 === 0 ? "Controllare il livello dell'olio prima di ogni avviamento" : undefined,
        { day: '2021-05-17' },
        `SN${100_000 + number}`,
        'Officine Meccaniche Riunite',
        1450,
        number / 4,
        { day: '2027-01-31' },
        number % 2 === 0 ? 'Sì' : 'No',
        'Togliere tensione prima di aprire il carter',
        ...required.map(() => '1'),
      ];
    });
}

async function sheet(required: string[]): Promise<Blob> {
  const headers = [
    'CODICE',
    'DESCRIZIONE',
    'CLASSE',
    'ORGANIZZAZIONE',
    'REPARTO',
    'CODICE_PADRE',
    'NOTE',
    'DATA_INSTALLAZIONE',
    ...FIELDS.map(([, label]) => label),
    ...required,
  ];
  const workbook = writeWorkbook([
    { name: 'Oggetti', columns: headers.map(() => ({ width: 20 })), headers, rows: assets(required) },
  ]);
  return new Blob([new Uint8Array(await buffer(workbook))]);
}

interface Watched {
  seconds: number;
  /** The longest time without a visible change of progress. */
  longestMs: number;
  megabytes: number;
  job: Answer;
}

async function watch(client: Client, plant: Plant, begin: () => Promise<Answer>): Promise<Watched> {
  const before = plant.memory();
  const started = performance.now();
  let { id } = await begin();
  let [moved, longestMs, lastDone, megabytes] = [performance.now(), 0, -1, before];
  for (;;) {
    const job = await client.send('GET', `/lavoro/${id}`);
    megabytes = Math.max(megabytes, plant.memory());
    if (job.fatto !== lastDone) {
      lastDone = job.fatto as number;
      longestMs = Math.max(longestMs, performance.now() - moved);
      moved = performance.now();
    }
    if (job.stato === 'fatto')
      return { seconds: (performance.now() - started) / 1000, longestMs, megabytes: megabytes - before, job };
    if (job.stato !== 'attesa' && job.stato !== 'in_corso') throw new Error(`job ${id}: ${job.messaggio}`);
    id = job.id;
    await new Promise((wait) => setTimeout(wait, LOOK_MS));
  }
}

const memoryFigure = (name: string, megabytes: number): Figure => ({
  name,
  value: `${megabytes.toFixed(0)} MB`,
  target: '< 200 MB',
  met: megabytes < 200,
});

export async function importFigures(plant: Plant): Promise<Figure[]> {
  const client = await Client.signIn(plant);
  const required = await prepare(client);
  const form = new FormData();
  form.append('file', await sheet(required), 'oggetti.xlsx');
  // The memory of the first calls is not that of the import.
  await client.send('GET', '/oggetto/?pag=1');
  const started = performance.now();
  const before = plant.memory();
  const { id } = await client.send('POST', '/oggetto/importazione/', form);
  const reading = (performance.now() - started) / 1000;
  const read = plant.memory() - before;
  const { seconds, longestMs, megabytes, job } = await watch(client, plant, async () =>
    client.send('POST', `/oggetto/importazione/${id}/esegui`, {}),
  );
  const { inserite, errori } = job.esito as { inserite: number; errori: number };
  if (inserite !== ROWS || errori !== 0)
    throw new Error(`imported ${inserite} of ${ROWS}, ${errori} refused`);
  return [
    {
      name: `import of ${ROWS} assets with custom fields`,
      value: `${(reading + seconds).toFixed(1)} s (${reading.toFixed(1)} s to read the file)`,
      target: '< 30 s',
      met: reading + seconds < 30,
    },
    {
      name: 'longest time without progress, of an import',
      value: `${longestMs.toFixed(0)} ms`,
      target: '<= 500 ms',
      met: longestMs <= 500,
    },
    memoryFigure('memory that an import takes', read + megabytes),
  ];
}

/** Fills a plant with many rows while no server is running. */
export function fillPlant(folder: string, url: string, size: 'typical' | 'large' = 'large'): void {
  const seed = ['--import', 'tsx', 'server/seed/run.ts', '--size', size, '--data', folder];
  const env = { ...process.env, ...(url && { DATABASE_URL: url }) };
  const { status, stderr } = spawnSync(process.execPath, seed, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the plant could not be filled: ${stderr}`);
}

/** Measures a filled plant. */
export async function exportFigures(plant: Plant): Promise<Figure[]> {
  const client = await Client.signIn(plant);
  const figures: Figure[] = [];
  for (const format of ['csv', 'xlsx']) {
    const { seconds, megabytes, job } = await watch(client, plant, async () =>
      client.send('POST', `/costo/esportazione?formato=${format}`),
    );
    const rows = (job.esito as { righe: number }).righe;
    figures.push(
      memoryFigure(
        `memory that ${format.toUpperCase()} of ${rows} rows takes (${seconds.toFixed(1)} s)`,
        megabytes,
      ),
    );
  }
  return figures;
}
