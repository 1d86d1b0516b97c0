/**
 * Performs an act on several records, a hundred per call. Each record has its own result, with the query to send it
 * again.
 */
import { CallError, call, type Envelope, type Query } from '../../dataProvider/http.ts';
import { type Act, addressOfAct, bodyToSend } from '../../schemas/act.ts';
import type { Row } from '../../schemas/entity.ts';
import { DONE, REFUSED } from '../../schemas/results.ts';
import { useApplication } from '../context/application.tsx';
import { reasonOf } from '../feedback/toasts.ts';
import { questionIn } from './useQuestions.tsx';

/** A record, with the version that the user saw. */
export interface Each {
  id: number;
  versione?: number;
  /** The query to send if the user tries again; set when an attempt fails. */
  again?: Query;
}

export interface EachOutcome extends Each, Pick<Envelope, 'result' | 'description' | 'errors' | 'reason'> {
  /** The current version and record, if a colleague changed it after it was read. */
  data?: { versione?: number; record?: Row } | null;
}

/** The maximum number of records per call. */
const AT_ONCE = 100;

const versionsOf = (part: Each[]): Row =>
  Object.fromEntries(part.flatMap(({ id, versione }) => (versione === undefined ? [] : [[id, versione]])));

/** Sends one call. For a single record the server's answer is not a list. */
async function sendPart(
  act: Act,
  part: Each[],
  typed: Row,
  query: Query,
  key?: string,
): Promise<EachOutcome[]> {
  const ids = part.map(({ id }) => id);
  const body = { ...bodyToSend(act, typed), ...(act.versioned && { versioni: versionsOf(part) }) };
  const request = { method: act.method, query, body, key };
  try {
    const reply = await call<EachOutcome[]>(addressOfAct(act, ids.join(','), typed), request);
    return ids.length > 1 ? reply.data : ids.map((id) => ({ ...reply, id, data: null }));
  } catch (error) {
    if (ids.length > 1 || !(error instanceof CallError) || error.status === 0) throw error;
    const { data, ...refusal } = error.body;
    return ids.map((id) => ({ ...refusal, id, data: data as EachOutcome['data'] }));
  }
}

/** Groups records with the same query, in calls of at most AT_ONCE records. */
function partsOf(all: Each[]): [Query, Each[]][] {
  const groups = new Map<string, Each[]>();
  for (const record of all) {
    const query = JSON.stringify(record.again ?? {});
    groups.set(query, [...(groups.get(query) ?? []), record]);
  }
  return [...groups].flatMap(([query, group]) =>
    Array.from({ length: Math.ceil(group.length / AT_ONCE) }, (_, index): [Query, Each[]] => [
      JSON.parse(query),
      group.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
    ]),
  );
}

export function useActEach(act: Act) {
  const application = useApplication();
  /**
   * If a call fails, earlier calls keep their results. The records of the failed call get the reason as their
   * result. `key` is the key of the first call, if it was sent before without a reply.
   */
  return async (all: Each[], typed: Row, key?: string): Promise<EachOutcome[]> => {
    const outcomes: EachOutcome[] = [];
    const answers = new Map<number, Query | undefined>();
    /**
     * Returns the query with which the record can be sent again after the refusal; undefined if there is
     * none.
     */
    const againOf = async ({ reason, result }: EachOutcome): Promise<Query | undefined> => {
      if (result === DONE) return undefined;
      if (reason === 'stale') return {};
      if (!answers.has(result)) answers.set(result, (await questionIn(act, result, application))?.answer);
      const answer = answers.get(result) ?? {};
      return Object.keys(answer).length > 0 ? answer : undefined;
    };
    for (const [index, [query, part]] of partsOf(all).entries())
      try {
        const answered = new Map(
          (await sendPart(act, part, typed, query, index === 0 ? key : undefined)).map((record) => [
            record.id,
            record,
          ]),
        );
        for (const record of part) {
          const outcome = answered.get(record.id);
          const versione = outcome?.data?.versione ?? record.versione;
          if (outcome) outcomes.push({ ...outcome, versione, again: await againOf(outcome) });
        }
      } catch (error) {
        if (outcomes.length === 0) throw error;
        outcomes.push(
          ...part.map((record) => ({ again: {}, ...record, result: REFUSED, description: reasonOf(error) })),
        );
      }
    return outcomes;
  };
}
