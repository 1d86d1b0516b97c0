/** The backup of the whole plant in one file, requested by a super administrator and made in the background. */

import { createWriteStream, rmSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Access } from '../../../schemas/access.ts';
import { codeOf } from '../../../schemas/failures.ts';
import { type Call, callAt, type RawReply } from '../../http/call.ts';
import { malformed, Problem } from '../../http/problem.ts';
import { inBoth } from '../../jobs/in-both.ts';
import type { Job, JobKind, Outcome, Work } from '../../jobs/job.ts';
import { JOB_EXAMPLE, JOB_SCHEMA, jobReply } from '../../jobs/job-calls.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { todayIn } from '../../plant/plant-time.ts';
import { type Company, writeBackup } from './write-backup.ts';

const JOB = 'backup';
/** The result is deleted after a day: it contains all data, whatever the user may see. */
const RETENTION_DAYS = 1;
const SUPER_ADMIN: Access = [{ role: 'SUADMIN' }];

type Parts = Omit<Company, 'database'>;

/** Writes a file that only the server's account can read. Deletes it if the write fails. */
export async function storePrivately(content: AsyncIterable<Buffer>, path: string): Promise<void> {
  try {
    await pipeline(content, createWriteStream(path, { mode: 0o600, flush: true }));
  } catch (error) {
    rmSync(path, { force: true });
    throw codeOf(error) === 'ENOSPC' ? new Problem(507, 'storage-full') : error;
  }
}

async function run(parts: Parts, { context, store, progress, goOn }: Work): Promise<Outcome> {
  const { rows, files, missing } = await writeBackup(
    { ...parts, database: context.database },
    store,
    (done, total) => {
      goOn();
      progress(done, total);
    },
  );
  const key = missing.length > 0 ? 'backup-done-missing' : 'backup-done';
  return {
    message: inBoth(key, { rows, files, missing: missing.length }),
    result: { righe: rows, file: files, mancanti: missing.length },
    file: `officina-${todayIn(context.setting)}.zip`,
  };
}

const download = ({ file }: Job, raw: Readable): RawReply => ({
  raw,
  type: 'application/zip',
  filename: file ?? undefined,
});

export const backupJobs = (parts: Parts): [string, JobKind][] => [
  [
    JOB,
    {
      access: () => SUPER_ADMIN,
      run: (work) => run(parts, work),
      repeats: true,
      retentionDays: RETENTION_DAYS,
      download: async (job, _context, open) => download(job, await open()),
    },
  ],
];

export const backupCalls = (jobs: Jobs): Call[] => [
  {
    ...callAt('POST', '/info/backup', SUPER_ADMIN, 'info'),
    summary: {
      it: "Esportazione di tutta l'azienda, come lavoro",
      en: 'Export of the whole company, as a job',
    },
    query: { formato: { enum: ['zip'], description: 'The format of the file' } },
    reply: JOB_SCHEMA,
    example: { data: { ...JOB_EXAMPLE, tipo: JOB, risorsa: 'impianto', stato: 'attesa', file: null } },
    async handle(context) {
      if (context.query.formato !== 'zip') throw malformed('bad-filter', { name: 'formato' });
      const id = await jobs.add({ kind: JOB, resource: 'impianto', parameters: {} }, context);
      return { data: jobReply(await jobs.existing(id, context), context) };
    },
  },
];
