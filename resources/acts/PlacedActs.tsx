/**
 * The buttons of acts whose files define their place (x-place): on a record's page, in a row, above selected
 * rows.
 */
import { lazy, Suspense, useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { type Act, isOffered } from '../../schemas/act.ts';
import { idOf } from '../../schemas/catalogue.ts';
import { displayOf, type Entity, type Row } from '../../schemas/entity.ts';
import { useHouse, useLanguage } from '../context/application.tsx';
import { EntityIcon } from '../display/icons.tsx';
import { RowButton } from '../display/RowButton.tsx';
import { HeaderButton } from '../form/FormHeader.tsx';
import { ActOnSelected } from './ActOnSelected.tsx';
import { actsAt } from './offered-acts.ts';

const ActDialog = lazy(() => import('./ActDialog.tsx'));

interface RecordActsProps {
  entity: Entity;
  row: Row;
  place: 'page' | 'row';
}

export function RecordActs({ entity, row, place }: RecordActsProps) {
  const language = useLanguage();
  const house = useHouse();
  const [open, setOpen] = useState<Act>();
  const name = displayOf(entity, row, language);
  const offered = actsAt(house, entity, place).filter((act) => isOffered(act, row));
  return (
    <>
      {offered.map((act) => {
        const title = act.title[language];
        const button = { onClick: () => setOpen(act), 'aria-haspopup': 'dialog' as const };
        return place === 'page' ? (
          <HeaderButton key={act.name} label={title} startIcon={<EntityIcon name={act.icon} />} {...button} />
        ) : (
          <RowButton
            key={act.name}
            action={{ label: title }}
            name={name}
            icon={<EntityIcon name={act.icon} fontSize="small" />}
            {...button}
          />
        );
      })}
      {open && (
        <Suspense fallback={null}>
          <ActDialog
            act={open}
            id={idOf(entity, row)}
            record={row}
            name={name}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

export function SelectionActs({ entity }: { entity: Entity }) {
  const language = useLanguage();
  const translate = useTranslate();
  const { selectedIds } = useListContext();
  return actsAt(useHouse(), entity, 'selection').map((act) => (
    <ActOnSelected
      key={act.name}
      entity={entity}
      act={act}
      label={act.title[language]}
      icon={<EntityIcon name={act.icon} fontSize="small" />}
      title={translate('officina.acts.selected', {
        act: act.heading[language],
        smart_count: selectedIds.length,
      })}
    />
  ));
}
