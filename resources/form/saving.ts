/** react-admin's save, waited for: the stored record, a refusal, or a colleague's newer one. */
import type { RaRecord, SaveHandler } from 'react-admin';
import type { Row } from '../../schemas/entity.ts';
import { reasonOf } from '../say.ts';
import type { Conflict } from './ConflictDialog.tsx';
import type { Refused } from './RecordForm.tsx';

export interface Outcome {
  saved?: RaRecord;
  refused?: Refused;
  conflict?: Conflict;
}

interface Reply {
  errors?: Record<string, string> | null;
  data?: { versione?: number; record?: Row; who?: string | null; when?: string | null } | null;
}

function outcomeOf(error: unknown, mine: Row): Outcome {
  const { status, body } = error as { status?: number; body?: Reply };
  const theirs = status === 409 ? body?.data?.record : undefined;
  if (theirs) return { conflict: { mine, theirs, who: body?.data?.who, when: body?.data?.when } };
  return { refused: { message: reasonOf(error), errors: body?.errors ?? {} } };
}

// biome-ignore lint/suspicious/noExplicitAny: react-admin's handlers of create and edit differ in their record only.
export async function saveAndWait(save: SaveHandler<any> | undefined, record: Row): Promise<Outcome> {
  let outcome: Outcome = {};
  await save?.(record, {
    onSuccess: (saved) => {
      outcome = { saved };
    },
    onError: (error) => {
      outcome = outcomeOf(error, record);
    },
  });
  return outcome;
}
