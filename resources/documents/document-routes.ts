/** The addresses of uploads and documents, from the routes of their entity. */
import type { Identifier } from 'react-admin';
import type { Entity } from '../../schemas/entity.ts';
import { fillRoute, pageAddress } from '../context/routes.ts';

export const DOCUMENTS_TAB = 'documenti';

export const uploadAddress = (entity: Entity, id?: Identifier, folder?: number): string | undefined =>
  entity.routes.upload && fillRoute(entity.routes.upload, [id, folder]);

export const documentAddress = (entity: Entity, id: Identifier, document: number): string | undefined =>
  entity.routes.document && fillRoute(entity.routes.document, [id, document]);

/** Returns the address of the record's documents tab. */
export const documentsAddress = (entity: Entity, id: Identifier): string =>
  pageAddress(entity, id, DOCUMENTS_TAB) ?? '/home';
