/** Reads what the page of a scanned asset displays first, so that it opens without a network. */
import type { OfficinaProvider } from '../../dataProvider/provider.ts';
import { classIn } from '../../resources/context/useCustomised.ts';
import type { EntityOf } from '../../schemas/catalogue.ts';
import { ALL_CLASSES } from '../../schemas/custom-fields.ts';
import type { RowOf } from '../../schemas/types.ts';
import { ALL_STATES, dueDatesOf, statesAmong, worksOf } from './asset-works.ts';

/** Reads, with the requests of the page, each asset with its open work, its due maintenance and its last works. */
export async function readHere(
  entity: EntityOf<'oggetto'>,
  assets: number[],
  provider: OfficinaProvider,
  ended: () => boolean,
): Promise<void> {
  const { data: states } = await provider.getList('stato', ALL_STATES);
  const classes = new Set<number>();
  for (const id of new Set(assets)) {
    if (ended()) return;
    const { data: asset } = await provider.getOne<RowOf<'oggetto'>>(entity.resource, { id });
    const classId = classIn(entity, asset) ?? ALL_CLASSES;
    if (!classes.has(classId)) await provider.template(entity.resource, classId);
    classes.add(classId);
    await Promise.all([
      dueDatesOf(id),
      ...[false, true].map((over) => provider.getList('odl', worksOf(id, over, statesAmong(states, over)))),
    ]);
  }
}
