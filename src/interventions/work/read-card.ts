/** Reads everything that the card of an intervention displays, so that the device stores the answers. */
import type { TakenFile } from '../../../dataProvider/device.ts';
import { documentsOf, type Owner, type RecordDocuments } from '../../../dataProvider/documents.ts';
import { CallError } from '../../../dataProvider/http.ts';
import type { OfficinaProvider } from '../../../dataProvider/provider.ts';
import { classIn } from '../../../resources/context/useCustomised.ts';
import { WHOLE } from '../../../resources/form/RecordFrame.tsx';
import { type EntityOf, referenceOf } from '../../../schemas/catalogue.ts';
import { ALL_CLASSES } from '../../../schemas/custom-fields.ts';
import type { Row } from '../../../schemas/entity.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { belowOf, commentsAt, nextStatesOf, rowsAt } from '../calls/intervention-calls.ts';
import type { Item } from '../checklist/checklist-item.ts';
import { ownerOf } from '../checklist/ItemPhotos.tsx';
import { proposedPartsOf } from '../parts/proposed-parts.ts';
import { filesIn } from './taken-files.ts';
import { readAhead } from './useReadAhead.ts';

const NOTHING: RecordDocuments = { documenti: [], cartelle: [] };

/** Reads a list of documents that some users may not see. */
async function documentsIfSeen(owner: Owner): Promise<RecordDocuments> {
  try {
    return await documentsOf(owner);
  } catch (error) {
    if (error instanceof CallError && error.status > 0) return NOTHING;
    throw error;
  }
}

/** Returns the records to which the intervention points and whose documents its page displays. */
function lenders(entity: EntityOf<'odl'>, record: Row): Owner[] {
  return Object.values(entity.documents?.with ?? {}).flatMap((name) => {
    const [id, field] = [record[name], entity.field(name)];
    return field && typeof id === 'number' ? [{ resource: referenceOf(field).resource, id }] : [];
  });
}

/** Reads with the same requests as the card. Returns the files that it displays. */
export async function readCard(
  entity: EntityOf<'odl'>,
  id: number,
  provider: OfficinaProvider,
  ended: () => boolean,
): Promise<TakenFile[]> {
  const { data: record } = await provider.getOne<RowOf<'odl'>>(entity.resource, { id, meta: WHOLE });
  const [items, own] = await Promise.all([
    rowsAt<Item>(belowOf(id, 'checklist')),
    documentsOf({ resource: entity.resource, id }),
    rowsAt(belowOf(id, 'ricambio')),
    rowsAt(commentsAt(id)),
  ]);
  const [cover] = await Promise.all([
    documentsOf({ resource: 'oggetto', id: record.id_oggetto }, { isCopertina: 1 }),
    proposedPartsOf(id),
    provider.template(entity.resource, classIn(entity, record) ?? ALL_CLASSES),
    provider.way('oggetto', record.id_oggetto),
  ]);
  const photographed = items.filter(({ num_documenti }) => num_documenti > 0);
  const others = await Promise.all(
    [...photographed.map(ownerOf), ...lenders(entity, record)].map(documentsIfSeen),
  );
  await readAhead(record, await nextStatesOf(record), ended);
  return filesIn([own, cover, ...others]);
}
