/** Information about the product: languages, licence, logo, manual, changes. */
import type { Access } from '../../../schemas/access.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { usedSpace } from '../../capabilities/documents/space.ts';
import { type Call, type Context, callAt } from '../../http/call.ts';
import { todayIn } from '../../plant/plant-time.ts';
import { freeSpace } from './disk.ts';
import { CHANGELOGS, readIfPresent } from './files.ts';
import { languageCalls } from './languages.ts';
import { isOver, readLicence, takenSeats, UNLIMITED } from './licence.ts';
import { logoCalls } from './logo.ts';
import { manualCall } from './manual/index.ts';

const ADMINS: Access = [{ role: 'SUADMIN' }, { role: 'SUPER' }];
const tag = 'info';
const FLAG = { type: 'integer', enum: [0, 1] };

interface InfoParts {
  /** The data folder, with the logo. The free space of its disk is reported. */
  folder: string;
  schemas: Schemas;
}

/** Returns licence, seats and disk space for the information page. */
async function licence(context: Context, { folder, schemas }: InfoParts) {
  const [{ mtbf: _, ...limits }, seats] = await Promise.all([
    readLicence(context.database),
    takenSeats(context.database),
  ]);
  const used = () => usedSpace(context.database, schemas);
  const request = { folder, used, limit: limits.max_space_disk, language: context.language };
  return { ...limits, ...seats, ...(await freeSpace(request)) };
}

async function isReliabilityLicensed(context: Context): Promise<0 | 1> {
  const { mtbf, data_scadenza_mtbf } = await readLicence(context.database);
  return mtbf === 1 && !isOver(data_scadenza_mtbf, todayIn(context.setting)) ? 1 : 0;
}

const { mtbf: _, ...NO_LIMITS } = UNLIMITED;
const EXAMPLE_LICENCE = {
  ...NO_LIMITS,
  num_admin_attivi: 3,
  num_tecnici_attivi: 14,
  num_guest_attivi: 8,
  num_api_enabled_attivi: 0,
  spazio_libero_txt: '82,4 GB',
  spazio_libero_perc: 61,
};

export const infoCalls = (parts: InfoParts): Call[] => [
  ...languageCalls,
  {
    ...callAt('GET', '/info/licenza', ADMINS, tag),
    summary: { it: 'Licenza e spazio su disco', en: 'Licence and disk space' },
    reply: { type: 'object' },
    example: { data: EXAMPLE_LICENCE },
    handle: async (context) => ({ data: await licence(context, parts) }),
  },
  {
    ...callAt('GET', '/info/licenza/mtbf-mttr', 'session', tag),
    summary: {
      it: 'Le statistiche di affidabilità sono in licenza?',
      en: 'Whether reliability figures are licensed',
    },
    reply: FLAG,
    example: { data: 1 },
    handle: async (context) => ({ data: await isReliabilityLicensed(context) }),
  },
  {
    ...callAt('GET', '/info/account-management', 'public', tag),
    summary: {
      it: 'Gli utenti possono fare a meno di una casella?',
      en: 'Whether users may have no mailbox',
    },
    reply: FLAG,
    example: { data: 0 },
    handle: async (context) => ({ data: context.setting('AccountManagement') === '1' ? 1 : 0 }),
  },
  ...logoCalls(parts.folder),
  manualCall(parts.schemas, ADMINS),
  {
    ...callAt('GET', '/info/changelog', ADMINS, tag),
    summary: { it: 'Storia delle modifiche', en: 'History of changes' },
    reply: { type: 'string' },
    example: { data: '## 0.1.0\n\n- …' },
    handle: async ({ language }) => ({
      data: (await readIfPresent(CHANGELOGS[language]))?.toString('utf8') ?? '',
    }),
  },
];
