/** The calls by which users read and change their own telephone number, whether or not they may list users. */
import type { Entity, Row } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { validate } from '../../../schemas/validate.ts';
import { isRow } from '../../../schemas/values.ts';
import { recordChange } from '../../capabilities/history.ts';
import { runOne, updateStatement } from '../../capabilities/row-statements.ts';
import type { Queryable } from '../../database/engine.ts';
import { onlyRow } from '../../database/rows.ts';
import type { ApiSchema, Call, Context, Reply } from '../../http/call.ts';
import { invalid, refusedField, say } from '../../http/problem.ts';
import { personOf } from '../../requests/signed-in-user.ts';

const FIELD = 'telefono';
const VALUE: ApiSchema = {
  type: 'object',
  additionalProperties: false,
  required: [FIELD],
  properties: { [FIELD]: { type: ['string', 'null'] } },
};
const EXAMPLE = { [FIELD]: '+39 0742 351022' };
const PLACE = { path: '/utente/telefono', access: 'session', tag: 'session' } as const;

async function rowOf(queryable: Queryable, id: number, lock = ''): Promise<Row> {
  return onlyRow((await queryable.query<Row>(`select * from utente where id = $1 ${lock}`, [id])).rows);
}

/** Returns the number in a body, without spaces before and after it. `null` clears the stored one. */
function phoneIn(body: unknown, users: Entity, stored: Row): string | null {
  const sent = isRow(body) ? body : {};
  const unknown = Object.keys(sent).filter((name) => name !== FIELD);
  const refusals = [
    ...unknown.map((field) => ({ field, rule: 'unknown' as const })),
    ...(FIELD in sent ? [] : [{ field: FIELD, rule: 'required' as const }]),
    ...validate(users, { [FIELD]: sent[FIELD] }, { partial: true, stored }),
  ];
  const [first, ...others] = refusals;
  if (first) throw others.length > 0 ? invalid(refusals) : refusedField(first);
  const phone = sent[FIELD];
  return typeof phone === 'string' ? phone.trim() || null : null;
}

async function change(users: Entity, context: Context): Promise<Reply> {
  const person = personOf(context);
  const phone = await context.database.transaction(async (transaction) => {
    const before = await rowOf(transaction, person.id, 'for update');
    const phone = phoneIn(context.body, users, before);
    const statement = updateStatement(users, { ...before, [FIELD]: phone }, before, person);
    if (!statement) return phone;
    await recordChange(transaction, users, await runOne(transaction, statement), before, person);
    return phone;
  });
  return { data: { [FIELD]: phone }, description: say('phone-saved', context.language) };
}

export function ownPhoneCalls(schemas: Schemas): Call[] {
  const users = schemas.byResource.entity('utente');
  return [
    {
      ...PLACE,
      method: 'GET',
      summary: { it: 'Il proprio numero di telefono', en: "One's own telephone number" },
      reply: VALUE,
      example: { data: EXAMPLE },
      async handle(context) {
        const row = await rowOf(context.database, personOf(context).id);
        return { data: { [FIELD]: row[FIELD] ?? null } };
      },
    },
    {
      ...PLACE,
      method: 'PUT',
      summary: { it: 'Cambio del proprio numero di telefono', en: "Change one's own telephone number" },
      body: VALUE,
      reply: VALUE,
      example: { body: EXAMPLE, data: EXAMPLE },
      handle: (context) => change(users, context),
    },
  ];
}
