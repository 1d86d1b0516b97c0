/** The documents tab of a record's page. A page that orders its own tabs places this tab itself. */

import { lazy, Suspense } from 'react';
import { useTranslate } from 'react-admin';
import { idOf, referenceOf } from '../../schemas/catalogue.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import { useApplication, useLanguage } from '../context/application.tsx';
import type { DetailTab } from '../detail/record-tabs.ts';
import { Loading } from '../feedback/Loading.tsx';
import { AddDocument } from './AddDocument.tsx';
import { DOCUMENTS_TAB } from './document-routes.ts';

const Panel = lazy(() =>
  import('./DocumentsPanel.tsx').then(({ DocumentsPanel }) => ({ default: DocumentsPanel })),
);

export function useDocumentsTab(entity: Entity): (record: Row) => DetailTab {
  const translate = useTranslate();
  const language = useLanguage();
  const { byResource, byName, may } = useApplication();
  const reads = (lender: Entity): boolean =>
    may((lender.documents?.own ? byName.entity(lender.documents.entity) : lender).access.read);
  /** Returns the related records whose documents are displayed below the record's own. */
  const lenders = (record: Row) =>
    Object.values(entity.documents?.with ?? {}).flatMap((name) => {
      const field = entity.field(name);
      const lender = field && byResource.get(referenceOf(field).resource);
      const owner = record[name];
      if (!lender || typeof owner !== 'number' || !reads(lender)) return [];
      return [
        { lender, owner, name: `${field.title[language]}: ${record[referenceOf(field).text ?? ''] ?? ''}` },
      ];
    });
  return (record) => {
    const id = idOf(entity, record);
    // A record may forbid changes to this user, but still allow new files.
    const open = (record.documentabile ?? record.modificabile) !== 0;
    return {
      key: DOCUMENTS_TAB,
      label: translate('officina.documents.title'),
      count: typeof record.num_documenti === 'number' ? record.num_documenti : undefined,
      element: (
        <Suspense fallback={<Loading height={240} />}>
          <Panel entity={entity} id={id} canUpload={open} canChange={open} />
          {lenders(record).map(({ lender, owner, name }) => (
            <Panel key={lender.name} entity={lender} id={owner} canUpload={false} relatedName={name} />
          ))}
        </Suspense>
      ),
      actions: open && <AddDocument entity={entity} id={id} />,
    };
  };
}
