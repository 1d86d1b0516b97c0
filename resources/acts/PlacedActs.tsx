/**
 * The buttons of acts whose files define their place (x-place): on a record's page, in a row, above selected
 * rows.
 */
import Box from '@mui/material/Box';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { type Act, isOffered } from '../../schemas/act.ts';
import { idOf } from '../../schemas/catalogue.ts';
import { displayOf, type Entity, isProtected, type Row } from '../../schemas/entity.ts';
import { useApplication, useLanguage } from '../context/application.tsx';
import { EntityIcon } from '../display/icons.tsx';
import { RowButton } from '../display/RowButton.tsx';
import { Opening } from '../feedback/Placeholder.tsx';
import { useDraftLink } from '../form/draft-link.ts';
import { HeaderButton } from '../form/FormHeader.tsx';
import { ActAtOnce } from './ActAtOnce.tsx';
import { ActOnSelected } from './ActOnSelected.tsx';
import { placeOfAct } from './act-draft.ts';
import { actsAt } from './offered-acts.ts';

const ActDialog = lazy(() => import('./ActDialog.tsx'));

interface PlacedActsOf {
  offered: Act[];
  /** The act whose dialog is open. */
  open: Act | undefined;
  begin(act: Act): void;
  dialog: ReactNode;
}

/** Returns the acts offered on a record in a place, and the dialog of the act that the user chose. */
export function usePlacedActs(
  entity: Entity,
  row: Row,
  place: 'page' | 'row',
  onClose?: () => void,
): PlacedActsOf {
  const application = useApplication();
  const language = useLanguage();
  const { person } = application;
  const isFree = person !== undefined && !isProtected(entity, row, 'update', person);
  const [opened, setOpened] = useState<{ act: Act; draft?: string }>();
  const open = opened?.act;
  const close = () => {
    setOpened(undefined);
    onClose?.();
  };
  const id = idOf(entity, row);
  const offered = isFree ? actsAt(application, entity, place).filter((act) => isOffered(act, row)) : [];
  useDraftLink((draft) => {
    const act = offered.find((one) => draft.place === placeOfAct({ act: one, id }));
    if (act) setOpened({ act, draft: draft.id });
    return act !== undefined;
  });
  return {
    offered,
    open,
    begin: (act) => setOpened({ act }),
    dialog: open?.atOnce ? (
      <ActAtOnce act={open} id={id} row={row} onEnd={close} />
    ) : (
      open && (
        <Suspense fallback={<Opening />}>
          <ActDialog
            act={open}
            id={id}
            record={row}
            draft={opened?.draft}
            name={displayOf(entity, row, language)}
            onClose={close}
          />
        </Suspense>
      )
    ),
  };
}

interface RecordActsProps {
  entity: Entity;
  row: Row;
  place: 'page' | 'row';
}

export function RecordActs({ entity, row, place }: RecordActsProps) {
  const language = useLanguage();
  const { offered, open, begin, dialog } = usePlacedActs(entity, row, place);
  return (
    // A click on the row itself opens another page.
    <Box component="span" sx={{ display: 'contents' }} onClick={(event) => event.stopPropagation()}>
      {offered.map((act) => {
        const title = act.title[language];
        const button = {
          onClick: () => begin(act),
          disabled: act === open,
          ...((!act.atOnce || act.ask) && { 'aria-haspopup': 'dialog' as const }),
        };
        return place === 'page' ? (
          <HeaderButton key={act.name} label={title} startIcon={<EntityIcon name={act.icon} />} {...button} />
        ) : (
          <RowButton
            key={act.name}
            action={{ label: title }}
            name={displayOf(entity, row, language)}
            icon={<EntityIcon name={act.icon} fontSize="small" />}
            {...button}
          />
        );
      })}
      {dialog}
    </Box>
  );
}

export function SelectionActs({ entity }: { entity: Entity }) {
  const language = useLanguage();
  const translate = useTranslate();
  const { selectedIds } = useListContext();
  return actsAt(useApplication(), entity, 'selection').map((act) => (
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
