/** Periodic interventions: rules, calls, the job of a period, and the routine that generates what is missing. */
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import type { Call } from '../../http/call.ts';
import { inBoth } from '../../jobs/in-both.ts';
import type { JobKind } from '../../jobs/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Routine } from '../../jobs/routine.ts';
import { dueDatesCall, forecastCall } from './forecast.ts';
import { Generation, generateAll } from './generation.ts';
import { interventionRules, type NoteError } from './intervention-rules.ts';
import { GENERATION, maintenanceRules } from './maintenance-rules.ts';
import { Periods } from './period-calls.ts';
import { scheduleRules } from './schedule-rules.ts';
import { announceFinished } from './standing-period.ts';

const LOOK_EVERY_SECONDS = 600;

export interface Schedules {
  rules: RulesByResource;
  calls(rules: RulesByResource, jobs: Jobs): Call[];
  jobs(rules: RulesByResource): [string, JobKind][];
  routines(rules: RulesByResource): Routine[];
}

/**
 * Creates the parts of schedules. Generation needs the rules of all domains, so it is created at its first use.
 */
export function createSchedules(schemas: Schemas, noteError: NoteError): Schedules {
  let all: { rules: RulesByResource; generation: Generation } | undefined;
  const generationOf = (rules: RulesByResource): Generation => {
    all ??= { rules, generation: new Generation(schemas, rules) };
    return all.generation;
  };
  return {
    rules: {
      odl: interventionRules(() => all!.generation, noteError),
      manutenzione: maintenanceRules(
        schemas,
        () => all!.rules,
        () => all!.generation,
      ),
      'manutenzione/schedulazione': scheduleRules,
    },
    calls: (rules, jobs) => [
      ...new Periods(schemas, rules, generationOf(rules)).calls(jobs),
      forecastCall(schemas, rules),
      dueDatesCall(schemas, rules),
    ],
    jobs: (rules) => [new Periods(schemas, rules, generationOf(rules)).job()],
    routines: (rules) => [
      {
        name: GENERATION,
        title: { it: 'Generazione degli interventi periodici', en: 'Generation of periodic interventions' },
        every: { wake: true, lookEverySeconds: LOOK_EVERY_SECONDS },
        async run({ context, goOn, progress }) {
          const progressOf = { goOn, progress };
          const { made, faults } = await generateAll(
            generationOf(rules),
            context.database,
            context,
            {},
            progressOf,
          );
          await announceFinished(context.database);
          if (made + faults === 0) return undefined;
          return inBoth(faults > 0 ? 'schedule-generated-faults' : 'schedule-generated', {
            count: made,
            faults,
          });
        },
      },
    ],
  };
}
