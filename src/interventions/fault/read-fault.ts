/** Reads what the report of a fault needs, so that it opens without a network for the assets of the user's work. */
import type { OfficinaProvider } from '../../../dataProvider/provider.ts';
import { classIn } from '../../../resources/context/useCustomised.ts';
import type { EntityOf } from '../../../schemas/catalogue.ts';
import { ALL_CLASSES } from '../../../schemas/custom-fields.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { statesFor, typesRead } from '../calls/form-lookups.ts';
import { proposedType } from '../form/proposals.ts';

/** Reads, with the requests of the page, each asset with the states of its type and the fields of its class. */
export async function readFaults(
  entity: EntityOf<'odl'>,
  assets: number[],
  provider: OfficinaProvider,
  ended: () => boolean,
): Promise<void> {
  const types = await typesRead();
  const read = new Set<string>();
  const once = async (key: string, request: () => Promise<unknown>) => {
    if (read.has(key) || ended()) return;
    read.add(key);
    await request();
  };
  await once('template', () => provider.template(entity.resource, ALL_CLASSES));
  for (const id of new Set(assets)) {
    if (ended()) return;
    const { data: asset } = await provider.getOne<RowOf<'oggetto'>>('oggetto', { id });
    const type =
      proposedType(types, asset.id_tipo_intervento_default) ??
      (types.length === 1 ? types[0]?.id : undefined);
    await once(`states ${type}`, () => statesFor(undefined, type));
    const start = { id_classe_intervento: asset.id_classe_intervento_default };
    const classId = classIn(entity, start) ?? ALL_CLASSES;
    await once(`template ${classId}`, () => provider.template(entity.resource, classId));
  }
}
