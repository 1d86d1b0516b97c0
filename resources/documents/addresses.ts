/** Where documents are put in and changed, from the routes of the entity they are kept with. */
import type { Identifier } from 'react-admin';
import type { Entity } from '../../schemas/entity.ts';
import { fillRoute, pageAddress } from '../routes.ts';

export const DOCUMENTS_TAB = 'documenti';

export const uploadAddress = (entity: Entity, id?: Identifier, folder?: number): string | undefined =>
  entity.routes.upload && fillRoute(entity.routes.upload, [id, folder]);

export const documentAddress = (entity: Entity, id: Identifier, document: number): string | undefined =>
  entity.routes.document && fillRoute(entity.routes.document, [id, document]);

/** The record's documents: where one comes from, and goes back to. */
export const documentsAddress = (entity: Entity, id: Identifier): string =>
  pageAddress(entity, id, DOCUMENTS_TAB) ?? '/home';
